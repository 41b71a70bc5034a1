import type { ListOrder } from './page.ts';

type Direction = ListOrder['direction'];

interface OrderQuery<Name> {
  sort?: readonly Name[] | undefined;
  order?: readonly Direction[] | undefined;
}

interface SortKeys<Name extends string> {
  keys: Record<Name, Omit<ListOrder, 'direction'>>;
  /** The direction of each key that the query gives no order for. */
  directions: Record<Name, Direction>;
  /** The key of a query without `sort`. */
  first: Name;
}

/** `sort` and `order` pair by position; of a key that is a duplicate the first counts. */
export function orderOf<Name extends string>(
  { sort, order = [] }: OrderQuery<Name>,
  { keys, directions, first }: SortKeys<Name>,
): ListOrder[] {
  const names = sort ?? [first];
  return names.flatMap((name, index) =>
    names.indexOf(name) === index ? [{ ...keys[name], direction: order[index] ?? directions[name] }] : [],
  );
}
