import Stripe from 'stripe';
import { type Kind, newId, put, type Rows, type State } from './state.ts';

/** Stores an object and records its event, with the previous values of the changed fields if it changed. */
export function record<K extends Kind>(
  state: State,
  kind: K,
  row: Rows[K],
  verb: string,
  before?: Rows[K],
): Rows[K] {
  put(state, kind, row);
  const data: Record<string, unknown> = { object: row };
  if (before) {
    const now: Record<string, unknown> = { ...row };
    const previous = Object.entries(before).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(now[key]),
    );
    data.previous_attributes = Object.fromEntries(previous);
  }
  const event = {
    id: newId('evt'),
    object: 'event',
    api_version: Stripe.API_VERSION,
    created: state.now(),
    data,
    livemode: false,
    pending_webhooks: 1,
    request: state.request ?? { id: null, idempotency_key: null },
    type: `${kind === 'subscription' ? 'customer.subscription' : kind}.${verb}`,
    // The cast is safe because every caller passes an object that matches the type.
  } as unknown as Stripe.Event;
  put(state, 'event', event);
  state.fresh.push(event);
  return row;
}

/** Stores the changed object and records that it was updated. */
export function update<K extends Kind>(
  state: State,
  kind: K,
  before: Rows[K],
  changes: Partial<Rows[K]>,
): Rows[K] {
  return record(state, kind, { ...before, ...changes }, 'updated', before);
}
