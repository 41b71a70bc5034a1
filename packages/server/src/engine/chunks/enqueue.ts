import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { inBatches } from '../../db/batches.ts';
import type { Db } from '../../db/index.ts';
import { together } from '../../db/together.ts';
import { newId } from '../../ids.ts';
import type { EngineApp } from '../engine-app.ts';
import { chunkJobRef } from '../job-refs.ts';
import type { PlanNode } from '../plan.ts';
import { findModelOfNode } from '../runs/local-models.ts';
import type { LockedRun } from '../runs/row.ts';
import { findStop, type RunStop, readChunkRoom, reportStop } from '../runs/spending.ts';
import type { Arrival } from './dispatch.ts';

type EnqueueApp = Pick<EngineApp, 'queue' | 'config'>;

/** The maximum of a column of the type `integer`. Comparing with a larger number would be an error. */
const MAX_INTEGER = 2 ** 31 - 1;

/** Limits how many lines one chunk of a translator can create, so that it finishes in time. */
const MAX_NEW_LINES = 1_000;

/**
 * The lines per chunk of a node. Short scripts get small chunks, so that every worker slot has two chunks to process. A
 * slot works on several lines at once, so smaller chunks would only cost more transactions. A translator uses neighboring
 * lines as context, so its chunks are as large as possible.
 */
export function computeChunkSize(
  { config }: Pick<EngineApp, 'config'>,
  { fan_out }: PlanNode,
  lines: number,
): number {
  const { concurrency, lines_per_chunk, line_concurrency } = config.worker;
  if (fan_out !== undefined) {
    const sources = Math.floor(MAX_NEW_LINES / fan_out);
    return Math.max(1, Math.min(lines_per_chunk, sources));
  }
  const share = Math.ceil(lines / (2 * concurrency));
  return Math.min(lines_per_chunk, Math.max(line_concurrency, share));
}

export interface PlannedChunk {
  id: string;
  seq: number;
  local_model: string | null;
}

/** Plans chunks for arriving lines, numbered from `next_chunk_seq` of the locked run. */
export async function planChunks(
  app: Pick<EngineApp, 'config'>,
  tx: Db,
  run: Pick<LockedRun, 'id' | 'workspace_id' | 'next_chunk_seq' | 'local_models'>,
  arrivals: Arrival[],
): Promise<PlannedChunk[]> {
  const { lines_per_chunk } = app.config.worker;
  const chunks = arrivals.flatMap(({ node, iteration, items, size = lines_per_chunk }) =>
    [...inBatches(items, size)].map((batch) => ({
      node_id: node.id,
      iteration,
      depth: node.depth,
      local_model: findModelOfNode(node, run.local_models),
      items: JSON.stringify(batch),
    })),
  );
  if (chunks.length === 0) return [];
  const rows = chunks.map((chunk, index) => ({
    ...chunk,
    id: newId(),
    run_id: run.id,
    workspace_id: run.workspace_id,
    seq: run.next_chunk_seq + index,
    status: 'planned',
  }));
  const steps = arrivals.map(({ node, iteration, items }) => ({
    run_id: run.id,
    node_id: node.id,
    node_type: node.type,
    iteration,
    total: items.length,
    open_chunks: rows.filter((row) => row.node_id === node.id && row.iteration === iteration).length,
  }));
  const inserts = [...inBatches(rows, 500)].map((batch) =>
    tx.insertInto('run_chunk').values(batch).execute(),
  );
  const countArrivals = tx
    .insertInto('run_step')
    .values(steps)
    .onConflict((conflict) =>
      conflict.columns(['run_id', 'node_id', 'iteration']).doUpdateSet({
        total: sql`run_step.total + excluded.total`,
        open_chunks: sql`run_step.open_chunks + excluded.open_chunks`,
        finished_at: null,
      }),
    );
  await together([...inserts, countArrivals.execute()]);
  return rows;
}

interface NextChunks {
  chunks: PlannedChunk[];
  /** How many chunks of the workspace are queued already. */
  outstanding: number;
  /** Why there are none, although lines are waiting: they do not fit into the cap or a budget. */
  stop?: RunStop;
}

/**
 * The next planned chunks of a run, those nearest to the sink first. A window bounds the number of queued chunks, so
 * that a large run does not fill the job table. Chunks with a blocked line come when nothing else is left to do: then the
 * other chunks need none of the run's credits. The caller's transaction holds the run's row lock, inserts their jobs, and
 * adds their number to the run's queued chunks.
 */
export async function findNextChunks(
  app: EnqueueApp,
  tx: Db,
  run: LockedRun,
  now: Date,
): Promise<NextChunks> {
  const freeSlots = 2 * app.config.worker.workspace_concurrency - run.queued_chunks;
  const isWorking = (run.status === 'running' || run.status === 'pending') && !run.pause_requested_at;
  if (!isWorking || freeSlots <= 0) return { chunks: [], outstanding: 0 };
  const planned = tx
    .selectFrom('run_chunk')
    .select(['id', 'seq', 'local_model'])
    .select(selectOutstandingCount(tx, run.workspace_id).as('outstanding'))
    .where('run_id', '=', run.id)
    .where('status', '=', 'planned')
    .orderBy('depth', 'desc')
    .orderBy('seq')
    .limit(freeSlots);
  let chunks = await planned.where('blocked_credits', 'is', null).execute();
  if (chunks.length === 0 && run.queued_chunks === 0 && run.open_chunks > 0) {
    const blockedChunk = await tx
      .selectFrom('run_chunk')
      .select(['blocked_credits as credits', 'blocked_usd_micros as usd_micros'])
      .where('run_id', '=', run.id)
      .where('status', '=', 'planned')
      .where('blocked_credits', 'is not', null)
      .orderBy('blocked_credits')
      .orderBy('blocked_usd_micros')
      .limit(1)
      .executeTakeFirst();
    if (!blockedChunk) return { chunks, outstanding: 0 };
    const { credits, usd_micros, states } = await readChunkRoom(tx, run, now);
    chunks = await planned
      .where('blocked_credits', '<=', Math.min(credits, MAX_INTEGER))
      .where('blocked_usd_micros', '<=', Math.min(usd_micros, Number.MAX_SAFE_INTEGER))
      .execute();
    if (chunks.length === 0) {
      const cost = { credits: blockedChunk.credits ?? 0, usd_micros: blockedChunk.usd_micros ?? 0 };
      const stop = findStop(run, states, cost);
      if (stop.state?.budget.action !== 'deny') return { chunks, outstanding: 0, stop };
      // The lines fail when their chunks are processed again.
      await reportStop(app, tx, run, { stop, now });
      await tx
        .updateTable('run_chunk')
        .set({ is_denied: true, blocked_credits: null, blocked_usd_micros: null })
        .where('run_id', '=', run.id)
        .where('status', '=', 'planned')
        .execute();
      chunks = await planned.execute();
    }
  }
  return { chunks, outstanding: Number(chunks[0]?.outstanding ?? 0) };
}

/** The queued chunks of a workspace. */
export function selectOutstandingCount(db: Db, workspaceId: string) {
  return db
    .selectFrom('run_chunk as queued')
    .select((eb) => eb.fn.countAll<number>().as('outstanding'))
    .where('queued.workspace_id', '=', workspaceId)
    .where('queued.status', '=', 'queued');
}

/** Creates the jobs of planned chunks. Workspaces with much outstanding work get a lower priority. */
export async function insertChunkJobs(
  app: EnqueueApp,
  tx: Db,
  run: { id: string; workspace_id: string },
  nextChunks: NextChunks & { now: Date },
): Promise<void> {
  const { chunks, outstanding, now } = nextChunks;
  if (chunks.length === 0) return;
  const jobs = chunks.map((chunk) => ({
    ...createChunkJob(app, { ...chunk, run_id: run.id, workspace_id: run.workspace_id }),
    priority: -(outstanding + chunks.length),
  }));
  const updateStatus = sql`
    update run_chunk set status = 'queued', queued_at = ${now}, job_id = given.job_id, blocked_credits = null
    from unnest(${chunks.map(({ id }) => id)}::uuid[], ${jobs.map(({ id }) => id)}::uuid[]) as given (id, job_id)
    where run_chunk.id = given.id`.execute(tx);
  await together([updateStatus, app.queue.add(tx, chunkJobRef, jobs)]);
}

/**
 * A new job for a chunk. Each workspace has a few keys for its chunks, and workers serve all keys in turn. Only workers
 * with its local model take it.
 */
export function createChunkJob(
  { config }: Pick<EngineApp, 'config'>,
  chunk: PlannedChunk & { run_id: string; workspace_id: string },
) {
  const key = `${chunk.workspace_id}#${chunk.seq % config.worker.workspace_concurrency}`;
  const data = { chunk_id: chunk.id, run_id: chunk.run_id };
  return { id: randomUUID(), data, key, needs: chunk.local_model ?? undefined };
}
