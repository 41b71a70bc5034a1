import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDb, createPool } from '../../src/db/index.ts';
import { newId } from '../../src/ids.ts';
import { hotList } from '../../src/lists/hot-list.ts';
import { type ListOrder, listPage } from '../../src/lists/page.ts';
import { decodeBase62, encodeBase62 } from '../../src/secrets/base62.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { sentStatements } from '../support/sent-statements.ts';

interface Rows {
  thing: { id: string; name: string; size: number; seen_at: Date | null; note: string | null };
}

let database: TestDatabase;
let db: Kysely<Rows>;

beforeAll(async () => {
  database = await createDatabase();
  const pool = createPool({ connectionString: database.url, max: 4, onError: () => undefined });
  db = createDb(pool) as unknown as Kysely<Rows>;
  await sql`create table thing (id uuid primary key, name text not null, size integer not null,
    seen_at timestamptz(3), note text)`.execute(db);
  const rows = Array.from({ length: 57 }, (_, n) => ({
    id: newId(),
    name: ['b', 'A', 'a', 'ä', 'Ω', '日本', ''][n % 7] ?? '',
    size: (n * 7) % 5,
    seen_at: n % 3 ? new Date(1_700_000_000_000 + (n % 4)) : null,
    note: n % 4 ? `note ${n % 6}` : null,
  }));
  await db.insertInto('thing').values(rows).execute();
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const size: ListOrder = { column: 'thing.size', direction: 'asc', key: 'size', type: 'int' };
const name: ListOrder = { column: 'lower(thing.name)', direction: 'asc', key: 'name_key', type: 'text' };
const seen: ListOrder = {
  column: 'thing.seen_at',
  direction: 'asc',
  key: 'seen_at',
  type: 'timestamp',
  nullable: true,
};
const note: ListOrder = { column: 'thing.note', direction: 'asc', key: 'note', type: 'text', nullable: true };
const down = (order: ListOrder): ListOrder => ({ ...order, direction: 'desc' });

const ORDERS: [string, ListOrder[]][] = [
  ['size', [size]],
  ['size down', [down(size)]],
  ['name down, size', [down(name), size]],
  ['time that may be missing', [seen]],
  ['time that may be missing, down', [down(seen)]],
  ['two that may be missing, each its own way', [down(note), seen, down(size)]],
  ['note, name', [note, name]],
];

const START = new URL('http://voiceloom.test/things?color=red&limit=5');

function pageAt(url: URL, order: ListOrder[], list = 'things') {
  const parameters = url.searchParams;
  const cursor = parameters.get('cursor') ?? undefined;
  const offset = parameters.get('offset');
  return listPage({
    list,
    url,
    page: { limit: Number(parameters.get('limit')), cursor, ...(offset && { offset: Number(offset) }) },
    order,
    query: db.selectFrom('thing').selectAll().select(sql<string>`lower(thing.name)`.as('name_key')),
  });
}

async function expected(order: ListOrder[]): Promise<string[]> {
  const keys = order.map(({ column, direction }) => sql`${sql.raw(column)} ${sql.raw(direction)}`);
  const rows = await sql<{ id: string }>`select id from thing order by ${sql.join(keys)}, id`.execute(db);
  return rows.rows.map(({ id }) => id);
}

describe.each(ORDERS)('ordered by %s', (_name, order) => {
  test('next and prev visit every row once, in order', async () => {
    const all = await expected(order);
    const forward: string[] = [];
    let last = START;
    for (let url: URL | null = START; url; ) {
      const { items, pagination } = await pageAt(url, order);
      forward.push(...items.map(({ id }) => id));
      last = url;
      url = pagination.next === null ? null : new URL(pagination.next);
    }
    expect(forward).toEqual(all);
    const backward: string[] = [];
    for (let url: URL | null = last; url; ) {
      const { items, pagination } = await pageAt(url, order);
      backward.unshift(...items.map(({ id }) => id));
      url = pagination.prev === null ? null : new URL(pagination.prev);
    }
    expect(backward).toEqual(all);
  });

  test('an offset starts in the same order, and its links continue from there', async () => {
    const all = await expected(order);
    const url = new URL('?limit=5&offset=20', START);
    const { items, pagination } = await pageAt(url, order);
    expect(items.map(({ id }) => id)).toEqual(all.slice(20, 25));
    const next = await pageAt(new URL(pagination.next!), order);
    expect(next.items.map(({ id }) => id)).toEqual(all.slice(25, 30));
    const prev = await pageAt(new URL(pagination.prev!), order);
    expect(prev.items.map(({ id }) => id)).toEqual(all.slice(15, 20));
  });
});

describe('in a list of many rows with equal values', () => {
  const COUNT = 3_000;
  const START_OF_MANY = new URL('?limit=20', START);
  let read: pg.Pool;

  beforeAll(async () => {
    await sql`create table many (id uuid primary key, name text not null, size integer not null,
      seen_at timestamptz(3))`.execute(db);
    await sql`insert into many select gen_random_uuid(), 'Untitled', 0, null from generate_series(1, ${COUNT})`.execute(
      db,
    );
    await sql`create index on many (size desc, id)`.execute(db);
    await sql`create index on many (lower(name), id)`.execute(db);
    await sql`create index on many (seen_at desc, id)`.execute(db);
    await sql`analyze many`.execute(db);
    read = createPool({ connectionString: database.url, max: 1, onError: () => undefined });
  });
  afterAll(() => read.end());

  const ofMany = (order: ListOrder): ListOrder => ({
    ...order,
    column: order.column.replace('thing', 'many'),
  });

  interface Step {
    'Relation Name'?: string;
    'Actual Rows': number;
    'Actual Loops': number;
    'Rows Removed by Filter'?: number;
    Plans?: Step[];
  }
  /** How many rows of the table a plan reads. */
  const looked = (step: Step): number =>
    (step['Relation Name'] === 'many'
      ? (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0)) * step['Actual Loops']
      : 0) + (step.Plans ?? []).map(looked).reduce((sum, rows) => sum + rows, 0);

  async function pageOf(url: URL, order: ListOrder) {
    const { result: page, statements } = await sentStatements(() =>
      listPage({
        list: 'many',
        url,
        page: { limit: 20, cursor: url.searchParams.get('cursor') ?? undefined },
        order: [ofMany(order)],
        query: (db as unknown as Kysely<{ many: Rows['thing'] }>)
          .selectFrom('many')
          .selectAll()
          .select(sql<string>`lower(many.name)`.as('name_key')),
      }),
    );
    let rows = 0;
    for (const { text, values } of statements) {
      const plan = await read.query(`explain (analyze, format json) ${text}`, values);
      rows += looked(plan.rows[0]['QUERY PLAN'][0].Plan);
    }
    return { ...page, rows };
  }

  test.each<[string, ListOrder]>([
    ['a number, down', down(size)],
    ['a number', size],
    ['a name', name],
    ['a name, down', down(name)],
    ['a time that all miss, down', down(seen)],
  ])(
    'a page deep in the equal values of %s reads no more than itself, in both directions',
    async (_name, order) => {
      let url = START_OF_MANY;
      for (let page = 0; page < 20; page++) url = new URL((await pageOf(url, order)).pagination.next!);
      const far = await pageOf(url, order);
      expect(far.items.length).toBe(20);
      expect(far.rows).toBeLessThanOrEqual(42);
      const back = await pageOf(new URL(far.pagination.prev!), order);
      expect(back.items.length).toBe(20);
      expect(back.rows).toBeLessThanOrEqual(42);
    },
  );
});

test('the links keep the filters and replace the offset', async () => {
  const { pagination } = await pageAt(new URL('?color=red&limit=5&offset=20', START), [size]);
  const next = new URL(pagination.next!);
  expect(next.searchParams.get('color')).toBe('red');
  expect(next.searchParams.has('offset')).toBe(false);
  expect(next.href.startsWith('http://voiceloom.test/things?')).toBe(true);
});

test('a page with the last row has no next, and the first page has no prev', async () => {
  const { pagination } = await pageAt(new URL('?limit=57', START), [size]);
  expect(pagination).toEqual({ limit: 57, next: null, prev: null });
});

test.each<[string, (url: URL) => [URL, ListOrder[], string]]>([
  ['another list', (url) => [url, [size], 'others']],
  ['another order', (url) => [url, [down(size)], 'things']],
  ['another filter', (url) => [changed(url, 'color', 'blue'), [size], 'things']],
  ['nothing readable', (url) => [changed(url, 'cursor', 'abc'), [size], 'things']],
  ['a forged key', (url) => [changed(url, 'cursor', forged(url)), [size], 'things']],
  [
    'the URL of another path',
    (url) => [withUrl(url, (own) => own.replace('/things', '/others')), [size], 'things'],
  ],
  [
    'the URL of another origin',
    (url) => [withUrl(url, (own) => own.replace('.test', '.example')), [size], 'things'],
  ],
  [
    'our URL without a cursor',
    (url) => [withUrl(url, (own) => own.replace('cursor=', 'x=')), [size], 'things'],
  ],
  ['a URL that cannot be read', (url) => [changed(url, 'cursor', 'https://['), [size], 'things']],
])('a cursor of %s is rejected', async (_name, change) => {
  const { pagination } = await pageAt(START, [size]);
  const [url, order, list] = change(new URL(pagination.next!));
  await expect(pageAt(url, order, list)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: [{ field: 'query.cursor' }],
  });
});

test.each(['0000-01-01T00:00:00.000Z', '2020-02-30T00:00:00.000Z', '2020-01-01T24:00:00Z', 'infinity'])(
  'a cursor with the forged time %s is rejected before the database sees it',
  async (time) => {
    const { pagination } = await pageAt(START, [seen]);
    const next = new URL(pagination.next!);
    await expect(pageAt(changed(next, 'cursor', forged(next, time)), [seen])).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ field: 'query.cursor' }],
    });
  },
);

test.each([
  ['the whole URL', (own: URL) => own.href],
  ['its path and query', (own: URL) => own.pathname + own.search],
])('a cursor may be %s of a neighboring page', async (_name, part) => {
  const { pagination } = await pageAt(START, [size]);
  const next = new URL(pagination.next!);
  const plain = await pageAt(next, [size]);
  const byUrl = await pageAt(changed(new URL(START), 'cursor', part(next)), [size]);
  expect(byUrl).toEqual(plain);
});

const withUrl = (url: URL, change: (own: string) => string) => changed(url, 'cursor', change(url.href));

function changed(url: URL, parameter: string, value: string): URL {
  url.searchParams.set(parameter, value);
  return url;
}

function forged(url: URL, key = '1; drop table thing'): string {
  const cursor = JSON.parse(String(decodeBase62(url.searchParams.get('cursor')!)));
  cursor[2][0] = key;
  return encodeBase62(Buffer.from(JSON.stringify(cursor)));
}

describe('a hot list', () => {
  const things = (rows: Kysely<Rows>, { least }: { least: number }) =>
    rows.selectFrom('thing').selectAll().where('thing.size', '>=', least);
  const hot = hotList(things);
  const pageOf = (
    query: ReturnType<typeof hot> | ReturnType<typeof things>,
    limit: number,
    order: ListOrder,
  ) => listPage({ list: 'hot', url: START, page: { limit }, order: [order], query, counted: true });

  test.each([
    ['a small page', 5, size],
    ['a page in the other direction', 5, down(size)],
    ['a page of another order', 5, seen],
    ['a larger page', 30, size],
  ])('reads %s for each parameter like a plain list', async (_name, limit, order) => {
    for (const least of [0, 2, 4, 99]) {
      const plain = await pageOf(things(db, { least }), limit, order);
      expect(await pageOf(hot(db, { least }), limit, order)).toEqual(plain);
    }
  });
});

describe('a counted list', () => {
  const counted = (page: { limit: number; offset?: number }, least = 0) => {
    const query = db.selectFrom('thing').selectAll().where('thing.size', '>=', least);
    return listPage({
      list: 'counted',
      url: START,
      page,
      order: [size],
      query,
      counted: true,
    });
  };

  test.each([
    ['its first page', { limit: 5 }],
    ['a later page', { limit: 5, offset: 50 }],
    ['a page beyond its end', { limit: 5, offset: 1_000 }],
  ])('has the total number of items on %s', async (_name, page) => {
    expect((await counted(page)).pagination.total).toBe(57);
  });

  test('that is empty has a total of 0', async () => {
    expect((await counted({ limit: 5 }, 99)).pagination.total).toBe(0);
  });

  test.each([
    [9_999, 9_999],
    [10_000, 10_000],
    [10_001, 10_000],
    [50_000, 10_000],
  ])('of %d items counts %d of them', async (length, total) => {
    const rows = sql<{ id: string; size: number }>`
      (select gen_random_uuid() as id, n as size from generate_series(1, ${length}::int) as n)`;
    const page = () =>
      listPage({
        ...{
          list: 'long',
          url: START,
          page: { limit: 5 },
          order: [size],
          counted: true,
          owner: String(length),
        },
        query: db.selectFrom(rows.as('thing')).selectAll(),
      });
    expect((await page()).pagination.total).toBe(total);
    expect((await page()).pagination.total).toBe(total);
  });
});
