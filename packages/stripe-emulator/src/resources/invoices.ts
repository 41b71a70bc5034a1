import type Stripe from 'stripe';
import { resolvePaymentMethod } from '../billing/cards.ts';
import { finalize, voidInvoice } from '../billing/collect.ts';
import { invoiceObject, subscriptionOf } from '../billing/invoice-object.ts';
import { previewOf } from '../billing/invoicing.ts';
import { planChange } from '../billing/plan-change.ts';
import { collect } from '../billing/settle.ts';
import { emit } from '../emit.ts';
import type { Params } from '../http/form.ts';
import { PAGING, page } from '../http/list.ts';
import {
  flagOf,
  integerOf,
  mergedMetadata,
  recordOf,
  recordsOf,
  requiredText,
  textOf,
} from '../http/params.ts';
import { type Call, idFrom, type Route } from '../http/route.ts';
import { invalid, parameterMissing, StripeFault } from '../http/stripe-error.ts';
import { all, get, idIn, put } from '../state.ts';
import { draftSubscription, firstLines } from './create-subscription.ts';
import { changeFrom } from './item-changes.ts';
import { attach } from './payment-methods.ts';

const LIST = [...PAGING, 'collection_method', 'created', 'customer', 'status', 'subscription'];

export const invoiceRoutes: Route[] = [
  { method: 'GET', path: '/v1/invoices', accepts: LIST, run: list },
  {
    method: 'POST',
    path: '/v1/invoices/create_preview',
    accepts: ['currency', 'customer', 'expand', 'subscription', 'subscription_details'],
    run: preview,
  },
  { method: 'GET', path: '/v1/invoices/:id', accepts: ['expand'], run: retrieve },
  { method: 'POST', path: '/v1/invoices/:id', accepts: ['auto_advance', 'expand', 'metadata'], run: update },
  { method: 'GET', path: '/v1/invoices/:id/lines', accepts: PAGING, run: listLines },
  {
    method: 'POST',
    path: '/v1/invoices/:id/pay',
    accepts: ['expand', 'off_session', 'payment_method'],
    run: pay,
  },
  {
    method: 'POST',
    path: '/v1/invoices/:id/finalize',
    accepts: ['auto_advance', 'expand'],
    run: runFinalize,
  },
  { method: 'POST', path: '/v1/invoices/:id/void', accepts: ['expand'], run: runVoid },
];

function list({ state, params, url }: Call) {
  const [customer, subscription, status] = ['customer', 'subscription', 'status'].map((name) =>
    textOf(params, name),
  );
  const rows = all(state, 'invoice').filter(
    (row) =>
      (customer === undefined || row.customer === customer) &&
      (subscription === undefined || subscriptionOf(row) === subscription) &&
      (status === undefined || row.status === status),
  );
  return page(rows, params, url);
}

function retrieve(call: Call): Stripe.Invoice {
  return get(call.state, 'invoice', idFrom(call), 'invoice');
}

function update(call: Call): Stripe.Invoice {
  const before = retrieve(call);
  const after = put(call.state, 'invoice', {
    ...before,
    auto_advance: flagOf(call.params, 'auto_advance') ?? before.auto_advance ?? false,
    metadata: mergedMetadata(call.params, before.metadata ?? {}),
  });
  emit(call.state, 'invoice.updated', after, before);
  return after;
}

function listLines(call: Call) {
  const lines = [...retrieve(call).lines.data].reverse();
  return page(lines, call.params, call.url);
}

function pay(call: Call): Stripe.Invoice {
  const { state, params } = call;
  const found = retrieve(call);
  if (found.status === 'paid') throw invalid('Invoice is already paid', undefined, 'invoice_already_paid');
  if (found.status === 'void' || found.status === 'uncollectible')
    throw invalid(`This invoice is ${found.status} and cannot be paid.`);
  const invoice = found.status === 'draft' ? finalize(state, found) : found;
  const method = textOf(params, 'payment_method');
  const id = method === undefined ? undefined : resolvePaymentMethod(state, method, 'payment_method').id;
  const result = collect(state, invoice, id);
  if (!result.fault) return get(state, 'invoice', invoice.id);
  throw new StripeFault(result.fault.facts, true);
}

/** What the browser does with the secret of an invoice that waits for its first payment. */
export function confirmInvoice(call: Call): Stripe.Invoice {
  const { state, params } = call;
  const invoice = retrieve(call);
  const token = requiredText(params, 'payment_method');
  const method = attach(state, resolvePaymentMethod(state, token, 'payment_method'), idIn(invoice.customer));
  return pay({ ...call, params: { payment_method: method.id } });
}

function runFinalize(call: Call): Stripe.Invoice {
  const invoice = retrieve(call);
  if (invoice.status !== 'draft')
    throw invalid('This invoice is already finalized, you cannot re-finalize a non-draft invoice.');
  return finalize(call.state, invoice);
}

function runVoid(call: Call): Stripe.Invoice {
  const invoice = retrieve(call);
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible')
    throw invalid("You can only pass in open invoices. This invoice isn't open.");
  return voidInvoice(call.state, invoice);
}

const PREVIEWED = [
  'billing_cycle_anchor',
  'cancel_at_period_end',
  'items',
  'proration_behavior',
  'proration_date',
];

function preview({ state, params }: Call): Stripe.Invoice {
  const id = textOf(params, 'subscription');
  const details = recordOf(params, 'subscription_details') ?? {};
  const strange = Object.keys(details).find((name) => !PREVIEWED.includes(name));
  if (strange)
    throw invalid(
      `\`subscription_details[${strange}]\` is not known here.`,
      `subscription_details[${strange}]`,
      'parameter_unknown',
    );
  if (id === undefined) return previewNew({ state, params, details });
  const subscription = get(state, 'subscription', id, 'subscription');
  const customer = textOf(params, 'customer');
  if (customer !== undefined && customer !== subscription.customer)
    throw invalid(`The subscription ${id} does not belong to the customer ${customer}.`, 'customer');
  const items = recordsOf(details, 'items');
  const changes = items.length > 0 || textOf(details, 'billing_cycle_anchor') === 'now';
  const ends = flagOf(details, 'cancel_at_period_end') ?? subscription.cancel_at_period_end;
  if (subscription.ended_at !== null || (ends && !changes))
    throw new StripeFault({
      status: 404,
      code: 'invoice_upcoming_none',
      message: `No upcoming invoices for customer: ${idIn(subscription.customer)}`,
    });
  const planned = changes ? planChange(state, subscription, changeFrom(state, details, items)) : undefined;
  return previewOf(state, subscription, planned, integerOf(details, 'proration_date'));
}

function previewNew({
  state,
  params,
  details,
}: Pick<Call, 'state' | 'params'> & { details: Params }): Stripe.Invoice {
  const customer = textOf(params, 'customer');
  if (customer === undefined) throw parameterMissing('customer');
  get(state, 'customer', customer, 'customer');
  if (recordsOf(details, 'items').length === 0) throw parameterMissing('subscription_details[items]');
  const subscription = draftSubscription(state, customer, details);
  const now = state.now();
  return invoiceObject(state, {
    customer,
    subscription: undefined,
    lines: firstLines(state, subscription),
    reason: 'upcoming',
    period: { start: now, end: now },
    currency: subscription.currency,
  });
}
