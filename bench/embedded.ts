/**
 * Compares the whole pipeline on the embedded engine (with three checks and mastering) to bare synthesis of the same
 * lines, in alternating rounds. Prints the ratio of their lines per second, and the CPU time of a line by process.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from '../packages/server/src/app.ts';
import { readConfig } from '../packages/server/src/config/config.ts';
import { runJobs } from '../packages/server/src/engine/jobs.ts';
import { startWorker } from '../packages/server/src/jobs/index.ts';
import { buildApp } from '../packages/server/src/programs/build-app.ts';
import { fullPipeline, numberedLines } from '../packages/server/test/support/definitions.ts';
import { cpuSeconds, postgresPids, runToEnd } from './support/engine-runs.ts';
import { median, report, size } from './support/figures.ts';

const LINES = size('BENCH_SPOKEN_LINES', 300);
const ROUNDS = size('BENCH_ROUNDS', 5);
/** Enough that the JIT has compiled the code of both sides. */
const WARM_UP_LINES = 60;

const directory = mkdtempSync(join(tmpdir(), 'voiceloom-bench-'));
const { app, close } = await buildApp(readConfig({ DATA_DIR: directory, LOG_LEVEL: 'error' }, directory));
const worker = await startWorker(app, runJobs);
const textOf = (round: number, lines: number): string =>
  numberedLines(lines, `of round ${round} is spoken by the embedded engine`);

async function speak({ speech }: App, text: string): Promise<number> {
  const provider = speech.get('espeak');
  const voice = provider?.voices().find((entry) => entry.locale_codes.includes('en-us'));
  if (!provider || !voice) throw new Error('the embedded engine has no English voice');
  const { provider_voice_id } = voice;
  const request = { model: 'espeak-ng', provider_voice_id, locale_code: 'en-us', speed: 1, pitch: 0 };
  const begin = performance.now();
  await Promise.all(
    text
      .split('\n')
      .map((line) =>
        provider.synthesize({ ...request, text: line, idempotency_key: line }, AbortSignal.timeout(600_000)),
      ),
  );
  return (performance.now() - begin) / 1_000;
}

/** The process IDs of the speech engine. */
function speechPids(): number[] {
  const children = execFileSync('pgrep', ['-P', String(process.pid), '-f', 'speech-espeak']).toString();
  return children.trim().split('\n').map(Number);
}

interface Round {
  bare: number;
  whole: number;
  engine_ms: number;
  speech_ms: number;
  database_ms: number;
}

async function measureRound(round: number): Promise<Round> {
  const text = textOf(round, LINES);
  const bare = await speak(app, text);
  const [own, speech, database] = [process.cpuUsage(), cpuSeconds(speechPids()), await postgresCpu()];
  const { seconds } = await runToEnd(app, fullPipeline({ text }));
  const { user, system } = process.cpuUsage(own);
  return {
    bare: LINES / bare,
    whole: LINES / seconds,
    engine_ms: (user + system) / 1_000 / LINES,
    speech_ms: ((cpuSeconds(speechPids()) - speech) * 1_000) / LINES,
    database_ms: (((await postgresCpu()) - database) * 1_000) / LINES,
  };
}

const postgresCpu = async (): Promise<number> => cpuSeconds(await postgresPids(app));

await speak(app, textOf(0, WARM_UP_LINES));
await runToEnd(app, fullPipeline({ text: textOf(0, WARM_UP_LINES) }));
const rounds: Round[] = [];
for (let round = 1; round <= ROUNDS; round++) rounds.push(await measureRound(round));
const ratios = rounds.map(({ bare, whole }) => whole / bare);
report({
  name: 'whole pipeline beside bare synthesis',
  detail: `${ROUNDS} rounds of ${LINES} lines, ${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`,
  ...{ value: median(ratios), unit: 'ratio', better: 'higher', goal: 0.65 },
});
for (const [name, part] of [
  ['CPU of the engine process and its threads beside the synthesis', 'engine_ms'],
  ['CPU of PostgreSQL beside the synthesis', 'database_ms'],
] as const) {
  const value = median(rounds.map((round) => round[part] / round.speech_ms));
  const cpu = (of: 'engine_ms' | 'database_ms' | 'speech_ms'): string =>
    `${median(rounds.map((round) => round[of])).toFixed(1)} ms`;
  const detail = `${cpu(part)} and ${cpu('speech_ms')} per line`;
  report({ name, detail, value, unit: 'ratio', better: 'lower' });
}
await worker.stop(2_000);
await close();
rmSync(directory, { recursive: true, force: true });
