import { randomUUID } from 'node:crypto';
import type { StartRunDelivery } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import type { Db } from '../../db/index.ts';
import { invalid } from '../../errors.ts';
import type { WorkspaceCaller } from '../../handler/handler.ts';
import { newId } from '../../ids.ts';
import { getRunExport } from '../runs/index.ts';
import { type DeliveryRow, FROM_START, findLastDelivery, insertDelivery, updateDelivery } from './queries.ts';
import { enqueuePush } from './queue.ts';
import { lockTarget, type TargetRow } from './target-queries.ts';

type StartApp = Pick<App, 'db' | 'storage' | 'queue'>;

export interface DeliveryStart {
  caller: WorkspaceCaller;
  path: { workflow_id: string; run_id: string };
  body: StartRunDelivery;
  now: Date;
}

/**
 * Delivers a run to a target. The same files have one open delivery to the same target: this returns it, and continues
 * the last one if it failed.
 */
export async function startDelivery(app: StartApp, start: DeliveryStart): Promise<DeliveryRow> {
  const { caller, path, body, now } = start;
  const workspace_id = caller.workspace.id;
  const node_id = body.node_id ?? null;
  await getRunExport(app, { place: { workspace_id, ...path }, node_id });
  return app.db.transaction().execute(async (tx) => {
    const target = await lockTarget(tx, { workspace_id, name: body.target });
    if (!target)
      throw invalid({ field: 'body.target', message: `There is no delivery target "${body.target}".` });
    const same = { workspace_id, run_id: path.run_id, node_id, target_id: target.id };
    const last = await findLastDelivery(tx, same);
    if (last && !last.completed_at) return last;
    if (last?.status === 'failed' && last.destination === destinationOf(target))
      return resumeDelivery(app, tx, { last, now });
    return addDelivery(app, tx, {
      target,
      run: same,
      node_id,
      automatic: false,
      created_by: caller.user_id,
      now,
    });
  });
}

export function destinationOf({ bucket, prefix, endpoint }: TargetRow): string {
  const path = `${bucket}${prefix === '' ? '' : `/${prefix}`}`;
  return endpoint === null ? `s3://${path}` : `s3://${path} at ${new URL(endpoint).host}`;
}

type Resumption = { last: DeliveryRow; now: Date };

/** From where it stopped, or from the first file if some could not be sent. */
async function resumeDelivery({ queue }: StartApp, tx: Db, { last, now }: Resumption): Promise<DeliveryRow> {
  const job_id = randomUUID();
  const row = await updateDelivery(tx, last.id, {
    ...(last.files_failed > 0 && FROM_START),
    status: 'pending',
    error: null,
    tries: 0,
    job_id,
    claim_id: null,
    completed_at: null,
    updated_at: now,
  });
  await enqueuePush(queue, tx, { id: job_id, delivery_id: last.id, workspace_id: last.workspace_id });
  return row;
}

export interface NewDelivery {
  target: TargetRow;
  run: { workspace_id: string; run_id: string };
  node_id: string | null;
  automatic: boolean;
  created_by: string | null;
  now: Date;
}

/** A delivery and its job, in the transaction of the caller. */
export async function addDelivery(
  { queue }: Pick<App, 'queue'>,
  tx: Db,
  { target, run, node_id, automatic, created_by, now }: NewDelivery,
): Promise<DeliveryRow> {
  const job_id = randomUUID();
  const row = await insertDelivery(tx, {
    id: newId(),
    workspace_id: run.workspace_id,
    run_id: run.run_id,
    node_id,
    target_id: target.id,
    target_name: target.name,
    destination: destinationOf(target),
    automatic,
    job_id,
    created_by,
    created_at: now,
    updated_at: now,
  });
  await enqueuePush(queue, tx, { id: job_id, delivery_id: row.id, workspace_id: run.workspace_id });
  return row;
}
