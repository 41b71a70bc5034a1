import { CONTRACT_VERSION } from '@voiceloom/contract';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { buildApp } from '../../src/programs/build-app.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createMember } from '../support/factories.ts';
import { until } from '../support/until.ts';

let time = new Date();
let server: TestApp;

beforeAll(async () => {
  server = await startTestApp({ clock: () => time });
});
beforeEach(() => {
  time = new Date(time.getTime() + 1_000);
});
afterAll(() => server.close());

test('the process reports that it is running, and its version', async () => {
  const { status, body } = await server.request('GET', '/health');
  expect(status).toBe(200);
  expect(body.data).toEqual({ status: 'ok', version: expect.stringMatching(/^\d+\.\d+\.\d+/) });
});

test('the process is ready when database, storage and job tables respond', async () => {
  const { status, body } = await server.request('GET', '/ready');
  expect(status).toBe(200);
  expect(body.data).toMatchObject({ status: 'ready', checks: { database: 'ok', storage: 'ok' } });
});

test('the process reports whether a worker is running, and is ready without one', async () => {
  const workers = async () => {
    time = new Date(time.getTime() + 1_000);
    const { status, body } = await server.request('GET', '/ready');
    expect(status).toBe(200);
    return body.data.checks.workers;
  };
  expect(await workers()).toBe('none');
  const all = await startTestApp({ role: 'all', database_url: server.app.config.database_url! });
  await until(async () => (await workers()) === 'ok');
  await all.close();
  await sql`update pgboss.queue set monitor_claim_on = now() - interval '31 seconds'`.execute(server.app.db);
  expect(await workers()).toBe('none');
});

test('the log names the version of the service', async () => {
  const own = await buildApp(server.app.config, { role: 'api' });
  expect(own.app.log.bindings().version).toBe(CONTRACT_VERSION);
  await own.close();
});

test('unavailable storage is reported, and the process stays ready', async () => {
  const check = vi.spyOn(server.app.storage, 'check').mockRejectedValue(new Error('away'));
  const { status, body } = await server.request('GET', '/ready');
  expect([status, body.data.checks]).toMatchObject([200, { database: 'ok', storage: 'unavailable' }]);
  check.mockRestore();
});

test('many readiness requests check the components only once per second', async () => {
  const check = vi.spyOn(server.app.storage, 'check');
  const ask = () => Promise.all(Array.from({ length: 5 }, () => server.request('GET', '/ready')));
  await ask();
  await ask();
  expect(check).toHaveBeenCalledTimes(1);
  time = new Date(time.getTime() + 1_000);
  for (const { status } of await ask()) expect(status).toBe(200);
  expect(check).toHaveBeenCalledTimes(2);
  check.mockRestore();
});

test('a process without a key that stored secrets need is not ready, logs it at start, and names the key', async () => {
  const { app } = server;
  const member = await createMember(server);
  const body = { url: 'https://example.com/hook', events: ['run.completed'] };
  expect((await server.request('POST', '/api/v1/webhook-endpoints', { as: member, body })).status).toBe(201);
  const lines: string[] = [];
  const other = await startTestApp({
    database_url: app.config.database_url!,
    config: { encryption_keys: [{ id: '2027', key: Buffer.alloc(32, 1) }] },
    logTo: { write: (line: string) => void lines.push(line) },
  });
  try {
    const { status, body } = await other.request('GET', '/ready');
    expect(status).toBe(503);
    expect(body.error.details).toEqual([
      { field: 'secrets', message: 'Stored secrets need keys that are not in ENCRYPTION_KEYS: local.' },
    ]);
    expect(lines.find((line) => line.includes('not in ENCRYPTION_KEYS'))).toContain('"keys":["local"]');
  } finally {
    await other.close();
  }
});

test('a process with a read-only database, like a standby, is not ready until it can write', async () => {
  const url = server.app.config.database_url!;
  const name = pg.escapeIdentifier(new URL(url).pathname.slice(1));
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  const reconnect = async (change: string) => {
    await admin.query(`alter database ${name} ${change}`);
    await admin.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
  };
  const ready = () => {
    time = new Date(time.getTime() + 1_000);
    return server.request('GET', '/ready');
  };
  await reconnect('set default_transaction_read_only = on');
  await until(async () => (await ready()).status === 503);
  const { body } = await ready();
  expect(body.error.details).toMatchObject([{ field: 'database' }]);
  await reconnect('reset default_transaction_read_only');
  await until(async () => (await ready()).status === 200);
  await admin.end();
});
