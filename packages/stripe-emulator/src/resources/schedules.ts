import type Stripe from 'stripe';
import { renewal } from '../billing/periods.ts';
import { endSchedule } from '../billing/schedule-phases.ts';
import { cancelNow, change } from '../billing/settle.ts';
import { periodOf } from '../billing/subscription-object.ts';
import { emit } from '../emit.ts';
import type { Params } from '../http/form.ts';
import { PAGING, page } from '../http/list.ts';
import {
  choiceOf,
  integerOf,
  mergedMetadata,
  recordOf,
  recordsOf,
  requiredText,
  textOf,
} from '../http/params.ts';
import { type Call, idFrom, type Route } from '../http/route.ts';
import { invalid } from '../http/stripe-error.ts';
import { all, get, idIn, newId, put, type State } from '../state.ts';
import { prorationOf, usablePrice } from './item-changes.ts';

const PATH = '/v1/subscription_schedules';
const UPDATE = ['end_behavior', 'expand', 'metadata', 'phases', 'proration_behavior'];

export const scheduleRoutes: Route[] = [
  { method: 'POST', path: PATH, accepts: ['expand', 'from_subscription', 'metadata'], run: create },
  { method: 'GET', path: PATH, accepts: [...PAGING, 'created', 'customer'], run: list },
  { method: 'GET', path: `${PATH}/:id`, accepts: ['expand'], run: retrieve },
  { method: 'POST', path: `${PATH}/:id`, accepts: UPDATE, run: update },
  { method: 'POST', path: `${PATH}/:id/release`, accepts: ['expand', 'preserve_cancel_date'], run: release },
  { method: 'POST', path: `${PATH}/:id/cancel`, accepts: ['expand', 'invoice_now', 'prorate'], run: cancel },
];

function create({ state, params }: Call): Stripe.SubscriptionSchedule {
  const subscription = get(
    state,
    'subscription',
    requiredText(params, 'from_subscription'),
    'from_subscription',
  );
  if (subscription.schedule)
    throw invalid(
      `You cannot migrate a subscription that is already attached to a schedule: ${idIn(subscription.schedule)}.`,
      'from_subscription',
    );
  if (subscription.ended_at !== null)
    throw invalid('A subscription that ended cannot have a schedule.', 'from_subscription');
  const period = periodOf(subscription);
  const schedule: Stripe.SubscriptionSchedule = {
    id: newId('sub_sched'),
    object: 'subscription_schedule',
    application: null,
    billing_mode: subscription.billing_mode,
    canceled_at: null,
    completed_at: null,
    created: state.now(),
    current_phase: { start_date: period.start, end_date: period.end },
    customer: idIn(subscription.customer),
    customer_account: null,
    default_settings: defaultSettings(),
    end_behavior: subscription.cancel_at_period_end ? 'cancel' : 'release',
    livemode: false,
    metadata: mergedMetadata(params),
    pause_schedules: [],
    phases: [currentPhase(subscription)],
    released_at: null,
    released_subscription: null,
    status: 'active',
    subscription: subscription.id,
    test_clock: null,
  };
  put(state, 'subscription_schedule', schedule);
  emit(state, 'subscription_schedule.created', schedule);
  change(state, subscription, { schedule: schedule.id });
  return schedule;
}

function defaultSettings(): Stripe.SubscriptionSchedule.DefaultSettings {
  return {
    application_fee_percent: null,
    billing_cycle_anchor: 'automatic',
    billing_thresholds: null,
    collection_method: 'charge_automatically',
    default_payment_method: null,
    description: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      days_until_due: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    on_behalf_of: null,
    transfer_data: null,
  };
}

interface PhaseFacts {
  currency: string;
  start: number;
  end: number;
  items: { price: string; quantity: number }[];
  proration: string;
  metadata: Stripe.Metadata;
}

function phaseObject(facts: PhaseFacts): Stripe.SubscriptionSchedule.Phase {
  return {
    add_invoice_items: [],
    application_fee_percent: null,
    billing_cycle_anchor: null,
    billing_thresholds: null,
    collection_method: null,
    currency: facts.currency,
    default_payment_method: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    end_date: facts.end,
    invoice_settings: null,
    items: facts.items.map(({ price, quantity }) => ({
      billing_thresholds: null,
      discounts: [],
      metadata: {},
      plan: price,
      price,
      quantity,
      tax_rates: [],
    })),
    metadata: facts.metadata,
    on_behalf_of: null,
    proration_behavior: facts.proration as Stripe.SubscriptionSchedule.Phase.ProrationBehavior,
    start_date: facts.start,
    transfer_data: null,
    trial_end: null,
  };
}

function currentPhase(subscription: Stripe.Subscription): Stripe.SubscriptionSchedule.Phase {
  const { start, end } = periodOf(subscription);
  return phaseObject({
    currency: subscription.currency,
    start,
    end,
    items: subscription.items.data.map((item) => ({ price: item.price.id, quantity: item.quantity ?? 1 })),
    proration: 'create_prorations',
    metadata: {},
  });
}

function list({ state, params, url }: Call) {
  const customer = textOf(params, 'customer');
  const rows = all(state, 'subscription_schedule').filter(
    (row) => customer === undefined || row.customer === customer,
  );
  return page(rows, params, url);
}

function retrieve(call: Call): Stripe.SubscriptionSchedule {
  return get(call.state, 'subscription_schedule', idFrom(call), 'schedule');
}

function retrieveActive(call: Call): Stripe.SubscriptionSchedule {
  const schedule = retrieve(call);
  if (schedule.status === 'active') return schedule;
  throw invalid(
    `You cannot change a subscription schedule that is currently in the \`${schedule.status}\` status. It must be active.`,
  );
}

function update(call: Call): Stripe.SubscriptionSchedule {
  const { state, params } = call;
  const before = retrieveActive(call);
  const asked = recordsOf(params, 'phases');
  const phases = asked.length > 0 ? phasesFrom(state, before, asked) : before.phases;
  const current = phases.find(({ start_date }) => start_date === before.current_phase?.start_date);
  if (!current) throw invalid('The phases must contain the current phase, with its start_date.', 'phases');
  const after = put(state, 'subscription_schedule', {
    ...before,
    current_phase: { start_date: current.start_date, end_date: current.end_date },
    end_behavior: choiceOf(params, 'end_behavior', ['cancel', 'release']) ?? before.end_behavior,
    metadata: mergedMetadata(params, before.metadata ?? {}),
    phases,
  });
  emit(state, 'subscription_schedule.updated', after, before);
  return after;
}

const PHASE = ['duration', 'end_date', 'items', 'metadata', 'proration_behavior', 'start_date'];

/** Each phase begins where the one before it ends. */
function phasesFrom(
  state: State,
  schedule: Stripe.SubscriptionSchedule,
  asked: Params[],
): Stripe.SubscriptionSchedule.Phase[] {
  const currency = schedule.phases[0]?.currency ?? 'usd';
  const phases: Stripe.SubscriptionSchedule.Phase[] = [];
  for (const [index, params] of asked.entries()) {
    const name = `phases[${index}]`;
    const strange = Object.keys(params).find((key) => !PHASE.includes(key));
    if (strange)
      throw invalid(`\`${name}[${strange}]\` is not known here.`, `${name}[${strange}]`, 'parameter_unknown');
    const previous = phases.at(-1)?.end_date;
    const start = integerOf(params, 'start_date') ?? previous ?? schedule.current_phase?.start_date;
    if (start === undefined || (previous !== undefined && start !== previous))
      throw invalid('Each phase must start when the phase before it ends.', `${name}[start_date]`);
    const items = recordsOf(params, 'items').map((item) => ({
      price: usablePrice(state, requiredText(item, 'price')),
      quantity: integerOf(item, 'quantity') ?? 1,
    }));
    const [first] = items;
    if (!first)
      throw invalid(`Missing required param: ${name}[items].`, `${name}[items]`, 'parameter_missing');
    phases.push(
      phaseObject({
        currency,
        start,
        end: endOf(params, { name, start, last: index === asked.length - 1, price: first.price }),
        items: items.map((item) => ({ price: item.price.id, quantity: item.quantity })),
        proration: prorationOf(params) ?? 'create_prorations',
        metadata: mergedMetadata(params),
      }),
    );
  }
  return phases;
}

/** The last phase may leave its end open: then it lasts one period of its price. */
function endOf(
  params: Params,
  { name, start, last, price }: { name: string; start: number; last: boolean; price: Stripe.Price },
): number {
  const end = integerOf(params, 'end_date');
  const duration = recordOf(params, 'duration');
  if (end !== undefined) {
    if (end <= start) throw invalid('A phase must end after it starts.', `${name}[end_date]`);
    return end;
  }
  if (duration) {
    const interval = choiceOf(duration, 'interval', ['day', 'week', 'month', 'year']);
    if (!interval)
      throw invalid(
        `Missing required param: ${name}[duration][interval].`,
        `${name}[duration]`,
        'parameter_missing',
      );
    return renewal(start, { interval, interval_count: integerOf(duration, 'interval_count') ?? 1 }, 1);
  }
  if (!last || !price.recurring)
    throw invalid('Every phase but the last needs an end_date or a duration.', `${name}[end_date]`);
  return renewal(start, price.recurring, 1);
}

function release(call: Call): Stripe.SubscriptionSchedule {
  const { state } = call;
  const schedule = retrieveActive(call);
  const subscription = get(state, 'subscription', idIn(schedule.subscription));
  const released = endSchedule(state, schedule.id, 'released');
  change(state, subscription, { schedule: null });
  return released;
}

/** Cancels the subscription immediately, too. */
function cancel(call: Call): Stripe.SubscriptionSchedule {
  const { state } = call;
  const schedule = retrieveActive(call);
  cancelNow(state, get(state, 'subscription', idIn(schedule.subscription)), {
    reason: 'cancellation_requested',
  });
  return get(state, 'subscription_schedule', schedule.id);
}
