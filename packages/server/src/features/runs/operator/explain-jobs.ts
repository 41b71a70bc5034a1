import { countText } from '@voiceloom/text';
import type { OpenJob } from '../../../jobs/index.ts';
import { ageText } from './age-text.ts';

/** A worker reports every two seconds. After this time without a report, its job returns to the queue. */
export const SILENT_MS = 10_000;

/** Whether a worker has the job and reports. */
export const isActiveNow = (job: OpenJob, now: Date): boolean => job.is_active && !isSilent(job, now);

/** Whether the worker of a started job has stopped to report. */
const isSilent = ({ heartbeat_at }: OpenJob, now: Date): boolean =>
  heartbeat_at !== null && now.getTime() - heartbeat_at.getTime() > SILENT_MS;

interface Serving {
  /** Whether a worker reported within the last seconds. */
  isServed: boolean;
  now: Date;
}

/** Explains the jobs that workers have taken. */
export function activeTexts(activeJobs: OpenJob[], { isServed, now }: Serving): string[] {
  const reportingJobs = activeJobs.filter((job) => !isSilent(job, now));
  const silent = activeJobs.length - reportingJobs.length;
  const sentences: string[] = [];
  if (reportingJobs.length > 0)
    sentences.push(
      `Workers work on ${countText(reportingJobs.length, 'chunk')}, on the oldest for ${ageSince(reportingJobs, now)}.`,
    );
  if (silent > 0) {
    const outcome = isServed
      ? 'another worker takes over within seconds'
      : 'a worker takes over soon after it starts';
    sentences.push(
      `${countText(silent, 'chunk')} ${silent === 1 ? 'belongs' : 'belong'} to workers that no longer report: ${outcome}.`,
    );
  }
  return sentences;
}

/** The age of the job that started first, or was due first. */
const ageSince = (jobs: OpenJob[], now: Date): string =>
  ageText(now.getTime() - Math.min(...jobs.map(({ starts_at }) => starts_at.getTime())));

/** Explains the jobs that wait for a worker. */
export function waitingTexts(
  waitingJobs: OpenJob[],
  { isServed, isPausing, now }: Serving & { isPausing: boolean },
): string[] {
  const dueJobs = waitingJobs.filter(({ starts_at }) => starts_at <= now);
  const laterJobs = waitingJobs.filter(({ starts_at }) => starts_at > now);
  const failedCount = waitingJobs.filter(({ tries }) => tries > 0).length;
  const sentences: string[] = [];
  if (dueJobs.length > 0) {
    const turns = isServed ? ' Workers serve the workspaces in turn.' : '';
    sentences.push(
      `Waiting for a worker: ${countText(dueJobs.length, 'chunk')}, the oldest for ${ageSince(dueJobs, now)}.${turns}`,
    );
  }
  if (laterJobs.length > 0) {
    const nextStart = Math.min(...laterJobs.map(({ starts_at }) => starts_at.getTime()));
    const hint = isPausing ? '' : ' "runs requeue" starts it now.';
    sentences.push(
      `Waiting for another attempt: ${countText(laterJobs.length, 'chunk')}, the first in ${ageText(nextStart - now.getTime())}.${hint}`,
    );
  }
  if (failedCount > 0)
    sentences.push(
      `Stopped before: ${countText(failedCount, 'chunk')}, by an error or a worker that died. See the log lines with this run_id.`,
    );
  return sentences;
}
