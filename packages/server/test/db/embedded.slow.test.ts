import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type EmbeddedPostgres, startEmbedded } from '../../src/db/embedded.ts';
import { createPool } from '../../src/db/index.ts';
import { spawnNode, type WorkerProcess } from '../support/processes.ts';
import { until } from '../support/until.ts';

const MODULE = new URL('../../src/db/embedded.ts', import.meta.url).href;

let parent: string;
let directory: string;
const cleanups: (() => Promise<unknown>)[] = [];

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'voiceloom-embedded-'));
  // PostgreSQL does not run as root, and must be able to read its directory as another user.
  chmodSync(parent, 0o755);
  directory = join(parent, 'postgres');
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  await (await start()).stop();
  rmSync(parent, { recursive: true, force: true, maxRetries: 10 });
});

const start = (): Promise<EmbeddedPostgres> => startEmbedded({ directory, durable: false });

function connect({ url }: { url: string }): pg.Pool {
  const pool = createPool({ connectionString: url, max: 1, onError: () => undefined });
  let ended: Promise<void> | undefined;
  const end = pool.end.bind(pool);
  pool.end = () => (ended ??= end());
  cleanups.push(() => pool.end());
  return pool;
}

const startTime = async (pool: pg.Pool): Promise<number> => {
  const { rows } = await pool.query<{ began: number }>(
    'select extract(epoch from pg_postmaster_start_time())::float8 * 1000 as began',
  );
  return rows[0]?.began ?? 0;
};

/** A process that starts the server and keeps running. */
function spawnOwner(): WorkerProcess {
  const code = `
    const { startEmbedded } = await import(${JSON.stringify(MODULE)});
    const { url } = await startEmbedded({ directory: ${JSON.stringify(directory)}, durable: false });
    process.stdout.write(url);
    setInterval(() => undefined, 60_000);`;
  const owner = spawnNode(['--input-type=module', '--eval', code]);
  cleanups.push(() => owner.kill());
  return owner;
}

const urlOf = async (owner: WorkerProcess): Promise<string> => {
  const early = owner.ended.then(() => Promise.reject(new Error(owner.output())));
  await Promise.race([early, until(async () => /\/voiceloom$/.test(owner.output()), 25_000)]);
  return owner.output().slice(owner.output().indexOf('postgres://'));
};

test('a second start joins the running server, and the last user stops it', async () => {
  const first = await start();
  const second = await start();
  expect(second.url).toBe(first.url);
  const user = connect(second);
  await user.query('create table kept (id integer)');
  await first.stop();
  expect((await user.query('select * from kept')).rows).toEqual([]);
  await user.end();
  await second.stop();
  expect(existsSync(join(second.directory, 'data', 'postmaster.pid'))).toBe(false);
  await expect(connect(second).query('select 1')).rejects.toThrow(/ECONNREFUSED/);
});

test('a new start finds what was written before the stop', async () => {
  const first = await start();
  const writer = connect(first);
  await writer.query('create table kept as select 7 as id');
  await writer.end();
  await first.stop();
  expect((await connect(await start()).query('select id from kept')).rows).toEqual([{ id: 7 }]);
});

test('the next start joins the server of a killed process', async () => {
  const owner = spawnOwner();
  const url = await urlOf(owner);
  const began = await startTime(connect({ url }));
  await owner.kill();
  const next = await start();
  expect(next.url).toBe(url);
  expect(await startTime(connect(next))).toBe(began);
});

test('processes that start at once on a new directory share one server', async () => {
  const owners = [spawnOwner(), spawnOwner(), spawnOwner()];
  const urls = await Promise.all(owners.map(urlOf));
  expect(new Set(urls).size).toBe(1);
});

test('a first start that was interrupted does not block the next one', async () => {
  const owner = spawnOwner();
  const draft = join(directory, `data.${owner.pid}`);
  await until(async () => existsSync(join(draft, 'PG_VERSION')));
  await owner.kill();
  expect((await connect(await start()).query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});
