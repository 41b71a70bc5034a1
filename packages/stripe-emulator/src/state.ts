import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';
import type { Params } from './http/form.ts';
import { missing, StripeFault } from './http/stripe-error.ts';

/** How the card behind a payment method behaves; Stripe does not expose this. */
export interface Card {
  id: string;
  /** Undefined: payments succeed. */
  decline: Decline | undefined;
  /** A detached payment method cannot be used again. */
  detached: boolean;
}

export interface Decline {
  code: string;
  decline_code: string;
  message: string;
}

/** A line for the subscription's next invoice. */
export interface PendingLine {
  id: string;
  subscription: string;
  line: Stripe.InvoiceLineItem;
}

/** The data of a checkout's subscription besides its items; Stripe does not show it on the session. */
export interface CheckoutData {
  id: string;
  params: Params;
}

export interface Deleted {
  id: string;
  object: 'customer' | 'product';
  deleted: true;
}

/** The tables and their rows. Rows are replaced, never modified in place. */
export interface Rows {
  customer: Stripe.Customer;
  product: Stripe.Product;
  price: Stripe.Price;
  payment_method: Stripe.PaymentMethod;
  setup_intent: Stripe.SetupIntent;
  subscription: Stripe.Subscription;
  subscription_schedule: Stripe.SubscriptionSchedule;
  invoice: Stripe.Invoice;
  'checkout.session': Stripe.Checkout.Session;
  checkout_data: CheckoutData;
  event: Stripe.Event;
  card: Card;
  pending_line: PendingLine;
  deleted: Deleted;
}
export type Kind = keyof Rows;

const KINDS: Record<Kind, string> = {
  customer: 'customer',
  product: 'product',
  price: 'price',
  payment_method: 'PaymentMethod',
  setup_intent: 'setupintent',
  subscription: 'subscription',
  subscription_schedule: 'subscription schedule',
  invoice: 'invoice',
  'checkout.session': 'checkout.session',
  checkout_data: 'checkout data',
  event: 'event',
  card: 'card',
  pending_line: 'pending line',
  deleted: 'object',
};

/** When unpaid renewals are retried, and what happens to the subscription after the last attempt. */
export interface Dunning {
  retry_days: number[];
  at_last: 'cancel' | 'unpaid' | 'past_due';
}

export interface State {
  rows: { [K in Kind]: Map<string, Rows[K]> };
  /** Seconds since 1970, as every time in Stripe's API. */
  now: () => number;
  /** The URL of this processor, for links to invoices. */
  baseUrl: string;
  dunning: Dunning;
  /** Payments to decline regardless of the card. */
  declines: Decline[];
  /** The current request; undefined if the clock causes the change. */
  request: { id: string; idempotency_key: string | null } | undefined;
  undo: (() => void)[] | undefined;
  fresh: Stripe.Event[];
  onEvents: (events: Stripe.Event[]) => void;
}

export function createState(parts: Pick<State, 'now' | 'baseUrl' | 'dunning'>): State {
  const rows = Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, new Map()]));
  return {
    ...parts,
    rows: rows as State['rows'],
    declines: [],
    request: undefined,
    undo: undefined,
    fresh: [],
    onEvents: () => {},
  };
}

/** Atomic, unless an error asks to keep what was done before it. */
export function transact<T>(state: State, work: () => T): T {
  const undo: (() => void)[] = [];
  state.undo = undo;
  try {
    return work();
  } catch (error) {
    if (!(error instanceof StripeFault && error.keep)) {
      for (const step of undo.reverse()) step();
      state.fresh.length = 0;
    }
    throw error;
  } finally {
    state.undo = undefined;
    const events = state.fresh.splice(0);
    if (events.length > 0) state.onEvents(events);
  }
}

export function put<K extends Kind>(state: State, kind: K, row: Rows[K]): Rows[K] {
  const table = state.rows[kind];
  const before = table.get(row.id);
  state.undo?.push(() => (before ? table.set(row.id, before) : table.delete(row.id)));
  table.set(row.id, row);
  return row;
}

export function drop<K extends Kind>(state: State, kind: K, id: string): void {
  const table = state.rows[kind];
  const before = table.get(id);
  if (!before) return;
  // Restores the position, because lists are in creation order.
  const all = [...table];
  state.undo?.push(() => {
    table.clear();
    for (const [key, row] of all) table.set(key, row);
  });
  table.delete(id);
}

export function find<K extends Kind>(state: State, kind: K, id: string): Rows[K] | undefined {
  return state.rows[kind].get(id);
}

export function get<K extends Kind>(state: State, kind: K, id: string, param = 'id'): Rows[K] {
  const row = find(state, kind, id);
  if (!row) throw missing(KINDS[kind], id, param);
  return row;
}

/** Oldest first. */
export function all<K extends Kind>(state: State, kind: K): Rows[K][] {
  return [...state.rows[kind].values()];
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export function newId(prefix: string, length = 24): string {
  const letters = [...randomBytes(length)].map((byte) => LETTERS[byte % LETTERS.length]);
  return `${prefix}_${letters.join('')}`;
}

/** The id of a reference, which the type also allows to be a whole object. */
export function idOf(reference: string | { id: string } | null | undefined): string | undefined {
  return typeof reference === 'string' ? reference : (reference?.id ?? undefined);
}

/** The id of a reference that always exists. */
export function idIn(reference: string | { id: string } | null | undefined): string {
  const id = idOf(reference);
  if (id === undefined) throw new Error('A stored object lacks a reference it always has.');
  return id;
}
