import type Stripe from 'stripe';
import { catchUp } from './billing/calendar.ts';
import { declineOf } from './billing/cards.ts';
import type { EmulatorClock } from './clock.ts';
import type { Params } from './http/form.ts';
import type { Fault, FaultKind } from './http/injected-faults.ts';
import { completeCheckout } from './resources/checkout.ts';
import { confirmInvoice } from './resources/invoices.ts';
import { confirm } from './resources/setup-intents.ts';
import { all, find, get, put, type State, transact } from './state.ts';
import type { Webhooks } from './webhooks.ts';

export interface FaultOptions {
  method?: string;
  /** A path prefix. */
  path?: string;
  /** Default: 1. */
  times?: number;
  retry_after_s?: number;
}

/** Controls for tests and for people at a terminal, outside Stripe's API. */
export interface Control {
  /** Advances the clock to a moment, or by milliseconds; scheduled events run on the way. */
  advance: (to: Date | number) => Date;
  now: () => Date;
  /** How far the clock is ahead of the system clock. */
  aheadMs: () => number;
  /** As the browser would, with a payment method or one of Stripe's test tokens. */
  confirmSetupIntent: (id: string, paymentMethod?: string) => Stripe.SetupIntent;
  confirmInvoice: (id: string, paymentMethod?: string) => Stripe.Invoice;
  completeCheckout: (id: string, paymentMethod?: string) => Stripe.Checkout.Session;
  /** Declines payments with this card from now on; null: they succeed again. */
  setCard: (paymentMethod: string, decline: string | null) => void;
  /** Declines exactly the next payments, whatever the card; 0: cards decide again. */
  declineNext: (times?: number, decline?: string) => void;
  fail: (kind: FaultKind, options?: FaultOptions) => void;
  clearFaults: () => void;
  /** Continues requests that hang. */
  releaseHanging: () => void;
  webhooks: Webhooks;
  /** Resolves when every event was delivered and processed. */
  settled: () => Promise<void>;
  events: (type?: string) => Stripe.Event[];
}

export interface ControlParts {
  state: State;
  clock: EmulatorClock;
  faults: Fault[];
  webhooks: Webhooks;
  releaseHanging: () => void;
}

export function createControl({ state, clock, faults, webhooks, releaseHanging }: ControlParts): Control {
  const call = (id: string, params: Params) => ({ state, params, ids: { id }, url: '' });
  return {
    advance: (to) => {
      const until =
        to instanceof Date ? Math.floor(to.getTime() / 1_000) : clock.now() + Math.floor(to / 1_000);
      if (until < clock.now())
        throw new RangeError('The clock of the local payment processor only goes forward.');
      catchUp(state, until, clock);
      return new Date(until * 1_000);
    },
    now: () => new Date(clock.now() * 1_000),
    aheadMs: () => clock.aheadMs(),
    confirmSetupIntent: (id, paymentMethod = 'pm_card_visa') =>
      transact(state, () => confirm(state, id, paymentMethod)),
    confirmInvoice: (id, paymentMethod = 'pm_card_visa') =>
      transact(state, () => confirmInvoice(call(id, { payment_method: paymentMethod }))),
    completeCheckout: (id, paymentMethod = 'pm_card_visa') =>
      transact(state, () => completeCheckout(state, id, paymentMethod)),
    setCard: (paymentMethod, decline) => {
      const method = get(state, 'payment_method', paymentMethod);
      const card = find(state, 'card', method.id);
      const detached = card?.detached ?? false;
      put(state, 'card', {
        id: method.id,
        detached,
        decline: decline === null ? undefined : declineOf(decline),
      });
    },
    declineNext: (times = 1, decline = 'generic_decline') => {
      state.declines = Array.from({ length: times }, () => declineOf(decline));
    },
    fail: (kind, { method, path, times = 1, retry_after_s } = {}) => {
      faults.push({ kind, method, path, times, retry_after_s });
    },
    clearFaults: () => {
      faults.length = 0;
    },
    releaseHanging,
    webhooks,
    settled: () => webhooks.settled(),
    events: (type) => all(state, 'event').filter((event) => type === undefined || event.type === type),
  };
}
