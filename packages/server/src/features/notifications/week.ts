const DAY_MS = 86_400_000;
/** A run that ended before midnight may be recorded a little later. */
const SETTLE_MS = 15 * 60_000;

/** An ISO week: from its Monday 00:00 UTC to the next. */
export interface Week {
  from: Date;
  /** The end, not included. */
  to: Date;
}

/** The last completed week. Undefined while its figures may still change. */
export function weekBefore(now: Date): Week | undefined {
  const daysSinceMonday = (now.getUTCDay() + 6) % 7;
  const monday = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - daysSinceMonday);
  if (now.getTime() - monday < SETTLE_MS) return undefined;
  return { from: new Date(monday - 7 * DAY_MS), to: new Date(monday) };
}

/** The Monday of a week, in the format of a `date` column. */
export function formatMonday({ from }: Week): string {
  return from.toISOString().slice(0, 10);
}
