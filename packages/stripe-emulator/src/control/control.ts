import type Stripe from 'stripe';
import { getDecline } from '../billing/cards.ts';
import type { EmulatorClock } from '../clock.ts';
import type { Fault, FaultKind } from '../http/injected-faults.ts';
import { completeCheckout } from '../resources/checkout.ts';
import { confirmInvoice } from '../resources/invoices.ts';
import { confirm } from '../resources/setup-intents.ts';
import { all, find, get, put, type State, transact } from '../state.ts';
import type { Webhooks } from '../webhooks.ts';
import { catchUp } from './calendar.ts';

export type Control = ReturnType<typeof createControl>;

export interface ControlParts {
  state: State;
  clock: EmulatorClock;
  faults: Fault[];
  /** Functions that continue the requests that hang. */
  hanging: Set<() => void>;
  webhooks: Webhooks;
}

/** Controls for tests and for people at a terminal, outside Stripe's API. */
export function createControl({ state, clock, faults, hanging, webhooks }: ControlParts) {
  return {
    /** Advances the clock to a moment, or by milliseconds; scheduled events run on the way. */
    advance: (to: Date | number): Date => {
      const until =
        to instanceof Date ? Math.floor(to.getTime() / 1_000) : clock.now() + Math.floor(to / 1_000);
      if (until < clock.now())
        throw new RangeError('The clock of the local payment processor only goes forward.');
      catchUp(state, until, clock);
      return new Date(until * 1_000);
    },
    now: () => new Date(clock.now() * 1_000),
    /** How far the clock is ahead of the system clock. */
    aheadMs: clock.aheadMs,
    /** Confirms like the browser, with a payment method or one of Stripe's test tokens. */
    confirmSetupIntent: (id: string, paymentMethod = 'pm_card_visa'): Stripe.SetupIntent =>
      transact(state, () => confirm(state, id, paymentMethod)),
    confirmInvoice: (id: string, paymentMethod = 'pm_card_visa'): Stripe.Invoice =>
      transact(state, () => confirmInvoice(state, id, paymentMethod)),
    completeCheckout: (id: string, paymentMethod = 'pm_card_visa'): Stripe.Checkout.Session =>
      transact(state, () => completeCheckout(state, id, paymentMethod)),
    /** Declines payments with this card from now on. With null, they succeed again. */
    setCard: (paymentMethod: string, decline: string | null): void => {
      const { id } = get(state, 'payment_method', paymentMethod);
      put(state, 'card', {
        id,
        detached: find(state, 'card', id)?.detached ?? false,
        decline: decline === null ? undefined : getDecline(decline),
      });
    },
    /** Declines exactly the next payments, regardless of the card. With 0, it depends on the card again. */
    declineNext: (times = 1, decline = 'generic_decline'): void => {
      state.declines = Array.from({ length: times }, () => getDecline(decline));
    },
    /** Adds a fault to the next matching requests. */
    fail: (kind: FaultKind, { times = 1, ...rest }: Partial<Omit<Fault, 'kind'>> = {}): void => {
      faults.push({ ...rest, kind, times });
    },
    clearFaults: (): void => {
      faults.length = 0;
    },
    /** Continues requests that hang. */
    releaseHanging: (): void => {
      for (const release of hanging) release();
      hanging.clear();
    },
    webhooks,
    /** Resolves when every event was delivered and processed. */
    settled: webhooks.settled,
    events: (type?: string): Stripe.Event[] =>
      all(state, 'event').filter((event) => type === undefined || event.type === type),
  };
}
