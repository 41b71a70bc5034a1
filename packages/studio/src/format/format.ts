const numbers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const languages = new Intl.DisplayNames('en-US', { type: 'language' });

export const count = (value: number): string => numbers.format(value);

export { when } from '../text/when.ts';

/** A date without a time, such as `2026-11-24`. */
export const day = (date: string): string => days.format(new Date(date));

/** A duration, rounded as in everyday language. */
export function duration(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1_000));
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `${minutes} min`;
  return `${count(minutes / 60)} h`;
}

/** A position in audio, as `1:02.50`. */
export function clock(ms: number): string {
  const hundredths = Math.round(ms / 10);
  const seconds = Math.floor(hundredths / 100) % 60;
  const padTwo = (value: number) => String(value).padStart(2, '0');
  return `${Math.floor(hundredths / 6_000)}:${padTwo(seconds)}.${padTwo(hundredths % 100)}`;
}

/** `de-de` as “German (Germany)”; unknown codes stay unchanged. */
export function language(code: string): string {
  try {
    return languages.of(code) ?? code;
  } catch {
    return code;
  }
}

/** An amount in the smallest unit of a currency, such as cents. */
export function money(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(amount / 10 ** digits);
}

const BYTE_UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];

/** A size, as `20 GiB`. */
export function bytes(value: number): string {
  const power = Math.min(BYTE_UNITS.length - 1, Math.max(0, Math.floor(Math.log2(value) / 10)));
  return `${count(value / 1_024 ** power)} ${BYTE_UNITS[power]}`;
}
