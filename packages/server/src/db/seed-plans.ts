import { sql } from 'kysely';
import type { FilePlan, PlatformOffer } from '../config/plans-file.ts';
import { namedId } from '../ids.ts';
import type { Db, NewRow } from './index.ts';
import { upsertById } from './upsert.ts';

export type { PlatformOffer };

const COLUMNS = [
  'slug',
  'name',
  'tier',
  'limits',
  'billing_interval',
  'amount',
  'currency',
  'display_order',
  'is_default',
  'is_listed',
] as const;

/**
 * Syncs the stored plans with the file. A plan that is missing from the file is no longer offered, but its subscribers
 * keep it. A shorter retention applies only after some time, so that a wrong setting deletes nothing. Concurrent
 * processes take turns.
 */
export async function seedPlans(tx: Db, plans: readonly FilePlan[], now: Date): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('voiceloom/plans'))`.execute(tx);
  const rows = plans.map((plan, index): NewRow<'plan'> & { id: string } => {
    const { slug, name, tier, billing_interval, amount, currency } = plan;
    const { default: is_default, listed: is_listed, limits } = plan;
    return {
      ...{ slug, name, tier, billing_interval, amount, currency },
      id: namedId(`plan/${plan.slug}`),
      limits: JSON.stringify(limits),
      display_order: index,
      is_default,
      is_listed,
      created_at: now,
      updated_at: now,
    };
  });
  const ids = rows.map((row) => row.id);
  const storedPlans = await tx
    .selectFrom('plan')
    .select(['id', 'limits', 'is_default', 'former_retention_days', 'former_retention_until'])
    .execute();
  const standard = rows.filter((row) => row.is_default).map((row) => row.id);
  // Runs before another plan becomes the default, because only one plan can be the default.
  await tx
    .updateTable('plan')
    .set({ is_default: false, updated_at: now })
    .where('is_default', '=', true)
    .where('id', 'not in', standard)
    .execute();
  await tx
    .updateTable('plan')
    .set({ is_listed: false, updated_at: now })
    .where('is_listed', '=', true)
    .where('id', 'not in', ids)
    .execute();
  await upsertById(tx, 'plan', { rows, columns: COLUMNS });
  for (const plan of plans) {
    const { slug, limits } = plan;
    const id = namedId(`plan/${slug}`);
    if (plan.platform_providers) await setPlatformOffer(tx, id, plan);
    // People without a subscription come from the former default plan.
    const formerPlans = storedPlans.filter(
      (plan) => plan.id === id || (plan.is_default && standard.includes(id)),
    );
    const days = formerPlans.map((plan) => plan.limits.retention_days ?? 0);
    if (keepFormerRetention(days, limits.retention_days, now) === undefined) continue;
    const active = formerPlans.flatMap((plan) => activeFormerRetention(plan, now));
    const kept = keepFormerRetention([...days, ...active], limits.retention_days, now);
    if (kept) await tx.updateTable('plan').set(kept).where('id', '=', id).execute();
  }
}

/** Stores what a plan may use through platform keys. */
export async function setPlatformOffer(tx: Db, planId: string, offer: PlatformOffer): Promise<void> {
  const { platform_providers = [], platform_models = null, platform_characters_per_day = null } = offer;
  await tx
    .updateTable('plan')
    .set({ platform_providers, platform_models, platform_characters_per_day })
    .where('id', '=', planId)
    .execute();
}

type Days = number | 'unlimited';

/** The columns of plans and accounts with a longer retention that has ended. Null days: unlimited. */
export interface FormerRetention {
  former_retention_days: number | null;
  former_retention_until: Date | null;
}

/** Time to get a longer retention again, or to download audio, before a shorter retention applies. */
export const RETENTION_GRACE_MS = 30 * 86_400_000;

/** The former retention, if it still applies. */
export function activeFormerRetention(
  { former_retention_days, former_retention_until }: FormerRetention,
  now: Date,
): Days[] {
  if (!former_retention_until || former_retention_until <= now) return [];
  return [former_retention_days ?? 'unlimited'];
}

/** The columns that keep the longest of these retentions for some time. Undefined if the new one is as long. */
export function keepFormerRetention(
  former: readonly Days[],
  retention: Days,
  now: Date,
): FormerRetention | undefined {
  const longest = findHighestLimit([...former, retention]);
  if (longest === retention) return undefined;
  return {
    former_retention_days: longest === 'unlimited' ? null : longest,
    former_retention_until: new Date(now.getTime() + RETENTION_GRACE_MS),
  };
}

/** Above every number is `unlimited`. */
export function findHighestLimit(limits: readonly Days[]): Days {
  if (limits.includes('unlimited')) return 'unlimited';
  return Math.max(...limits.map(Number));
}
