import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listExportColumns, readDataTables } from '../../src/features/users/export/catalog.ts';
import { admin } from '../support/admin.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createMember } from '../support/factories.ts';
import { fillWorkspace } from '../support/filled-workspace.ts';

let server: TestApp;
let directory: string;
beforeAll(async () => {
  server = await startTestApp();
  directory = mkdtempSync(join(tmpdir(), 'voiceloom-export-'));
});
afterAll(async () => {
  rmSync(directory, { recursive: true, force: true });
  await server.close();
});

const createPerson = async () => createMember(server, { email: `ada-${randomUUID()}@example.com` });

test('an export has every row and object of a person, no secret, and valid checksums', async () => {
  const member = await createPerson();
  const { ids } = await fillWorkspace({ server, member });
  const stranger = await createPerson();
  await fillWorkspace({ server, member: stranger });
  const target = join(directory, 'ada');
  const { json, errors } = await admin(server, ['users', 'export', member.user_id, '--to', target, '--json']);
  expect(errors).toBe('');
  const sums = readFileSync(join(target, 'SHA256SUMS'), 'utf8').trimEnd().split('\n');
  for (const [sum = '', name = ''] of sums.map((line) => line.split('  ')))
    expect(
      createHash('sha256')
        .update(readFileSync(join(target, name)))
        .digest('hex'),
    ).toBe(sum);
  const files = readdirSync(target, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  // All files except the list itself.
  expect(sums).toHaveLength(files.length - 1);

  const manifest = JSON.parse(readFileSync(join(target, 'manifest.json'), 'utf8'));
  expect(json).toMatchObject(manifest);
  const { app } = server;
  for (const [table, rows] of Object.entries<number>(manifest.tables)) {
    const file = join(target, 'tables', `${table}.ndjson`);
    expect(existsSync(file), table).toBe(rows > 0);
    const text = rows > 0 ? readFileSync(file, 'utf8') : '';
    expect(text.trimEnd().split('\n').filter(Boolean)).toHaveLength(rows);
    for (const other of [stranger.user_id, stranger.workspace_id]) expect(text).not.toContain(other);
    // Tables with a workspace column are complete. The others are reached from these.
    const { rows: own } = await sql<{
      count: number;
    }>`select count(*)::int as count from ${sql.table(table)} t
      where to_jsonb(t) ->> 'workspace_id' = ${member.workspace_id}`.execute(app.db);
    // The export itself is logged after the snapshot.
    const later = table === 'activity' ? 1 : 0;
    expect(rows + later, table).toBeGreaterThanOrEqual(own[0]?.count ?? 0);
  }
  expect(manifest.tables).toMatchObject({ app_user: 1, run: 2, review_comment: 2, api_key: 1, attempt: 6 });
  const keys = await app.storage.list(`workspaces/${member.workspace_id}/`);
  const uploads = await app.storage.list(`uploads/${member.workspace_id}/`);
  expect(manifest.objects.count).toBe(keys.keys.length + uploads.keys.length);
  const [key = ''] = keys.keys;
  const stored = await (await app.storage.get(key)).stream.toArray();
  expect(readFileSync(join(target, 'objects', key))).toEqual(Buffer.concat(stored));
  expect(readFileSync(join(target, 'tables/api_key.ndjson'), 'utf8')).toContain(ids.key_id);

  const log = await server.request('GET', '/api/v1/usage/activity?type=operator_acted', { as: member });
  expect(log.body.data[0]).toMatchObject({ kind: 'user_exported' });
});

test('an export never replaces a directory, and leaves nothing behind if it fails', async () => {
  const { user_id } = await createPerson();
  const twice = await admin(server, ['users', 'export', user_id, '--to', directory]);
  expect(twice).toMatchObject({ code: 1, errors: `${directory} exists. Name a directory that does not.\n` });
  const before = readdirSync(directory);
  const nobody = await admin(server, ['users', 'export', randomUUID(), '--to', join(directory, 'nobody')]);
  expect(nobody).toMatchObject({ code: 1, errors: 'There is no such user.\n' });
  const lost = await admin(server, ['users', 'export', user_id, '--to', join(directory, 'no', 'where')]);
  expect(lost.code).toBe(1);
  expect(readdirSync(directory)).toEqual(before);
});

test('every table belongs to a workspace, a person, a ledger or the service, and no secret is exported', async () => {
  const tables = await readDataTables(server.app.db);
  const service = tables.filter(({ kind }) => kind === 'service').map(({ name }) => name);
  // Rows that belong to nobody, and rows that a sweep deletes within days. A new table about people must have
  // a path to a person.
  expect(service).toEqual([
    'idempotency_key',
    'ledger_check',
    'mail_outbox',
    'plan',
    'plan_price',
    'platform_provider_key',
    'processor_event',
    'provider_concurrency',
    'provider_slot_lease',
    'rate_limit',
    'sweep_cursor',
    'worker',
  ]);
  const secrets = tables.flatMap((table) =>
    table.columns
      .filter(
        ({ name, type }) =>
          type !== 'uuid' && /(secret|encrypted_credentials|token|passcode|hash)$/.test(name),
      )
      .filter(({ name }) => listExportColumns(table).includes(name)),
  );
  expect(secrets).toEqual([]);
});
