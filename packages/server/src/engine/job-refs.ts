import type { JobRef, JobRun } from '../jobs/index.ts';

export interface ChunkJob {
  chunk_id: string;
  run_id: string;
}

/** How many times a chunk is retried: often enough to identify a line that kills its worker. */
export const CHUNK_RETRIES = 9;

export const chunkJobRef: JobRef<ChunkJob> = { name: 'chunk' };
/** The job id is the run id. */
export const runNotificationJobRef: JobRef = { name: 'run.notification' };

/** A chunk job as the worker receives it. */
export type ClaimedChunk = ChunkJob &
  Pick<JobRun<ChunkJob>, 'tries' | 'signal'> &
  Partial<Pick<JobRun<ChunkJob>, 'isStopping' | 'recount'>>;
