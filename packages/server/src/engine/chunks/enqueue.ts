import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import type { EngineApp } from '../engine-app.ts';
import { chunkJobRef } from '../job-refs.ts';
import type { LockedRun } from '../runs/row.ts';

type EnqueueApp = Pick<EngineApp, 'queue' | 'config'>;

/**
 * Queues the next planned chunks of a run, those nearest to the sink first. A window bounds their number, so
 * that a large run does not fill the job table. The caller's transaction holds the run's row lock, and adds the
 * returned number to its queued chunks.
 */
export async function enqueueNextChunks(
  app: EnqueueApp,
  tx: Db,
  run: Pick<LockedRun, 'id' | 'workspace_id' | 'status' | 'pause_requested_at' | 'queued_chunks'>,
  now: Date,
): Promise<number> {
  if ((run.status !== 'running' && run.status !== 'pending') || run.pause_requested_at) return 0;
  const room = 2 * app.config.worker.lanes - run.queued_chunks;
  if (room <= 0) return 0;
  const next = await tx
    .selectFrom('run_chunk')
    .select(['id', 'seq'])
    .where('run_id', '=', run.id)
    .where('status', '=', 'planned')
    .orderBy('depth', 'desc')
    .orderBy('seq')
    .limit(room)
    .execute();
  if (next.length > 0) await insertChunkJobs(app, tx, run, { chunks: next, now });
  return next.length;
}

/** Creates the jobs of planned chunks. Workspaces with much outstanding work get a lower priority. */
export async function insertChunkJobs(
  app: EnqueueApp,
  tx: Db,
  run: { id: string; workspace_id: string },
  { chunks, now }: { chunks: { id: string; seq: number }[]; now: Date },
): Promise<void> {
  const { outstanding } = await tx
    .selectFrom('run_chunk')
    .select((eb) => eb.fn.countAll<number>().as('outstanding'))
    .where('workspace_id', '=', run.workspace_id)
    .where('status', '=', 'queued')
    .executeTakeFirstOrThrow();
  const jobs = chunks.map(({ id, seq }) => ({
    ...chunkJobOf(app, { id, seq, run_id: run.id, workspace_id: run.workspace_id }),
    priority: -(Number(outstanding) + chunks.length),
  }));
  await sql`
    update run_chunk set status = 'queued', queued_at = ${now}, job_id = given.job_id
    from unnest(${chunks.map(({ id }) => id)}::uuid[], ${jobs.map(({ id }) => id)}::uuid[]) as given (id, job_id)
    where run_chunk.id = given.id`.execute(tx);
  await app.queue.add(tx, chunkJobRef, jobs);
}

/** A new job for a chunk. Each workspace has a few lanes for its chunks, and workers serve all lanes in turn. */
export function chunkJobOf(
  { config }: Pick<EngineApp, 'config'>,
  { id, seq, run_id, workspace_id }: { id: string; seq: number; run_id: string; workspace_id: string },
) {
  const key = `${workspace_id}#${seq % config.worker.lanes}`;
  return { id: randomUUID(), data: { chunk_id: id, run_id }, key };
}
