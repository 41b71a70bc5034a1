import { type CountedPagination, MAX_TOTAL, type Pagination } from '@voiceloom/contract';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { type HotList, isHotList } from './hot-list.ts';
import {
  type Cursor,
  cursorIn,
  decodeCursor,
  encodeCursor,
  type KeyType,
  type KeyValue,
  listFingerprint,
} from './page-cursor.ts';

/** One key of an order: its SQL, and the name under which the query selects it. */
export interface ListOrder {
  /** A column or an expression such as `lower(voice.name)`. It must never contain input of a caller. */
  column: string;
  direction: 'asc' | 'desc';
  key: string;
  type: KeyType;
  nullable?: boolean;
}

/** The rows of a table, latest first. */
export function latestFirst(table: string): ListOrder[] {
  return [{ column: `${table}.created_at`, direction: 'desc', key: 'created_at', type: 'timestamp' }];
}

export interface PageRequest {
  limit: number;
  offset?: number | undefined;
  cursor?: string | undefined;
}

export interface ListRequest<DB, TB extends keyof DB, Row> {
  /** The name of the list. Cursors of another list, order or filter are rejected. */
  list: string;
  url: URL;
  page: PageRequest;
  order: readonly ListOrder[];
  /** Contains all filters and selects every order key under its `key`. This file adds conditions, order and limit. */
  query: SelectQueryBuilder<DB, TB, Row> | HotList<DB, TB, Row>;
  /** Selects the same rows without joins, if that makes counting cheaper. */
  counting?: SelectQueryBuilder<DB, TB, object> | undefined;
  /** The workspace of the list, if the list depends only on this workspace and the URL. */
  owner?: string;
}

type PaginationOf<Counted> = Counted extends true ? CountedPagination : Pagination;

/**
 * A page of a list, with the total number of items if it is `counted`. Nulls are sorted as PostgreSQL does by default:
 * last in ascending order, first in descending order. With a cursor, every page costs the same.
 */
export async function listPage<DB, TB extends keyof DB, Row, Counted extends true | undefined = undefined>(
  request: ListRequest<DB, TB, Row> & { counted?: Counted },
): Promise<{ items: Row[]; pagination: PaginationOf<Counted> }> {
  const { page, url } = request;
  const order = endingWithId(request.order);
  const fingerprint = listFingerprint(request.list, url, order);
  const cursor =
    page.cursor === undefined ? undefined : decodeCursor(cursorIn(page.cursor, url), fingerprint, order);
  const backward = cursor?.direction === 'prev';
  const { rows, total } = await readPage(request, { order, fingerprint, cursor });
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
  const counted: object = total === undefined ? pagination : { ...pagination, total };
  return { items, pagination: counted as PaginationOf<Counted> };
}

/** A page of views, in the form of a list response. */
export async function listViews<
  DB,
  TB extends keyof DB,
  Row,
  View,
  Counted extends true | undefined = undefined,
>(
  request: ListRequest<DB, TB, Row> & { counted?: Counted; view: (row: Row) => View },
): Promise<{ data: View[]; pagination: PaginationOf<Counted> }> {
  const { items, pagination } = await listPage<DB, TB, Row, Counted>(request);
  return { data: items.map((row) => request.view(row)), pagination };
}

interface PageQuery {
  order: readonly ListOrder[];
  fingerprint: string;
  cursor: Cursor | undefined;
}

async function readPage<DB, TB extends keyof DB, Row>(
  request: ListRequest<DB, TB, Row> & { counted?: true | undefined },
  place: PageQuery,
): Promise<{ rows: Row[]; total: number | undefined }> {
  const { counted, owner } = request;
  const list = owner && `${owner} ${place.fingerprint}`;
  const isLong = list !== undefined && (longUntil.get(list) ?? 0) > performance.now();
  const [rows, [found]] = await readRows(request, { ...place, isCounted: counted === true && !isLong });
  if (!counted) return { rows, total: undefined };
  const total = isLong ? MAX_TOTAL : ((found as { list_total: number } | undefined)?.list_total ?? 0);
  if (list && total === COUNTED_ROWS) markLong(list);
  return { rows, total: Math.min(total, MAX_TOTAL) };
}

/** Limits are literals in SQL, so that PostgreSQL plans for them. Few sizes mean few prepared statements. */
const PAGE_SIZES = [21, 51, 101];

/** The rows of a page, and a row with the count. Without a cursor, one statement reads both, because it costs less. */
async function readRows<DB, TB extends keyof DB, Row>(
  { page, query: list, counting }: ListRequest<DB, TB, Row>,
  { order, cursor, isCounted }: PageQuery & { isCounted: boolean },
): Promise<[Row[], readonly unknown[]]> {
  const reading = cursor?.direction === 'prev' ? order.map(reversed) : order;
  const size = PAGE_SIZES.find((most) => most > page.limit) ?? page.limit + 1;
  const limited = (rows: SelectQueryBuilder<DB, TB, Row>) => sorted(rows, reading).limit(sql.lit(size));
  const total = (all: SelectQueryBuilder<DB, TB, Row>) =>
    (counting ? countOf(counting) : countOf(all)).as('list_total');
  const withCount = (rows: SelectQueryBuilder<DB, TB, Row>, all: SelectQueryBuilder<DB, TB, Row>) =>
    isCounted ? rows.select(total(all)) : rows;
  if (isHotList(list) && !cursor && !page.offset) {
    const keys = reading.map(({ column, direction }) => `${column} ${direction}`);
    const rows = await list.read([...keys, size, isCounted].join(), (all) => withCount(limited(all), all));
    return [rows, rows];
  }
  const query = isHotList(list) ? list.build() : list;
  const readCount = () => query.clearSelect().select(total(query)).limit(1).execute();
  if (cursor) {
    const read = union(query, { ranges: after(reading, cursor.values), cut: limited }).execute();
    return Promise.all([read, isCounted ? readCount() : []]);
  }
  const part = page.offset ? limited(query).offset(page.offset) : limited(query);
  const rows = await withCount(part, query).execute();
  // A page without rows does not contain the total.
  return [rows, isCounted && rows.length === 0 && page.offset ? await readCount() : rows];
}

const sorted = <DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  order: readonly ListOrder[],
) => order.reduce((all, { key, direction }) => all.orderBy(sql.ref(key), direction), query);

/** If a list has this many items, it is not counted again for ten seconds. */
const COUNTED_ROWS = MAX_TOTAL + 1_000;
const RECOUNT_AFTER_MS = 10_000;
const MAX_LONG_LISTS = 10_000;
const longUntil = new Map<string, number>();

function markLong(list: string): void {
  if (longUntil.size >= MAX_LONG_LISTS) longUntil.clear();
  longUntil.set(list, performance.now() + RECOUNT_AFTER_MS);
}

/** Counts rows only up to a bound, so that a long list does not slow down its pages. */
function countOf<DB, TB extends keyof DB, Row>(query: SelectQueryBuilder<DB, TB, Row>): RawBuilder<number> {
  return sql`(select count(*) from (${query.clearSelect().limit(sql.lit(COUNTED_ROWS))}) as counted)`;
}

function endingWithId(order: readonly ListOrder[]): ListOrder[] {
  if (order.at(-1)?.key === 'id') return [...order];
  // linear: a column that our own code names
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

interface Parts<Query> {
  ranges: RawBuilder<boolean>[];
  /** Adds the order and the limit of a page to a query. */
  cut: (query: Query) => Query;
}

/** A page of the rows of all ranges. Each range has its own limit, so that nothing after the page is read. */
function union<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { ranges, cut }: Parts<SelectQueryBuilder<DB, TB, Row>>,
): SelectQueryBuilder<DB, TB, Row> {
  const parts = ranges.map((range) => cut(query.where(range)));
  // Kysely writes the first operand without parentheses, so it cannot have its own limit. Therefore, it is empty.
  const nothing = query.where(sql<boolean>`false`);
  return cut(parts.reduce((all, part) => all.unionAll((eb) => eb.parens(part)), nothing));
}

/**
 * The rows after `values` in the order, as ranges that are contiguous in an index. So no rows before the page are read,
 * even if many rows share a key.
 */
function after(order: readonly ListOrder[], values: readonly KeyValue[]): RawBuilder<boolean>[] {
  const bounds = order.map((key, index) => ({ key, value: values[index] ?? null }));
  return bounds.flatMap((own, index) => {
    const ties = bounds.slice(0, index).map(equals);
    return beyond(own).map((part) => sql<boolean>`(${sql.join([...ties, part], sql` and `)})`);
  });
}

type Bound = { key: ListOrder; value: KeyValue };

function bound({ key, value }: Bound): RawBuilder<unknown> {
  return sql`${value}::${sql.raw(CASTS[key.type])}`;
}

function equals({ key, value }: Bound): RawBuilder<unknown> {
  return value === null
    ? sql`${expression(key)} is null`
    : sql`${expression(key)} = ${bound({ key, value })}`;
}

/** The conditions for rows after the bound by only this key. Empty if no row can match. */
function beyond({ key, value }: Bound): RawBuilder<unknown>[] {
  const column = expression(key);
  if (key.direction === 'desc')
    return [value === null ? sql`${column} is not null` : sql`${column} < ${bound({ key, value })}`];
  if (value === null) return [];
  const greater = sql`${column} > ${bound({ key, value })}`;
  return key.nullable ? [greater, sql`${column} is null`] : [greater];
}

interface OrderQuery<Name> {
  sort?: readonly Name[] | undefined;
  order?: readonly ListOrder['direction'][] | undefined;
}

interface SortKeys<Name extends string> {
  /** The keys with their default directions. */
  keys: Record<Name, ListOrder>;
  /** The key for a query without `sort`. */
  first: Name;
}

/** Pairs `sort` and `order` by position. Of a repeated key, only the first one counts. */
export function orderOf<Name extends string>(
  { sort, order = [] }: OrderQuery<Name>,
  { keys, first }: SortKeys<Name>,
): ListOrder[] {
  const names = sort ?? [first];
  return names.flatMap((name, index) =>
    names.indexOf(name) === index ? [{ ...keys[name], direction: order[index] ?? keys[name].direction }] : [],
  );
}
