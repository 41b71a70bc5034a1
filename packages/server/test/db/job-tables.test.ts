import { readFileSync } from 'node:fs';
import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool } from '../../src/db/index.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let pool: pg.Pool;
let boss: PgBoss;

beforeAll(async () => {
  database = await createDatabase();
  // Its connections keep their error handler, because the database is dropped while they close.
  pool = createPool({ connectionString: database.url, max: 2, onError: () => undefined });
  const db = { executeSql: (text: string, values?: unknown[]) => pool.query(text, values) };
  boss = await new PgBoss({ db, supervise: false, schedule: false, registerInstance: false }).start();
});
afterAll(async () => {
  await boss.stop();
  await pool.end();
  await database.drop();
});

const RECORD = new URL('../../../../docs/adr/0004-work-in-chunks.md', import.meta.url);

test('pg-boss has the schema version for which ADR 4 lists our statements', async () => {
  const [, version] = /schema version (\d+) of pg-boss/.exec(readFileSync(RECORD, 'utf8')) ?? [];
  expect(await boss.schemaVersion()).toBe(Number(version));
});

test('the tables of pg-boss are as the library creates them', async () => {
  expect(await boss.detectSchemaDrift()).toMatchObject({ ok: true, missing: [], columnDrift: [] });
});

/** The columns of pg-boss that our statements name, with their types. */
const COLUMNS = {
  job: {
    id: 'uuid',
    name: 'text',
    data: 'jsonb',
    state: 'job_state',
    priority: 'int4',
    singleton_key: 'text',
    created_on: 'timestamptz',
    start_after: 'timestamptz',
    started_on: 'timestamptz',
    heartbeat_on: 'timestamptz',
    retry_count: 'int4',
    retry_limit: 'int4',
    retry_delay_max: 'int4',
    output: 'jsonb',
    source_output: 'jsonb',
  },
  queue: {
    name: 'text',
    retry_limit: 'int4',
    monitor_on: 'timestamptz',
    monitor_claim_on: 'timestamptz',
    maintain_on: 'timestamptz',
  },
  version: { cron_on: 'timestamptz', bam_on: 'timestamptz' },
};

test.each(Object.entries(COLUMNS))(
  'the columns that our statements use are in pgboss.%s',
  async (table, columns) => {
    const { rows } = await pool.query<{ column_name: string; udt_name: string }>(
      'select column_name, udt_name from information_schema.columns where table_schema = $1 and table_name = $2',
      ['pgboss', table],
    );
    const types = Object.fromEntries(rows.map(({ column_name, udt_name }) => [column_name, udt_name]));
    expect(types).toMatchObject(columns);
  },
);
