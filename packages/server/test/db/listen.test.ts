import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createListener } from '../../src/db/listen.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { until } from '../support/until.ts';

let database: TestDatabase;
let watcher: pg.Client;

beforeAll(async () => {
  database = await createDatabase();
  watcher = new pg.Client({ connectionString: database.url });
  await watcher.connect();
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await watcher.end();
  await database.drop();
});

async function listening(): Promise<number> {
  const { rows } = await watcher.query(
    `select pid from pg_stat_activity where datname = current_database() and query like 'listen %'`,
  );
  return rows.length;
}

test('a connection that ends late does not remove its replacement', async () => {
  const connect = vi.spyOn(pg.Client.prototype, 'connect');
  const heard: string[] = [];
  const listener = createListener(database.url, () => undefined);
  listener.on('news', (payload) => heard.push(payload));
  await until(async () => (await listening()) === 1);
  const [first] = connect.mock.contexts as pg.Client[];
  // The close never completes, as with a peer that is unreachable.
  const end = vi.spyOn(first!, 'end').mockImplementation(() => Promise.resolve());
  first!.emit('error', new Error('lost'));
  await until(async () => (await listening()) === 2);
  end.mockRestore();
  await first!.end();
  await until(async () => (await listening()) === 1);
  await watcher.query(`notify news, 'once'`);
  await until(async () => heard.length > 0);
  expect(heard).toEqual(['once']);
  await listener.close();
  await until(async () => (await listening()) === 0);
});

test('a connection that is still opening when the listener closes is closed too', async () => {
  const listener = createListener(database.url, () => undefined);
  listener.on('news', () => undefined);
  await until(async () => (await listening()) === 1);
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  const connect = vi.spyOn(pg.Client.prototype, 'connect').mockImplementationOnce(async function (
    this: pg.Client,
  ) {
    ask();
    connect.mockRestore();
    await this.connect();
  } as never);
  await watcher.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like 'listen %'`,
  );
  await asked;
  await listener.close();
  expect(await listening()).toBe(0);
});

test('a connection that the network drops silently is replaced', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const listener = createListener(database.url, () => undefined);
  listener.on('news', () => undefined);
  await until(async () => (await listening()) === 1);
  const connect = vi.spyOn(pg.Client.prototype, 'connect');
  vi.spyOn(pg.Client.prototype, 'query').mockImplementationOnce((() =>
    Promise.reject(new Error('Query read timeout'))) as never);
  await vi.advanceTimersByTimeAsync(10_000);
  await until(async () => connect.mock.calls.length === 1);
  await until(async () => (await listening()) === 1);
  await listener.close();
});
