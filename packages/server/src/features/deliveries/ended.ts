import type { App } from '../../app.ts';
import type { Db } from '../../db/index.ts';
import { addWebhookEvent, type NewWebhookEvent } from '../../ledger/webhook-events.ts';
import type { DeliveryRow } from './queries.ts';

/** Why a run whose lines were spoken again is not delivered. */
export const replacedBy = (run_number: number): string =>
  `Run ${run_number} replaced this run: lines were spoken again. Deliver run ${run_number} instead.`;

/** Adds the webhook event for the end of a delivery, in the transaction that ends the delivery. */
export async function notifyEnded(
  { queue }: Pick<App, 'queue'>,
  tx: Db,
  { row, now }: { row: DeliveryRow; now: Date },
): Promise<void> {
  const { workspace_id, run_id } = row;
  const run = await tx
    .selectFrom('run')
    .select(['workflow_id', 'run_number'])
    .where('id', '=', run_id)
    .where('workspace_id', '=', workspace_id)
    .executeTakeFirstOrThrow();
  const data = {
    delivery_id: row.id,
    run_id,
    ...run,
    target: row.target_name,
    destination: row.destination,
    automatic: row.automatic,
    files_done: row.position - row.files_failed,
    files_failed: row.files_failed,
    size_bytes: row.size_bytes,
  };
  let event: NewWebhookEvent = { type: 'delivery.completed', data };
  if (row.status !== 'completed')
    event = { type: 'delivery.failed', data: { ...data, error: row.error ?? 'It failed.' } };
  await addWebhookEvent({ queue }, tx, { workspace_id, event, now });
}
