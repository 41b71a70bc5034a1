import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';
import { missing, StripeApiError } from './stripe-error.ts';

/** The behavior of a payment method's card. Stripe's API does not expose it. */
export interface Card {
  id: string;
  /** Undefined if payments succeed. */
  decline: Decline | undefined;
  /** A detached payment method cannot be used again. */
  detached: boolean;
}

export interface Decline {
  code: string;
  decline_code: string;
  message: string;
}

type DeepPartial<T> = T extends object ? { [K in keyof T]?: DeepPartial<T[K]> } : T;

/**
 * A Stripe object with only the fields that callers read. They have the types of Stripe's SDK, so an upgrade that
 * changes a field breaks the build.
 */
export function stripeObject<T>(fields: DeepPartial<T>): T {
  return fields as unknown as T;
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
  event: Stripe.Event;
  card: Card;
  deleted: Stripe.DeletedCustomer;
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
  event: 'event',
  card: 'card',
  deleted: 'object',
};

/** The path of the pages of invoices. The id of an invoice follows it. */
export const INVOICE_PAGES = '/_pages/invoices/';

export interface State {
  rows: { [K in Kind]: Map<string, Rows[K]> };
  /** In seconds since 1970, like all times in Stripe's API. */
  now: () => number;
  /** The URL of this processor, for links to invoices. */
  baseUrl: string;
  /** Payments to decline regardless of the card. */
  declines: Decline[];
  /** The current request; undefined if the clock causes the change. */
  request: { id: string; idempotency_key: string | null } | undefined;
  /** Events of the current transaction. */
  fresh: Stripe.Event[];
  onEvents: (events: Stripe.Event[]) => void;
}

/** An account without objects. */
export function createState(now: State['now']): State {
  const rows = Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, new Map()]));
  return {
    now,
    baseUrl: '',
    rows: rows as State['rows'],
    declines: [],
    request: undefined,
    fresh: [],
    onEvents: () => {},
  };
}

/** Runs `work` atomically, unless its error requests to keep the changes before it. */
export function transact<T>(state: State, work: () => T): T {
  const before = Object.entries(state.rows).map(([kind, table]) => [kind, new Map<string, unknown>(table)]);
  try {
    return work();
  } catch (error) {
    if (!(error instanceof StripeApiError && error.keep)) {
      state.rows = Object.fromEntries(before) as State['rows'];
      state.fresh.length = 0;
    }
    throw error;
  } finally {
    const events = state.fresh.splice(0);
    if (events.length > 0) state.onEvents(events);
  }
}

/** Adds or replaces a row, without an event. */
export function put<K extends Kind>(state: State, kind: K, row: Rows[K]): Rows[K] {
  state.rows[kind].set(row.id, row);
  return row;
}

export function find<K extends Kind>(state: State, kind: K, id: string): Rows[K] | undefined {
  return state.rows[kind].get(id);
}

/** Throws the error of Stripe for an unknown ID, which names the parameter. */
export function get<K extends Kind>(state: State, kind: K, id: string, param = 'id'): Rows[K] {
  const row = find(state, kind, id);
  if (!row) throw missing(KINDS[kind], id, param);
  return row;
}

/** Oldest first. */
export function all<K extends Kind>(state: State, kind: K): Rows[K][] {
  return [...state.rows[kind].values()];
}

/** A random ID in the form of Stripe: `cus_4f3a…`. */
export function newId(prefix: string, length = 24): string {
  return `${prefix}_${randomBytes(length).toString('hex').slice(0, length)}`;
}

/** The id of a reference. The type of a reference also allows the whole object. */
export function findId(reference: string | { id: string } | null | undefined): string | undefined {
  return typeof reference === 'string' ? reference : reference?.id;
}

/** The ID of a required reference. Throws if the reference is missing. */
export function getId(reference: string | { id: string } | null | undefined): string {
  const id = findId(reference);
  if (id === undefined) throw new Error('A stored object lacks a required reference.');
  return id;
}
