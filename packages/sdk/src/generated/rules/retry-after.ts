// Copied from packages/contract/src/rules by scripts/gen.ts. Do not edit.

/** A day of the week, short or long: `Sun`, `Sunday`. */
const WEEKDAY = '(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?';
/** The three forms of a date in HTTP (RFC 9110), and ISO 8601. Date.parse alone would also read `1.5` as a date. */
const DATE = new RegExp(`^(?:${WEEKDAY}[, ]|\\d{4}-\\d\\d-\\d\\dT)`, 'i');

/**
 * The value of a `Retry-After` header in milliseconds, from seconds or a date. Undefined if it is missing or neither
 * of these.
 */
export function retryAfterMs(header: string | null | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+(?:\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1_000);
  if (!DATE.test(text)) return undefined;
  // The oldest form, `Sun Nov  6 08:49:37 1994`, has no zone and means UTC.
  const time = Date.parse(/\d{4}$/.test(text) ? `${text} GMT` : text);
  return Number.isNaN(time) ? undefined : Math.max(0, time - now);
}
