/**
 * What the engine costs per line beside the bare synthesis of the same lines, in one run. Prints lines per second,
 * CPU of this process and of PostgreSQL per line visit, peak memory, and the time from cancel to the last request.
 */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WorkflowDefinition } from '../packages/contract/src/index.ts';
import { sql } from '../packages/server/node_modules/kysely/dist/index.js';
import type { App } from '../packages/server/src/app.ts';
import { buildApp } from '../packages/server/src/build-app.ts';
import { readConfig } from '../packages/server/src/config/config.ts';
import { runJobs } from '../packages/server/src/engine/jobs.ts';
import { compilePlan } from '../packages/server/src/engine/plan.ts';
import { cancelRun } from '../packages/server/src/engine/runs/end.ts';
import { startRun } from '../packages/server/src/engine/start/start.ts';
import { startWorker } from '../packages/server/src/jobs/index.ts';
import { fullPipeline, numberedLines, shortPipeline } from '../packages/server/test/support/definitions.ts';
import { scriptedSpeech } from '../packages/server/test/support/fake-speech.ts';

const LINES = Number(process.env.BENCH_LINES ?? 10_000);
const SPOKEN = Number(process.env.BENCH_SPOKEN_LINES ?? 300);
const directory = mkdtempSync(join(tmpdir(), 'voiceloom-bench-'));
const config = readConfig({ DATA_DIR: directory, LOG_LEVEL: 'error' }, directory);

function cpuSeconds(pids: number[]): number {
  return pids.reduce((sum, pid) => {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      return sum + (Number(fields[11]) + Number(fields[12]) + Number(fields[13]) + Number(fields[14])) / 100;
    } catch {
      return sum;
    }
  }, 0);
}

async function postgresPids(app: App): Promise<number[]> {
  const shown = await sql<{ data_directory: string }>`show data_directory`.execute(app.db);
  const postmaster =
    readFileSync(join(shown.rows[0]?.data_directory ?? '', 'postmaster.pid'), 'utf8').split('\n')[0] ?? '';
  const children = execFileSync('pgrep', ['-P', postmaster]).toString().trim().split('\n');
  return [postmaster, ...children].map(Number);
}

async function makeWorkflow(
  app: App,
  definition: WorkflowDefinition,
): Promise<{ user: string; workspace: string; workflow: string }> {
  const [user, workspace, workflow] = [randomUUID(), randomUUID(), randomUUID()];
  const at = { created_at: new Date(), updated_at: new Date() };
  await app.db
    .insertInto('app_user')
    .values({ id: user, issuer: 'bench', subject: user, ...at })
    .execute();
  await app.db
    .insertInto('workspace')
    .values({
      id: workspace,
      name: 'Bench',
      slug: workspace,
      color_idx: 0,
      owner_id: user,
      created_by: user,
      ...at,
    })
    .execute();
  await app.db
    .insertInto('workflow')
    .values({
      id: workflow,
      workspace_id: workspace,
      user_id: user,
      name: 'Bench',
      definition: JSON.stringify(definition),
      ...at,
    })
    .execute();
  await app.db
    .insertInto('credit_account')
    .values({ user_id: user, balance: 1_000_000, period_end: new Date('2999-01-01') })
    .execute();
  return { user, workspace, workflow };
}

async function runToEnd(
  app: App,
  definition: WorkflowDefinition,
): Promise<{ seconds: number; steps: number; peakMb: number }> {
  const { user, workspace, workflow } = await makeWorkflow(app, definition);
  const begin = performance.now();
  let peakMb = 0;
  const run = await startRun(app, {
    workspace_id: workspace,
    workflow_id: workflow,
    account_id: user,
    triggered_by: user,
    api_key_id: null,
    definition,
    plan: compilePlan(definition),
    min_credits: 0,
  });
  for (;;) {
    peakMb = Math.max(peakMb, process.memoryUsage().rss / 1_048_576);
    const row = await app.db
      .selectFrom('run')
      .select(['status', 'finished_steps', 'error'])
      .where('id', '=', run)
      .executeTakeFirstOrThrow();
    if (row.status === 'completed')
      return { seconds: (performance.now() - begin) / 1_000, steps: row.finished_steps, peakMb };
    if (row.status === 'failed') throw new Error(JSON.stringify(row.error));
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function measured(
  name: string,
  app: App,
  definition: WorkflowDefinition,
  lines: number,
): Promise<void> {
  const pids = await postgresPids(app);
  const [own, database] = [process.cpuUsage(), cpuSeconds(pids)];
  const { seconds, steps, peakMb } = await runToEnd(app, definition);
  const used = process.cpuUsage(own);
  const ownMs = (used.user + used.system) / 1_000;
  const databaseMs = (cpuSeconds(await postgresPids(app)) - database) * 1_000;
  console.log(
    `${name}: ${lines} lines in ${seconds.toFixed(1)} s = ${(lines / seconds).toFixed(0)} lines/s; ` +
      `CPU per line visit: engine process ${(ownMs / steps).toFixed(2)} ms, PostgreSQL ${(databaseMs / steps).toFixed(2)} ms; ` +
      `peak RSS ${peakMb.toFixed(0)} MB`,
  );
}

async function cancelTime(app: App, speech: ReturnType<typeof scriptedSpeech>): Promise<void> {
  const definition = shortPipeline({ text: numberedLines(2_000, 'waits to be cancelled') });
  const { user, workspace, workflow } = await makeWorkflow(app, definition);
  const start = {
    workspace_id: workspace,
    workflow_id: workflow,
    account_id: user,
    triggered_by: user,
    api_key_id: null,
  };
  const before = speech.requests.length;
  const run = await startRun(app, { ...start, definition, plan: compilePlan(definition), min_credits: 0 });
  while (speech.requests.length < before + 200) await new Promise((resolve) => setTimeout(resolve, 5));
  const begin = performance.now();
  await cancelRun(app, { workspace_id: workspace, run_id: run });
  const answered = performance.now();
  let last = speech.requests.length;
  let lastAt = answered;
  while (performance.now() - lastAt < 1_000) {
    if (speech.requests.length !== last) {
      last = speech.requests.length;
      lastAt = performance.now();
    }
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  console.log(
    `cancel: answered after ${(answered - begin).toFixed(0)} ms, last request to the partner ${(lastAt - begin).toFixed(0)} ms after the call`,
  );
}

const speech = scriptedSpeech({ durationMs: () => 400 });
{
  const { app, close } = await buildApp(config, { speech: speech.providers });
  const worker = await startWorker(app, runJobs);
  await measured(
    'instant partner, 3 visits a line',
    app,
    shortPipeline({ text: numberedLines(LINES) }),
    LINES,
  );
  await cancelTime(app, speech);
  await worker.stop(2_000);
  await close();
}
{
  const { app, close } = await buildApp(config);
  const text = numberedLines(SPOKEN, 'is spoken by the embedded engine');
  const provider = app.speech.get('espeak');
  const voice = provider?.voices().find((entry) => entry.locale_codes.includes('en-us'));
  if (!provider || !voice) throw new Error('the embedded engine has no English voice');
  const request = {
    model: 'espeak-ng',
    provider_voice_id: voice.provider_voice_id,
    locale_code: 'en-us',
    speed: 1,
    pitch: 0,
  };
  const speak = (line: string): Promise<unknown> =>
    provider.synthesize({ ...request, text: line, idempotency_key: line }, AbortSignal.timeout(60_000));
  await speak('Warm up.');
  const begin = performance.now();
  await Promise.all(text.split('\n').map(speak));
  const bare = (performance.now() - begin) / 1_000;
  console.log(
    `bare synthesis: ${SPOKEN} lines in ${bare.toFixed(1)} s = ${(SPOKEN / bare).toFixed(0)} lines/s`,
  );
  const worker = await startWorker(app, runJobs);
  await measured('embedded engine, whole pipeline', app, fullPipeline({ text }), SPOKEN);
  await worker.stop(2_000);
  await close();
}
rmSync(directory, { recursive: true, force: true });
