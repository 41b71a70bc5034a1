import type Stripe from 'stripe';
import { renewal } from '../billing/periods.ts';
import { endSchedule } from '../billing/settle.ts';
import { getItem, getPeriod } from '../billing/subscription-object.ts';
import { record, update } from '../emit.ts';
import {
  type Params,
  readChoice,
  readInteger,
  readRecord,
  readRecords,
  requireText,
} from '../http/params.ts';
import { type Route, retrieveRoute } from '../http/routes.ts';
import { get, getId, newId, type State, stripeObject } from '../state.ts';
import { invalid, parameterMissing } from '../stripe-error.ts';
import { getPrice } from './catalog.ts';
import { readItem, readProration } from './subscriptions.ts';

const PATH = '/v1/subscription_schedules';

export const scheduleRoutes: Route[] = [
  {
    method: 'POST',
    path: PATH,
    accepts: ['from_subscription'],
    run({ state, params }) {
      const source = requireText(params, 'from_subscription');
      const subscription = get(state, 'subscription', source, 'from_subscription');
      if (subscription.schedule)
        throw invalid(
          `You cannot migrate a subscription that is already attached to a schedule: ${getId(subscription.schedule)}.`,
          'from_subscription',
        );
      if (subscription.ended_at !== null)
        throw invalid('A subscription that ended cannot have a schedule.', 'from_subscription');
      const { start, end } = getPeriod(subscription);
      const price = getItem(subscription).price.id;
      const schedule = stripeObject<Stripe.SubscriptionSchedule>({
        id: newId('sub_sched'),
        object: 'subscription_schedule',
        created: state.now(),
        current_phase: { start_date: start, end_date: end },
        customer: getId(subscription.customer),
        end_behavior: subscription.cancel_at_period_end ? 'cancel' : 'release',
        phases: [createPhase(price, { start_date: start, end_date: end }, 'none')],
        released_subscription: null,
        status: 'active',
        subscription: subscription.id,
      });
      record(state, 'subscription_schedule', schedule, 'created');
      update(state, 'subscription', subscription, { schedule: schedule.id });
      return schedule;
    },
  },
  retrieveRoute(PATH, 'subscription_schedule', 'schedule'),
  {
    method: 'POST',
    path: `${PATH}/:id`,
    accepts: ['end_behavior', 'phases', 'proration_behavior'],
    run({ state, params, id }) {
      const before = activeSchedule(state, id);
      const phases = params.phases === undefined ? before.phases : readPhases(state, before, params);
      const current = phases.find(({ start_date }) => start_date === before.current_phase?.start_date);
      if (!current)
        throw invalid('The phases must contain the current phase, with its start_date.', 'phases');
      return update(state, 'subscription_schedule', before, {
        current_phase: { start_date: current.start_date, end_date: current.end_date },
        end_behavior: readChoice(params, 'end_behavior', ['cancel', 'release']) ?? before.end_behavior,
        phases,
      });
    },
  },
  {
    method: 'POST',
    path: `${PATH}/:id/release`,
    accepts: [],
    run({ state, id }) {
      const schedule = activeSchedule(state, id);
      const subscription = get(state, 'subscription', getId(schedule.subscription));
      const released = endSchedule(state, id, 'released');
      update(state, 'subscription', subscription, { schedule: null });
      return released;
    },
  },
];

/** A phase with one price. */
function createPhase(
  price: string,
  times: { start_date: number; end_date: number },
  proration_behavior: Stripe.SubscriptionSchedule.Phase.ProrationBehavior,
): Stripe.SubscriptionSchedule.Phase {
  const items = [{ price, quantity: 1 }];
  return stripeObject<Stripe.SubscriptionSchedule.Phase>({ ...times, items, proration_behavior });
}

/** The schedule; throws if it is not active. */
function activeSchedule(state: State, id: string): Stripe.SubscriptionSchedule {
  const schedule = get(state, 'subscription_schedule', id, 'schedule');
  if (schedule.status === 'active') return schedule;
  throw invalid(
    `You cannot change a subscription schedule that is currently in the \`${schedule.status}\` status. It must be active.`,
  );
}

const PHASE = ['duration', 'end_date', 'items', 'proration_behavior', 'start_date'];

/** Each phase begins where the one before it ends. */
function readPhases(
  state: State,
  schedule: Stripe.SubscriptionSchedule,
  params: Params,
): Stripe.SubscriptionSchedule.Phase[] {
  const phases: Stripe.SubscriptionSchedule.Phase[] = [];
  for (const [index, phase] of readRecords(params, 'phases', PHASE).entries()) {
    const name = `phases[${index}]`;
    const previous = phases.at(-1)?.end_date;
    const start = readInteger(phase, 'start_date') ?? previous ?? schedule.current_phase?.start_date;
    if (start === undefined || (previous !== undefined && start !== previous))
      throw invalid('Each phase must start when the phase before it ends.', `${name}[start_date]`);
    const price = getPrice(state, requireText(readItem(phase, 'items'), 'price'));
    const end = readPhaseEnd(phase, name, start);
    const times = { start_date: start, end_date: end };
    phases.push(createPhase(price.id, times, readProration(phase) ?? 'none'));
  }
  return phases;
}

/** The end of a phase, from its `end_date` or its `duration`. */
function readPhaseEnd(phase: Params, name: string, start: number): number {
  const end = readInteger(phase, 'end_date');
  if (end !== undefined) {
    if (end <= start) throw invalid('A phase must end after it starts.', `${name}[end_date]`);
    return end;
  }
  const duration = readRecord(phase, 'duration', ['interval', 'interval_count']);
  if (!duration) throw invalid('Every phase needs an end_date or a duration here.', `${name}[end_date]`);
  const interval = readChoice(duration, 'interval', ['month', 'year']);
  if (!interval) throw parameterMissing(`${name}[duration][interval]`);
  return renewal(start, { interval, interval_count: readInteger(duration, 'interval_count') ?? 1 }, 1);
}
