const dates = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** A point in time, in the zone of the reader. */
export const when = (iso: string): string => dates.format(new Date(iso));
