import type { JobRef } from '../jobs/index.ts';

export interface ChunkJob {
  chunk_id: string;
  run_id: string;
}

/** How often a chunk is tried again. */
export const CHUNK_RETRIES = 5;

export const chunkQueue: JobRef<ChunkJob> = { name: 'chunk' };
/** Jobs have the id of the run that ended. */
export const runEndedQueue: JobRef = { name: 'run.notice' };

/** A chunk job as a worker gets it. */
export interface ClaimedChunk extends ChunkJob {
  /** How often the job was started before. */
  tries: number;
  /** Aborted when the claim is lost or the process stops. */
  signal: AbortSignal;
  /** Whether this process is stopping, so that another one will take the chunk. */
  isStopping?: () => boolean;
}
