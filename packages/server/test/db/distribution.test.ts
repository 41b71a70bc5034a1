import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool } from '../../src/db/index.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';

/*
 * The guarantees of docs/design/scaling.md: every table can be distributed by workspace or by account, or is
 * small enough to be copied to every node. No foreign key leads from one workspace to another.
 */
let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createDatabase();
  pool = createPool({ connectionString: database.url, max: 1, onError: () => undefined });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** Tables about people and their money, with a few rows per person. */
const ACCOUNT = [
  'app_user',
  'billing_customer',
  'credit_account',
  // It names the workspace of a charge, but is summed by account.
  'credit_entry',
  'notification_preference',
  'plan_preview',
  'platform_characters',
  'subscription',
  'template_favorite',
  'weekly_summary',
];

/** Tables that belong to no workspace. The sweep deletes old rows of those that grow. */
const COMMON = [
  'idempotency_key',
  'ledger_check',
  'mail_outbox',
  'plan',
  'plan_price',
  'platform_provider_key',
  'processor_event',
  'rate_limit',
  'provider_concurrency',
  'provider_slot_lease',
  'sweep_cursor',
  // The service's own rows have no workspace, and are few.
  'template',
  'voice',
  'worker',
  'workspace',
];

/** Tables whose workspace is that of their run or review. */
const OF_RUNS = [
  ...['attempt', 'line_crash', 'review_run', 'run_event', 'run_line'],
  ...['run_locale', 'run_notification', 'run_provider_error', 'run_step', 'run_resource', 'run_arrival'],
];
const OF_REVIEWS = ['review_assignment', 'review_comment', 'review_event', 'review_item', 'review_link'];

interface Table {
  name: string;
  has_workspace: boolean;
}

interface Key {
  from: string;
  to: string;
  column: string;
  is_required: boolean;
  /** Whether the primary key of the table begins with the column, or another index does. */
  is_indexed: boolean;
}

const readTables = async (): Promise<Table[]> =>
  (
    await pool.query<Table>(`
      select relname as name, exists (select 1 from pg_attribute where attrelid = pg_class.oid
        and attname = 'workspace_id' and attnotnull) as has_workspace
      from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and relname not like 'kysely%' order by relname`)
  ).rows;

const readKeys = async (): Promise<Key[]> =>
  (
    await pool.query<Key>(`
      select conrelid::regclass::text as from, confrelid::regclass::text as to, attname as column,
        attnotnull as is_required, exists (select 1 from pg_index
          where indrelid = conrelid and indkey[0] = conkey[1]) as is_indexed
      from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
      where contype = 'f' and connamespace = 'public'::regnamespace`)
  ).rows;

/** The column by which each table is distributed: its workspace, or the key that leads to it. */
function workspaceColumns(tables: readonly Table[], keys: readonly Key[]): Map<string, string> {
  const columns = new Map(
    tables.filter((table) => table.has_workspace).map(({ name }) => [name, 'workspace_id']),
  );
  for (let before = -1; before < columns.size; ) {
    before = columns.size;
    for (const { from, to, column, is_required, is_indexed } of keys)
      if (is_required && is_indexed && columns.has(to) && !columns.has(from) && !ACCOUNT.includes(from))
        columns.set(from, `${column} → ${to}`);
  }
  return columns;
}

test('every table belongs to a workspace, to an account, or to everybody', async () => {
  const tables = await readTables();
  const columns = workspaceColumns(tables, await readKeys());
  const others = tables.filter(({ name }) => !columns.has(name)).map(({ name }) => name);
  expect(others).toEqual([...ACCOUNT, ...COMMON].sort());
  // These need their own column before they can be distributed.
  const byParent = [...columns].filter(([, column]) => column !== 'workspace_id');
  expect(Object.fromEntries(byParent)).toEqual({
    ...Object.fromEntries(OF_RUNS.map((name) => [name, 'run_id → run'])),
    ...Object.fromEntries(OF_REVIEWS.map((name) => [name, 'review_id → review'])),
    budget_period: 'budget_id → budget',
    schedule_occurrence: 'schedule_id → schedule',
    review_guest: 'link_id → review_link',
  });
});

test('tables of users and common tables never reference a workspace', async () => {
  const columns = workspaceColumns(await readTables(), await readKeys());
  const outward = (await readKeys()).filter(({ from, to }) => !columns.has(from) && columns.has(to));
  expect(outward).toEqual([]);
});
