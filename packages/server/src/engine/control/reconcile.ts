import { advanceRun } from '../chunks/advance.ts';
import { createChunkJob } from '../chunks/enqueue.ts';
import type { EngineApp } from '../engine-app.ts';
import { chunkJobRef } from '../job-refs.ts';
import { lockRun, OPEN_STATUSES } from '../runs/row.ts';
import { cancelRun } from './cancel.ts';
import { resumeWaitingRuns } from './resume-waiting.ts';
import { pauseSuspendedRuns } from './suspended.ts';

const BATCH = 200;

/**
 * Repairs states that only lost or restored job tables can cause. Enqueues queued chunks without a live job, resumes
 * running runs with nothing queued, and cancels runs of deleted workflows. Returns the number of repairs of each kind.
 */
export async function reconcile(app: EngineApp, minAgeMs = 30_000) {
  const queuedBefore = new Date(app.clock().getTime() - minAgeMs);
  // Requests are still served for a second after a suspension, so they may have started runs.
  await pauseSuspendedRuns(app);
  await resumeWaitingRuns(app);
  const requeued_chunks = await requeueLostChunks(app, queuedBefore);
  const stalledRuns = await app.db
    .selectFrom('run')
    .select('id')
    .where('status', '=', 'running')
    .where('queued_chunks', '=', 0)
    .where('updated_at', '<', queuedBefore)
    .limit(BATCH)
    .execute();
  for (const { id } of stalledRuns) {
    await app.db.transaction().execute(async (tx) => {
      await advanceRun(app, tx, await lockRun(tx, id), { counters: {}, events: [], now: app.clock() });
    });
  }
  const abandonedRuns = await app.db
    .selectFrom('run')
    .innerJoin('workflow', 'workflow.id', 'run.workflow_id')
    .select(['run.id', 'run.workspace_id'])
    .where('run.status', 'in', OPEN_STATUSES)
    .where('workflow.deleted_at', 'is not', null)
    .limit(BATCH)
    .execute();
  for (const { id, workspace_id } of abandonedRuns) await cancelRun(app, { workspace_id, run_id: id });
  const repairs = { requeued_chunks, resumed_runs: stalledRuns.length, cancelled_runs: abandonedRuns.length };
  if (repairs.requeued_chunks + repairs.resumed_runs + repairs.cancelled_runs > 0)
    app.log.warn(repairs, 'runs repaired');
  return repairs;
}

/** Gives queued chunks whose job no longer exists a new job; returns how many. */
async function requeueLostChunks(app: EngineApp, queuedBefore: Date): Promise<number> {
  let requeuedCount = 0;
  let lastId = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const chunks = await app.db
      .selectFrom('run_chunk')
      .select(['id', 'run_id', 'workspace_id', 'seq', 'job_id', 'local_model'])
      .where('status', '=', 'queued')
      .where('queued_at', '<', queuedBefore)
      .where('id', '>', lastId)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    const lastChunk = chunks.at(-1);
    if (!lastChunk) return requeuedCount;
    lastId = lastChunk.id;
    const jobs = chunks.flatMap((chunk) => chunk.job_id ?? []);
    const liveJobs = await app.queue.live(app.db, chunkJobRef, jobs);
    for (const chunk of chunks) {
      if (chunk.job_id && liveJobs.has(chunk.job_id)) continue;
      const isRequeued = await app.db.transaction().execute(async (tx) => {
        const run = await lockRun(tx, chunk.run_id);
        const job = createChunkJob(app, chunk);
        const updatedChunk = await tx
          .updateTable('run_chunk')
          .set({ job_id: job.id, queued_at: app.clock() })
          .where('id', '=', chunk.id)
          .where('status', '=', 'queued')
          // Unless another process has given the chunk a new job.
          .where('job_id', 'is not distinct from', chunk.job_id)
          .returning('id')
          .executeTakeFirst();
        if (!updatedChunk || (run.status !== 'running' && run.status !== 'pending')) return false;
        await app.queue.add(tx, chunkJobRef, [{ ...job, priority: -1 }]);
        return true;
      });
      if (isRequeued) requeuedCount += 1;
    }
  }
}
