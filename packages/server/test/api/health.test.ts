import { CONTRACT_VERSION } from '@voiceloom/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { buildApp } from '../../src/build-app.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
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

test('the process says that it runs, and which version', async () => {
  const { status, body } = await server.request('GET', '/health');
  expect(status).toBe(200);
  expect(body.data).toEqual({ status: 'ok', version: expect.stringMatching(/^\d+\.\d+\.\d+/) });
});

test('the process is ready when database, storage and job tables answer', async () => {
  const { status, body } = await server.request('GET', '/ready');
  expect(status).toBe(200);
  expect(body.data).toMatchObject({ status: 'ready', checks: { database: 'ok', storage: 'ok' } });
});

test('the process tells whether a worker is there, and is ready without one', async () => {
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

test('a storage that is away makes the process not ready, and names it', async () => {
  const { storage } = server.app;
  const check = storage.check;
  storage.check = () => Promise.reject(new Error('away'));
  try {
    const { status, headers, body } = await server.request('GET', '/ready');
    expect(status).toBe(503);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(body.error.code).toBe('UNAVAILABLE');
    expect(body.error.details.map(({ field }: { field: string }) => field)).toEqual(['storage']);
  } finally {
    storage.check = check;
  }
});

test('however many ask whether the process is ready, the parts are asked once a second', async () => {
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
