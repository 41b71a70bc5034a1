import { Cron } from 'croner';
import { toInstant, toWallTime } from '../../../wall-time.ts';

const DAY_MS = 86_400_000;
/** How far back due times are recorded one by one. */
const RECORDED_MS = 31 * DAY_MS;

/** A cron expression, which the contract has checked, with the zone of its wall times. */
export interface CronTimes {
  cron: string;
  time_zone: string;
}

/**
 * The first due time after an instant. Undefined if the schedule is never due again. The library computes with wall times as if they were
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

/** The due times from an open one until now, earliest first. */
export function listDueTimes(times: CronTimes, first: Date, now: Date): [Date, ...Date[]] {
  const due: [Date, ...Date[]] = [first];
  let next = findNextDue(times, new Date(Math.max(first.getTime(), now.getTime() - RECORDED_MS)));
  while (next && next <= now) {
    due.push(next);
    next = findNextDue(times, next);
  }
  return due;
}
