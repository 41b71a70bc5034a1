/**
 * `node bench/scale.ts` measures runs with 1, 2 and 4 worker processes. The provider waits instead of computing, so a
 * worker is limited by its slots and not by its CPU. `node bench/scale.ts memory` (`pnpm bench scale:memory`) shows the
 * memory of a worker during a run of 100,000 lines.
 */
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import type { WorkflowDefinition } from '../packages/contract/src/index.ts';
import { definitionOf, node, numberedLines } from '../packages/server/test/support/definitions.ts';
import { reportLocks, runToEnd } from './support/engine-runs.ts';
import { median, report, size } from './support/figures.ts';
import { type Fleet, openFleet, type Spoken } from './support/fleet.ts';

const part = process.argv[2] ?? 'workers';
if (part === 'memory') await measureMemory(size('BENCH_LINES', 100_000));
else await measureWorkers(size('BENCH_LINES', 4_000));

/** A workflow that needs little CPU while it waits for the provider: script, speech and sink. */
function speechAlone(text: string, generator: Spoken['generator']): WorkflowDefinition {
  const source = node('source_script', { text, source_language: 'en-us' });
  const [speech, sink] = [node('operator_generator', generator), node('sink_preview')];
  return definitionOf(
    [source, speech, sink],
    [
      [source, 'lines', speech],
      [speech, 'audio', sink],
    ],
  );
}

/** Runs lines that have no takes yet. */
async function speak(fleet: Fleet, text: string, onSample?: (steps: number) => void) {
  const { place, generator } = await fleet.makePlace();
  return runToEnd(fleet.app, speechAlone(text, generator), place, onSample);
}

async function measureWorkers(lines: number): Promise<void> {
  const wait_ms = size('BENCH_WAIT_MS', 250);
  const [slots, concurrency] = [4, 4];
  const fleet = await openFleet({
    ...{ wait_ms, ms_per_character: 10 },
    settings: {
      WORKER_CONCURRENCY: String(slots),
      LINE_CONCURRENCY: String(concurrency),
      // One workspace may use every slot of four workers.
      WORKSPACE_CONCURRENCY: '16',
      // Small, so that few slots are idle while the last chunks of a run finish.
      LINES_PER_CHUNK: '25',
    },
  });
  let alone = Number.NaN;
  for (const count of [1, 2, 4]) {
    while (fleet.workers.length < count) await fleet.addWorker();
    await speak(fleet, numberedLines(200 * count, 'warms up'));
    await fleet.liftProviderLimit();
    const [before, cores] = [await fleet.cpu(), coreTimes()];
    const run = await speak(fleet, numberedLines(lines));
    const [after, coresAfter] = [await fleet.cpu(), coreTimes()];
    const rate = lines / run.seconds;
    const most = (count * slots * concurrency * 1_000) / wait_ms;
    const share = (seconds: number): string => `${((100 * seconds) / run.seconds).toFixed(0)} %`;
    const idle = (coresAfter.idle - cores.idle) / (coresAfter.all - cores.all);
    const limit = idle < 0.2 ? 'the cores limit it' : 'the slots limit it';
    const name = count === 1 ? '1 worker' : `${count} workers`;
    const detail =
      `${lines} in ${run.seconds.toFixed(1)} s, ${((100 * rate) / most).toFixed(0)} % of what the slots allow, CPU of a core: workers ` +
      `${share(after.workers - before.workers)}, PostgreSQL ${share(after.database - before.database)}, ` +
      `cores idle ${(100 * idle).toFixed(0)} %: ${limit}`;
    report({ name, detail, value: rate, unit: 'lines/s', better: 'higher' });
    if (count === 1) alone = rate;
    else {
      const goal = count === 2 ? 1.7 : undefined;
      report({ name: `${name} beside 1`, value: rate / alone, unit: 'ratio', better: 'higher', goal });
    }
    reportLocks(name, { ...run, slots: slots * count });
  }
  await fleet.close();
}

/** The time of all cores so far, in milliseconds. It includes the load of other processes. */
function coreTimes(): { idle: number; all: number } {
  const times = cpus().map((core) => core.times);
  const all = times.flatMap((time) => Object.values(time)).reduce((sum, ms) => sum + ms, 0);
  return { idle: times.reduce((sum, { idle }) => sum + idle, 0), all };
}

async function measureMemory(lines: number): Promise<void> {
  const PARTS = 10;
  const fleet = await openFleet({ ms_per_character: 10 });
  await fleet.addWorker();
  await speak(fleet, numberedLines(200, 'warms up'));
  await fleet.liftProviderLimit();
  const parts = Array.from({ length: PARTS }, (): number[] => []);
  const pid = fleet.workers[0]?.pid ?? 0;
  // Lines of four characters, because 100,000 of them fit into the text of a source. A line has two steps.
  const text = Array.from({ length: lines }, (_, n) => (n + 10 * 36 ** 3).toString(36)).join('\n');
  const run = await speak(fleet, text, (steps) => {
    const at = Math.floor((PARTS * steps) / (2 * lines));
    parts[Math.min(PARTS - 1, at)]?.push(memoryMb(pid));
  });
  const medians = parts.map((samples) => median(samples));
  console.log(`${lines} lines in ${run.seconds.toFixed(0)} s, ${(lines / run.seconds).toFixed(0)} lines/s`);
  console.log(
    `memory of the worker in ${PARTS} parts of the run: ${medians.map((mb) => mb.toFixed(0)).join(', ')} MB`,
  );
  const peak = Math.max(...parts.flat());
  report({ name: 'peak memory of the worker', value: peak, unit: 'MB', better: 'lower', goal: 450 });
  report({
    name: 'memory in the last part beside the third',
    ...{ value: (medians[PARTS - 1] ?? 0) / (medians[2] ?? 1), unit: 'ratio', better: 'lower', goal: 1.1 },
  });
  await fleet.close();
}

function memoryMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1_024;
}
