/**
 * What the engine costs per line. Prints lines per second, CPU of this process and of PostgreSQL per line visit, peak
 * memory, and the time from cancel to the last request.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WorkflowDefinition } from '../packages/contract/src/index.ts';
import type { App } from '../packages/server/src/app.ts';
import { buildApp } from '../packages/server/src/build-app.ts';
import { readConfig } from '../packages/server/src/config/config.ts';
import { runJobs } from '../packages/server/src/engine/jobs.ts';
import { compilePlan } from '../packages/server/src/engine/plan.ts';
import { cancelRun } from '../packages/server/src/engine/runs/end.ts';
import { startRun } from '../packages/server/src/engine/start/start.ts';
import { startWorker } from '../packages/server/src/jobs/index.ts';
import { numberedLines, shortPipeline } from '../packages/server/test/support/definitions.ts';
import { scriptedSpeech } from '../packages/server/test/support/fake-speech.ts';
import { cpuSeconds, makeWorkflow, postgresPids, runToEnd } from './support/engine-runs.ts';

const LINES = Number(process.env.BENCH_LINES ?? 10_000);
const directory = mkdtempSync(join(tmpdir(), 'voiceloom-bench-'));
const config = readConfig({ DATA_DIR: directory, LOG_LEVEL: 'error' }, directory);

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
rmSync(directory, { recursive: true, force: true });
