import type { App } from '../../app.ts';
import { defineHousekeeping, defineJob } from '../../jobs/index.ts';
import {
  deleteOldOccurrences,
  enqueueDueSchedules,
  giveUpDueRun,
  type ScheduleJob,
  scheduleJobRef,
  startDueRun,
} from './schedules/index.ts';

const KEEP_MS = 400 * 86_400_000;
const BATCH = 1_000;
/** The maximum number of batches per call. The next call removes the rest. */
const MAX_BATCHES = 50;

export const dueSchedulesJob = defineJob({
  name: 'schedules.due',
  handle: (app) => enqueueDueSchedules(app),
  schedule: '* * * * *',
  poll_s: 2,
});

export const scheduleJob = defineJob<ScheduleJob>({
  name: scheduleJobRef.name,
  handle: (app, { data }) => startDueRun(app, data),
  handleDead: giveUpDueRun,
  // More than an hour, because a start waits so long for the limit of concurrent runs.
  retry: { limit: 40, pause_s: 5, longest_pause_s: 120 },
  // By workspace, so that no tenant keeps all slots busy.
  keys: 'partitioned',
  concurrency: 2,
});

export const scheduleOccurrences = defineHousekeeping('schedule_occurrences', sweepOccurrences);

/** Removes the records of old due times. */
async function sweepOccurrences({ db }: Pick<App, 'db'>, now: Date): Promise<number> {
  const before = new Date(now.getTime() - KEEP_MS);
  let total = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const count = await deleteOldOccurrences(db, { before, limit: BATCH });
    total += count;
    if (count < BATCH) break;
  }
  return total;
}
