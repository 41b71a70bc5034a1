import type { Db } from '../../src/db/index.ts';
import { namedId, newId } from '../../src/ids.ts';
import { applyPlanChange } from '../../src/ledger/credits.ts';

export type PlanSlug =
  | 'free'
  | 'creator-monthly'
  | 'creator-yearly'
  | 'studio-monthly'
  | 'studio-yearly'
  | 'enterprise';

export const planId = (slug: PlanSlug): string => namedId(`plan/${slug}`);

export interface SubscriptionState {
  plan: PlanSlug;
  status: string;
  start: Date;
  end: Date;
  ended_at?: Date | null;
}

/** Writes the row and the account in one transaction, as the mirror of the payment processor does. */
export async function mirrorSubscription(
  db: Db,
  { user_id, id, state, now }: { user_id: string; id?: string; state: SubscriptionState; now: Date },
): Promise<string> {
  const row = {
    plan_id: planId(state.plan),
    status: state.status,
    current_period_start: state.start,
    current_period_end: state.end,
    ended_at: state.ended_at ?? null,
    fetched_at: now,
    updated_at: now,
  };
  return db.transaction().execute(async (tx) => {
    const own = id ?? newId();
    await tx
      .insertInto('subscription')
      .values({ ...row, id: own, user_id, processor_subscription_id: `sub_${own}`, created_at: now })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute();
    await applyPlanChange(tx, user_id, now);
    return own;
  });
}

/** Changes the plan of a user for longer than any test. */
export function putOnPlan(db: Db, user_id: string, plan: PlanSlug, now = new Date()): Promise<string> {
  const end = new Date(now.getTime() + 30 * 86_400_000);
  return mirrorSubscription(db, { user_id, state: { plan, status: 'active', start: now, end }, now });
}
