/**
 * Measures the engine itself: new takes of an instant provider, and the same lines again with every take reused. Prints
 * lines per second, CPU of this process and of PostgreSQL per line step, how long database connections wait for locks,
 * peak memory, and the time from cancel to the last request.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WorkflowDefinition } from '../packages/contract/src/index.ts';
import type { App } from '../packages/server/src/app.ts';
import { readConfig } from '../packages/server/src/config/config.ts';
import { cancelRun } from '../packages/server/src/engine/control/cancel.ts';
import { runJobs } from '../packages/server/src/engine/jobs.ts';
import { startRun } from '../packages/server/src/engine/start/start.ts';
import { startWorker } from '../packages/server/src/jobs/index.ts';
import { buildApp } from '../packages/server/src/programs/build-app.ts';
import { numberedLines, shortPipeline } from '../packages/server/test/support/definitions.ts';
import { scriptedSpeech } from '../packages/server/test/support/fake-speech.ts';
import {
  cpuSeconds,
  fourSteps,
  makeWorkflow,
  type Place,
  postgresPids,
  reportLocks,
  runToEnd,
  startOf,
} from './support/engine-runs.ts';
import { report, size } from './support/figures.ts';

const LINES = size('BENCH_LINES', 10_000);
const directory = mkdtempSync(join(tmpdir(), 'voiceloom-bench-'));
const { DATABASE_URL } = process.env;
const config = readConfig(
  { DATA_DIR: directory, LOG_LEVEL: 'error', ...(DATABASE_URL && { DATABASE_URL }) },
  directory,
);

interface Goals {
  /** Lines per second. */
  rate: number;
  /** Milliseconds of CPU per line step: of the engine process, of PostgreSQL, of both. */
  own?: number;
  database?: number;
  both: number;
}

async function measured(
  name: string,
  app: App,
  { place, definition, goals }: { place: Place; definition: WorkflowDefinition; goals: Goals },
): Promise<void> {
  const pids = await postgresPids(app);
  const [own, database] = [process.cpuUsage(), cpuSeconds(pids)];
  const { seconds, steps, peakMb, locked, active } = await runToEnd(app, definition, place);
  const used = process.cpuUsage(own);
  const ownMs = (used.user + used.system) / 1_000 / steps;
  const databaseMs = ((cpuSeconds(await postgresPids(app)) - database) * 1_000) / steps;
  const detail = `${LINES} in ${seconds.toFixed(1)} s`;
  report({ name, detail, value: LINES / seconds, unit: 'lines/s', better: 'higher', goal: goals.rate });
  for (const [what, value, unit, goal] of [
    ['CPU per line step of the engine process', ownMs, 'ms', goals.own],
    ['CPU per line step of PostgreSQL', databaseMs, 'ms', goals.database],
    ['CPU per line step of both', ownMs + databaseMs, 'ms', goals.both],
    ['peak memory', peakMb, 'MB', undefined],
  ] as const)
    report({ name: `${name}: ${what}`, value, unit, better: 'lower', goal });
  reportLocks(name, { locked, active, slots: config.worker.concurrency });
}

async function cancelTime(app: App, speech: ReturnType<typeof scriptedSpeech>): Promise<void> {
  const definition = shortPipeline({ text: numberedLines(2_000, 'waits to be cancelled') });
  const place = await makeWorkflow(app, definition);
  const before = speech.requests.length;
  const run = await startRun(app, startOf(place, definition));
  while (speech.requests.length < before + 200) await new Promise((resolve) => setTimeout(resolve, 5));
  const begin = performance.now();
  await cancelRun(app, { workspace_id: place.workspace, run_id: run });
  const returnedAt = performance.now();
  let last = speech.requests.length;
  let lastAt = returnedAt;
  while (performance.now() - lastAt < 1_000) {
    if (speech.requests.length !== last) {
      last = speech.requests.length;
      lastAt = performance.now();
    }
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  report({ name: 'cancel returned after', value: returnedAt - begin, unit: 'ms', better: 'lower' });
  report({ name: 'last provider call after the cancel', value: lastAt - begin, unit: 'ms', better: 'lower' });
}

const speech = scriptedSpeech({ durationMs: () => 400 });
{
  const { app, close } = await buildApp(config, { speech: speech.providers });
  const worker = await startWorker(app, runJobs);
  const definition = fourSteps(numberedLines(LINES));
  const work = { place: await makeWorkflow(app, definition), definition };
  const goals = { rate: 350, both: 0.9 };
  await measured('new takes', app, { ...work, goals });
  const reused = { rate: 900, own: 0.15, database: 0.15, both: 0.3 };
  await measured('reused takes', app, { ...work, goals: reused });
  await cancelTime(app, speech);
  await worker.stop(2_000);
  await close();
}
rmSync(directory, { recursive: true, force: true });
