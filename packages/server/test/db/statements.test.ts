import { execFileSync } from 'node:child_process';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { placeEmbedded } from '../../src/db/embedded-place.ts';
import { createDb, createPool, type Db, isDatabaseAway } from '../../src/db/index.ts';
import { plannedForItsValues } from '../../src/db/statements.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { testPostgres } from '../support/installed-postgres.ts';

const NO_ID = '00000000-0000-4000-8000-000000000000';

let database: TestDatabase;
let pool: pg.Pool;
let db: Db;

beforeAll(async () => {
  database = await createDatabase();
  pool = createPool({ connectionString: database.url, max: 1, onError: () => undefined });
  db = createDb(pool);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const prepared = async (): Promise<string[]> =>
  (await pool.query<{ statement: string }>('select statement from pg_prepared_statements')).rows.map(
    ({ statement }) => statement,
  );

test('tests run on the embedded PostgreSQL, or on the one that TEST_POSTGRES_BIN names', async () => {
  const { binaries } = await placeEmbedded('unused', testPostgres.binaries);
  const version = execFileSync(binaries.postgres, ['--version'], { encoding: 'utf8' });
  const { rows } = await pool.query<{ server_version: string }>('show server_version');
  expect(version).toContain(`(PostgreSQL) ${rows[0]?.server_version}`);
});

test('inserts of several rows, and filters, have the same text for any number of values', () => {
  const row = { run_id: 'r', seq: 1, type: 't', data: '{}', at: new Date() };
  const insert = (count: number) =>
    db
      .insertInto('run_event')
      .values(Array.from({ length: count }, () => row))
      .compile().sql;
  expect(insert(2)).toBe(insert(200));
  const filter = (...ids: string[]) => db.selectFrom('run').select('id').where('id', 'in', ids).compile().sql;
  expect(filter('a')).toBe(filter('a', 'b'));
  const others = (...ids: string[]) =>
    db.selectFrom('run').select('id').where('id', 'not in', ids).compile().sql;
  expect(others('a')).toBe(others('a', 'b'));
});

test('many rows are stored unchanged', async () => {
  const at = new Date('2026-02-28T23:59:59.123Z');
  const texts = ['plain', 'a "quoted" \\ {word}, NULL', '', 'null', 'ü🎧\n\t'];
  const rows = texts.map((name, index) => ({
    id: `00000000-0000-4000-8000-00000000000${index}`,
    issuer: 'test',
    subject: name,
    first_name: index === 0 ? null : name,
    email_verified: index % 2 === 0,
    created_at: at,
    updated_at: at,
  }));
  await db.insertInto('app_user').values(rows).execute();
  const stored = await db
    .selectFrom('app_user')
    .select(['id', 'issuer', 'subject', 'first_name', 'email_verified', 'created_at', 'updated_at'])
    .where('subject', 'in', texts)
    .orderBy('id')
    .execute();
  expect(stored).toEqual(rows);
  expect(await db.selectFrom('app_user').select('id').where('id', 'in', []).execute()).toEqual([]);
});

test('bytes and JSON in many rows are stored unchanged', async () => {
  const headers = [{ note: 'a "b" \\ {c}, ü' }, { list: '[1, 2]' }];
  const rows = headers.map((given, index) => ({
    caller: 'statements',
    key: String(index),
    fingerprint: Buffer.from([index, 0, 255, 92, 34]),
    response_headers: JSON.stringify(given),
    created_at: new Date(0),
    expires_at: new Date(0),
    locked_until: new Date(0),
  }));
  await db.insertInto('idempotency_key').values(rows).execute();
  const stored = await db
    .selectFrom('idempotency_key')
    .select(['fingerprint', 'response_headers'])
    .where('caller', '=', 'statements')
    .orderBy('key')
    .execute();
  expect(stored.map(({ response_headers }) => response_headers)).toEqual(headers);
  expect(stored.map(({ fingerprint }) => fingerprint)).toEqual(rows.map(({ fingerprint }) => fingerprint));
});

test('a statement is prepared only when it is used often', async () => {
  const read = () => db.selectFrom('plan').select('id').where('id', '=', NO_ID).limit(1).execute();
  for (let n = 0; n < 4; n++) await read();
  expect((await prepared()).filter((text) => text.includes('from "plan"'))).toEqual([]);
  await read();
  expect((await prepared()).filter((text) => text.includes('from "plan"'))).toHaveLength(1);
});

test('a statement that is planned for its values is never prepared', async () => {
  for (let n = 0; n < 10; n++)
    await sql`${plannedForItsValues} select id from voice where id = any(${[NO_ID]}::uuid[])`.execute(db);
  expect((await prepared()).filter((text) => text.includes('from voice'))).toEqual([]);
});

test('a pool with `prepares: false` prepares no statement', async () => {
  const other = createPool({
    connectionString: database.url,
    max: 1,
    prepares: false,
    onError: () => undefined,
  });
  for (let n = 0; n < 10; n++) await other.query('select $1::int', [n]);
  const { rows } = await other.query('select count(*)::int as count from pg_prepared_statements');
  expect(rows).toEqual([{ count: 0 }]);
  await other.end();
});

test('a statement invalidated by a migration fails once with a retryable error, and then works', async () => {
  const read = () => db.selectFrom('plan').selectAll().where('id', '=', NO_ID).execute();
  for (let n = 0; n < 6; n++) await read();
  const admin = new pg.Client({ connectionString: database.url });
  await admin.connect();
  await admin.query('alter table plan add column added_later text');
  await admin.end();
  const error = await read().then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(isDatabaseAway(error)).toBe(true);
  await expect.poll(read).toEqual([]);
});
