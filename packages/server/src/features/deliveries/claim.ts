import type { App } from '../../app.ts';
import { type DeliveryChanges, type DeliveryRow, reportDelivery } from './queries.ts';

export type PushApp = Pick<App, 'db' | 'clock' | 'config' | 'log' | 'queue' | 'secrets' | 'storage'>;

/** A try that has a delivery in hand, and the delivery as it was then. */
export interface Claim {
  row: DeliveryRow;
  id: string;
  claim_id: string;
}

/** A reason to stop that no further try would change. */
export class GivenUp extends Error {}

/** Enters what a try has come to. Throws where another one has taken over. */
export async function report(
  { db, clock }: Pick<PushApp, 'db' | 'clock'>,
  claim: Claim,
  changes: DeliveryChanges,
): Promise<DeliveryRow> {
  const row = await reportDelivery(db, claim, { ...changes, updated_at: clock() });
  if (row === undefined) throw new GivenUp('Another attempt has taken over, or the delivery has ended.');
  return row;
}
