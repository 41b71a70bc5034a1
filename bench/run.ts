/**
 * What the engine costs: new takes of an instant provider, and the same lines again with every take reused. Prints
 * lines per second, CPU of this process and of PostgreSQL per line step, how long database connections wait for locks,
 * peak memory, and the time from cancel to the last request.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WorkflowDefinition } from '../packages/contract/src/index.ts';
import type { App } from '../packages/server/src/app.ts';
import { buildApp } from '../packages/server/src/build-app.ts';
import { readConfig } from '../packages/server/src/config/config.ts';
import { runJobs } from '../packages/server/src/engine/jobs.ts';
import { cancelRun } from '../packages/server/src/engine/runs/end.ts';
import { startRun } from '../packages/server/src/engine/start/start.ts';
import { startWorker } from '../packages/server/src/jobs/index.ts';
import {
  definitionOf,
  node,
  numberedLines,
  shortPipeline,
} from '../packages/server/test/support/definitions.ts';
import { scriptedSpeech } from '../packages/server/test/support/fake-speech.ts';
import {
  cpuSeconds,
  makeWorkflow,
  type Place,
  postgresPids,
  runToEnd,
  startOf,
} from './support/engine-runs.ts';

const LINES = Number(process.env.BENCH_LINES ?? 10_000);
const directory = mkdtempSync(join(tmpdir(), 'voiceloom-bench-'));
const { DATABASE_URL } = process.env;
const config = readConfig(
  { DATA_DIR: directory, LOG_LEVEL: 'error', ...(DATABASE_URL && { DATABASE_URL }) },
  directory,
);

async function measured(
  name: string,
  app: App,
  { place, definition, lines }: { place: Place; definition: WorkflowDefinition; lines: number },
): Promise<void> {
  const pids = await postgresPids(app);
  const [own, database] = [process.cpuUsage(), cpuSeconds(pids)];
  const { seconds, steps, peakMb, locked } = await runToEnd(app, definition, place);
  const used = process.cpuUsage(own);
  const ownMs = (used.user + used.system) / 1_000;
  const databaseMs = (cpuSeconds(await postgresPids(app)) - database) * 1_000;
  console.log(
    `${name}: ${lines} lines in ${seconds.toFixed(1)} s = ${(lines / seconds).toFixed(0)} lines/s; ` +
      `CPU per line step: engine process ${(ownMs / steps).toFixed(3)} ms, PostgreSQL ${(databaseMs / steps).toFixed(3)} ms; ` +
      `waiting for locks ${(100 * locked).toFixed(0)} %; peak RSS ${peakMb.toFixed(0)} MB`,
  );
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
  console.log(
    `cancel: returned after ${(returnedAt - begin).toFixed(0)} ms, last provider call ${(lastAt - begin).toFixed(0)} ms after the request`,
  );
}

/** Script, speech, two checks and the sink. */
function fourSteps(text: string): WorkflowDefinition {
  const source = node('source_script', { text, source_language: 'en-us' });
  const [generator, noise] = [node('operator_generator'), node('validator_noise')];
  const [pacing, sink] = [node('validator_pacing'), node('sink_preview')];
  return definitionOf(
    [source, generator, noise, pacing, sink],
    [
      [source, 'lines', generator],
      [generator, 'audio', noise],
      [noise, 'pass', pacing],
      [pacing, 'pass', sink],
    ],
  );
}

const speech = scriptedSpeech({ durationMs: () => 400 });
{
  const { app, close } = await buildApp(config, { speech: speech.providers });
  const worker = await startWorker(app, runJobs);
  const definition = fourSteps(numberedLines(LINES));
  const work = { place: await makeWorkflow(app, definition), definition, lines: LINES };
  await measured('new takes of an instant provider, 4 steps a line', app, work);
  await measured('the same lines, every take reused', app, work);
  await cancelTime(app, speech);
  await worker.stop(2_000);
  await close();
}
rmSync(directory, { recursive: true, force: true });
