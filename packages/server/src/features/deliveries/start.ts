import { randomUUID } from 'node:crypto';
import type { StartRunDelivery } from '@voiceloom/contract';
import { sql } from 'kysely';
import type { App } from '../../app.ts';
import { insertRow, updateRow } from '../../db/by-id.ts';
import type { Db, Row } from '../../db/index.ts';
import { insertMissing } from '../../db/upsert.ts';
import { ApiError, invalid } from '../../errors.ts';
import type { WorkspaceCaller } from '../../handler/handler.ts';
import { newId } from '../../ids.ts';
import type { JobQueue, JobRef } from '../../jobs/index.ts';
import { findSuccessor, lockAndCheckApproval } from '../reviews/gate.ts';
import { getRunExport } from '../runs/index.ts';
import { notifyEnded, replacedBy } from './ended.ts';
import { type DeliveryRow, FROM_START, findLastDelivery, lockTarget, type TargetRow } from './queries.ts';

export const pushJobRef: JobRef<{ delivery_id: string }> = { name: 'run.delivery' };

/** Enqueues a pending delivery. The deliveries of a workspace run one after the other. */
export function enqueuePush(queue: Pick<JobQueue, 'add'>, tx: Db, row: DeliveryRow): Promise<void> {
  const { id: delivery_id, job_id, workspace_id } = row;
  return queue.add(tx, pushJobRef, [{ id: job_id, key: workspace_id, data: { delivery_id } }]);
}

/**
 * Delivers a run to a target. If a delivery of the same files to this target is open, returns that one. If the last one
 * failed, continues it.
 */
export async function startDelivery(
  app: Pick<App, 'db' | 'storage' | 'queue'>,
  request: {
    caller: WorkspaceCaller;
    path: { workflow_id: string; run_id: string };
    body: StartRunDelivery;
    now: Date;
  },
): Promise<DeliveryRow> {
  const { caller, path, body, now } = request;
  const workspace_id = caller.workspace.id;
  const node_id = body.node_id ?? null;
  await getRunExport(app, { runRef: { workspace_id, ...path }, node_id });
  return app.db.transaction().execute(async (tx) => {
    const target = await lockTarget(tx, { workspace_id, name: body.target });
    if (!target)
      throw invalid({ field: 'body.target', message: `There is no delivery target "${body.target}".` });
    const files = { workspace_id, run_id: path.run_id, node_id, target_id: target.id };
    const lastDelivery = await findLastDelivery(tx, files);
    if (lastDelivery && !lastDelivery.completed_at) return lastDelivery;
    if (lastDelivery?.status === 'failed' && lastDelivery.destination === buildDestination(target)) {
      // From its first file if some files could not be sent.
      const progress = lastDelivery.files_failed > 0 ? FROM_START : {};
      const row = await updateRow(tx, 'run_delivery', {
        id: lastDelivery.id,
        ...progress,
        status: await getStartStatus(tx, lastDelivery),
        error: null,
        attempts: 0,
        job_id: randomUUID(),
        claim_id: null,
        completed_at: null,
        updated_at: now,
      });
      if (row.status === 'pending') await enqueuePush(app.queue, tx, row);
      return row;
    }
    return addDelivery(app, tx, {
      target,
      run: files,
      node_id,
      automatic: false,
      created_by: caller.user_id,
      now,
    });
  });
}

/** For people: `s3://bucket/prefix at host`. */
function buildDestination({ bucket, prefix, endpoint }: TargetRow): string {
  const path = prefix === '' ? bucket : `${bucket}/${prefix}`;
  if (endpoint === null) return `s3://${path}`;
  return `s3://${path} at ${new URL(endpoint).host}`;
}

/** A delivery waits if the review of its run has not approved it yet. Throws CONFLICT if it would wait forever. */
async function getStartStatus(tx: Db, outputs: Parameters<typeof lockAndCheckApproval>[1]) {
  if (!(await lockAndCheckApproval(tx, outputs))) return 'pending';
  const successor = await findSuccessor(tx, outputs);
  if (successor !== undefined) throw new ApiError('CONFLICT', replacedBy(successor));
  return 'awaiting_approval';
}

/** Starts the waiting deliveries of a run in the transaction that approves the run. */
export async function releaseDeliveries(
  queue: Pick<JobQueue, 'add'>,
  tx: Db,
  { workspace_id, run_id, now }: { workspace_id: string; run_id: string; now: Date },
): Promise<void> {
  const rows = await tx
    .updateTable('run_delivery')
    .set({ status: 'pending', updated_at: now })
    .where('workspace_id', '=', workspace_id)
    .where('run_id', '=', run_id)
    .where('status', '=', 'awaiting_approval')
    .returningAll()
    .execute();
  for (const row of rows) await enqueuePush(queue, tx, row);
}

/** Ends the waiting deliveries of earlier runs, after the takes of a retry have replaced theirs in the review. */
export async function endReplacedDeliveries(
  app: Pick<App, 'queue'>,
  tx: Db,
  { review, run_number, now }: { review: Row<'review'>; run_number: number; now: Date },
): Promise<void> {
  const rows = await tx
    .updateTable('run_delivery')
    .set({ status: 'failed', error: replacedBy(run_number), completed_at: now, updated_at: now })
    .where('workspace_id', '=', review.workspace_id)
    .where('status', '=', 'awaiting_approval')
    .where('run_id', '<>', review.current_run_id)
    .where('run_id', 'in', tx.selectFrom('review_run').select('run_id').where('review_id', '=', review.id))
    .returningAll()
    .execute();
  for (const row of rows) await notifyEnded(app, tx, { row, now });
}

interface NewDelivery {
  target: TargetRow;
  run: { workspace_id: string; run_id: string };
  node_id: string | null;
  automatic: boolean;
  created_by: string | null;
  now: Date;
}

/** Inserts a delivery and its job in the caller's transaction. */
async function addDelivery(
  { queue }: Pick<App, 'queue'>,
  tx: Db,
  { target, run, node_id, automatic, created_by, now }: NewDelivery,
): Promise<DeliveryRow> {
  const row = await insertRow(tx, 'run_delivery', {
    id: newId(),
    workspace_id: run.workspace_id,
    run_id: run.run_id,
    node_id,
    target_id: target.id,
    target_name: target.name,
    destination: buildDestination(target),
    automatic,
    status: await getStartStatus(tx, { ...run, node_id }),
    job_id: randomUUID(),
    created_by,
    created_at: now,
    updated_at: now,
  });
  if (row.status === 'pending') await enqueuePush(queue, tx, row);
  return row;
}

interface AutomaticOutput {
  workspace_id: string;
  node_id: string;
  target: string;
}

/** Sends a completed run to the targets of its outputs. Idempotent: each output is sent once. */
export async function deliverCompletedRun(
  app: Pick<App, 'db' | 'queue' | 'clock'>,
  runId: string,
): Promise<void> {
  const now = app.clock();
  for (const { workspace_id, node_id, target: name } of await listAutomaticOutputs(app.db, runId)) {
    await app.db.transaction().execute(async (tx) => {
      const target = await lockTarget(tx, { workspace_id, name });
      const row = await tx
        .selectFrom('run_delivery')
        .select('id')
        .where('run_id', '=', runId)
        .where('node_id', '=', node_id)
        .where('automatic', '=', true)
        .executeTakeFirst();
      if (row !== undefined) return;
      const run = { workspace_id, run_id: runId };
      let error = `The delivery target "${name}" no longer exists.`;
      const successor = target && (await findSuccessor(tx, run));
      if (successor !== undefined) error = replacedBy(successor);
      if (!target || successor !== undefined) {
        // Shows why the output of a completed run was not sent.
        const [failedRow] = await insertMissing(tx, 'run_delivery', [
          {
            ...run,
            id: newId(),
            node_id,
            target_id: target?.id ?? null,
            target_name: name,
            destination: '',
            automatic: true,
            status: 'failed',
            error,
            job_id: newId(),
            created_at: now,
            completed_at: now,
            updated_at: now,
          },
        ]);
        if (failedRow) await notifyEnded(app, tx, { row: failedRow, now });
        return;
      }
      const lastDelivery = await findLastDelivery(tx, { ...run, node_id, target_id: target.id });
      // Another process started this delivery first.
      if (lastDelivery && !lastDelivery.completed_at)
        await updateRow(tx, 'run_delivery', { id: lastDelivery.id, automatic: true, updated_at: now });
      else await addDelivery(app, tx, { target, run, node_id, automatic: true, created_by: null, now });
    });
  }
}

/** The outputs of a completed run that name a delivery target and have audio. */
async function listAutomaticOutputs(db: Db, runId: string): Promise<AutomaticOutput[]> {
  const { rows } = await sql<AutomaticOutput>`
    select run.workspace_id, node ->> 'id' as node_id, node -> 'config' ->> 'delivery_target' as target
    from run cross join lateral jsonb_array_elements(run.definition #> '{graph,nodes}') as node
    where run.id = ${runId} and run.status = 'completed' and node ->> 'type' = 'sink_preview'
      and node -> 'config' ->> 'delivery_target' is not null
      -- Audio has reached the output.
      and exists (
        select 1 from attempt
        where attempt.run_id = run.id and attempt.node_id = (node ->> 'id')::uuid and attempt.port <> 'error'
          and attempt.output_id is not null
      )`.execute(db);
  return rows;
}
