import type { App, Job, JobRun } from '../../src/app.ts';
import { chunkJob } from '../../src/engine/jobs.ts';

/** Runs a job immediately, as a worker that received it does. */
export async function runJob<Data extends object>(
  app: App,
  job: Job<Data>,
  received: Partial<JobRun<Data>> = {},
): Promise<unknown> {
  const { signal } = new AbortController();
  return job.handle(app, {
    id: '',
    data: {} as Data,
    tries: 0,
    signal,
    isStopping: () => false,
    ...received,
  });
}

/** Runs a step of the housekeeping at the given time. Returns the number of changed records. */
export async function runHousekeeping(app: App, step: Job, now: Date): Promise<number> {
  const count = await runJob({ ...app, clock: () => now, wallClock: () => now }, step);
  return typeof count === 'number' ? count : 0;
}

/** A chunk as a worker receives it. */
export interface ReceivedChunk extends Partial<Pick<JobRun<object>, 'tries' | 'signal' | 'recount'>> {
  chunk_id: string;
  run_id: string;
}

/** Processes a chunk immediately, without a worker that polls. */
export async function handleChunk(app: App, chunk: ReceivedChunk): Promise<void> {
  const { chunk_id, run_id, ...received } = chunk;
  await runJob(app, chunkJob, { data: { chunk_id, run_id }, ...received });
}

/** Ends a chunk whose attempts have all failed. */
export async function handleDeadChunk(app: App, chunk: { chunk_id: string; run_id: string }): Promise<void> {
  await chunkJob.handleDead?.(app, chunk);
}
