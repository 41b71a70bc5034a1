import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';
import type { Params } from './http/form.ts';
import { missing, StripeFault } from './http/stripe-error.ts';

/** How the card behind a payment method behaves; Stripe keeps this to itself. */
export interface Card {
  id: string;
  /** Undefined: payments succeed. */
  decline: Decline | undefined;
  /** A payment method that was taken off a customer cannot be used again. */
  detached: boolean;
}

export interface Decline {
  code: string;
  decline_code: string;
  message: string;
}

/** A line that waits for the next invoice of its subscription. */
export interface PendingLine {
  id: string;
  subscription: string;
  line: Stripe.InvoiceLineItem;
}

/** What a checkout's subscription gets beside its items; Stripe does not show it on the session. */
export interface CheckoutData {
  id: string;
  params: Params;
}

export interface Deleted {
  id: string;
  object: 'customer' | 'product';
  deleted: true;
}

/** What there is a table of, and what its rows are. Rows are replaced, never changed in place. */
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

/** When unpaid renewals are tried again, and what becomes of the subscription after the last try. */
export interface Dunning {
  retry_days: number[];
  at_last: 'cancel' | 'unpaid' | 'past_due';
}

export interface State {
  rows: { [K in Kind]: Map<string, Rows[K]> };
  /** Seconds since 1970, as every time in Stripe's API. */
  now: () => number;
  /** The address of this processor, for links to invoices. */
  baseUrl: string;
  dunning: Dunning;
  /** Payments to decline before cards have their say. */
  declines: Decline[];
  /** The request that causes what is being done; undefined: the clock. */
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

/** All of it or nothing; a fault that says so keeps what was done before it. */
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
  // Back at its place: lists are in the order of creation.
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

/** The id of something that is stored as an id, though its type allows the whole object. */
export function idOf(reference: string | { id: string } | null | undefined): string | undefined {
  return typeof reference === 'string' ? reference : (reference?.id ?? undefined);
}

/** The same, where there is one by construction. */
export function idIn(reference: string | { id: string } | null | undefined): string {
  const id = idOf(reference);
  if (id === undefined) throw new Error('A stored object lacks a reference it always has.');
  return id;
}
