import Stripe from 'stripe';
import { find, idIn, newId, type State } from '../state.ts';
import type { Period } from './periods.ts';

interface LineFacts {
  price: Stripe.Price;
  quantity: number;
  amount: number;
  period: Period;
  subscription: string;
  item: string;
  proration: boolean;
  description: string;
}

export function line(facts: LineFacts): Stripe.InvoiceLineItem {
  const { price, amount, subscription } = facts;
  return {
    id: newId('il'),
    object: 'line_item',
    amount,
    currency: price.currency,
    description: facts.description,
    discount_amounts: [],
    discountable: !facts.proration,
    discounts: [],
    invoice: null,
    livemode: false,
    metadata: {},
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: facts.proration ? newId('ii') : null,
        proration: facts.proration,
        proration_details: { credited_items: null },
        subscription,
        subscription_item: facts.item,
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
    quantity: facts.quantity,
    quantity_decimal: Stripe.Decimal.from(facts.quantity),
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
  const quantity = item.quantity ?? 1;
  const { price } = item;
  const unit = ((price.unit_amount ?? 0) / 100).toFixed(2);
  return line({
    price,
    quantity,
    amount: quantity * (price.unit_amount ?? 0),
    period,
    subscription: item.subscription,
    item: item.id,
    proration: false,
    description: `${quantity} × ${productName(state, price)} (at ${unit} ${price.currency.toUpperCase()} / ${price.recurring?.interval ?? 'once'})`,
  });
}

export function productName(state: State, price: Stripe.Price): string {
  const id = idIn(price.product);
  return find(state, 'product', id)?.name ?? id;
}

export function sum(lines: Stripe.InvoiceLineItem[]): number {
  return lines.reduce((total, { amount }) => total + amount, 0);
}
