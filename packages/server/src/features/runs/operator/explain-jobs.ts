import { countText } from '@voiceloom/text';
import type { OpenJob } from '../../../jobs/index.ts';
import { ageText } from './age-text.ts';

/** A worker reports every two seconds. After this time without a report, its job returns to the queue. */
export const SILENT_MS = 10_000;

/** Whether a worker has the job and reports. */
export const isActiveNow = (job: OpenJob, now: Date): boolean => job.is_active && !isSilent(job, now);

const isSilent = ({ heartbeat_at }: OpenJob, now: Date): boolean =>
  heartbeat_at !== null && now.getTime() - heartbeat_at.getTime() > SILENT_MS;

interface Serving {
  /** Whether a worker reported within the last seconds. */
  isServed: boolean;
  now: Date;
}

/** Explains the jobs that workers have taken. */
export function activeTexts(active: OpenJob[], { isServed, now }: Serving): string[] {
  const reportingJobs = active.filter((job) => !isSilent(job, now));
  const silent = active.length - reportingJobs.length;
  const sentences: string[] = [];
  if (reportingJobs.length > 0)
    sentences.push(
      `Workers work on ${countText(reportingJobs.length, 'chunk')}, on the oldest for ${ageSince(reportingJobs, now)}.`,
    );
  if (silent > 0) {
    const next = isServed
      ? 'another worker takes over within seconds'
      : 'a worker takes over soon after it starts';
    sentences.push(
      `${countText(silent, 'chunk')} ${silent === 1 ? 'belongs' : 'belong'} to workers that no longer report: ${next}.`,
    );
  }
  return sentences;
}

/** The age of the job that started first, or was due first. */
const ageSince = (jobs: OpenJob[], now: Date): string =>
  ageText(now.getTime() - Math.min(...jobs.map(({ starts_at }) => starts_at.getTime())));

/** Explains the jobs that wait for a worker. */
export function waitingTexts(
  waiting: OpenJob[],
  { isServed, isPausing, now }: Serving & { isPausing: boolean },
): string[] {
  const due = waiting.filter(({ starts_at }) => starts_at <= now);
  const later = waiting.filter(({ starts_at }) => starts_at > now);
  const failed = waiting.filter(({ tries }) => tries > 0).length;
  const sentences: string[] = [];
  if (due.length > 0) {
    const turns = isServed ? ' Workers serve the workspaces in turn.' : '';
    sentences.push(
      `Waiting for a worker: ${countText(due.length, 'chunk')}, the oldest for ${ageSince(due, now)}.${turns}`,
    );
  }
  if (later.length > 0) {
    const next = Math.min(...later.map(({ starts_at }) => starts_at.getTime()));
    const hint = isPausing ? '' : ' "runs requeue" starts it now.';
    sentences.push(
      `Waiting for another attempt: ${countText(later.length, 'chunk')}, the first in ${ageText(next - now.getTime())}.${hint}`,
    );
  }
  if (failed > 0)
    sentences.push(
      `Stopped before: ${countText(failed, 'chunk')}, by an error or a worker that died. See the log lines with this run_id.`,
    );
  return sentences;
}
