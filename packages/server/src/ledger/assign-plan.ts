import type { Db, Row } from '../db/index.ts';
import { keepFormerRetention } from '../db/seed-plans.ts';
import { accountLimit, retentionDays } from './account-plan.ts';
import { applyPlanChange, lockAccount } from './credits.ts';

/**
 * Gives an account a plan, which applies while no subscription does. The default plan ends an assignment. A larger
 * grant applies at once, a smaller one with the next period. Returns whether anything changed.
 */
export async function assignPlan(
  tx: Db,
  { user_id, plan }: { user_id: string; plan: Pick<Row<'plan'>, 'id' | 'is_default'> },
  now: Date,
): Promise<boolean> {
  // Also opens the period that contains `now`, still under the previous plan.
  await lockAccount(tx, user_id, now);
  const plan_id = plan.is_default ? null : plan.id;
  const account = tx.selectFrom('credit_account').select('plan_id').where('user_id', '=', user_id);
  if ((await account.executeTakeFirstOrThrow()).plan_id === plan_id) return false;
  const formerDays = await retentionDays(tx, user_id, now);
  await tx.updateTable('credit_account').set({ plan_id }).where('user_id', '=', user_id).execute();
  const days = await accountLimit(tx, user_id, 'retention_days');
  const kept = keepFormerRetention([formerDays], days, now);
  if (kept) await tx.updateTable('credit_account').set(kept).where('user_id', '=', user_id).execute();
  await applyPlanChange(tx, user_id, now);
  return true;
}
