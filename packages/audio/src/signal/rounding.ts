/** Rounds to two decimals, which is finer than the accuracy of these measurements. */
export function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

export function roundedOrNull(value: number | null): number | null {
  if (value === null) return null;
  return rounded(value);
}
