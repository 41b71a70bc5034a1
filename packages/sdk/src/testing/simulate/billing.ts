import type { PlanChangePreview, Subscription } from '../../generated/types.ts';
import { ApiError, invalid, malformed, notFound } from '../api-error.ts';
import { assertMatch, versionOf } from '../etag.ts';
import type { Caller, Handlers } from '../handler.ts';
import type { World } from '../world.ts';
import {
  type Account,
  beginSubscription,
  keepPlan,
  payOpen,
  planOf,
  type StoredCard,
  settled,
  upgrade,
  upgradeAmount,
} from './account.ts';
import { without } from './own.ts';
import { personOf } from './people.ts';
import { changeType, listedPlan, paidPlan } from './plans.ts';

/** For how long a change charges what its preview said. */
const PREVIEW_MS = 15 * 60_000;

type Asked = { world: World; caller: Caller };

const accountOf = ({ world, caller }: Asked): Account =>
  settled(world, personOf(world, caller.user_id).account);

function subscribed(account: Account): Subscription {
  if (account.subscription !== null) return account.subscription;
  throw new ApiError('CONFLICT', 'You have no subscription.');
}

function refuseSubscribed({ subscription }: Account): void {
  if (subscription === null) return;
  const message = 'You have a subscription already: change its plan instead.';
  throw new ApiError('CONFLICT', message);
}

function refuseUnpaid({ status }: Subscription): void {
  if (status === 'active') return;
  throw new ApiError('CONFLICT', `The subscription is ${status}: what is owed must be paid first.`);
}

/** Whole seconds. */
const second = ({ clock }: World): number => clock.now() - (clock.now() % 1_000);

function previewOf(asked: Asked, planId: string): PlanChangePreview {
  const { world } = asked;
  const account = accountOf(asked);
  const { subscription } = account;
  const current_plan = planOf(world, account);
  const new_plan = planId === current_plan.id ? current_plan : listedPlan(world, planId);
  const type = changeType(current_plan, new_plan);
  const facts = { current_plan, new_plan, type, currency: new_plan.currency };
  const now = { ...facts, proration_amount: null, effective_at: world.clock.iso() };
  if (type === 'same') return now;
  if (subscription === null) return { ...now, proration_amount: new_plan.amount };
  if (type === 'downgrade') return { ...now, effective_at: subscription.current_period_end };
  refuseUnpaid(subscription);
  const prorated_at = Math.max(second(world), Date.parse(subscription.current_period_start));
  const period_start = subscription.current_period_start;
  account.preview = { plan_id: planId, made_at: world.clock.now(), prorated_at, period_start };
  const amount = upgradeAmount(subscription, new_plan, prorated_at) - account.surplus;
  return { ...now, proration_amount: Math.max(0, amount) };
}

/** The moment that was previewed, while that is fresh and the period is the same; else now. */
function proratedAt(
  world: World,
  { preview }: Account,
  { plan_id, start }: { plan_id: string; start: string },
) {
  const isFresh = preview !== null && world.clock.now() - preview.made_at <= PREVIEW_MS;
  const isSame = preview?.plan_id === plan_id && preview.period_start === start;
  return isFresh && isSame ? preview.prorated_at : Math.max(second(world), Date.parse(start));
}

function changePlan(asked: Asked, planId: string): Subscription {
  const { world } = asked;
  const plan = paidPlan(world, planId);
  const account = accountOf(asked);
  const subscription = subscribed(account);
  const type = changeType(subscription.plan, plan);
  if (type === 'same') throw new ApiError('CONFLICT', 'You have this plan already.');
  refuseUnpaid(subscription);
  if (type === 'downgrade') {
    const waiting = { scheduled_plan: plan, scheduled_at: subscription.current_period_end };
    return Object.assign(keepPlan(subscription), waiting);
  }
  const at = proratedAt(world, account, { plan_id: plan.id, start: subscription.current_period_start });
  upgrade(world, account, subscription, plan, at);
  account.preview = null;
  return subscription;
}

function cancelled({ clock }: World, subscription: Subscription): Subscription {
  if (subscription.cancel_at_period_end) return subscription;
  return Object.assign(keepPlan(subscription), { cancel_at_period_end: true, canceled_at: clock.iso() });
}

/** What a browser shows the form of the processor with. */
function newSetup(asked: Asked, prefix: string, setup: { plan: ReturnType<typeof paidPlan> | null }) {
  const client_secret = `${prefix}_${asked.world.newWord()}_secret_${asked.world.newWord()}`;
  accountOf(asked).setups.set(client_secret, setup);
  return { data: { client_secret } };
}

/** The card of an account, by its id. */
function cardOf(account: Account, id: string): StoredCard {
  const card = account.cards.find((candidate) => candidate.id === id);
  if (card === undefined) throw notFound('payment method');
  return card;
}

function deleteCard(account: Account, id: string): void {
  const card = cardOf(account, id);
  const [heir] = account.cards.filter((other) => other !== card);
  if (account.subscription !== null && heir === undefined) {
    const message = 'The last payment method of a paid subscription stays: add another one first.';
    throw new ApiError('CONFLICT', message);
  }
  account.cards = account.cards.filter((other) => other !== card);
  if (account.default_card === id) account.default_card = heir?.id ?? null;
}

const subscriptions: Handlers = {
  'users.get_subscription': (asked) => ({ data: accountOf(asked).subscription }),
  'users.subscribe': (asked) => {
    const { world, body } = asked;
    const plan = paidPlan(world, body.plan_id);
    const account = accountOf(asked);
    refuseSubscribed(account);
    if (account.default_card === null) {
      const message = 'There is no default payment method: add one and make it the default.';
      throw new ApiError('PAYMENT_REQUIRED', message);
    }
    const subscription = beginSubscription(world, account, plan);
    // A checkout that was left open must not become a second subscription.
    for (const [secret, setup] of account.setups) if (setup.plan !== null) account.setups.delete(secret);
    return { data: subscription };
  },
  'users.change_plan': (asked) => ({ data: changePlan(asked, asked.body.new_plan_id) }),
  'users.cancel_subscription': (asked) => ({ data: cancelled(asked.world, subscribed(accountOf(asked))) }),
  'users.cancel_scheduled_change': (asked) => ({ data: keepPlan(subscribed(accountOf(asked))) }),
};

const cards: Handlers = {
  'users.list_payment_methods': (asked) => {
    const { cards: own, default_card } = accountOf(asked);
    const views = own.map((card) => ({ ...without(card, 'declines'), is_default: card.id === default_card }));
    return { data: views.sort((a, b) => Number(b.is_default) - Number(a.is_default)) };
  },
  'users.add_payment_method': (asked) => newSetup(asked, 'seti', { plan: null }),
  'users.set_default_payment_method': (asked) => {
    const account = accountOf(asked);
    account.default_card = cardOf(account, asked.params.payment_method_id).id;
    payOpen(asked.world, account);
    return { data: {} };
  },
  'users.delete_payment_method': (asked) => {
    deleteCard(accountOf(asked), asked.params.payment_method_id);
    return { data: {} };
  },
  'users.list_invoices': (asked) => {
    const { limit = 20, starting_after: last } = asked.query;
    const { invoices } = accountOf(asked);
    const start = last === undefined ? 0 : invoices.findIndex(({ id }) => id === last) + 1;
    if (last !== undefined && start === 0 && invoices.length > 0) {
      throw invalid({ field: 'query.starting_after', message: 'There is no such invoice.' });
    }
    const page = invoices.slice(start, start + limit);
    return { data: { invoices: page, has_more: start + limit < invoices.length } };
  },
};

const plans: Handlers = {
  'billing.list_plans': ({ world, query, url }) => {
    const { page = 1, limit = 20 } = query;
    const link = (to: number) => {
      const linked = new URL(url);
      linked.searchParams.set('page', String(to));
      return linked.href;
    };
    const next = world.plans.length > page * limit ? link(page + 1) : null;
    const pagination = { limit, next, prev: page > 1 ? link(page - 1) : null };
    return { data: world.plans.slice((page - 1) * limit, page * limit), pagination };
  },
  'billing.preview_plan_change': (asked) => ({ data: previewOf(asked, asked.params.plan_id) }),
  'billing.create_checkout': (asked) => {
    if (!/^https?:\/\/./i.test(asked.body.return_url)) {
      throw malformed({ field: 'body.return_url', message: 'An http or https URL is needed.' });
    }
    const plan = paidPlan(asked.world, asked.body.plan_id);
    const account = accountOf(asked);
    refuseSubscribed(account);
    for (const [secret, setup] of account.setups) if (setup.plan !== null) account.setups.delete(secret);
    return newSetup(asked, 'cs_test', { plan });
  },
};

const own: Handlers = {
  'users.get_notification_preferences': ({ world, caller }) => {
    const data = personOf(world, caller.user_id).preferences;
    return { data, version: versionOf(data) };
  },
  'users.update_notification_preferences': ({ world, caller, body, ifMatch }) => {
    const { preferences } = personOf(world, caller.user_id);
    assertMatch(ifMatch, versionOf(preferences), 'preferences');
    const data = Object.assign(preferences, body);
    return { data, version: versionOf(data) };
  },
  'users.get_credits': (asked) => {
    const account = accountOf(asked);
    const { balance, used, period_start, period_end } = account;
    const plan = planOf(asked.world, account);
    const period = {
      period_start: new Date(period_start).toISOString(),
      period_end: new Date(period_end).toISOString(),
    };
    const { monthly_credits: plan_grant } = plan.limits;
    return { data: { balance, used, remaining: balance, ...period, plan_grant, plan_tier: plan.tier } };
  },
  'users.get_limits': (asked) => ({ data: planOf(asked.world, accountOf(asked)).limits }),
};

/** What people pay, and what they get for it. No money moves, and no card has a number. */
export const billingHandlers: Handlers = { ...subscriptions, ...cards, ...plans, ...own };

/** What a test says of a card. */
export interface TestCard {
  /** Default `visa`. */
  brand?: string;
  /** Default `4242`. */
  last4?: string;
  /** From 1 to 12. Default 12. */
  exp_month?: number;
  /** Default four years from the time of the server. */
  exp_year?: number;
  /** Whether payments with it are declined; asked anew for each. Default: they succeed. */
  declines?: boolean | (() => boolean);
}

/** Adds a card to an account. */
export function addCard(world: World, account: Account, card: TestCard = {}): StoredCard {
  const { brand = 'visa', last4 = '4242', exp_month = 12, declines = false } = card;
  const exp_year = card.exp_year ?? new Date(world.clock.now()).getUTCFullYear() + 4;
  const id = `pm_${world.newWord()}`;
  const own = { id, brand, last4, exp_month, exp_year };
  const stored = { ...own, declines: typeof declines === 'function' ? declines : () => declines };
  account.cards.unshift(stored);
  return stored;
}

/**
 * What the page of the processor does with a client secret: adds the card and, for a checkout, subscribes with it.
 * Answers the id of the card; throws where the secret is not open, or a checkout's payment is declined.
 */
export function confirmSetup(world: World, clientSecret: string, card?: TestCard): string {
  const owner = [...world.users.values()].find(({ account }) => account.setups.has(clientSecret));
  const setup = owner?.account.setups.get(clientSecret);
  if (owner === undefined || setup === undefined) {
    throw new Error('There is no open setup or checkout with this client secret.');
  }
  const account = settled(world, owner.account);
  const before = { cards: account.cards, default_card: account.default_card };
  const { id } = addCard(world, account, card);
  if (setup.plan !== null) {
    account.default_card = id;
    try {
      beginSubscription(world, account, setup.plan);
    } catch (error) {
      Object.assign(account, { ...before, cards: before.cards.filter((other) => other.id !== id) });
      throw new Error('The card was declined.', { cause: error });
    }
  }
  account.setups.delete(clientSecret);
  return id;
}

/** A person who is on a paid plan from the start, with a card that pays. */
export function startOnPlan(world: World, slug: string): void {
  const plan = world.plans.find((candidate) => candidate.slug === slug);
  if (plan === undefined) {
    throw new TypeError(
      `There is no plan ${slug}; there are ${world.plans.map((one) => one.slug).join(', ')}.`,
    );
  }
  const { account } = world.user;
  if (plan.tier !== 'paid') return;
  account.default_card = addCard(world, account).id;
  beginSubscription(world, account, plan);
}
