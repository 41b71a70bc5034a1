const numbers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const dates = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });
const languages = new Intl.DisplayNames('en-US', { type: 'language' });

export const count = (value: number): string => numbers.format(value);

/** A point in time, in the zone of the reader. */
export const when = (iso: string): string => dates.format(new Date(iso));

/** A length of time, as coarse as people say it. */
export function duration(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1_000));
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${count(minutes / 60)} h`;
}

/** `de-de` as “German (Germany)”; codes that nobody knows stay as they are. */
export function language(code: string): string {
  try {
    return languages.of(code) ?? code;
  } catch {
    return code;
  }
}
