import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDb, createPool, type Db } from '../../src/db/index.ts';
import { insertCustomer } from '../../src/features/billing/customer-queries.ts';
import { seedVoices } from '../../src/features/voices/index.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';

const AT_ONCE = 8;
const ROUNDS = 40;

let database: TestDatabase;
let pool: ReturnType<typeof createPool>;
let db: Db;
beforeAll(async () => {
  database = await createDatabase();
  pool = createPool({ connectionString: database.url, max: AT_ONCE, onError: () => undefined });
  db = createDb(pool);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const atOnce = <Result>(work: () => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: AT_ONCE }, work));

test('concurrent inserts of one customer create one row, and all callers get it', async () => {
  const created_at = new Date();
  for (let round = 0; round < ROUNDS; round++) {
    const { rows } = await sql<{ id: string }>`
      insert into app_user (id, issuer, subject, created_at, updated_at)
      values (gen_random_uuid(), 'test', ${String(round)}, now(), now()) returning id`.execute(db);
    const user_id = rows[0]!.id;
    const got = await atOnce(() =>
      insertCustomer(db, { user_id, processor_customer_id: `cus_${round}`, created_at }),
    );
    expect(new Set(got.map((row) => row.processor_customer_id))).toEqual(new Set([`cus_${round}`]));
  }
});

test('processes that start at once on a new database seed the same voices', async () => {
  const seeded = async () =>
    (await sql<{ id: string }>`select id from voice order by id`.execute(db)).rows.map(({ id }) => id);
  const expected = await seeded();
  expect(expected.length).toBeGreaterThan(0);
  for (let round = 0; round < ROUNDS; round++) {
    await sql`delete from voice`.execute(db);
    await atOnce(() => seedVoices(db, { isInstalled: true, now: new Date() }));
    expect(await seeded()).toEqual(expected);
  }
});
