import type { CountedPagination, Pagination } from '@voiceloom/contract';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { decodeCursor, encodeCursor, type KeyType, type KeyValue, listFingerprint } from './page-cursor.ts';

/** One key of an order, as SQL and as the name under which the query selects it. */
export interface ListOrder {
  /** A column or an expression such as `lower(voice.name)`: our own text, never a caller's. */
  column: string;
  direction: 'asc' | 'desc';
  key: string;
  type: KeyType;
  nullable?: boolean;
}

export interface PageRequest {
  limit: number;
  offset?: number | undefined;
  cursor?: string | undefined;
}

export interface ListRequest<DB, TB extends keyof DB, Row> {
  /** The name of the list; a cursor of another list, order or filter is refused. */
  list: string;
  url: URL;
  page: PageRequest;
  order: readonly ListOrder[];
  /** Holds all filters and selects every order key under its `key`; where, order and limit are added here. */
  query: SelectQueryBuilder<DB, TB, Row>;
}

type Count = () => Promise<number>;

/**
 * One page of a list. Nulls sort as PostgreSQL does by default: last in ascending order, first in descending.
 * A page that is named by a cursor costs the same wherever it lies.
 */
export async function listPage<DB, TB extends keyof DB, Row>(
  request: ListRequest<DB, TB, Row> & { total: Count },
): Promise<{ items: Row[]; pagination: CountedPagination }>;
export async function listPage<DB, TB extends keyof DB, Row>(
  request: ListRequest<DB, TB, Row>,
): Promise<{ items: Row[]; pagination: Pagination }>;
export async function listPage<DB, TB extends keyof DB, Row>(
  request: ListRequest<DB, TB, Row> & { total?: Count },
): Promise<{ items: Row[]; pagination: Pagination | CountedPagination }> {
  const { page, url } = request;
  const order = endingWithId(request.order);
  const fingerprint = listFingerprint(request.list, url, order);
  const cursor = page.cursor === undefined ? undefined : decodeCursor(page.cursor, fingerprint, order);
  const backward = cursor?.direction === 'prev';
  const reading = backward ? order.map(reversed) : order;
  let query = request.query.limit(page.limit + 1);
  for (const key of reading) query = query.orderBy(expression(key), key.direction);
  if (cursor) query = query.where(after(reading, cursor.values));
  else if (page.offset) query = query.offset(page.offset);
  const [rows, total] = await Promise.all([query.execute(), request.total?.()]);
  const more = rows.length > page.limit;
  const items = rows.slice(0, page.limit);
  if (backward) items.reverse();

  const link = (direction: 'next' | 'prev', row: Row | undefined): string | null => {
    if (row === undefined) return null;
    const linked = new URL(url);
    linked.searchParams.delete('offset');
    linked.searchParams.set('cursor', encodeCursor({ fingerprint, direction, row, order }));
    return linked.href;
  };
  const before = backward ? more : cursor !== undefined || (page.offset ?? 0) > 0;
  const pagination = {
    limit: page.limit,
    next: backward || more ? link('next', items.at(-1)) : null,
    prev: before ? link('prev', items[0]) : null,
  };
  return { items, pagination: total === undefined ? pagination : { ...pagination, total } };
}

function endingWithId(order: readonly ListOrder[]): ListOrder[] {
  if (order.at(-1)?.key === 'id') return [...order];
  const table = /([a-z_]+)\.[a-z_]+/.exec(order[0]?.column ?? '')?.[1];
  const column = table === undefined ? 'id' : `${table}.id`;
  return [...order, { column, direction: 'asc', key: 'id', type: 'uuid' }];
}

function reversed(key: ListOrder): ListOrder {
  return { ...key, direction: key.direction === 'asc' ? 'desc' : 'asc' };
}

function expression({ column }: ListOrder): RawBuilder<unknown> {
  return /^[a-z_.]+$/.test(column) ? sql`${sql.ref(column)}` : sql`${sql.raw(column)}`;
}

const CASTS = { timestamp: 'timestamptz', text: 'text', int: 'bigint', uuid: 'uuid' } as const;

function bound(key: ListOrder, value: KeyValue): RawBuilder<unknown> {
  return sql`${value}::${sql.raw(CASTS[key.type])}`;
}

/** True for rows that come after `values` in the order: the first key that differs decides. */
function after(order: readonly ListOrder[], values: readonly KeyValue[]): RawBuilder<boolean> {
  const cases = order.map((key, index) => {
    const equal = order.slice(0, index).map((earlier, at) => equals(earlier, values[at] ?? null));
    return sql`(${sql.join([...equal, beyond(key, values[index] ?? null)], sql` and `)})`;
  });
  const decided = sql<boolean>`(${sql.join(cases, sql` or `)})`;
  const start = rangeStart(order[0], values[0] ?? null);
  return start ? sql<boolean>`(${start} and ${decided})` : decided;
}

/** Says once more where the first key begins, in the form that an index can start from. */
function rangeStart(key: ListOrder | undefined, value: KeyValue): RawBuilder<unknown> | undefined {
  if (key === undefined || value === null) return undefined;
  if (key.direction === 'desc') return sql`${expression(key)} <= ${bound(key, value)}`;
  return key.nullable ? undefined : sql`${expression(key)} >= ${bound(key, value)}`;
}

function equals(key: ListOrder, value: KeyValue): RawBuilder<unknown> {
  return value === null ? sql`${expression(key)} is null` : sql`${expression(key)} = ${bound(key, value)}`;
}

function beyond(key: ListOrder, value: KeyValue): RawBuilder<unknown> {
  const column = expression(key);
  if (key.direction === 'asc') {
    if (value === null) return sql`false`;
    const greater = sql`${column} > ${bound(key, value)}`;
    return key.nullable ? sql`(${greater} or ${column} is null)` : greater;
  }
  return value === null ? sql`${column} is not null` : sql`${column} < ${bound(key, value)}`;
}
