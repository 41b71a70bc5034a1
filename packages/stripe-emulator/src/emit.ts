import Stripe from 'stripe';
import { expanded } from './http/expand.ts';
import { newId, put, type State } from './state.ts';

type Snapshot = { id?: string } & object;

/** Records an event, with the object's previous values if it changed. */
export function emit(state: State, type: string, object: Snapshot, before?: Snapshot): void {
  const previous = before === undefined ? undefined : differences(before, object);
  const event = {
    id: newId('evt'),
    object: 'event',
    api_version: Stripe.API_VERSION,
    created: state.now(),
    data: { object: expanded(state, object, []), ...(previous ? { previous_attributes: previous } : {}) },
    livemode: false,
    pending_webhooks: 1,
    request: state.request ?? { id: null, idempotency_key: null },
    type,
    // The union has one member per event type; the pair of type and object is made by the callers.
  } as unknown as Stripe.Event;
  put(state, 'event', event);
  state.fresh.push(event);
}

/** The previous values of the changed fields. */
function differences(before: object, after: object): Record<string, unknown> {
  const now: Record<string, unknown> = { ...after };
  return Object.fromEntries(
    Object.entries(before).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(now[key])),
  );
}
