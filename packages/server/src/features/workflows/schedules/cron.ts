import { Cron } from 'croner';
import { toInstant, toWallTime } from './wall-time.ts';

/** A cron expression, which the contract has checked, with the zone of its wall times. */
export interface CronTimes {
  cron: string;
  time_zone: string;
}

/**
 * The first due time after an instant. Undefined if there is none. The library computes with wall times as if they were
 * in UTC, so it knows only the calendar. What a change of the clocks means is decided here: each wall time is due once.
 */
export function findNextDue({ cron, time_zone }: CronTimes, after: Date): Date | undefined {
  const pattern = new Cron(cron, { timezone: 'UTC', mode: '5-part' });
  let wallTime = pattern.nextRun(toWallTime(after, time_zone));
  while (wallTime) {
    const due = toInstant(wallTime, time_zone);
    // While clocks repeat an hour, its times were already due when clocks showed them first.
    if (due > after) return due;
    wallTime = pattern.nextRun(wallTime);
  }
  return undefined;
}
