import { ApiError, invalid } from '../../errors.ts';
import { PaymentsError, type ProcessorSubscription } from '../../providers/payments/index.ts';
import { type Change, changing, ensureCustomer } from './customer.ts';
import { noteCheckout } from './customer-queries.ts';
import { type MirrorApp, refresh } from './mirror.ts';
import { getPaidPlan } from './plans.ts';
import { ensurePrice } from './prices.ts';
import { answering, paymentsOf } from './processor.ts';
import { findSubscription, OVER, type SubscribedPlan } from './queries.ts';
import type { BillingRequest } from './request.ts';

/** A checkout lives a day; what comes of it may be told an hour later. */
const CHECKOUT_MS = 25 * 3_600_000;

/** Subscribes with the default card. A repetition finds what the first request made. */
export async function subscribe(
  app: MirrorApp,
  asked: BillingRequest,
  planId: string,
): Promise<SubscribedPlan> {
  const { plan, price_id } = await sellable(app, planId);
  await ensureCustomer(app, asked.user_id);
  await changing(app, asked, async (change) => {
    const { payments, customer, request, write } = change;
    const customer_id = customer.processor_customer_id;
    if (await isMadeAlready(app, change)) return;
    if ((await payments.findDefaultCard(customer_id)) === null)
      throw new ApiError(
        'PAYMENT_REQUIRED',
        'There is no default payment method: add one and make it the default.',
      );
    await payments.subscribe({ customer_id, price_id, request }, write);
    await endCheckout(app, change);
    app.log.info({ user_id: customer.user_id, plan_id: plan.id }, 'subscribed');
  });
  return getSubscription(app, asked.user_id);
}

/** What a browser needs to pay for a first subscription. */
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
    if (await isMadeAlready(app, change)) throw alreadySubscribed();
    await endCheckout(app, change);
    const customer_id = customer.processor_customer_id;
    // The key of the checkout that was just ended would bring that one back.
    const own = { key: `${write.key}/${customer.checkout_session_id}` };
    const checkout = { customer_id, price_id, return_url };
    const made = await payments.createCheckout(checkout, own).catch(refuseReturnUrl);
    const until = new Date(now.getTime() + CHECKOUT_MS);
    await noteCheckout(app.db, customer.user_id, { id: made.id, until });
    client_secret = made.client_secret;
  });
  return { client_secret };
}

/** What an address may be is the processor's to say: in production it wants https. */
function refuseReturnUrl(error: unknown): never {
  if (error instanceof PaymentsError && error.fault === 'refused' && error.param === 'return_url')
    throw invalid({ field: 'body.return_url', message: 'The payment processor does not take this address.' });
  throw error;
}

async function sellable(app: MirrorApp, planId: string) {
  paymentsOf(app);
  const plan = await getPaidPlan(app, planId);
  return { plan, price_id: await answering(() => ensurePrice(app, plan)) };
}

/** True when this very request has subscribed before; any other subscription stands in its way. */
async function isMadeAlready(app: MirrorApp, { payments, customer, request }: Change): Promise<boolean> {
  const live = liveOf(await payments.listSubscriptions(customer.processor_customer_id));
  if (!live) return false;
  if (live.request === request) return true;
  await refresh(app, customer);
  throw alreadySubscribed();
}

function alreadySubscribed(): ApiError {
  return new ApiError('CONFLICT', 'You have a subscription already: change its plan instead.');
}

export function liveOf(subscriptions: ProcessorSubscription[]): ProcessorSubscription | undefined {
  return subscriptions.find(({ status, ended_at }) => ended_at === null && !OVER.includes(status));
}

/** A checkout that was left open must not become a second subscription. */
async function endCheckout(app: MirrorApp, { payments, customer, write }: Change): Promise<void> {
  if (customer.checkout_session_id === null) return;
  await payments.expireCheckout(customer.checkout_session_id, write);
  await noteCheckout(app.db, customer.user_id, { id: null, until: null });
}

export async function getSubscription(
  { db }: Pick<MirrorApp, 'db'>,
  userId: string,
): Promise<SubscribedPlan> {
  const subscription = await findSubscription(db, userId);
  if (!subscription) throw notSubscribed();
  return subscription;
}

export function notSubscribed(): ApiError {
  return new ApiError('CONFLICT', 'You have no subscription.');
}
