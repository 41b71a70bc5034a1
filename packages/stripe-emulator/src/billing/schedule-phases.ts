import type Stripe from 'stripe';
import { emit } from '../emit.ts';
import { get, idOf, put, type State } from '../state.ts';

type End = 'canceled' | 'completed' | 'released';

/** Ends a schedule; the caller detaches it from the subscription. */
export function endSchedule(state: State, id: string, end: End): Stripe.SubscriptionSchedule {
  const before = get(state, 'subscription_schedule', id);
  const now = state.now();
  const after = put(state, 'subscription_schedule', {
    ...before,
    current_phase: null,
    status: end,
    ...(end === 'canceled' ? { canceled_at: now } : {}),
    ...(end === 'completed' ? { completed_at: now } : {}),
    ...(end === 'released'
      ? { released_at: now, released_subscription: idOf(before.subscription) ?? null, subscription: null }
      : {}),
  });
  emit(state, `subscription_schedule.${end}`, after, before);
  return after;
}

/** The phase that begins when the current one ends. */
export function nextPhase(
  schedule: Stripe.SubscriptionSchedule,
): Stripe.SubscriptionSchedule.Phase | undefined {
  const end = schedule.current_phase?.end_date;
  return schedule.phases.find((phase) => phase.start_date === end);
}

export function enterPhase(
  state: State,
  schedule: Stripe.SubscriptionSchedule,
  phase: Stripe.SubscriptionSchedule.Phase,
): void {
  const after = put(state, 'subscription_schedule', {
    ...schedule,
    current_phase: { start_date: phase.start_date, end_date: phase.end_date },
  });
  emit(state, 'subscription_schedule.updated', after, schedule);
}
