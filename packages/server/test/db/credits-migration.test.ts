import { randomUUID } from 'node:crypto';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_PLANS_FILE, readPlans } from '../../src/config/plans-file.ts';
import { createDb, createPool } from '../../src/db/index.ts';
import * as identity from '../../src/db/migrations/0001-identity.ts';
import * as content from '../../src/db/migrations/0002-content.ts';
import * as runs from '../../src/db/migrations/0003-runs.ts';
import * as credits from '../../src/db/migrations/0004-credits.ts';
import * as templates from '../../src/db/migrations/0005-templates.ts';
import * as members from '../../src/db/migrations/0006-members.ts';
import * as catalog from '../../src/db/migrations/0007-catalog.ts';
import * as webhooks from '../../src/db/migrations/0008-webhooks.ts';
import * as billing from '../../src/db/migrations/0009-billing.ts';
import * as usage from '../../src/db/migrations/0010-usage.ts';
import * as periods from '../../src/db/migrations/0011-credits.ts';
import { seedPlans } from '../../src/db/seed-plans.ts';
import { checkLedger } from '../../src/features/credits/check-ledgers.ts';
import { lockAccount, readAccountSnapshot } from '../../src/ledger/credits.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';

/*
 * Accounts of an earlier release continue unchanged: no credits are granted again, and spent credits remain
 * spent.
 */
const before = [identity, content, runs, credits, templates, members, catalog, webhooks, billing, usage];
let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createDatabase();
  pool = createPool({ connectionString: database.url, max: 2, onError: () => undefined });
  await pool.query('drop schema public cascade; create schema public');
  const raw = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  for (const migration of before) await migration.up(raw);
  await insertAccount(raw);
  await periods.up(raw);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const user = randomUUID();
const START = '2026-03-01T00:00:00Z';

/** 1,000 granted in February and in March; 150 spent in February, 40 in March; 850 expired in between. */
async function insertAccount(db: Kysely<unknown>): Promise<void> {
  await sql`insert into app_user (id, issuer, subject, created_at, updated_at)
    values (${user}, 'test', 'test', ${START}, ${START})`.execute(db);
  const entry = (kind: string, cause: string, amount: number, at: string) =>
    sql`insert into credit_entry (id, account_id, kind, cause, amount, created_at)
      values (${randomUUID()}, ${user}, ${kind}, ${cause}, ${amount}, ${at})`.execute(db);
  await entry('grant', `grant/${user}/2026-02`, 1_000, '2026-02-03T00:00:00Z');
  await entry('settle', 'settle/1', -150, '2026-02-04T00:00:00Z');
  await entry('expire', `expire/${user}/2026-03`, -850, '2026-03-02T00:00:00Z');
  await entry('grant', `grant/${user}/2026-03`, 1_000, '2026-03-02T00:00:00Z');
  await entry('settle', 'settle/2', -40, '2026-03-03T00:00:00Z');
  await sql`insert into credit_account (user_id, balance, period_start, period_end)
    values (${user}, 960, ${START}, '2026-04-01T00:00:00Z')`.execute(db);
}

test('an open month stays open with its used credits, and the next one is granted once', async () => {
  const db = createDb(pool);
  await db.transaction().execute((tx) => seedPlans(tx, readPlans(DEFAULT_PLANS_FILE), new Date(START)));
  const standing = (day: string) => readAccountSnapshot(db, user, new Date(day));
  const open = (day: string) => db.transaction().execute((tx) => lockAccount(tx, user, new Date(day)));
  expect(await standing('2026-03-10')).toMatchObject({ balance: 960, used: 40 });
  expect(await open('2026-03-10')).toMatchObject({ balance: 960 });
  expect(await open('2026-04-02')).toMatchObject({ balance: 1_000 });
  expect(await open('2026-04-02')).toMatchObject({ balance: 1_000 });
  expect(await standing('2026-04-02')).toMatchObject({ balance: 1_000, used: 0 });
  expect(await checkLedger(db, 'accounts')).toMatchObject({ differences: 0 });
});

test('a month that was already granted is not granted again', async () => {
  const db = createDb(pool);
  await sql`update credit_account set period = 'another', period_end = ${START}`.execute(db);
  const march = await db.transaction().execute((tx) => lockAccount(tx, user, new Date('2026-03-20')));
  expect(march).toMatchObject({ balance: 0 });
});
