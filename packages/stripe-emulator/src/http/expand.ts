import { find, type Kind, type State } from '../state.ts';
import { invalid } from './stripe-error.ts';

/** Fields that are only included on request. */
const HIDDEN: Record<string, string[]> = {
  invoice: ['confirmation_secret', 'payments'],
  'checkout.session': ['line_items'],
};

const KIND_BY_PREFIX: Record<string, Kind> = {
  cus: 'customer',
  prod: 'product',
  price: 'price',
  pm: 'payment_method',
  sub_sched: 'subscription_schedule',
  sub: 'subscription',
  in: 'invoice',
};

type Tree = { [field: string]: Tree };

/** The response with requested objects instead of ids, and without fields that must be requested. */
export function expanded(state: State, answer: unknown, paths: string[]): unknown {
  const tree: Tree = {};
  for (const path of paths) {
    let at = tree;
    for (const step of path.split('.')) {
      at[step] ??= {};
      at = at[step];
    }
  }
  return shaped(state, answer, { tree, path: '' });
}

interface Place {
  tree: Tree;
  path: string;
}

function shaped(state: State, value: unknown, place: Place): unknown {
  if (Array.isArray(value)) return value.map((item) => shaped(state, item, place));
  if (!isRecord(value)) return value;
  const hidden = typeof value.object === 'string' ? (HIDDEN[value.object] ?? []) : [];
  const result: Record<string, unknown> = {};
  for (const [field, inner] of Object.entries(value)) {
    const tree = place.tree[field];
    if (hidden.includes(field) && !tree) continue;
    result[field] = tree
      ? expandField(state, inner, { tree, path: place.path ? `${place.path}.${field}` : field })
      : shaped(state, inner, { tree: {}, path: '' });
  }
  for (const field of Object.keys(place.tree)) {
    if (!(field in value) && !('deleted' in value))
      throw invalid(
        `This property cannot be expanded (${place.path ? `${place.path}.` : ''}${field}).`,
        'expand[0]',
      );
  }
  return result;
}

function expandField(state: State, value: unknown, place: Place): unknown {
  if (value === null || value === undefined) return value;
  if (typeof value !== 'string') return shaped(state, value, place);
  const kind = KIND_BY_PREFIX[value.slice(0, value.lastIndexOf('_'))];
  const row = kind && (find(state, kind, value) ?? find(state, 'deleted', value));
  if (!row) throw invalid(`This property cannot be expanded (${place.path}).`, 'expand[0]');
  return shaped(state, row, place);
}

/** Plain objects only; others, such as decimals, serialize themselves. */
function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
