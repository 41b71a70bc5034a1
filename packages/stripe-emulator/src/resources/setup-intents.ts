import type Stripe from 'stripe';
import { createCardError, resolvePaymentMethod } from '../billing/cards.ts';
import { record } from '../emit.ts';
import { readChoice, readList, readText } from '../http/params.ts';
import { type Route, retrieveRoute } from '../http/routes.ts';
import { findId, get, newId, type State, stripeObject } from '../state.ts';
import { invalid, StripeApiError } from '../stripe-error.ts';
import { attach } from './payment-methods.ts';

const PATH = '/v1/setup_intents';

export const setupIntentRoutes: Route[] = [
  {
    method: 'POST',
    path: PATH,
    accepts: ['allowed_payment_method_types', 'customer', 'usage'],
    run({ state, params }) {
      const customer = readText(params, 'customer');
      if (customer !== undefined) get(state, 'customer', customer, 'customer');
      const allowed = readList(params, 'allowed_payment_method_types');
      if (allowed.some((type) => type !== 'card'))
        throw invalid('Only cards can be set up here.', 'allowed_payment_method_types');
      const id = newId('seti');
      const intent = stripeObject<Stripe.SetupIntent>({
        id,
        object: 'setup_intent',
        client_secret: `${id}_${newId('secret')}`,
        created: state.now(),
        customer: customer ?? null,
        last_setup_error: null,
        payment_method: null,
        status: 'requires_payment_method',
        usage: readChoice(params, 'usage', ['off_session', 'on_session']) ?? 'off_session',
      });
      return record(state, 'setup_intent', intent, 'created');
    },
  },
  retrieveRoute(PATH, 'setup_intent', 'intent'),
];

/** Confirms like the browser with the client secret. After a declined card, the intent stays open for another card. */
export function confirm(state: State, id: string, token: string): Stripe.SetupIntent {
  const intent = get(state, 'setup_intent', id, 'intent');
  if (intent.status !== 'requires_payment_method')
    throw new StripeApiError({
      code: 'setup_intent_unexpected_state',
      message: `You cannot confirm this SetupIntent because it has a status of ${intent.status}.`,
      more: { setup_intent: intent },
    });
  const method = resolveOrFail(state, intent, token);
  const customer = findId(intent.customer);
  if (customer !== undefined) attach(state, method, customer);
  const done: Stripe.SetupIntent = {
    ...intent,
    last_setup_error: null,
    payment_method: method.id,
    status: 'succeeded',
  };
  return record(state, 'setup_intent', done, 'succeeded');
}

/** The payment method for a token. If its card is declined, records this on the intent and throws. */
function resolveOrFail(state: State, intent: Stripe.SetupIntent, token: string): Stripe.PaymentMethod {
  try {
    return resolvePaymentMethod(state, token, 'payment_method');
  } catch (error) {
    if (!(error instanceof StripeApiError) || error.status !== 402) throw error;
    const { code = '', decline_code = '', message } = error.facts;
    const decline = { code, decline_code, message };
    const last_setup_error: Stripe.SetupIntent.LastSetupError = {
      ...decline,
      code: code as Stripe.SetupIntent.LastSetupError.Code,
      type: 'card_error',
    };
    const failed = record(state, 'setup_intent', { ...intent, last_setup_error }, 'setup_failed');
    throw new StripeApiError({ ...createCardError(decline).facts, more: { setup_intent: failed } }, true);
  }
}
