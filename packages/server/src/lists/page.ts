import { type CountedPagination, MAX_TOTAL, type Pagination } from '@voiceloom/contract';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { type HotList, isHotList } from './hot-list.ts';
import {
  type Cursor,
  decodeCursor,
  encodeCursor,
  extractCursor,
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
  const order = [...request.order];
  if (order.at(-1)?.key !== 'id') {
    // linear: a column that our own code names
    const table = /([a-z_]+)\.[a-z_]+/.exec(order[0]?.column ?? '')?.[1];
    const column = table === undefined ? 'id' : `${table}.id`;
    order.push({ column, direction: 'asc', key: 'id', type: 'uuid' });
  }
  const fingerprint = listFingerprint(request.list, url, order);
  let cursor: Cursor | undefined;
  if (page.cursor !== undefined) cursor = decodeCursor(extractCursor(page.cursor, url), fingerprint, order);
  const isBackward = cursor?.direction === 'prev';
  let reading: readonly ListOrder[] = order;
  if (isBackward) reading = order.map((key) => ({ ...key, direction: REVERSED[key.direction] }));
  const { rows, total } = await readPage(request, { order: reading, fingerprint, cursor });
  const hasMore = rows.length > page.limit;
  const items = rows.slice(0, page.limit);
  if (isBackward) items.reverse();

  const link = (direction: 'next' | 'prev', row: Row | undefined): string | null => {
    if (row === undefined) return null;
    const target = new URL(url);
    target.searchParams.delete('offset');
    target.searchParams.set('cursor', encodeCursor({ fingerprint, direction, row, order }));
    return target.href;
  };
  const pagination: Pagination = { limit: page.limit, next: null, prev: null };
  if (isBackward || hasMore) pagination.next = link('next', items.at(-1));
  const hasPrevious = isBackward ? hasMore : cursor !== undefined || (page.offset ?? 0) > 0;
  if (hasPrevious) pagination.prev = link('prev', items[0]);
  if (total !== undefined) Object.assign(pagination, { total });
  return { items, pagination: pagination as PaginationOf<Counted> };
}

const REVERSED = { asc: 'desc', desc: 'asc' } as const;

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
  /** The order in which the rows are read: backward for a previous page. */
  order: readonly ListOrder[];
  fingerprint: string;
  cursor: Cursor | undefined;
}

/** The rows of a page and, if requested, the total of the list up to `MAX_TOTAL`. */
async function readPage<DB, TB extends keyof DB, Row>(
  request: ListRequest<DB, TB, Row> & { counted?: true | undefined },
  pageQuery: PageQuery,
): Promise<{ rows: Row[]; total: number | undefined }> {
  const { counted: isCounted, owner } = request;
  // A list that had more items than `total` can state is not counted again for a while: it is surely still as long.
  const listKey = owner && `${owner} ${pageQuery.fingerprint}`;
  const isLong = listKey !== undefined && (longListsUntil.get(listKey) ?? 0) > performance.now();
  const [rows, [countRow]] = await readRows(request, {
    ...pageQuery,
    isCounted: isCounted === true && !isLong,
  });
  if (!isCounted) return { rows, total: undefined };
  if (isLong) return { rows, total: MAX_TOTAL };
  const total = (countRow as { list_total: number } | undefined)?.list_total ?? 0;
  if (listKey && total === COUNTED_ROWS) {
    if (longListsUntil.size >= MAX_LONG_LISTS) longListsUntil.clear();
    longListsUntil.set(listKey, performance.now() + RECOUNT_AFTER_MS);
  }
  return { rows, total: Math.min(total, MAX_TOTAL) };
}

/**
 * Counting stops here. A list with this many items is not counted again for ten seconds. Its total stays right, unless
 * meanwhile more items are deleted than it has above `MAX_TOTAL`.
 */
const COUNTED_ROWS = MAX_TOTAL + 1_000;
const RECOUNT_AFTER_MS = 10_000;
const MAX_LONG_LISTS = 10_000;
/** The times of `performance.now()` until which long lists are not counted. */
const longListsUntil = new Map<string, number>();

/** Limits are literals in SQL, so that PostgreSQL plans for them. Few sizes mean few prepared statements. */
const PAGE_SIZES = [21, 51, 101];

/** The rows of a page, and a row with the count. Without a cursor, one statement reads both, because it costs less. */
async function readRows<DB, TB extends keyof DB, Row>(
  { page, query: list, counting }: ListRequest<DB, TB, Row>,
  { order, cursor, isCounted }: PageQuery & { isCounted: boolean },
): Promise<[Row[], readonly unknown[]]> {
  const size = PAGE_SIZES.find((max) => max > page.limit) ?? page.limit + 1;
  const limited = (rows: SelectQueryBuilder<DB, TB, Row>) =>
    order
      .reduce((query, { key, direction }) => query.orderBy(sql.ref(key), direction), rows)
      .limit(sql.lit(size));
  const total = (allRows: SelectQueryBuilder<DB, TB, Row>) => {
    // Counts rows only up to a bound, so that a long list does not slow down its pages.
    const bounded = (counting ?? allRows).clearSelect().limit(sql.lit(COUNTED_ROWS));
    return sql<number>`(select count(*) from (${bounded}) as counted)`.as('list_total');
  };
  const withCount = (rows: SelectQueryBuilder<DB, TB, Row>, allRows: SelectQueryBuilder<DB, TB, Row>) =>
    rows.$if(isCounted, (page) => page.select(total(allRows)));
  if (isHotList(list) && !cursor && !page.offset) {
    const keys = order.map(({ column, direction }) => `${column} ${direction}`);
    const rows = await list.read([...keys, size, isCounted].join(), (allRows) =>
      withCount(limited(allRows), allRows),
    );
    return [rows, rows];
  }
  const query = isHotList(list) ? list.build() : list;
  const readCount = () => query.clearSelect().select(total(query)).limit(1).execute();
  if (cursor) {
    // Kysely writes the first operand without parentheses, so it cannot have its own limit. Therefore, it is empty.
    let union = query.where(sql<boolean>`false`);
    // Each range has its own limit, so that nothing after the page is read.
    for (const range of buildRanges(order, cursor.values))
      union = union.unionAll((eb) => eb.parens(limited(query.where(range))));
    return Promise.all([limited(union).execute(), isCounted ? readCount() : []]);
  }
  let part = limited(query);
  if (page.offset) part = part.offset(page.offset);
  const rows = await withCount(part, query).execute();
  // A page without rows does not contain the total.
  if (isCounted && rows.length === 0 && page.offset) return [rows, await readCount()];
  return [rows, rows];
}

const CASTS = { timestamp: 'timestamptz', text: 'text', int: 'bigint', uuid: 'uuid' } as const;

/**
 * The rows after `values` in the order, as ranges that are contiguous in an index. So no rows before the page are read,
 * even if many rows share a key.
 */
function buildRanges(order: readonly ListOrder[], values: readonly KeyValue[]): RawBuilder<boolean>[] {
  const ranges: RawBuilder<boolean>[] = [];
  const ties: RawBuilder<unknown>[] = [];
  for (const [index, key] of order.entries()) {
    const value = values[index] ?? null;
    const column = /^[a-z_.]+$/.test(key.column) ? sql.ref(key.column) : sql.raw(key.column);
    const bound = sql`${value}::${sql.raw(CASTS[key.type])}`;
    /** The conditions for rows after the bound by only this key. Empty if no row can match. */
    const conditions: RawBuilder<unknown>[] = [];
    if (value === null) {
      if (key.direction === 'desc') conditions.push(sql`${column} is not null`);
    } else if (key.direction === 'desc') {
      conditions.push(sql`${column} < ${bound}`);
    } else {
      conditions.push(sql`${column} > ${bound}`);
      if (key.nullable) conditions.push(sql`${column} is null`);
    }
    for (const condition of conditions)
      ranges.push(sql<boolean>`(${sql.join([...ties, condition], sql` and `)})`);
    ties.push(value === null ? sql`${column} is null` : sql`${column} = ${bound}`);
  }
  return ranges;
}

/** Pairs `sort` and `order` by position. Of a repeated key, only the first one counts. */
export function toListOrder<Name extends string>(
  query: {
    sort?: readonly Name[] | undefined;
    order?: readonly ListOrder['direction'][] | undefined;
  },
  sorting: {
    /** The keys with their default directions. */
    keys: Record<Name, ListOrder>;
    /** The key for a query without `sort`. */
    first: Name;
  },
): ListOrder[] {
  const names = query.sort ?? [sorting.first];
  const order: ListOrder[] = [];
  for (const [index, name] of names.entries()) {
    if (names.indexOf(name) !== index) continue;
    const key = sorting.keys[name];
    order.push({ ...key, direction: query.order?.[index] ?? key.direction });
  }
  return order;
}
