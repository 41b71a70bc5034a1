import type { App } from '../../app.ts';
import { updateRow } from '../../db/by-id.ts';
import { ApiError, notFound } from '../../errors.ts';
import { addOperatorActivity, type Operator } from '../../ledger/activity.ts';
import { applyPlanChange } from '../../ledger/credits.ts';
import { PaymentsError } from '../../providers/payments/index.ts';
import { getPersonalWorkspaceId } from '../workspaces/index.ts';
import { findCustomer, lockCustomer } from './customer-queries.ts';
import { getPayments, translateErrors, unlessMissing } from './processor.ts';
import type { SubscriptionRow } from './queries.ts';

type GoneApp = Pick<App, 'db' | 'payments'>;

interface GoneSubscription extends SubscriptionRow {
  /** The name of the plan. */
  plan: string;
  /** The address of the person. */
  email: string | null;
}

/**
 * The subscription with this ID, or the current one of the user with this ID, if the processor does not have it. With a
 * wrong key, it would also be missing, so only a person can decide to end it.
 */
export async function findGoneSubscription(app: GoneApp, id: string): Promise<GoneSubscription> {
  const payments = getPayments(app);
  const subscription = await app.db
    .selectFrom('subscription')
    .innerJoin('plan', 'plan.id', 'plan_id')
    .innerJoin('app_user', 'app_user.id', 'user_id')
    .selectAll('subscription')
    .select(['plan.name as plan', 'email'])
    .where('ended_at', 'is', null)
    .where((eb) => eb.or([eb('subscription.id', '=', id), eb('user_id', '=', id)]))
    .orderBy('subscription.created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow(() => notFound('subscription that has not ended'));
  const customer = await findCustomer(app.db, subscription.user_id);
  if (!customer) return subscription;
  const { processor_customer_id } = customer;
  const processorSubscriptions = await translateErrors(() =>
    unlessMissing(payments.listSubscriptions(processor_customer_id), []),
  ).catch((error: unknown) => {
    // The operator should see why the processor rejects the request, such as a wrong key.
    throw error instanceof PaymentsError ? new ApiError('CONFLICT', error.message) : error;
  });
  const match = processorSubscriptions.find(({ id }) => id === subscription.processor_subscription_id);
  if (!match) return subscription;
  const message = `The payment processor still has this subscription: it is ${match.status} there. End it there.`;
  throw new ApiError('CONFLICT', message);
}

/** Ends a subscription that the processor no longer has. Plan and credits change as if it had been canceled there. */
export async function endGoneSubscription(
  app: GoneApp,
  { id, operator, now }: { id: string; operator: Operator; now: Date },
): Promise<GoneSubscription> {
  const subscription = await findGoneSubscription(app, id);
  const { user_id } = subscription;
  return app.db.transaction().execute(async (tx) => {
    await lockCustomer(tx, user_id);
    const changes = { status: 'canceled', canceled_at: now, ended_at: now, updated_at: now };
    const row = await updateRow(tx, 'subscription', { id: subscription.id, ...changes });
    await applyPlanChange(tx, user_id, now);
    const workspace_id = await getPersonalWorkspaceId(tx, user_id);
    const entry = { workspace_id, kind: 'subscription_ended' };
    const name = subscription.processor_subscription_id;
    const resource = { type: 'subscription', id: subscription.id, name };
    await addOperatorActivity(tx, operator, { ...entry, resource }, now);
    return { ...subscription, ...row };
  });
}
