import { sql } from 'kysely';
import type { FilePlan } from '../config/plans-file.ts';
import { namedId } from '../ids.ts';
import type { Db, NewRow } from './index.ts';
import { upsertById } from './upsert.ts';

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
 * keep it. Concurrent processes take turns.
 */
export async function seedPlans(tx: Db, plans: readonly FilePlan[], now: Date): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('voiceloom/plans'))`.execute(tx);
  const rows = plans.map((plan, index): NewRow<'plan'> & { id: string } => {
    const { default: is_default, listed: is_listed, limits, ...columns } = plan;
    return {
      ...columns,
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
}
