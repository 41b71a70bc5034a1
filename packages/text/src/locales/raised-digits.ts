const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const LOWERED = '₀₁₂₃₄₅₆₇₈₉';
const SIGNS: Readonly<Record<string, string>> = { '+': '⁺', '-': '⁻', '−': '⁻', '–': '⁻' };
/** A whole number with an optional sign, such as `-3`. */
const NUMBER = /^\s*[+\-−–]?\d{1,12}\s*$/;

/** A number in raised digits, such as `²³` for `23`; undefined for other texts. */
export function raisedDigits(text: string): string | undefined {
  if (!NUMBER.test(text)) return undefined;
  return text.trim().replace(/./gu, (sign) => SIGNS[sign] ?? RAISED[Number(sign)] ?? sign);
}

/** A number in lowered digits, such as `₂` for `2`, unless it follows a letter (`H2O`); undefined for other texts. */
export function loweredDigits(text: string, before: string): string | undefined {
  if (!NUMBER.test(text) || /\p{L}$/u.test(before)) return undefined;
  return text.trim().replace(/\d/g, (digit) => LOWERED[Number(digit)] ?? digit);
}
