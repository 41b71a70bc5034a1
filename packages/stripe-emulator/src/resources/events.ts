import type Stripe from 'stripe';
import { PAGING, page } from '../http/list.ts';
import { textOf, textsOf } from '../http/params.ts';
import { type Call, idFrom, type Route } from '../http/route.ts';
import { all, get } from '../state.ts';

export const eventRoutes: Route[] = [
  { method: 'GET', path: '/v1/events', accepts: [...PAGING, 'created', 'type', 'types'], run: list },
  { method: 'GET', path: '/v1/events/:id', accepts: ['expand'], run: retrieve },
];

function list({ state, params, url }: Call) {
  const type = textOf(params, 'type');
  const types = textsOf(params, 'types');
  const wanted = type === undefined ? types : [type];
  const matches = (event: Stripe.Event) =>
    wanted.some((one) => (one.endsWith('*') ? event.type.startsWith(one.slice(0, -1)) : event.type === one));
  const rows = all(state, 'event').filter((event) => wanted.length === 0 || matches(event));
  return page(rows, params, url);
}

function retrieve(call: Call): Stripe.Event {
  return get(call.state, 'event', idFrom(call));
}
