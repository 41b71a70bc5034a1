import type Stripe from 'stripe';
import { cardFault, checkUsable, resolvePaymentMethod } from '../billing/cards.ts';
import { emit } from '../emit.ts';
import { PAGING, page } from '../http/list.ts';
import { choiceOf, flagOf, mergedMetadata, recordOf, textOf, textsOf } from '../http/params.ts';
import { type Call, idFrom, type Route } from '../http/route.ts';
import { invalid, parameterMissing, StripeFault } from '../http/stripe-error.ts';
import { all, get, idIn, newId, put, type State } from '../state.ts';
import { attach } from './payment-methods.ts';

const CREATE = [
  'allowed_payment_method_types',
  'automatic_payment_methods',
  'confirm',
  'customer',
  'description',
  'expand',
  'metadata',
  'payment_method',
  'return_url',
  'usage',
];

export const setupIntentRoutes: Route[] = [
  { method: 'POST', path: '/v1/setup_intents', accepts: CREATE, run: create },
  {
    method: 'GET',
    path: '/v1/setup_intents',
    accepts: [...PAGING, 'created', 'customer', 'payment_method'],
    run: list,
  },
  { method: 'GET', path: '/v1/setup_intents/:id', accepts: ['client_secret', 'expand'], run: retrieve },
  {
    method: 'POST',
    path: '/v1/setup_intents/:id',
    accepts: ['description', 'expand', 'metadata'],
    run: update,
  },
  {
    method: 'POST',
    path: '/v1/setup_intents/:id/confirm',
    accepts: ['expand', 'payment_method', 'return_url'],
    run: (call) => confirm(call.state, idFrom(call), textOf(call.params, 'payment_method')),
  },
  {
    method: 'POST',
    path: '/v1/setup_intents/:id/cancel',
    accepts: ['cancellation_reason', 'expand'],
    run: cancel,
  },
];

function create({ state, params }: Call): Stripe.SetupIntent {
  const customer = textOf(params, 'customer');
  if (customer !== undefined) get(state, 'customer', customer, 'customer');
  const automatic = recordOf(params, 'automatic_payment_methods');
  const allowed = textsOf(params, 'allowed_payment_method_types');
  if (allowed.some((type) => type !== 'card'))
    throw invalid('Only cards can be set up here.', 'allowed_payment_method_types');
  const id = newId('seti');
  const intent: Stripe.SetupIntent = {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: allowed.length > 0 ? ['card'] : null,
    application: null,
    automatic_payment_methods: automatic
      ? {
          allow_redirects: textOf(automatic, 'allow_redirects') ?? 'always',
          enabled: flagOf(automatic, 'enabled') ?? true,
        }
      : null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${newId('x').slice(2)}`,
    created: state.now(),
    customer: customer ?? null,
    customer_account: null,
    description: textOf(params, 'description') ?? null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: mergedMetadata(params),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: choiceOf(params, 'usage', ['off_session', 'on_session']) ?? 'off_session',
  };
  put(state, 'setup_intent', intent);
  emit(state, 'setup_intent.created', intent);
  const token = textOf(params, 'payment_method');
  if (flagOf(params, 'confirm')) return confirm(state, id, token);
  if (token === undefined) return intent;
  const method = resolvePaymentMethod(state, token, 'payment_method');
  return put(state, 'setup_intent', {
    ...intent,
    payment_method: method.id,
    status: 'requires_confirmation',
  });
}

function list({ state, params, url }: Call) {
  const customer = textOf(params, 'customer');
  const method = textOf(params, 'payment_method');
  const rows = all(state, 'setup_intent').filter(
    (row) =>
      (customer === undefined || row.customer === customer) &&
      (method === undefined || row.payment_method === method),
  );
  return page(rows, params, url);
}

function retrieve(call: Call): Stripe.SetupIntent {
  return get(call.state, 'setup_intent', idFrom(call), 'intent');
}

function update(call: Call): Stripe.SetupIntent {
  const before = retrieve(call);
  return put(call.state, 'setup_intent', {
    ...before,
    description: textOf(call.params, 'description') ?? before.description,
    metadata: mergedMetadata(call.params, before.metadata ?? {}),
  });
}

function cancel(call: Call): Stripe.SetupIntent {
  const before = retrieve(call);
  checkOpen(before, 'cancel');
  const reasons = ['abandoned', 'duplicate', 'requested_by_customer'] as const;
  const canceled = put(call.state, 'setup_intent', {
    ...before,
    cancellation_reason: choiceOf(call.params, 'cancellation_reason', reasons) ?? null,
    status: 'canceled',
  });
  emit(call.state, 'setup_intent.canceled', canceled);
  return canceled;
}

function checkOpen(intent: Stripe.SetupIntent, verb: string): void {
  if (intent.status !== 'succeeded' && intent.status !== 'canceled') return;
  throw new StripeFault({
    code: 'setup_intent_unexpected_state',
    message: `You cannot ${verb} this SetupIntent because it has a status of ${intent.status}.`,
    more: { setup_intent: intent },
  });
}

/** What the browser does with the client secret; a declined card leaves the intent open for another one. */
export function confirm(state: State, id: string, token: string | undefined): Stripe.SetupIntent {
  const intent = get(state, 'setup_intent', id, 'intent');
  checkOpen(intent, 'confirm');
  const named = token ?? (intent.payment_method === null ? undefined : idIn(intent.payment_method));
  if (named === undefined) throw parameterMissing('payment_method');
  const method = resolveOrFail(state, intent, named);
  const customer = intent.customer === null ? undefined : idIn(intent.customer);
  if (customer !== undefined) {
    checkUsable(state, method, customer);
    attach(state, method, customer);
  }
  const done = put(state, 'setup_intent', {
    ...intent,
    last_setup_error: null,
    payment_method: method.id,
    status: 'succeeded',
  });
  emit(state, 'setup_intent.succeeded', done);
  return done;
}

function resolveOrFail(state: State, intent: Stripe.SetupIntent, token: string): Stripe.PaymentMethod {
  try {
    return resolvePaymentMethod(state, token, 'payment_method');
  } catch (error) {
    if (!(error instanceof StripeFault) || error.status !== 402) throw error;
    const { code = '', decline_code = '', message } = error.facts;
    const failed = put(state, 'setup_intent', {
      ...intent,
      last_setup_error: {
        code: code as Stripe.SetupIntent.LastSetupError.Code,
        decline_code,
        message,
        type: 'card_error',
      },
      payment_method: null,
      status: 'requires_payment_method',
    });
    emit(state, 'setup_intent.setup_failed', failed);
    const decline = { code, decline_code, message };
    throw new StripeFault({ ...cardFault(decline).facts, more: { setup_intent: failed } }, true);
  }
}
