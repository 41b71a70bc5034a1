import { ApiError, invalid } from '../../errors.ts';
import { PaymentsError, type ProcessorSubscription, type Write } from '../../providers/payments/index.ts';
import { type Change, changing, ensureCustomer, type MirrorApp, refresh } from './customer.ts';
import { noteCheckout } from './customer-queries.ts';
import { ensurePrice, getPaidPlan } from './plans.ts';
import { answering, type BillingRequest, paymentsOf, unknownSubscription } from './processor.ts';
import { findSubscription, OVER } from './queries.ts';

/** A checkout is open for a day. Its event can arrive an hour later. */
const CHECKOUT_MS = 25 * 3_600_000;

/** Subscribes with the default card. A repeated request finds the subscription of the first one. */
export async function subscribe(app: MirrorApp, asked: BillingRequest, planId: string) {
  const { plan, price_id } = await sellable(app, planId);
  await ensureCustomer(app, asked.user_id);
  await changing(app, asked, async (change) => {
    const { payments, customer, request } = change;
    const customer_id = customer.processor_customer_id;
    let found = await listFound(app, change);
    if (found.isMade) return;
    if ((await payments.findDefaultCard(customer_id)) === null)
      throw new ApiError(
        'PAYMENT_REQUIRED',
        'You have no default payment method. Add a payment method and make it the default.',
      );
    // Ends the checkout before the last lookup. A payment in it has become a subscription by now, and no other can
    // follow.
    if (await endCheckout(app, change)) found = await listFound(app, change);
    await payments.subscribe({ customer_id, price_id, request }, nextSubscription(change, found));
    app.log.info({ user_id: customer.user_id, plan_id: plan.id }, 'subscribed');
  });
  return getSubscription(app, asked.user_id);
}

/** The data that a browser needs to pay for a first subscription. */
export async function checkOut(
  app: MirrorApp,
  asked: BillingRequest,
  { plan_id, return_url }: { plan_id: string; return_url: string },
): Promise<{ client_secret: string }> {
  const { price_id } = await sellable(app, plan_id);
  await ensureCustomer(app, asked.user_id);
  let client_secret = '';
  await changing(app, asked, async (change) => {
    const { payments, customer, write, now } = change;
    await endCheckout(app, change);
    if ((await listFound(app, change)).isMade) throw alreadySubscribed();
    const customer_id = customer.processor_customer_id;
    // A new key for each checkout. The key of the ended one would return that checkout again.
    const own = { key: `${write.key}/${customer.checkout_session_id}` };
    const checkout = { customer_id, price_id, return_url };
    const made = await payments.createCheckout(checkout, own).catch(rejectReturnUrl);
    const until = new Date(now.getTime() + CHECKOUT_MS);
    await noteCheckout(app.db, customer.user_id, { id: made.id, until });
    client_secret = made.client_secret;
  });
  return { client_secret };
}

/** The processor decides which return URLs it accepts. In production, it accepts only https. */
function rejectReturnUrl(error: unknown): never {
  if (error instanceof PaymentsError && error.fault === 'refused' && error.param === 'return_url')
    throw invalid({ field: 'body.return_url', message: 'The payment processor rejected this URL.' });
  throw error;
}

/** A paid plan with its price at the processor. */
export async function sellable(app: MirrorApp, planId: string) {
  paymentsOf(app);
  const plan = await getPaidPlan(app, planId);
  return { plan, price_id: await answering(() => ensurePrice(app, plan)) };
}

interface Found {
  /** Whether this request has already subscribed. Any other live subscription is a conflict. */
  isMade: boolean;
  /** The newest subscription, even an ended one. */
  last_id: string | undefined;
}

async function listFound(app: MirrorApp, { payments, customer, request }: Change): Promise<Found> {
  const subscriptions = await payments.listSubscriptions(customer.processor_customer_id);
  const live = liveOf(subscriptions);
  const mirrored = (await findSubscription(app.db, customer.user_id))?.row.processor_subscription_id;
  if (mirrored !== undefined && !subscriptions.some(({ id }) => id === mirrored)) throw unknownSubscription();
  if (!live || live.request === request) return { isMade: live !== undefined, last_id: subscriptions[0]?.id };
  await refresh(app, customer);
  throw alreadySubscribed();
}

/**
 * All requests for the next subscription share a key, so that the processor accepts only one of them: an aborted call,
 * or a call that outlived its lease, may still be running.
 */
function nextSubscription({ customer }: Change, { last_id = 'none' }: Found): Write {
  return { key: `next/${customer.user_id}/${customer.write_epoch}/${last_id}`, once: true };
}

function alreadySubscribed(): ApiError {
  return new ApiError('CONFLICT', 'You already have a subscription: change its plan instead.');
}

export function liveOf(subscriptions: ProcessorSubscription[]): ProcessorSubscription | undefined {
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
