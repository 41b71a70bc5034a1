import type { App } from '../../app.ts';
import { ApiError, notFound } from '../../errors.ts';
import { findAccountPlan } from '../../ledger/account-plan.ts';
import { addOperatorActivity, type Operator } from '../../ledger/activity.ts';
import { assignPlan } from '../../ledger/assign-plan.ts';
import { getPersonalWorkspaceId } from '../workspaces/index.ts';
import { lockCustomer } from './customer-queries.ts';
import { findPlanBySlug, findSubscription, type PlanRow } from './queries.ts';

export interface PlanAssignment {
  plan: PlanRow;
  /** Whether the person had another plan before. */
  changed: boolean;
}

/** Gives a person a plan without a payment. The payment processor owns the plan of a subscription. */
export function assignPlanAsOperator(
  { db }: Pick<App, 'db'>,
  request: { user_id: string; plan_slug: string; operator: Operator; now: Date },
): Promise<PlanAssignment> {
  const { user_id, plan_slug, operator, now } = request;
  return db.transaction().execute(async (tx) => {
    const workspace_id = await getPersonalWorkspaceId(tx, user_id);
    const plan = await findPlanBySlug(tx, plan_slug);
    if (!plan) throw notFound(`plan "${plan_slug}"`);
    // The mirror of the payment processor takes the same lock, so that no subscription appears meanwhile.
    await lockCustomer(tx, user_id);
    const subscription = await findSubscription(tx, user_id);
    if (subscription)
      throw new ApiError(
        'CONFLICT',
        `The person has a subscription to the plan ${subscription.plan.slug ?? subscription.plan.name} (${subscription.row.status}). The payment processor owns this plan. End the subscription there first, or with "subscriptions end" if the processor no longer has it.`,
      );
    const former = await findAccountPlan(tx, user_id);
    const changed = await assignPlan(tx, { user_id, plan }, now);
    if (changed) {
      const resource = { type: 'user', id: user_id };
      const metadata = { plan: plan.slug, former_plan: former.slug };
      await addOperatorActivity(
        tx,
        operator,
        { workspace_id, kind: 'plan_assigned', resource, metadata },
        now,
      );
    }
    return { plan, changed };
  });
}
