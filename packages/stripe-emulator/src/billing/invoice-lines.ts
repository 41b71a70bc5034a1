import Stripe from 'stripe';
import { find, idIn, newId, type State } from '../state.ts';
import { type Period, prorated } from './periods.ts';

interface LineFacts {
  amount: number;
  period: Period;
  proration: boolean;
  description: string;
}

function lineOf(item: Stripe.SubscriptionItem, facts: LineFacts): Stripe.InvoiceLineItem {
  const { price, subscription } = item;
  const { amount, proration } = facts;
  return {
    id: newId('il'),
    object: 'line_item',
    amount,
    currency: price.currency,
    description: facts.description,
    discount_amounts: [],
    discountable: !proration,
    discounts: [],
    invoice: null,
    livemode: false,
    metadata: {},
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: proration ? newId('ii') : null,
        proration,
        proration_details: { credited_items: null },
        subscription,
        subscription_item: item.id,
      },
      type: 'subscription_item_details',
    },
    period: facts.period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: idIn(price.product) },
      type: 'price_details',
      unit_amount_decimal: price.unit_amount_decimal,
    },
    quantity: 1,
    quantity_decimal: Stripe.Decimal.from(1),
    subscription,
    subtotal: amount,
    taxes: [],
  };
}

/** A whole period of an item. */
export function periodLine(
  state: State,
  item: Stripe.SubscriptionItem,
  period: Period,
): Stripe.InvoiceLineItem {
  const { price } = item;
  const amount = price.unit_amount ?? 0;
  const rate = `${(amount / 100).toFixed(2)} ${price.currency.toUpperCase()} / ${price.recurring?.interval}`;
  return lineOf(item, {
    amount,
    period,
    proration: false,
    description: `1 × ${productName(state, price)} (at ${rate})`,
  });
}

/** The rest of a period: a credit with the sign -1, a charge with 1. */
export function prorationLine(
  state: State,
  item: Stripe.SubscriptionItem,
  { at, period, sign }: { at: number; period: Period; sign: 1 | -1 },
): Stripe.InvoiceLineItem {
  const words = sign === -1 ? 'Unused time on' : 'Remaining time on';
  const day = new Date(at * 1_000).toISOString().slice(0, 10);
  return lineOf(item, {
    // `+ 0` turns minus zero into zero.
    amount: sign * prorated(item.price.unit_amount ?? 0, at, period) + 0,
    period: { start: at, end: period.end },
    proration: true,
    description: `${words} ${productName(state, item.price)} after ${day}`,
  });
}

export function productName(state: State, price: Stripe.Price): string {
  const id = idIn(price.product);
  return find(state, 'product', id)?.name ?? id;
}
