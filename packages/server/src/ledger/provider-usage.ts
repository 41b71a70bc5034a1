import type { PaidBy } from '@voiceloom/contract';
import type { Db } from '../db/index.ts';
import { addedValues } from '../db/upsert.ts';

/** Who paid the provider for a take, and what it cost there by price list. */
export interface TakePayment {
  provider: string;
  model: string;
  paid_by: PaidBy;
  /** The plan of the account; empty while there are no platform keys. */
  plan_slug: string;
  /** Millionths of a US dollar. Null if the price is not known. */
  provider_usd_micros: number | null;
}

/** A new take with its payment and what was charged for it. */
export interface PaidTake extends TakePayment {
  characters: number;
  credits: number;
}

const KEY = ['workspace_id', 'day', 'provider', 'model', 'paid_by', 'plan_slug'] as const;
const SUMS = ['takes', 'characters', 'credits', 'provider_usd_micros'] as const;

/**
 * Adds takes to the sums of their day (UTC), in the transaction that settles them. The runs of a workspace share these
 * rows, so they are locked after the usage rows, in the order of their keys.
 */
export async function addProviderUsage(
  tx: Db,
  { workspace_id, takes, now }: { workspace_id: string; takes: readonly PaidTake[]; now: Date },
): Promise<void> {
  if (takes.length === 0) return;
  const day = now.toISOString().slice(0, 10);
  const createKey = ({ provider, model, paid_by, plan_slug }: TakePayment): string =>
    JSON.stringify([provider, model, paid_by, plan_slug]);
  const rows = [...Map.groupBy(takes, createKey)].map(([key, group]) => {
    const [provider, model, paid_by, plan_slug] = JSON.parse(key) as [string, string, PaidBy, string];
    let provider_usd_micros: number | null = 0;
    for (const take of group)
      if (provider_usd_micros !== null)
        provider_usd_micros =
          take.provider_usd_micros === null ? null : provider_usd_micros + take.provider_usd_micros;
    return {
      key,
      row: {
        ...{ workspace_id, day, provider, model, paid_by, plan_slug },
        takes: group.length,
        characters: group.reduce((sum, take) => sum + take.characters, 0),
        credits: group.reduce((sum, take) => sum + take.credits, 0),
        provider_usd_micros,
      },
    };
  });
  rows.sort((a, b) => (a.key < b.key ? -1 : 1));
  await tx
    .insertInto('provider_usage')
    .values(rows.map(({ row }) => row))
    .onConflict((conflict) => conflict.columns(KEY).doUpdateSet(addedValues('provider_usage', SUMS)))
    .execute();
}
