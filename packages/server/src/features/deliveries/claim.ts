import type { App } from '../../app.ts';
import { type DeliveryChanges, type DeliveryRow, reportDelivery } from './queries.ts';

export type PushApp = Pick<App, 'db' | 'clock' | 'config' | 'log' | 'queue' | 'secrets' | 'storage'>;

/** The claim of an attempt on a delivery, with the delivery at that time. */
export interface Claim {
  row: DeliveryRow;
  id: string;
  claim_id: string;
}

/** A reason to stop that no further try would change. */
export class FinalError extends Error {}

/** Stores the progress of an attempt. Throws if another attempt has taken over. */
export async function report(
  { db, clock }: Pick<PushApp, 'db' | 'clock'>,
  claim: Claim,
  changes: DeliveryChanges,
): Promise<DeliveryRow> {
  const row = await reportDelivery(db, claim, { ...changes, updated_at: clock() });
  if (row === undefined)
    throw new FinalError('Another attempt is delivering the files, or the delivery has ended.');
  return row;
}
