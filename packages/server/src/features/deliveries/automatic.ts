import { sql } from 'kysely';
import type { App } from '../../app.ts';
import type { Db } from '../../db/index.ts';
import { newId } from '../../ids.ts';
import { notifyEnded } from './ended.ts';
import { findLastDelivery, updateDelivery } from './queries.ts';
import { addDelivery } from './start.ts';
import { lockTarget } from './target-queries.ts';

type EndedApp = Pick<App, 'db' | 'queue' | 'clock'>;

interface WantedRow {
  workspace_id: string;
  node_id: string;
  target: string;
}

/** Sends a completed run to the targets that its outputs name. May be repeated: each output is sent once. */
export async function deliverEndedRun(app: EndedApp, runId: string): Promise<void> {
  const wanted = await findWanted(app.db, runId);
  const now = app.clock();
  for (const { workspace_id, node_id, target: name } of wanted) {
    await app.db.transaction().execute(async (tx) => {
      const target = await lockTarget(tx, { workspace_id, name });
      if (await wasBegun(tx, runId, node_id)) return;
      const run = { workspace_id, run_id: runId };
      if (!target) return noteMissing(app, tx, { ...run, node_id, name, now });
      const last = await findLastDelivery(tx, { ...run, node_id, target_id: target.id });
      // Another process started this delivery first.
      if (last && !last.completed_at) await updateDelivery(tx, last.id, { automatic: true, updated_at: now });
      else await addDelivery(app, tx, { target, run, node_id, automatic: true, created_by: null, now });
    });
  }
}

async function findWanted(db: Db, runId: string): Promise<WantedRow[]> {
  const { rows } = await sql<WantedRow>`
    select run.workspace_id, node ->> 'id' as node_id, node -> 'config' ->> 'delivery_target' as target
    from run cross join lateral jsonb_array_elements(run.definition #> '{graph,nodes}') as node
    where run.id = ${runId} and run.status = 'completed' and node ->> 'type' = 'sink_preview'
      and node -> 'config' ->> 'delivery_target' is not null
      and exists (
        select 1 from attempt
        where attempt.run_id = run.id and attempt.node_id = (node ->> 'id')::uuid and attempt.port <> 'error'
          and attempt.output_id is not null
      )`.execute(db);
  return rows;
}

async function wasBegun(tx: Db, runId: string, nodeId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('run_delivery')
    .select('id')
    .where('run_id', '=', runId)
    .where('node_id', '=', nodeId)
    .where('automatic', '=', true)
    .executeTakeFirst();
  return row !== undefined;
}

interface Missing {
  workspace_id: string;
  run_id: string;
  node_id: string;
  name: string;
  now: Date;
}

/** The target was there when the run began: its owner learns of it where deliveries are looked at. */
async function noteMissing(app: EndedApp, tx: Db, { name, now, ...place }: Missing): Promise<void> {
  const error = `The delivery target "${name}" no longer exists.`;
  const row = await tx
    .insertInto('run_delivery')
    .values({
      ...place,
      id: newId(),
      target_id: null,
      target_name: name,
      destination: '',
      automatic: true,
      status: 'failed',
      error,
      job_id: newId(),
      created_at: now,
      completed_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (row) await notifyEnded(app, tx, { row, now });
}
