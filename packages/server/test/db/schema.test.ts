import { readFileSync } from 'node:fs';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeSchema } from '../../scripts/describe-schema.ts';
import { createPool } from '../../src/db/index.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createDatabase();
  pool = createPool({ connectionString: database.url, max: 2, onError: () => undefined });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

test('schema.sql matches the result of the migrations', async () => {
  expect(await describeSchema(pool)).toBe(generated('schema.sql'));
});

function generated(name: string): string {
  return readFileSync(new URL(`../../src/db/generated/${name}`, import.meta.url), 'utf8');
}

/** Foreign keys that are never searched from the referenced row. */
const FOLLOWED_ONE_WAY = [
  'api_key.created_by',
  // A workspace has few budgets. Keys and workflows are not deleted.
  'budget.api_key_id',
  'budget.user_id',
  'budget.workflow_id',
  'delivery_target.created_by',
  'dictionary_entry.created_by',
  'plan_preview.plan_id',
  'plan_preview.subscription_id',
  'provider_key.created_by',
  'review.created_by',
  'run.api_key_id',
  'run.triggered_by',
  'run_delivery.created_by',
  // A person has few schedules, and is erased rarely.
  'schedule.created_by',
  'subscription.plan_id',
  'subscription.scheduled_plan_id',
  // Locks are searched by line. A review is never deleted.
  'take_lock.review_id',
  'template.created_by',
  // A favorite is searched by its user, which is the first column of the primary key.
  'template_favorite.template_id',
  'upload.user_id',
  'voice.user_id',
  // A favorite is searched by its workspace, which is the first column of the primary key.
  'voice_favorite.voice_id',
  'webhook_endpoint.created_by',
  'workflow.user_id',
  'workspace.created_by',
  'workspace_invite.accepted_by',
  'workspace_invite.invited_by',
];

test('every foreign key used for lookups is the start of an index', async () => {
  const { rows } = await pool.query<{ column: string }>(
    `select conrelid::regclass || '.' || attname as column
     from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
     where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
       select 1 from pg_index where indrelid = conrelid and indkey[0] = conkey[1])
     order by 1`,
  );
  expect(rows.map(({ column }) => column)).toEqual(FOLLOWED_ONE_WAY);
});
