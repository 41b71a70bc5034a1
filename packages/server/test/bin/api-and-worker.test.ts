import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chain, Voiceloom } from '../../../sdk/src/index.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { namesIn, readQueries } from '../support/monitoring.ts';
import { readyFile, spawnBin, type WorkerProcess } from '../support/processes.ts';
import { until } from '../support/until.ts';

/** The time to start processes on a busy machine. */
const LONG_MS = 120_000;
const LATER = '9999-of-the-next-release';
/** What a migration may do in one release: add tables, nullable columns and indexes. */
const EXPANSION = `
  create table later (id uuid primary key, run_id uuid references run (id));
  alter table run add column later text;
  alter table run_line add column later jsonb;
  alter table attempt add column later integer not null default 0;
  alter table workflow add column later text;
  create index later_runs on run (later) where later is not null;
  insert into kysely_migration values ('${LATER}', now()::text)`;

const directory = mkdtempSync(join(tmpdir(), 'voiceloom-newer-'));
const processes: WorkerProcess[] = [];
let database: TestDatabase;
let token: string;
let urls: { api: string; worker: string };

beforeAll(async () => {
  database = await createDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(EXPANSION);
  await client.end();
  const ready = join(directory, 'ready.json');
  const env = { DATABASE_URL: database.url, DATA_DIR: join(directory, 'data'), LOG_LEVEL: 'info' };
  const api = spawnBin('api', { ...env, PORT: '0', READY_FILE: ready });
  const worker = spawnBin('worker', { ...env, METRICS_PORT: '0' });
  processes.push(api, worker);
  const { url, token: minted = '' } = await readyFile(api, ready);
  const started = () => /"url":"([^"]+)","msg":"started"/.exec(worker.output())?.[1];
  await until(async () => started() !== undefined, LONG_MS);
  token = minted;
  urls = { api: url, worker: started() ?? '' };
}, LONG_MS);
afterAll(async () => {
  for (const child of processes) await child.kill();
  await database?.drop();
  rmSync(directory, { recursive: true, force: true });
});

test('processes of a release start in a database migrated by the next release, and report it once', async () => {
  for (const url of Object.values(urls))
    await until(async () => (await fetch(`${url}/ready`)).status === 200, LONG_MS);
  for (const child of processes) {
    const lines = child.output().split('\n');
    const reports = lines.filter((line) => line.includes('the database is of a newer release'));
    expect(reports.map((line) => JSON.parse(line).migrations)).toEqual([[LATER]]);
  }
});

test('processes of a release start and complete runs in a database migrated by the next release', async () => {
  const client = new Voiceloom({ token, baseUrl: urls.api });
  const definition = chain(
    ['source_script', { text: 'Good morning.', source_language: 'en-us' }],
    ['operator_generator'],
    ['sink_preview'],
  );
  const { id } = await client.workflows.create({ name: 'Story', definition });
  const run = await client.runs.start(id).wait();
  expect(run.status).toBe('completed');
});

test('the first scrape in which the database responds has every metric that a rule or a dashboard names', async () => {
  const series = readQueries().flatMap((query) => namesIn(query).metrics);
  const metrics = new Set(series.map((name) => name.replace(/_(?:bucket|count|sum)$/, '')));
  // Excludes metrics of Prometheus itself and of recording rules.
  const named = [...metrics].filter((name) => name !== 'up' && !name.includes(':'));
  for (const url of Object.values(urls)) {
    let text = '';
    await until(async () => {
      text = await (await fetch(`${url}/metrics`)).text();
      return text.includes('\nvoiceloom_database_up 1\n');
    }, LONG_MS);
    const types = new Map([...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name, type]) => [name, type]));
    const present = new Set(text.match(/^\w+/gm));
    // There is one series for each platform key, and this service has none.
    const isOfKeys = (name: string) => name === 'voiceloom_platform_provider_available';
    const isLate = (name: string) =>
      (types.get(name) !== 'gauge' && name !== 'voiceloom_storage_errors_total') || isOfKeys(name);
    expect(named.filter((name) => !types.has(name) || !(present.has(name) || isLate(name)))).toEqual([]);
  }
});
