import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createDb, createPool, type Db } from '../../src/db/index.ts';
import { together } from '../../src/db/together.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { sentStatements } from '../support/sent-statements.ts';

let database: TestDatabase;
let pool: pg.Pool;
let db: Db;

beforeAll(async () => {
  database = await createDatabase();
  pool = createPool({ connectionString: database.url, max: 2, onError: () => undefined });
  db = createDb(pool);
  await sql`create table step (no int primary key, before bigint)`.execute(db);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const insert = (tx: Db, no: number) =>
  sql<{ before: number }>`
    insert into step (no, before) select ${no}::int, count(*) from step returning before`.execute(tx);

const stored = async (): Promise<number> =>
  (await sql<{ count: number }>`select count(*) as count from step`.execute(db)).rows[0]?.count ?? 0;

test('statements that are sent together run in their order', async () => {
  const numbers = Array.from({ length: 20 }, (_, no) => no);
  const results = await db.transaction().execute((tx) => together(numbers.map((no) => insert(tx, no))));
  expect(results.map(({ rows }) => rows[0]?.before)).toEqual(numbers);
  await sql`delete from step`.execute(db);
});

test('statements that are sent together do not wait for each other', async () => {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const sent = await db.transaction().execute(async (tx) => {
    const first = insert(tx, 30).then(() => query.mock.calls.length);
    return (await together([first, insert(tx, 31), insert(tx, 32)]))[0];
  });
  query.mockRestore();
  // Includes `begin`.
  expect(sent).toBe(4);
  await sql`delete from step`.execute(db);
});

test('an error rolls all of them back and is reported unchanged, and nothing follows the rollback', async () => {
  const twice = async (tx: Db): Promise<void> => {
    await insert(tx, 1);
    await insert(tx, 2);
  };
  const work = (tx: Db) => together([twice(tx), sql`select 1 / 0`.execute(tx), insert(tx, 3)]);
  const { statements } = await sentStatements(() =>
    expect(db.transaction().execute(work)).rejects.toMatchObject({ code: '22012' }),
  );
  expect(statements.map(({ text }) => text).indexOf('rollback')).toBe(statements.length - 1);
  expect(await stored()).toBe(0);
});

test('an error is reported unchanged, also if a statement after it was about to be prepared', async () => {
  const hot = (on: Db) => sql`select ${1}::int as hot`.execute(on);
  const own = createPool({ connectionString: database.url, max: 1, onError: () => undefined });
  const other = createDb(own);
  // The next execution would prepare it.
  for (let n = 0; n < 4; n++) await hot(other);
  const work = (tx: Db) => together([sql`select 1 / 0`.execute(tx), hot(tx), hot(tx)]);
  await expect(other.transaction().execute(work)).rejects.toMatchObject({ code: '22012' });
  await own.end();
});
