import { Kysely, PostgresDialect, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool } from '../../src/db/index.ts';
import * as transcriptions from '../../src/db/migrations/0020-transcriptions.ts';
import { newId } from '../../src/ids.ts';
import { type Engine, type Owner, startEngine } from '../support/engine.ts';
import { giveKey } from '../support/own-keys.ts';
import { insertEndpoint } from '../support/webhooks.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine({ worker: false });
});
afterAll(() => engine.close());

const credentials = { url: 'https://scores.example.com/mos' };

async function giveSecrets(owner: Owner): Promise<void> {
  const { workspace_id, user_id: created_by } = owner;
  await giveKey(engine.app, owner, { provider: 'scoring_endpoint', credentials });
  await insertEndpoint(engine.app, owner);
  const [id, now] = [newId(), new Date()];
  const bucket = { endpoint: null, region: 'us-east-1', bucket: 'audio', prefix: '', path_style: false };
  const key = { access_key_preview: '', sealed: Buffer.alloc(1), checked_at: now };
  const times = { created_at: now, updated_at: now };
  await engine.app.db
    .insertInto('delivery_target')
    .values({ id, workspace_id, name: 'builds', ...bucket, ...key, created_by, ...times })
    .execute();
}

async function holdersOf(table: 'provider_key' | 'webhook_endpoint' | 'delivery_target'): Promise<string[]> {
  const rows = await engine.app.db.selectFrom(table).select('workspace_id').execute();
  return rows.map(({ workspace_id }) => workspace_id);
}

/* An upgrade deletes the secrets of workspaces that were deleted earlier. */
test('only workspaces deleted before lose their keys, buckets and webhooks', async () => {
  const { db } = engine.app;
  const [gone, there] = [await engine.owner(), await engine.owner()];
  for (const owner of [gone, there]) await giveSecrets(owner);
  const deleted = { deleted_at: new Date() };
  await db.updateTable('workspace').set(deleted).where('id', '=', gone.workspace_id).execute();
  await sql`drop table transcription; alter table run_delivery drop column names`.execute(db);
  const pool = createPool({ connectionString: engine.database_url, max: 1, onError: () => undefined });
  await transcriptions.up(new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }));
  await pool.end();
  for (const table of ['provider_key', 'webhook_endpoint', 'delivery_target'] as const)
    expect(await holdersOf(table)).toEqual([there.workspace_id]);
});
