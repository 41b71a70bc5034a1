import type Stripe from 'stripe';
import type { Change, ItemChange, ProrationBehavior } from '../billing/plan-change.ts';
import type { Params } from '../http/form.ts';
import { choiceOf, flagOf, integerOf, textOf } from '../http/params.ts';
import { invalid } from '../http/stripe-error.ts';
import { get, type State } from '../state.ts';

const ITEM = ['id', 'price', 'quantity', 'deleted', 'metadata'];

/** The change that an update or preview requests. */
export function changeFrom(state: State, params: Params, items: Params[]): Change {
  return {
    items: items.map((item) => itemChange(state, item)),
    proration_behavior: prorationOf(params) ?? 'create_prorations',
    proration_date: integerOf(params, 'proration_date'),
    reset_anchor: textOf(params, 'billing_cycle_anchor') === 'now',
  };
}

export function prorationOf(params: Params): ProrationBehavior | undefined {
  return choiceOf(params, 'proration_behavior', ['always_invoice', 'create_prorations', 'none']);
}

function itemChange(state: State, item: Params): ItemChange {
  const strange = Object.keys(item).find((name) => !ITEM.includes(name));
  if (strange)
    throw invalid(
      `Received unknown parameter: items[0][${strange}]`,
      `items[0][${strange}]`,
      'parameter_unknown',
    );
  const price = textOf(item, 'price');
  return {
    id: textOf(item, 'id'),
    price: price === undefined ? undefined : usablePrice(state, price),
    quantity: integerOf(item, 'quantity'),
    deleted: flagOf(item, 'deleted') ?? false,
  };
}

export function usablePrice(state: State, id: string): Stripe.Price {
  const price = get(state, 'price', id, 'items[0][price]');
  if (!price.active)
    throw invalid(
      'The price specified is inactive. This field only accepts active prices.',
      'items[0][price]',
    );
  return price;
}
