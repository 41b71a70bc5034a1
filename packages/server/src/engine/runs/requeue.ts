import type { RunStatus } from '@voiceloom/contract';
import { ApiError, notFound, runHasEnded } from '../../errors.ts';
import { countOutstanding, insertChunkJobs } from '../chunks/enqueue.ts';
import { advanceRun } from '../chunks/finish.ts';
import type { EngineApp } from '../engine-app.ts';
import { chunkJobRef } from '../job-refs.ts';
import type { RecordRunChange } from './end.ts';
import { findAndLockRun, isFinal } from './row.ts';

/**
 * Gives the queued chunks of a run new jobs, which are due now and have all their attempts, and queues the next chunks.
 * Chunks in progress stay with their workers; otherwise, a provider could be called twice for one line. Returns how
 * many chunks have new jobs, and how many of these were due later.
 */
export function requeueChunks(
  app: Pick<EngineApp, 'db' | 'queue' | 'clock' | 'config'>,
  place: { workspace_id: string; run_id: string },
  record: RecordRunChange,
): Promise<{ chunks: number; delayed: number }> {
  const now = app.clock();
  return app.db.transaction().execute(async (tx) => {
    const run = await findAndLockRun(tx, place);
    if (!run) throw notFound('run');
    if (isFinal(run.status as RunStatus)) throw runHasEnded(run.status);
    if (run.status === 'paused' || run.pause_requested_at)
      throw new ApiError('CONFLICT', 'The run is paused, or is about to pause: it has to be resumed.');
    const queued = await tx
      .selectFrom('run_chunk')
      .select(['id', 'seq', 'job_id'])
      .where('run_id', '=', run.id)
      .where('status', '=', 'queued')
      .orderBy('depth', 'desc')
      .orderBy('seq')
      .execute();
    const jobs = queued.flatMap(({ job_id }) => job_id ?? []);
    const open = await app.queue.look(tx, chunkJobRef, jobs);
    const active = await app.queue.withdraw(tx, chunkJobRef, jobs);
    const waiting = queued.filter(({ job_id }) => job_id === null || !active.has(job_id));
    const { outstanding } = await countOutstanding(tx, run.workspace_id).executeTakeFirstOrThrow();
    await insertChunkJobs(app, tx, run, { chunks: waiting, outstanding, now });
    await advanceRun(app, tx, run, { counters: {}, events: [], now });
    await record(tx, run);
    const due = new Set(open.filter(({ starts_at }) => starts_at <= now).map(({ id }) => id));
    const delayed = waiting.filter(({ job_id }) => job_id === null || !due.has(job_id));
    return { chunks: waiting.length, delayed: delayed.length };
  });
}
