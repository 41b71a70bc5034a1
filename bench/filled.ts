/**
 * Compares runs and pages on a database with a long history to the same on an empty one, in alternating rounds. The
 * filled database also gets one long run. 50 million attempts need about 40 GB of disk and half an hour.
 */

import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowDefinition } from '../packages/contract/src/index.ts';
import { sql } from '../packages/server/node_modules/kysely/dist/index.js';
import { readConfig } from '../packages/server/src/config/config.ts';
import { SELLER_PLANS_FILE } from '../packages/server/src/config/plans-file.ts';
import { createDb, createPool, type Db } from '../packages/server/src/db/index.ts';
import { runJobs } from '../packages/server/src/engine/jobs.ts';
import { sweepAudio } from '../packages/server/src/engine/runs/retention.ts';
import { followEndedRun } from '../packages/server/src/features/runs/jobs.ts';
import { startWorker } from '../packages/server/src/jobs/index.ts';
import { addCreditEntries, lockAccount } from '../packages/server/src/ledger/credits.ts';
import { buildApp } from '../packages/server/src/programs/build-app.ts';
import { numberedLines } from '../packages/server/test/support/definitions.ts';
import { scriptedSpeech } from '../packages/server/test/support/fake-speech.ts';
import { cpuSeconds, fourSteps, type Place, postgresPids, runToEnd } from './support/engine-runs.ts';
import { median, report, size } from './support/figures.ts';
import { callApi, openStage } from './support/processes.ts';

const ATTEMPTS = size('BENCH_ATTEMPTS', 5_000_000);
const LINES = size('BENCH_LINES', 2_000);
const LONG_RUN = size('BENCH_LONG_RUN', 20_000);
/** The folder of a filled database that stays for the next time. */
const FOLDER = process.env.BENCH_DATABASE;
const LINES_IN_RUN = 2_500;
const STEPS = 4;
/** One run in this many still has its audio. */
const AUDIO_EVERY = 5;
const ROUNDS = 3;
const PAGE = 20;
const PAGES = 40;
const GOAL = 1.5;

/** Each use has its own lines, so that it finds no take of an earlier one. Four characters are enough for 15 uses. */
const MOST_USES = 15;
const NOTES_FILE = FOLDER && join(FOLDER, 'filled.json');
/** Undefined if the database is not filled yet. */
const earlier = readNotes();
const USES = earlier?.uses ?? 0;

function readNotes(): { attempts: number; uses: number } | undefined {
  if (!NOTES_FILE || !existsSync(NOTES_FILE)) return undefined;
  const notes = JSON.parse(readFileSync(NOTES_FILE, 'utf8')) as { attempts: number; uses: number };
  if (notes.attempts === ATTEMPTS && notes.uses < MOST_USES) return notes;
  throw new Error(`${FOLDER} has ${notes.attempts} attempts and ${notes.uses} uses. Use another folder.`);
}

/** The same steps with different lines in each round, so that no take is reused. */
const definition = (round: number) => fourSteps(numberedLines(LINES, `of round ${round} of use ${USES}`));
/** Lines of four characters, because 100,000 of them fit into the text of a source. */
const longRun = fourSteps(
  Array.from({ length: LONG_RUN }, (_, n) => (n + 36 ** 3 + USES * 100_000).toString(36)).join('\n'),
);

/** A service with its own database: an API process, and a worker in this process. */
async function openService(folder?: string) {
  const stage = await openStage(folder);
  const api = await stage.start('../packages/server/src/bin/api.ts');
  const { api_key, workspace_id } = await callApi<{ api_key: string; workspace_id: string }>(api, 'POST', {
    path: '/api-keys',
    body: {
      name: 'Bench',
      scopes: ['workspace:read', 'workflows:read', 'workflows:write'],
      rate_limit_per_min: 1_000_000,
    },
  });
  const [existing] = await callApi<{ id: string }[]>(api, 'GET', { path: '/workflows?limit=1' });
  if (existing && !earlier) throw new Error(`${FOLDER} has a database that was not filled to its end.`);
  const { id: workflow } =
    existing ??
    (await callApi<{ id: string }>(api, 'POST', {
      path: '/workflows',
      body: { name: 'Bench', definition: definition(0) },
    }));
  const { directory, databaseUrl } = stage;
  const env = {
    DATA_DIR: directory,
    LOG_LEVEL: 'error',
    DATABASE_URL: databaseUrl,
    PLANS_FILE: SELLER_PLANS_FILE,
  };
  const speech = scriptedSpeech({ durationMs: () => 400 });
  const { app, close } = await buildApp(readConfig(env, directory), { speech: speech.providers });
  const { owner_id: user } = await app.db
    .selectFrom('workspace')
    .select('owner_id')
    .where('id', '=', workspace_id)
    .executeTakeFirstOrThrow();
  const grant = { account_id: user, workspace_id: null, run_id: null, kind: 'grant' as const, hold: 0 };
  await app.db.transaction().execute(async (tx) => {
    await lockAccount(tx, user, new Date());
    await addCreditEntries(tx, [{ ...grant, cause: `grant/${randomUUID()}`, amount: 1_000_000 }], new Date());
  });
  const place: Place = { user, workspace: workspace_id, workflow };
  return { api, api_key, app, place, stage, close };
}

type Service = Awaited<ReturnType<typeof openService>>;

/** Ended runs of the past year, without their lines. */
async function addRuns(db: Db, { place }: Service, runs: number): Promise<void> {
  await sql`
    insert into run (id, workspace_id, workflow_id, account_id, run_number, status, definition, total_nodes, lines_total,
      lines_delivered, triggered_by, started_at, completed_at, created_at, updated_at)
    select gen_random_uuid(), ${place.workspace}, ${place.workflow}, ${place.user}, n, 'completed', '{}', ${STEPS + 1},
      ${LINES_IN_RUN}, ${LINES_IN_RUN}, ${place.user}, at, at, at, at
    from generate_series(1, ${runs}::int) n, lateral (select now() - (${runs} - n) * interval '2 hours' as at)`.execute(
    db,
  );
  await sql`update workflow set runs_count = ${runs} where id = ${place.workflow}`.execute(db);
}

/** Runs in the workflow, as the engine leaves them. */
async function fill(db: Db, service: Service): Promise<void> {
  const { place } = service;
  const runs = Math.ceil(ATTEMPTS / (LINES_IN_RUN * STEPS));
  await addRuns(db, service, runs);
  const nodes = Array.from({ length: STEPS }, () => randomUUID());
  const batch = 100;
  for (let from = 1; from <= runs; from += batch)
    await db.transaction().execute(async (tx) => {
      // The rows are consistent, so this skips the foreign key checks.
      await sql`set local session_replication_role = replica`.execute(tx);
      const these = sql`run r join generate_series(1, ${LINES_IN_RUN}::int) n on true
        where r.workflow_id = ${place.workflow} and r.run_number between ${from} and ${from + batch - 1}`;
      await sql`
        insert into run_line (run_id, no, node_id, line_id, line_index, locale_code, script, characters, status, audio_id)
        select r.id, n, ${randomUUID()}, 'l' || n, n, 'en-us', 'Line ' || n || ' is as long as most lines are.', 40,
          'delivered', md5(r.id::text || n) from ${these}`.execute(tx);
      for (const id of nodes)
        await sql`
          insert into attempt (run_id, node_id, iteration, line_no, input_id, port, output_id, characters, credits, created_at)
          select r.id, ${id}, 0, n, md5(n::text), 'audio', md5(r.id::text || n), 40, 1, r.created_at
          from ${these}`.execute(tx);
      await sql`
        insert into audio (workspace_id, id, kind, take_id, run_id, reuse_key, provider, model, settings, locale_code,
          spoken_text, characters, credits, object_key, sha256, format, content_type, sample_rate, channels, duration_ms,
          size_bytes, facts, created_at, used_at)
        select ${place.workspace}, md5(r.id::text || n), 'take', md5(r.id::text || n), r.id,
          decode(md5(r.id::text || n) || md5(n::text), 'hex'), 'espeak', 'espeak-ng', '{"speed": 1}', 'en-us',
          'Line ' || n || ' is as long as most lines are.', 40, 1, 'workspaces/' || r.id || '/' || n || '.wav',
          md5(n::text) || md5(n::text), 'wav', 'audio/wav', 22050, 1, 3000, 132300,
          jsonb_build_object('metrics', jsonb_build_object('speech_ms', 2800, 'noise', repeat('0', 400))),
          r.created_at, r.created_at
        from ${these} and r.run_number % ${AUDIO_EVERY} = 0`.execute(tx);
    });
}

/** Index cleanup is on, because by default PostgreSQL skips the indexes if there is little to remove. */
async function vacuum(db: Db, what: string): Promise<void> {
  for (const table of ['attempt', 'audio', 'run_line']) {
    const begin = performance.now();
    await sql`vacuum (analyze, index_cleanup on) ${sql.table(table)}`.execute(db);
    const { rows } = await sql<{ bytes: string }>`select pg_total_relation_size(${table}) as bytes`.execute(
      db,
    );
    const gigabytes = (Number(rows[0]?.bytes) / 1e9).toFixed(1);
    const name = `vacuum of ${table} ${what}`;
    report({ name, detail: `${gigabytes} GB`, value: secondsSince(begin), unit: 's', better: 'lower' });
  }
}

/** Removes audio that is past the retention of the free plan. Lines and attempts stay. */
async function removeOld({ app }: Service): Promise<void> {
  const begin = performance.now();
  const audio = await sweepAudio(app, new Date());
  const value = audio / secondsSince(begin);
  const detail = `${audio} rows in one sweep`;
  report({ name: 'audio past its retention', detail, value, unit: 'rows/s', better: 'higher' });
}

const throwError = (error: Error): never => {
  throw error;
};
const secondsSince = (begin: number): number => (performance.now() - begin) / 1_000;

/** Runs the lines. Returns the ID of the run, and its time and database CPU per line step, in milliseconds. */
async function runLines({ app, place }: Service, lines: WorkflowDefinition) {
  const pids = await postgresPids(app);
  const before = cpuSeconds(pids);
  const { run, seconds, steps } = await runToEnd(app, lines, place);
  const used = cpuSeconds(await postgresPids(app)) - before;
  return { run, step: (seconds * 1_000) / steps, database: (used * 1_000) / steps };
}

async function timed({ api, api_key }: Service, path: string): Promise<number> {
  const begin = performance.now();
  const response = await fetch(`${api.url}/api/v1${path}`, {
    headers: { Authorization: `Bearer ${api_key}` },
  });
  if (!response.ok) throw new Error(await response.text());
  await response.arrayBuffer();
  return performance.now() - begin;
}

function compare(name: string, unit: string, [empty, filled]: [number[], number[]]): void {
  const [one, other] = [median(empty), median(filled)];
  const detail = `empty ${one.toPrecision(3)} ${unit}, filled ${other.toPrecision(3)} ${unit}`;
  report({ name, detail, value: other / one, unit: 'ratio', better: 'lower', goal: GOAL });
}

const services = [await openService(), await openService(FOLDER)] as const;
// So that both lists of runs have full pages.
await addRuns(services[0].app.db, services[0], PAGE);
const begin = performance.now();
const history = createDb(
  createPool({ connectionString: services[1].stage.databaseUrl, max: 1, timeout_ms: 0, onError: throwError }),
);
if (!earlier) {
  await fill(history, services[1]);
  console.log(`Filled in ${secondsSince(begin).toFixed(0)} s.`);
  await vacuum(history, 'after the filling');
  await sql`vacuum analyze`.execute(history);
}
if (NOTES_FILE) writeFileSync(NOTES_FILE, JSON.stringify({ attempts: ATTEMPTS, uses: USES + 1 }));

const steps: [number[], number[]] = [[], []];
const databases: [number[], number[]] = [[], []];
const lastRuns = ['', ''];
let longRunId = '';
for (const [side, service] of services.entries()) {
  const worker = await startWorker(service.app, runJobs);
  // The first round only warms up the process and the caches.
  for (let round = 0; round <= ROUNDS; round++) {
    const { run, step, database } = await runLines(service, definition(round));
    lastRuns[side] = run;
    await followEndedRun(service.app, run);
    if (round === 0) continue;
    steps[side]?.push(step);
    databases[side]?.push(database);
  }
  if (side === 1) {
    const { run, step, database } = await runLines(service, longRun);
    longRunId = run;
    await followEndedRun(service.app, run);
    compare(`a line step of a run of ${LONG_RUN} short lines`, 'ms', [steps[0], [step]]);
    compare('CPU of PostgreSQL per line step of that run', 'ms', [databases[0], [database]]);
  }
  await worker.stop(2_000);
}
compare(`a line step of runs of ${LINES} lines`, 'ms', steps);
compare('CPU of PostgreSQL per line step', 'ms', databases);

type Page = (service: Service, run: string) => string;
const overview: Page = ({ place }, run) => `/workflows/${place.workflow}/runs/${run}/overview`;
const lines: Page = ({ place }, run) => `/workflows/${place.workflow}/runs/${run}/data?limit=50`;
const longRuns = [lastRuns[0], longRunId];
const pages: [name: string, page: Page, runs: typeof longRuns][] = [
  ['page of workflows', () => `/workflows?limit=${PAGE}`, lastRuns],
  ['page of runs', ({ place }) => `/workflows/${place.workflow}/runs?limit=${PAGE}`, lastRuns],
  ['overview of a run', overview, lastRuns],
  ['page of lines of a run', lines, lastRuns],
  [`page of lines of a run of ${LONG_RUN} lines`, lines, longRuns],
  ['usage of 30 days', () => '/usage/summary?range=30d', lastRuns],
];
for (const [name, page, runs] of pages) {
  const times: [number[], number[]] = [[], []];
  for (let n = 0; n < PAGES; n++)
    for (const [side, service] of services.entries())
      times[side]?.push(await timed(service, page(service, runs[side] ?? '')));
  compare(name, 'ms', times);
}
// Not compared, because an overview contains the script of its run.
const overviews: number[] = [];
for (let n = 0; n < PAGES; n++) overviews.push(await timed(services[1], overview(services[1], longRunId)));
const name = `overview of a run of ${LONG_RUN} lines`;
report({ name, detail: 'with its script', value: median(overviews), unit: 'ms', better: 'lower' });
// A kept database stays as it is.
if (!FOLDER) {
  await removeOld(services[1]);
  await vacuum(history, 'after the removal');
}
await history.destroy();
for (const { close, stage } of services) {
  await close();
  await stage.close();
}
