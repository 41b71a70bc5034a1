import { deleteInBatches } from '../../db/batches.ts';
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

/** Removes the records of old due times. */
export const scheduleOccurrences = defineHousekeeping('schedule_occurrences', ({ db }, now) => {
  const before = new Date(now.getTime() - KEEP_MS);
  return deleteInBatches((limit) => deleteOldOccurrences(db, { before, limit }));
});
