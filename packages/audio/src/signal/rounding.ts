/** Rounds to two decimals, which is finer than the accuracy of these measurements. */
export function round(value: number): number {
  return Math.round(value * 100) / 100;
}

export function roundOrNull(value: number | null): number | null {
  if (value === null) return null;
  return round(value);
}
