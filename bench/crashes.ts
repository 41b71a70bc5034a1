/**
 * Crashes processes at random moments of a run. Workers get SIGKILL. The database crashes twice: once all its processes
 * get SIGKILL, once it shuts down immediately. Exits with 1 if a line was lost, delivered twice or charged twice, if
 * the crashes do not explain every repeated provider call, or if rows or objects without a match remain.
 */
import { spawnSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from '../packages/server/node_modules/kysely/dist/index.js';
import { MIN_ORPHAN_AGE_MS, sweepStrayAudio } from '../packages/server/src/engine/runs/retention.ts';
import { startRun } from '../packages/server/src/engine/start/start.ts';
import { checkLedgers } from '../packages/server/src/features/credits/index.ts';
import { auditRun } from '../packages/server/test/support/audit-run.ts';
import { definitionOf, node, numberedLines } from '../packages/server/test/support/definitions.ts';
import { postgresPids, startOf } from './support/engine-runs.ts';
import { report, size } from './support/figures.ts';
import { openFleet } from './support/fleet.ts';

const LINES = size('BENCH_LINES', 8_000);
const WORKERS = 2;
const WORKER_KILLS = 20;
/** The database crashes after these numbers of killed workers. */
const DATABASE_CRASHES = [7, 14];
/** A run that finishes no step for this time is stuck. */
const STUCK_MS = 300_000;
const ENDED = ['completed', 'failed', 'cancelled'];

const fleet = await openFleet({ wait_ms: size('BENCH_WAIT_MS', 200), ms_per_character: 10 });
const { app, workers } = fleet;
while (workers.length < WORKERS) await fleet.addWorker();
const { place, generator } = await fleet.makePlace();
const source = node('source_script', { text: numberedLines(LINES), source_language: 'en-us' });
const [speech, pacing] = [node('operator_generator', generator), node('validator_pacing', { threshold: 0 })];
const [mastering, sink] = [node('operator_mastering'), node('sink_preview')];
const definition = definitionOf(
  [source, speech, pacing, mastering, sink],
  [
    [source, 'lines', speech],
    [speech, 'audio', pacing],
    [pacing, 'pass', mastering],
    [mastering, 'audio', sink],
  ],
);
const run = await startRun(app, startOf(place, definition));
const begun = performance.now();

const readRun = () =>
  app.db
    .selectFrom('run')
    .select(['status', 'finished_steps', 'total_steps', 'lines_delivered'])
    .where('id', '=', run)
    .executeTakeFirstOrThrow();

const random = (from: number, to: number): number => from + Math.random() * (to - from);

function say(what: string): void {
  console.log(`${((performance.now() - begun) / 1_000).toFixed(1)} s: ${what}`);
}

const hasEnded = ({ pid }: { pid: number }): boolean => spawnSync('kill', ['-0', String(pid)]).status !== 0;

let kills = 0;
let crashes = 0;
let endedAlone = 0;

async function killWorker(count: number): Promise<void> {
  const [victim] = workers.splice(Math.floor(random(0, workers.length)), 1);
  if (victim && hasEnded(victim)) endedAlone += 1;
  await victim?.kill();
  const { finished_steps, total_steps } = await readRun();
  say(`worker killed (${count}), ${finished_steps} of ${total_steps} steps finished`);
  await fleet.addWorker();
}

async function crashDatabase(count: number): Promise<void> {
  const pids = await postgresPids(app);
  const how = count % 2 === 1 ? ['-KILL', ...pids] : ['-QUIT', pids[0]];
  spawnSync('kill', how.map(String));
  say(count % 2 === 1 ? `${pids.length} processes of the database killed` : 'immediate database shutdown');
  await delay(random(1_000, 10_000));
  await fleet.restartDatabase();
  say('database started again');
}

while (kills < WORKER_KILLS) {
  await delay(random(0, 4_000));
  if (ENDED.includes((await readRun()).status)) break;
  if (kills === DATABASE_CRASHES[crashes]) await crashDatabase(++crashes);
  else await killWorker(++kills);
}
endedAlone += workers.filter(hasEnded).length;
let ended = await readRun();
for (let [steps, since] = [0, Date.now()]; !ENDED.includes(ended.status); ended = await readRun()) {
  if (ended.finished_steps > steps) [steps, since] = [ended.finished_steps, Date.now()];
  if (Date.now() - since > STUCK_MS) break;
  await delay(500);
}
say(`run ${ended.status}, ${ended.lines_delivered} of ${LINES} lines delivered`);

const { rows } = await sql<{ results: number; lines: number; charges: number; takes: number }>`
  select (select count(*)::int from attempt where run_id = ${run} and node_id = ${sink.id}) as results,
    (select count(distinct line_no)::int from attempt where run_id = ${run} and node_id = ${sink.id}) as lines,
    (select count(*)::int from credit_entry where run_id = ${run} and kind = 'settle') as charges,
    (select count(*)::int from audio where run_id = ${run} and kind = 'take') as takes`.execute(app.db);
const [facts = { results: 0, lines: 0, charges: 0, takes: 0 }] = rows;

/** Counts stored objects without a row, and rows whose object is missing. */
async function compareObjects(): Promise<{ unnamed: number; missing: number }> {
  const stored = new Set<string>();
  for (let cursor: string | undefined; ; ) {
    const page = await app.storage.list('workspaces/', { limit: 1_000, ...(cursor && { cursor }) });
    for (const key of page.keys) stored.add(key);
    cursor = page.next;
    if (!cursor) break;
  }
  const named = await app.db.selectFrom('audio').select('object_key').execute();
  const missing = named.filter(({ object_key }) => !stored.delete(object_key)).length;
  return { unnamed: stored.size, missing };
}
// A killed worker leaves audio that it had not committed. The sweep removes this audio a day later.
const left = await compareObjects();
await sweepStrayAudio(app, new Date(Date.now() + MIN_ORPHAN_AGE_MS + 60_000));
const kept = await compareObjects();
console.log(`${left.unnamed} stored objects without a row, ${kept.unnamed} after the sweep`);

const { calls, texts } = await fleet.providerCalls();
/** `inWork`: the lines that a worker can have started but not committed when it or the database crashes. */
const { concurrency, line_concurrency } = app.config.worker;
const inWork = concurrency * (line_concurrency + Math.max(25, 2 * line_concurrency));
const figures: [name: string, unit: string, value: number, goal: number][] = [
  ['kills left out', 'kills', WORKER_KILLS - kills, 0],
  ['crashes left out', 'crashes', DATABASE_CRASHES.length - crashes, 0],
  ['workers that ended by themselves', 'workers', endedAlone, 0],
  ['lines lost', 'lines', LINES - facts.lines, 0],
  ['lines delivered twice', 'lines', facts.results - facts.lines, 0],
  ['lines charged twice', 'lines', facts.charges - LINES, 0],
  ['takes beyond one a line', 'takes', facts.takes - LINES, 0],
  ['rows without their object', 'rows', kept.missing, 0],
  ['objects without a row', 'objects', kept.unnamed, 0],
  ['provider calls repeated', 'calls', calls - texts, inWork * (kills + WORKERS * crashes)],
];
for (const [name, unit, value, goal] of figures) report({ name, value, unit, better: 'lower', goal });
const ledgers = (await checkLedgers(app, new Date())).filter(({ differences }) => differences > 0);
const faults = [
  ...(await auditRun(app, run)),
  ...ledgers.map(({ ledger }) => `the ledger ${ledger} differs`),
];
if (ended.status !== 'completed') faults.push(`the run is ${ended.status}`);
console.log(faults.length === 0 ? 'the audit finds nothing' : `AUDIT: ${faults.join('; ')}`);
if (faults.length > 0 || figures.some(([, , value, goal]) => value > goal)) process.exitCode = 1;
await fleet.close();
