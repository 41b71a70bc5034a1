import type { RunStatus } from '@voiceloom/contract';
import { ApiError, notFound, runHasEnded } from '../../errors.ts';
import { advanceRun } from '../chunks/advance.ts';
import { findNextChunks, insertChunkJobs, selectOutstandingCount } from '../chunks/enqueue.ts';
import type { EngineApp } from '../engine-app.ts';
import { chunkJobRef } from '../job-refs.ts';
import { findAndLockRun, isFinal } from '../runs/row.ts';
import type { RecordRunChange } from './cancel.ts';

/** What a requeue found, and whether it changed anything. */
export interface Requeue {
  changed: boolean;
  /** The chunks that wait for a worker. */
  chunks: number;
  /** The chunks among them that were due later, or whose job was lost. */
  delayed: number;
  /** The chunks among them that have all their attempts again. */
  renewed: number;
  /** The chunks in progress. */
  held: number;
  /** The chunks that were not queued before. */
  added: number;
}

/**
 * Gives the queued chunks of a run new jobs, which are due now and have all their attempts, and queues the next chunks.
 * Chunks in progress stay with their workers; otherwise, a provider could be called twice for one line. If all jobs are
 * like that already, changes and records nothing.
 */
export function requeueChunks(
  app: Pick<EngineApp, 'db' | 'queue' | 'clock' | 'config'>,
  ref: { workspace_id: string; run_id: string },
  record: RecordRunChange,
): Promise<Requeue> {
  const now = app.clock();
  return app.db.transaction().execute(async (tx) => {
    const run = await findAndLockRun(tx, ref);
    if (!run) throw notFound('run');
    if (isFinal(run.status as RunStatus)) throw runHasEnded(run.status);
    if (run.status === 'paused' || run.pause_requested_at)
      throw new ApiError('CONFLICT', 'The run is paused, or is about to pause: it has to be resumed.');
    const queued = await tx
      .selectFrom('run_chunk')
      .select(['id', 'seq', 'job_id', 'local_model'])
      .where('run_id', '=', run.id)
      .where('status', '=', 'queued')
      .orderBy('depth', 'desc')
      .orderBy('seq')
      .execute();
    const ids = queued.flatMap(({ job_id }) => job_id ?? []);
    const jobs = new Map((await app.queue.look(tx, chunkJobRef, ids)).map((job) => [job.id, job]));
    const queuedJobs = queued.map(({ job_id }) => jobs.get(job_id ?? ''));
    const waiting = queuedJobs.filter((job) => !job?.is_active);
    // `advanceRun` queues them below.
    const next = await findNextChunks(app, tx, run, now);
    const counts = {
      chunks: waiting.length,
      delayed: waiting.filter((job) => !job || job.starts_at > now).length,
      renewed: waiting.filter((job) => job && job.tries > 0).length,
      held: queuedJobs.length - waiting.length,
      added: next.chunks.length,
    };
    if (counts.delayed + counts.renewed + counts.added === 0) return { changed: false, ...counts };
    // A worker may have claimed a job since the look-up. Such a job stays too.
    const activeIds = await app.queue.withdraw(tx, chunkJobRef, ids);
    const chunks = queued.filter(({ job_id }) => job_id === null || !activeIds.has(job_id));
    const { outstanding } = await selectOutstandingCount(tx, run.workspace_id).executeTakeFirstOrThrow();
    await insertChunkJobs(app, tx, run, { chunks, outstanding, now });
    await advanceRun(app, tx, run, { counters: {}, events: [], now });
    await record(tx, run);
    return { changed: true, ...counts };
  });
}
