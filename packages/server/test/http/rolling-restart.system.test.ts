import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Voiceloom } from '../../../sdk/src/index.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { freePorts, startNginx } from '../support/nginx.ts';
import { readyFile, spawnBin, type WorkerProcess } from '../support/processes.ts';
import { until } from '../support/until.ts';
import { narration } from '../support/workflows.ts';

/**
 * The number of concurrent requests and the pause after each: fewer than the 50 per second that the guide
 * allows per address.
 */
const CLIENTS = 5;
const PAUSE_MS = 150;
/** The time for four starts of processes on a busy machine. */
const LONG_MS = 300_000;
/** More than nginx buffers in memory for a body. */
const FILE = new Uint8Array(300_000).fill(65);

const directory = mkdtempSync(join(tmpdir(), 'voiceloom-rolling-'));
let database: TestDatabase;
let nginx: Awaited<ReturnType<typeof startNginx>>;
let upstreams: number[];
let token: string;
let baseUrl: string;
const processes = new Map<number, WorkerProcess>();

async function startApi(port: number): Promise<string> {
  const ready = join(directory, `ready-${randomUUID()}.json`);
  const data = { DATABASE_URL: database.url, DATA_DIR: join(directory, 'data') };
  const child = spawnBin('api', { ...data, PORT: `${port}`, PUBLIC_URL: baseUrl, READY_FILE: ready });
  processes.set(port, child);
  const { token: minted = '' } = await readyFile(child, ready);
  await until(async () => (await fetch(`http://127.0.0.1:${port}/ready`)).status === 200, LONG_MS);
  return minted;
}

beforeAll(async () => {
  database = await createDatabase();
  const [port = 0, ...others] = await freePorts(3);
  [upstreams, baseUrl] = [others, `http://127.0.0.1:${port}`];
  for (const upstream of upstreams) token = await startApi(upstream);
  nginx = await startNginx({ directory: join(directory, 'nginx'), port, upstreams });
}, LONG_MS);
afterAll(async () => {
  await nginx?.stop();
  for (const child of processes.values()) await child.kill();
  await database?.drop();
  rmSync(directory, { recursive: true, force: true });
});

/** As in the guide: one process after another, each after `/ready` of the previous one returns 200. */
async function restartAll(): Promise<void> {
  for (const port of upstreams) {
    expect(await processes.get(port)?.stop()).toBe(0);
    await startApi(port);
  }
}

async function call(method: string, path: string, body?: object) {
  const headers: Record<string, string> = { Authorization: `Bearer ${token}` };
  if (body) Object.assign(headers, { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() });
  const response = await fetch(`${baseUrl}${path}`, { method, headers, body: body && JSON.stringify(body) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 200)}`);
  return JSON.parse(text).data;
}

const definition = narration({ text: 'Good morning.', source_language: 'en-us' });
const read = () => call('GET', '/api/v1/workflows?limit=1');
const write = () => call('POST', '/api/v1/workflows', { name: 'Story', definition });
async function upload(): Promise<void> {
  const { upload_url } = await call('POST', '/api/v1/uploads', { filename: 'a.txt', category: 'script' });
  const headers = { 'Content-Type': 'text/plain' };
  const { status } = await fetch(upload_url, { method: 'PUT', headers, body: FILE });
  if (status !== 200) throw new Error(`PUT of a file: ${status}`);
}

/** Clients that send one request after another, whatever the results. */
function startLoad() {
  const work = [read, write, read, write, upload];
  const failures: string[] = [];
  let [sent, isOver] = [0, false];
  const clients = Array.from({ length: CLIENTS }, async () => {
    for (; !isOver; await delay(PAUSE_MS)) {
      const next = work[sent++ % work.length]!;
      await next().catch((error: Error) => failures.push(String(error.cause ?? error)));
    }
  });
  return {
    async stop() {
      isOver = true;
      await Promise.all(clients);
      return { sent, failures };
    },
  };
}

test(
  'no request fails while two processes behind the nginx of the guide are restarted one after the other',
  async () => {
    const load = startLoad();
    await restartAll();
    await restartAll();
    const { sent, failures } = await load.stop();
    expect(failures).toEqual([]);
    expect(sent).toBeGreaterThan(50);
  },
  LONG_MS,
);

test(
  'events of a run continue while the processes behind the nginx of the guide are restarted',
  async () => {
    const client = new Voiceloom({ token, baseUrl });
    const { id } = await write();
    const run = await client.runs.start(id);
    const seen: string[] = [];
    const followed = (async () => {
      for await (const event of run.events()) if (event.type === 'run.status') seen.push(event.data.status);
    })();
    await restartAll();
    await run.cancel();
    await followed;
    expect(seen.at(-1)).toBe('cancelled');
  },
  LONG_MS,
);
