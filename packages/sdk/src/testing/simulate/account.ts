import { blanks } from '../../generated/test-contract.ts';
import type { Invoice, PaymentMethod, Plan, Subscription } from '../../generated/types.ts';
import { ApiError } from '../api-error.ts';
import type { World } from '../world.ts';

const DAY_MS = 86_400_000;
/** How long a renewal may be unpaid before the subscription ends. */
const PATIENCE_MS = 15 * DAY_MS;
const UNLIMITED = 1_000_000_000;

/** A card, and whether what is charged to it is declined. */
export type StoredCard = Omit<PaymentMethod, 'is_default'> & { declines: () => boolean };

/** What a person owns: credits, a subscription, cards and bills. Money is in the smallest unit of the currency. */
export interface Account {
  /** Credits left, spent in this period, and the most that this period was granted. */
  balance: number;
  used: number;
  level: number;
  period_start: number;
  period_end: number;
  subscription: Subscription | null;
  unpaid_since: number | null;
  /** The newest first. */
  cards: StoredCard[];
  default_card: string | null;
  invoices: Invoice[];
  /** What the processor owes: it pays the next bills. */
  surplus: number;
  /** What waits for a browser, by its client secret: a card, or a checkout of a plan. */
  setups: Map<string, { plan: Plan | null }>;
  /** The change that was previewed last, which charges what its preview said. */
  preview: { plan_id: string; made_at: number; prorated_at: number; period_start: string } | null;
}

/** The account of somebody who has just come. */
export const newAccount = (): Account => ({
  ...{ balance: 0, used: 0, level: 0, period_start: 0, period_end: 0 },
  ...{ subscription: null, unpaid_since: null, cards: [], default_card: null, invoices: [], surplus: 0 },
  ...{ setups: new Map(), preview: null },
});

const iso = (at: number): string => new Date(at).toISOString();

/** The same time so many months later; the last day of a month that is too short for it. */
export function addMonths(from: number, months: number): number {
  const to = new Date(from);
  to.setUTCDate(1);
  to.setUTCMonth(to.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(new Date(from).getUTCDate(), lastDay));
  return to.getTime();
}

const intervalEnd = ({ billing_interval }: Plan, from: number): number =>
  addMonths(from, billing_interval === 'yearly' ? 12 : 1);

/** The plan whose limits and credits an account has. */
export const planOf = (world: World, { subscription }: Account): Plan =>
  subscription?.plan ?? (world.plans[0] as Plan);

/** What a plan grants for a period. */
export const grantOf = ({ limits: { monthly_credits } }: Plan): number =>
  monthly_credits === 'unlimited' ? UNLIMITED : monthly_credits;

/** Opens the period of credits that an instant lies in; what was left of the one before lapses. */
function openPeriod(world: World, account: Account, at: number): void {
  const { subscription } = account;
  const day = new Date(at);
  let start = Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), 1);
  let end = addMonths(start, 1);
  if (subscription !== null) {
    const first = Date.parse(subscription.current_period_start);
    let step = 0;
    while (addMonths(first, step + 1) <= at) step += 1;
    [start, end] = [addMonths(first, step), addMonths(first, step + 1)];
  }
  const grant = subscription?.status === 'past_due' ? 0 : grantOf(planOf(world, account));
  Object.assign(account, { period_start: start, period_end: end, balance: grant, level: grant, used: 0 });
}

function addInvoice(
  world: World,
  account: Account,
  facts: Pick<Invoice, 'status' | 'amount_due'> & Span,
): void {
  const { status, amount_due, start, end } = facts;
  account.invoices.unshift({
    ...blanks.Invoice,
    ...{
      id: `in_${world.newWord()}`,
      number: `TEST-${String(account.invoices.length + 1).padStart(4, '0')}`,
    },
    ...{ status, amount_due, amount_paid: status === 'paid' ? amount_due : 0, currency: 'usd' },
    ...{ period_start: iso(start), period_end: iso(end), created: world.clock.iso() },
  });
}

type Span = { start: number; end: number };

/** Whether the default card pays so much. */
function pays({ cards, default_card }: Account, amount: number): boolean {
  const card = cards.find(({ id }) => id === default_card);
  return amount === 0 || (card !== undefined && !card.declines());
}

/** Charges the default card and writes the bill; where it is declined nothing happened. */
function charge(world: World, account: Account, { amount, ...span }: Span & { amount: number }): void {
  const amount_due = Math.max(0, amount - account.surplus);
  if (!pays(account, amount_due)) throw new ApiError('PAYMENT_REQUIRED', 'Your card was declined.');
  account.surplus = Math.max(0, account.surplus - amount);
  addInvoice(world, account, { status: 'paid', amount_due, ...span });
}

/** Begins a subscription, paid at once. */
export function beginSubscription(world: World, account: Account, plan: Plan): Subscription {
  const start = world.clock.now();
  const end = intervalEnd(plan, start);
  charge(world, account, { amount: plan.amount, start, end });
  const subscription: Subscription = {
    ...blanks.Subscription,
    ...{ id: world.newId(), plan, status: 'active' },
    ...{ current_period_start: iso(start), current_period_end: iso(end), cancel_at_period_end: false },
    ...{ canceled_at: null, scheduled_plan: null, scheduled_at: null },
  };
  account.subscription = subscription;
  openPeriod(world, account, start);
  return subscription;
}

/** Takes back what waits for the end of the period. */
export const keepPlan = (subscription: Subscription): Subscription =>
  Object.assign(subscription, {
    ...{ cancel_at_period_end: false, canceled_at: null, scheduled_plan: null, scheduled_at: null },
  });

/** What an upgrade charges: what the new plan costs for the rest of the period, less what is left of the old one. */
export function upgradeAmount(subscription: Subscription, plan: Plan, at: number): number {
  const [start, end] = [
    Date.parse(subscription.current_period_start),
    Date.parse(subscription.current_period_end),
  ];
  const rest = (amount: number) => Math.round((amount * (end - at)) / (end - start));
  const isSameInterval = subscription.plan.billing_interval === plan.billing_interval;
  return (isSameInterval ? rest(plan.amount) : plan.amount) - rest(subscription.plan.amount);
}

/** Changes to a plan that costs more, paid at once. */
export function upgrade(
  world: World,
  account: Account,
  subscription: Subscription,
  plan: Plan,
  at: number,
): void {
  const isSameInterval = subscription.plan.billing_interval === plan.billing_interval;
  const start = isSameInterval ? Date.parse(subscription.current_period_start) : world.clock.now();
  const end = isSameInterval ? Date.parse(subscription.current_period_end) : intervalEnd(plan, start);
  const amount = upgradeAmount(subscription, plan, at);
  charge(world, account, { amount, start: at, end });
  Object.assign(keepPlan(subscription), {
    plan,
    current_period_start: iso(start),
    current_period_end: iso(end),
  });
  if (!isSameInterval) {
    openPeriod(world, account, start);
    return;
  }
  const more = grantOf(plan) - account.level;
  if (more <= 0) return;
  const share = (account.period_end - world.clock.now()) / (account.period_end - account.period_start);
  account.balance += Math.floor(more * share);
  account.level += more;
}

function endSubscription(world: World, account: Account, at: number): void {
  Object.assign(account, { subscription: null, unpaid_since: null, preview: null });
  openPeriod(world, account, at);
}

/** The end of a paid period: the next one begins, with the plan that was scheduled, or the free plan follows. */
function renew(world: World, account: Account, subscription: Subscription): void {
  const start = Date.parse(subscription.current_period_end);
  if (subscription.cancel_at_period_end) {
    endSubscription(world, account, start);
    return;
  }
  const plan = subscription.scheduled_plan ?? subscription.plan;
  const end = intervalEnd(plan, start);
  Object.assign(subscription, { plan, current_period_start: iso(start), current_period_end: iso(end) });
  keepPlan(subscription);
  const amount_due = Math.max(0, plan.amount - account.surplus);
  const isPaid = pays(account, amount_due);
  account.surplus = Math.max(0, account.surplus - plan.amount);
  addInvoice(world, account, { status: isPaid ? 'paid' : 'open', amount_due, start, end });
  if (!isPaid) {
    subscription.status = 'past_due';
    account.unpaid_since ??= start;
  }
  openPeriod(world, account, start);
}

/** Pays what is open with the default card; the plan grants its credits once that is done. */
export function payOpen(world: World, account: Account): void {
  const { subscription, invoices } = account;
  const open = invoices.filter(({ status }) => status === 'open');
  if (subscription?.status !== 'past_due' || !open.every(({ amount_due }) => pays(account, amount_due)))
    return;
  for (const invoice of open) Object.assign(invoice, { status: 'paid', amount_paid: invoice.amount_due });
  subscription.status = 'active';
  account.unpaid_since = null;
  openPeriod(world, account, world.clock.now());
}

/** Brings an account to the time of the clock: what fell due meanwhile happened, one thing after the other. */
export function settled(world: World, account: Account): Account {
  const now = world.clock.now();
  if (account.period_end === 0) openPeriod(world, account, now);
  for (;;) {
    const { subscription, unpaid_since } = account;
    const renewal = subscription ? Date.parse(subscription.current_period_end) : Infinity;
    const patience = unpaid_since === null ? Infinity : unpaid_since + PATIENCE_MS;
    const next = Math.min(renewal, patience, account.period_end);
    if (next > now) return account;
    if (patience === next) endSubscription(world, account, next);
    else if (subscription && renewal === next) renew(world, account, subscription);
    else openPeriod(world, account, next);
  }
}

/** The account that pays for what happens in a workspace: that of its owner. */
export function accountOf(world: World, workspaceId: string): Account {
  const owner = world.workspaces.get(workspaceId)?.created_by ?? world.user.id;
  return settled(world, (world.users.get(owner) ?? world.user).account);
}

/** Whether a limit of a plan allows one more, where so many are taken. */
export const allows = (limit: number | 'unlimited', taken: number): boolean =>
  limit === 'unlimited' || taken < limit;

/** The limits that a workspace has. */
export const limitsIn = (world: World, workspaceId: string): Plan['limits'] =>
  planOf(world, accountOf(world, workspaceId)).limits;
