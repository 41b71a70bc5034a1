export { enqueueDueSchedules, giveUpDueRun, type ScheduleJob, scheduleJobRef, startDueRun } from './fire.ts';
export { deleteOldOccurrences } from './queries.ts';
export { scheduleRoutes } from './routes.ts';
