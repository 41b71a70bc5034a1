/**
 * Crashes in the middle of a run: kills worker processes with SIGKILL, and a process of PostgreSQL, which then ends all
 * connections and recovers. Prints what was lost, what was charged twice, and how many provider calls were repeated.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from '../packages/server/node_modules/kysely/dist/index.js';
import { startRun } from '../packages/server/src/engine/start/start.ts';
import { auditRun } from '../packages/server/test/support/audit-run.ts';
import { definitionOf, node, numberedLines } from '../packages/server/test/support/definitions.ts';
import { postgresPids, startOf } from './support/engine-runs.ts';
import { report } from './support/figures.ts';
import { openFleet } from './support/fleet.ts';

const LINES = Number(process.env.BENCH_LINES ?? 4_000);
const WORKER_KILLS = 20;
const DATABASE_CRASHES = 2;
const BETWEEN_MS = 3_000;

const fleet = await openFleet({ wait_ms: 200, ms_per_character: 10 });
const { app, workers } = fleet;
for (let count = 0; count < 2; count++) await fleet.addWorker();
const { place, generator } = await fleet.makePlace();
const source = node('source_script', { text: numberedLines(LINES), source_language: 'en-us' });
const [speech, pacing, sink] = [
  node('operator_generator', generator),
  node('validator_pacing', { threshold: 0 }),
  node('sink_preview'),
];
const definition = definitionOf(
  [source, speech, pacing, sink],
  [
    [source, 'lines', speech],
    [speech, 'audio', pacing],
    [pacing, 'pass', sink],
  ],
);
const run = await startRun(app, startOf(place, definition));

/** Undefined while the database recovers. */
async function readRun() {
  const row = app.db.selectFrom('run').selectAll().where('id', '=', run).executeTakeFirstOrThrow();
  return row.catch(() => undefined);
}

let [kills, crashes] = [0, 0];
for (;;) {
  await delay(BETWEEN_MS);
  const status = (await readRun())?.status;
  if (status === 'completed' || status === 'failed') break;
  if (kills < WORKER_KILLS) {
    const [victim] = workers.splice(0, 1);
    await victim?.kill();
    kills += 1;
    // Fails while the database recovers.
    while (workers.length < 2) await fleet.addWorker().catch(() => workers.pop());
  }
  if (crashes < DATABASE_CRASHES && kills >= (crashes + 1) * 7) {
    const [, child] = await postgresPids(app);
    if (child) process.kill(child, 'SIGKILL');
    crashes += 1;
  }
}

const ended = await readRun();
const { rows } = await sql<{
  lines: number;
  delivered: number;
  charges: number;
  takes: number;
  charged: number;
}>`
  select (select count(*)::int from run_line where run_id = ${run}) as lines,
    (select count(*)::int from run_line where run_id = ${run} and status = 'delivered') as delivered,
    (select count(*)::int from credit_entry where run_id = ${run} and kind = 'settle') as charges,
    (select coalesce(-sum(amount), 0)::int from credit_entry where run_id = ${run} and kind = 'settle') as charged,
    (select count(*)::int from audio where run_id = ${run} and kind = 'take') as takes`.execute(app.db);
const [facts = { lines: 0, delivered: 0, charges: 0, takes: 0, charged: 0 }] = rows;
const faults = await auditRun(app, run);
console.log(`run ${ended?.status}, ${JSON.stringify(facts)}, credits of the run ${ended?.credits}`);
console.log(faults.length === 0 ? 'the audit of the run finds nothing' : `AUDIT: ${faults.join('; ')}`);
report({ name: 'workers killed', value: kills, unit: 'kills', better: 'higher', goal: WORKER_KILLS });
report({
  name: 'database crashes',
  value: crashes,
  unit: 'crashes',
  better: 'higher',
  goal: DATABASE_CRASHES,
});
report({ name: 'lines lost', value: LINES - facts.delivered, unit: 'lines', better: 'lower', goal: 0 });
report({
  name: 'lines charged twice',
  value: facts.charges - LINES,
  unit: 'lines',
  better: 'lower',
  goal: 0,
});
report({
  name: 'provider calls repeated',
  value: (await fleet.providerCalls()) - LINES,
  unit: 'calls',
  better: 'lower',
});
if (faults.length > 0) process.exitCode = 1;
await fleet.close();
