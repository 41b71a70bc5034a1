import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { placeEmbedded } from '../../src/db/embedded-place.ts';
import { spawnBin, spawnNode, startCrashablePostgres } from '../support/processes.ts';
import { until } from '../support/until.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'voiceloom-start-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

async function takenPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

test('an error message reports a configured port that is in use, and the embedded database also stops', async () => {
  const [data, port] = [folder(), await takenPort()];
  const child = spawnBin('serve', { DATA_DIR: data, PORT: String(port) });
  expect(await child.ended).toBe(1);
  expect(child.output()).toContain(`Port ${port} on 127.0.0.1 is in use`);
  expect(child.output()).not.toContain('    at ');
  const { directory } = await placeEmbedded(join(data, 'postgres'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  expect(existsSync(join(directory, 'data', 'PG_VERSION'))).toBe(true);
  expect(existsSync(join(directory, 'data', 'postmaster.pid'))).toBe(false);
}, 60_000);

test.each(['worker', 'api'] as const)(
  '%s names the setting of an unavailable database, and waits until it is stopped',
  async (name) => {
    const url = `postgres://user:secret@127.0.0.1:1/name`;
    const child = spawnBin(name, { DATA_DIR: folder(), DATABASE_URL: url });
    await until(async () => child.output().includes('waiting for the database'), 30_000);
    expect(child.output()).toMatch(/The database cannot be reached .*DATABASE_URL/);
    expect(await child.stop()).toBe(1);
    expect(child.output()).toContain('It received SIGTERM while starting');
    expect(child.output()).not.toContain('secret');
  },
  60_000,
);

test('a worker that starts during an outage starts work after it, and logs each outage once', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'voiceloom-away-'));
  chmodSync(directory, 0o755);
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const postgres = await startCrashablePostgres(join(directory, 'postgres'));
  onTestFinished(() => postgres.stop());
  await postgres.crash();
  const env = { DATA_DIR: folder(), DATABASE_URL: postgres.url, LOG_LEVEL: 'info', METRICS_PORT: '0' };
  const worker = spawnBin('worker', env);
  onTestFinished(() => worker.kill());
  const logged = (message: string) => worker.output().split(`"msg":"${message}"`).length - 1;
  await until(async () => logged('waiting for the database') > 0, 30_000);
  await postgres.restart();
  await until(async () => logged('started') > 0, 60_000);
  const url = /"url":"([^"]+)","msg":"started"/.exec(worker.output())?.[1];
  await until(async () => (await fetch(`${url}/ready`)).status === 200);
  await postgres.crash();
  await until(async () => logged('database unavailable') > 0, 30_000);
  await postgres.restart();
  await until(async () => (await lastLookedAfter(postgres.url)) < 2, 60_000);
  expect([logged('waiting for the database'), logged('database unavailable')]).toEqual([1, 1]);
  expect(logged('job queue error') + logged('database connection lost')).toBe(0);
  expect(await worker.stop()).toBe(0);
}, 180_000);

/** Seconds since a worker polled the queues; a very large number while the database is unavailable. */
async function lastLookedAfter(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString });
  const text = 'select extract(epoch from now() - max(monitor_claim_on))::float as age from pgboss.queue';
  try {
    await client.connect();
    return (await client.query(text)).rows[0]?.age ?? 60;
  } catch {
    return 60;
  } finally {
    await client.end();
  }
}

async function runCommand(name: string, ...args: string[]) {
  const child = spawnNode([join(import.meta.dirname, `../../src/bin/${name}.ts`), ...args]);
  return { code: await child.ended, output: child.output() };
}

const COMMANDS = [
  'api',
  'serve',
  'worker',
  'migrate',
  'check-ledgers',
  'rotate-secrets',
  'sync-prices',
  'dev-token',
];

test.each(COMMANDS)(
  '%s rejects an unknown option, because it would have no effect',
  async (name) => {
    const { code, output } = await runCommand(name, '--port', '9000');
    expect(code).toBe(1);
    expect(output).toContain("Unknown option '--port'");
    expect(output).not.toContain('    at ');
  },
  60_000,
);

test('a command rejects further arguments, and only prints its usage for --help', async () => {
  const [word, help] = await Promise.all([runCommand('migrate', 'now'), runCommand('migrate', '--help')]);
  expect(word.code).toBe(1);
  expect(word.output).toContain("Unexpected argument 'now'");
  expect(help.code).toBe(0);
  expect(help.output).toMatch(/^Usage: node \S+migrate\.ts\n/);
}, 60_000);
