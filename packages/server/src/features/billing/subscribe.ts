import { ApiError } from '../../errors.ts';
import type { ProcessorSubscription } from '../../providers/payments/index.ts';
import { type Change, changeBilling, ensureCustomer, type MirrorApp, refresh } from './customer.ts';
import { noteCheckout } from './customer-queries.ts';
import { ensurePrice, getPaidPlan } from './plans.ts';
import {
  type BillingRequest,
  getPayments,
  rejectReturnUrl,
  translateErrors,
  unknownSubscription,
} from './processor.ts';
import { findSubscription, OVER } from './queries.ts';

/** A checkout is open for a day. Its event can arrive an hour later. */
const CHECKOUT_MS = 25 * 3_600_000;

/** Subscribes with the default card. A repeated request finds the subscription of the first one. */
export async function subscribe(app: MirrorApp, request: BillingRequest, planId: string) {
  const { plan, price_id } = await getSellablePlan(app, planId);
  await ensureCustomer(app, request.user_id);
  await changeBilling(app, request, async (change) => {
    const { payments, customer, request_id } = change;
    const customer_id = customer.processor_customer_id;
    let existing = await findExisting(app, change);
    if (existing.isOwn) return;
    if ((await payments.findDefaultCard(customer_id)) === null)
      throw new ApiError(
        'PAYMENT_REQUIRED',
        'You have no default payment method. Add a payment method and make it the default.',
      );
    // Ends the checkout before the last lookup. A payment in it has become a subscription by now, and no other can
    // follow.
    if (await endCheckout(app, change)) existing = await findExisting(app, change);
    // All requests for the next subscription share a key, so that the processor accepts only one of them: an aborted
    // call, or a call that outlived its lease, may still be running.
    const key = `next/${customer.user_id}/${customer.write_epoch}/${existing.last_id ?? 'none'}`;
    await payments.subscribe({ customer_id, price_id, request: request_id }, { key, once: true });
    app.log.info({ user_id: customer.user_id, plan_id: plan.id }, 'subscribed');
  });
  return getSubscription(app, request.user_id);
}

/** The data that a browser needs to pay for a first subscription. */
export async function checkOut(
  app: MirrorApp,
  request: BillingRequest,
  { plan_id, return_url }: { plan_id: string; return_url: string },
): Promise<{ client_secret: string }> {
  const { price_id } = await getSellablePlan(app, plan_id);
  await ensureCustomer(app, request.user_id);
  let client_secret = '';
  await changeBilling(app, request, async (change) => {
    const { payments, customer, write, now } = change;
    await endCheckout(app, change);
    if ((await findExisting(app, change)).isOwn) throw alreadySubscribed();
    const customer_id = customer.processor_customer_id;
    // A new key for each checkout. The key of the ended one would return that checkout again.
    const checkoutWrite = { key: `${write.key}/${customer.checkout_session_id}` };
    const checkout = { customer_id, price_id, return_url };
    const session = await payments.createCheckout(checkout, checkoutWrite).catch(rejectReturnUrl);
    const until = new Date(now.getTime() + CHECKOUT_MS);
    await noteCheckout(app.db, customer.user_id, { id: session.id, until });
    client_secret = session.client_secret;
  });
  return { client_secret };
}

/** A paid plan with its price at the processor. */
export async function getSellablePlan(app: MirrorApp, planId: string) {
  getPayments(app);
  const plan = await getPaidPlan(app, planId);
  return { plan, price_id: await translateErrors(() => ensurePrice(app, plan)) };
}

interface ExistingSubscription {
  /** Whether this request has already subscribed. Any other live subscription is a conflict. */
  isOwn: boolean;
  /** The newest subscription, even an ended one. */
  last_id: string | undefined;
}

async function findExisting(
  app: MirrorApp,
  { payments, customer, request_id }: Change,
): Promise<ExistingSubscription> {
  const subscriptions = await payments.listSubscriptions(customer.processor_customer_id);
  const liveSubscription = findLive(subscriptions);
  const mirroredId = (await findSubscription(app.db, customer.user_id))?.row.processor_subscription_id;
  if (mirroredId !== undefined && !subscriptions.some(({ id }) => id === mirroredId))
    throw unknownSubscription();
  if (!liveSubscription || liveSubscription.request === request_id)
    return { isOwn: liveSubscription !== undefined, last_id: subscriptions[0]?.id };
  await refresh(app, customer);
  throw alreadySubscribed();
}

function alreadySubscribed(): ApiError {
  return new ApiError('CONFLICT', 'You already have a subscription: change its plan instead.');
}

export function findLive(subscriptions: ProcessorSubscription[]): ProcessorSubscription | undefined {
  return subscriptions.find(({ status, ended_at }) => ended_at === null && !OVER.includes(status));
}

/** Ends an open checkout, so that it cannot create a second subscription. Returns false if none was open. */
async function endCheckout(app: MirrorApp, { payments, customer, write }: Change): Promise<boolean> {
  if (customer.checkout_session_id === null) return false;
  await payments.expireCheckout(customer.checkout_session_id, write);
  await noteCheckout(app.db, customer.user_id, { id: null, until: null });
  return true;
}

export async function getSubscription({ db }: Pick<MirrorApp, 'db'>, userId: string) {
  const subscription = await findSubscription(db, userId);
  if (!subscription) throw notSubscribed();
  return subscription;
}

export function notSubscribed(): ApiError {
  return new ApiError('CONFLICT', 'You have no subscription.');
}
