import type Stripe from 'stripe';
import { type Decline, find, findId, get, newId, put, type State, stripeObject } from '../state.ts';
import { invalid, StripeApiError } from '../stripe-error.ts';

const GENERIC: Decline = {
  code: 'card_declined',
  decline_code: 'generic_decline',
  message: 'Your card was declined.',
};
const DECLINES: Record<string, Decline> = {
  insufficient_funds: {
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  expired_card: { code: 'expired_card', decline_code: 'expired_card', message: 'Your card has expired.' },
  authentication_required: {
    code: 'authentication_required',
    decline_code: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
  },
};

interface TestCard {
  brand: string;
  last4: string;
  /** Declined when it is attached. */
  attach?: string;
  /** Declined only when charged. */
  charge?: string;
}

/** Stripe's test payment methods that the emulator supports. */
const TEST_CARDS: Record<string, TestCard> = {
  pm_card_visa: { brand: 'visa', last4: '4242' },
  pm_card_mastercard: { brand: 'mastercard', last4: '4444' },
  pm_card_amex: { brand: 'amex', last4: '8431' },
  pm_card_chargeDeclined: { brand: 'visa', last4: '0002', attach: 'generic_decline' },
  pm_card_chargeDeclinedInsufficientFunds: { brand: 'visa', last4: '9995', attach: 'insufficient_funds' },
  pm_card_chargeDeclinedExpiredCard: { brand: 'visa', last4: '0069', attach: 'expired_card' },
  pm_card_chargeCustomerFail: { brand: 'visa', last4: '0341', charge: 'generic_decline' },
  pm_card_authenticationRequired: { brand: 'visa', last4: '3184', charge: 'authentication_required' },
};

export function createCardError(decline: Decline, more: Record<string, unknown> = {}): StripeApiError {
  return new StripeApiError({ ...decline, status: 402, type: 'card_error', more });
}

/** The payment method with this id, or a new one for a test token. */
export function resolvePaymentMethod(state: State, id: string, param: string): Stripe.PaymentMethod {
  const card = TEST_CARDS[id];
  if (!card) return get(state, 'payment_method', id, param);
  const { brand, last4, attach, charge } = card;
  const exp_year = new Date(state.now() * 1_000).getUTCFullYear() + 4;
  const method = stripeObject<Stripe.PaymentMethod>({
    id: newId('pm'),
    object: 'payment_method',
    card: { brand, exp_month: 12, exp_year, last4 },
    created: state.now(),
    customer: null,
    type: 'card',
  });
  const decline = charge === undefined ? undefined : getDecline(charge);
  put(state, 'card', { id: method.id, decline, detached: false });
  if (attach !== undefined) throw createCardError(getDecline(attach), { payment_method: method });
  return put(state, 'payment_method', method);
}

/** The message of Stripe for a decline code, or its general one. */
export function getDecline(code: string): Decline {
  return DECLINES[code] ?? { ...GENERIC, decline_code: code };
}

/** The decline of a payment with this card, or undefined if it succeeds. */
export function takeDecline(state: State, method: string): Decline | undefined {
  // Counted even if the decline rolls the request back, because the payment was tried.
  return state.declines.shift() ?? find(state, 'card', method)?.decline;
}

/** Rejects what Stripe rejects: cards of other customers, and detached cards. */
export function checkUsable(state: State, method: Stripe.PaymentMethod, customer: string): void {
  const owner = findId(method.customer);
  if (owner !== undefined && owner !== customer)
    throw invalid(
      'The payment method you provided has already been attached to a customer.',
      'payment_method',
      'payment_method_unexpected_state',
    );
  if (find(state, 'card', method.id)?.detached)
    throw invalid(
      'This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and may not be used again.',
      'payment_method',
    );
}
