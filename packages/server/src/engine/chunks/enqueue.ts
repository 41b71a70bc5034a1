import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import type { EngineApp } from '../engine-app.ts';
import { chunkQueue } from '../job-refs.ts';
import { addToRun } from '../runs/row.ts';

export interface FeedRun {
  id: string;
  workspace_id: string;
  status: string;
  pause_requested_at: Date | null;
}

/**
 * Queues the next planned chunks of a run, those nearest to the sink first. A window bounds their number, so
 * that a large run does not fill the job table. The caller's transaction holds the run's row lock.
 */
export async function enqueueNextChunks(
  app: Pick<EngineApp, 'queue' | 'config'>,
  tx: Db,
  run: FeedRun,
  now: Date,
): Promise<void> {
  if ((run.status !== 'running' && run.status !== 'pending') || run.pause_requested_at) return;
  const lanes = app.config.worker.lanes;
  const room = await windowRoom(tx, run.id, 2 * lanes);
  if (room <= 0) return;
  const next = await tx
    .selectFrom('run_chunk')
    .select(['id', 'seq'])
    .where('run_id', '=', run.id)
    .where('status', '=', 'planned')
    .orderBy('depth', 'desc')
    .orderBy('seq')
    .limit(room)
    .execute();
  if (next.length === 0) return;
  await queueChunks(app, tx, { run, chunks: next, now });
}

async function windowRoom(tx: Db, runId: string, window: number): Promise<number> {
  const { queued_chunks: queued } = await tx
    .selectFrom('run')
    .select('queued_chunks')
    .where('id', '=', runId)
    .executeTakeFirstOrThrow();
  return window - queued;
}

interface QueueRequest {
  run: { id: string; workspace_id: string };
  chunks: { id: string; seq: number }[];
  now: Date;
}

/** Creates the jobs of planned chunks. Workspaces with much outstanding work get a lower priority. */
export async function queueChunks(
  app: Pick<EngineApp, 'queue' | 'config'>,
  tx: Db,
  request: QueueRequest,
): Promise<void> {
  const { run, chunks, now } = request;
  const jobs = chunks.map((chunk) => ({
    chunk_id: chunk.id,
    run_id: run.id,
    id: randomUUID(),
    seq: chunk.seq,
  }));
  const { outstanding } = await tx
    .selectFrom('run_chunk')
    .select((eb) => eb.fn.countAll<number>().as('outstanding'))
    .where('workspace_id', '=', run.workspace_id)
    .where('status', '=', 'queued')
    .executeTakeFirstOrThrow();
  await sql`
    update run_chunk set status = 'queued', queued_at = ${now}, job_id = given.job_id
    from unnest(${jobs.map((job) => job.chunk_id)}::uuid[], ${jobs.map((job) => job.id)}::uuid[]) as given (id, job_id)
    where run_chunk.id = given.id`.execute(tx);
  await addToRun(tx, run.id, { queued_chunks: jobs.length });
  const { lanes } = app.config.worker;
  await app.queue.add(
    tx,
    chunkQueue,
    jobs.map(({ seq, id, ...data }) => ({
      id,
      data,
      key: `${run.workspace_id}#${seq % lanes}`,
      priority: -(Number(outstanding) + jobs.length),
    })),
  );
}
