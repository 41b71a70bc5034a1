import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { numberedLines } from '../support/definitions.ts';
import { auditRun, type Engine, runRow, startEngine } from '../support/engine.ts';
import { readyFile, spawnBin, type WorkerProcess } from '../support/processes.ts';
import { until } from '../support/until.ts';
import { narration } from '../support/workflows.ts';

const directory = mkdtempSync(join(tmpdir(), 'voiceloom-stopping-'));
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

type Bin = Parameters<typeof spawnBin>[0];
let started = 0;

function spawnHere(name: Bin, env: Record<string, string>): WorkerProcess & { ready_file: string } {
  const ready_file = join(directory, `ready-${++started}.json`);
  const child = spawnBin(name, { DATA_DIR: join(directory, 'data'), READY_FILE: ready_file, ...env });
  cleanups.push(() => child.kill());
  return { ...child, ready_file };
}

async function startHere(name: Bin, env: Record<string, string>) {
  const child = spawnHere(name, env);
  const { url, token } = await readyFile(child, child.ready_file);
  const call = async (method: string, path: string, body?: object) => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const response = await fetch(`${url}${path}`, { method, headers, body: body && JSON.stringify(body) });
    expect(response.status, path).toBeLessThan(300);
    return ((await response.json()) as { data: { id: string; status: string } }).data;
  };
  return { child, url, call };
}

type Started = Awaited<ReturnType<typeof startHere>>;

const LINES = 150;

/** Starts a run as the API's developer. Different words prevent the reuse of earlier takes. */
async function startRun({ call }: Started, words: string) {
  const definition = narration({ text: numberedLines(LINES, words), source_language: 'en-us' });
  const workflow = await call('POST', '/api/v1/workflows', { name: 'Story', definition });
  const run = await call('POST', `/api/v1/workflows/${workflow.id}/runs`);
  return { id: run.id, path: `/api/v1/workflows/${workflow.id}/runs/${run.id}` };
}

describe('processes of one service', () => {
  let database: TestDatabase;
  let engine: Engine;
  let env: Record<string, string>;
  beforeAll(async () => {
    database = await createDatabase();
    engine = await startEngine({ worker: false, database_url: database.url });
    env = { DATABASE_URL: database.url, PORT: '0', WORKER_CONCURRENCY: '2', LINES_PER_CHUNK: '20' };
  });
  afterAll(async () => {
    await engine.close();
    await database.drop();
  });

  test('a worker that is stopped during a run hands it over, and no line is lost', async () => {
    const api = await startHere('api', env);
    const first = spawnHere('worker', env);
    const run = await startRun(api, 'changes hands');
    await until(async () => (await runRow(engine.app, run.id)).finished_steps >= 40, 60_000);
    expect(await first.stop()).toBe(0);
    expect(await runRow(engine.app, run.id)).toMatchObject({ status: 'running' });
    const second = spawnHere('worker', env);
    await engine.until(run.id, ['completed', 'failed'], 90_000);
    expect(await api.call('GET', run.path)).toMatchObject({ status: 'completed', credits: LINES });
    expect(await auditRun(engine.app, run.id)).toEqual([]);
    expect(await second.stop()).toBe(0);
    expect(await api.child.stop()).toBe(0);
  }, 200_000);

  test('a single process with all roles stops by itself during a run, including streams', async () => {
    const all = await startHere('serve', env);
    const run = await startRun(all, 'stops and goes on');
    const { token } = await readyFile(all.child, all.child.ready_file);
    const events = await fetch(`${all.url}${run.path}/events`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    await until(async () => (await runRow(engine.app, run.id)).finished_steps >= 20, 60_000);
    all.child.signal('SIGTERM');
    all.child.signal('SIGTERM');
    await expect(events.text()).resolves.toContain('event: run.status');
    expect(await all.child.ended).toBe(0);
    await expect(fetch(`${all.url}/health`)).rejects.toThrow();
    const next = await startHere('serve', env);
    await engine.until(run.id, ['completed', 'failed'], 90_000);
    expect(await next.call('GET', run.path)).toMatchObject({ status: 'completed', credits: LINES });
    expect(await auditRun(engine.app, run.id)).toEqual([]);
    next.child.signal('SIGINT');
    expect(await next.child.ended).toBe(0);
  }, 200_000);

  test('if the default port is in use, the service takes another one and prints it', async () => {
    const holder = createServer();
    // If another process already uses the port, that works too.
    await new Promise<void>((resolve) => {
      holder.once('error', () => resolve());
      holder.listen(8_080, '127.0.0.1', resolve);
    });
    cleanups.push(() => new Promise((resolve) => holder.close(resolve)));
    const { PORT: _port, ...usual } = env;
    const api = await startHere('api', usual);
    expect(new URL(api.url).port).not.toBe('8080');
    expect(api.child.output()).toContain(`  API    ${api.url}\n`);
    expect(await (await fetch(`${api.url}/ready`)).json()).toMatchObject({ data: { status: 'ready' } });
  });
});
