const MAX_DIGITS = 6;

/**
 * The number of decimals that distinguish a value from its limit: at least `least`, more if the shorter texts are the
 * same.
 */
export function decimalsToDistinguish(value: number, limit: number, minDigits = 1): number {
  for (let digits = minDigits; digits < MAX_DIGITS; digits += 1)
    if (value.toFixed(digits) !== limit.toFixed(digits)) return digits;
  return MAX_DIGITS;
}
