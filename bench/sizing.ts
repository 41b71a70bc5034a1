/**
 * Measures what a line needs, for the sizing table of the hosting guide: CPU, rows and WAL. Uses the whole pipeline
 * (with three checks and mastering) and one worker process, with the embedded engine and with a provider.
 */
import { sql } from '../packages/server/node_modules/kysely/dist/index.js';
import type { App } from '../packages/server/src/app.ts';
import { fullPipeline, numberedLines } from '../packages/server/test/support/definitions.ts';
import { runToEnd } from './support/engine-runs.ts';
import { report, size } from './support/figures.ts';
import { type Fleet, openFleet } from './support/fleet.ts';

const LINES = size('BENCH_LINES', 2_000);
const WARM_UP_LINES = 100;
/** Tables that grow by fewer bytes per line are left out: they do not grow with the lines. */
const LEAST_BYTES = 10;

const fleet = await openFleet();
await fleet.addWorker();
await measure(fleet, 'embedded');
await measure(fleet, 'provider');
await fleet.close();

async function measure(of: Fleet, speech: 'embedded' | 'provider'): Promise<void> {
  const { app } = of;
  await speak(of, speech, numberedLines(WARM_UP_LINES, 'warms up'));
  await of.liftProviderLimit();
  await sql`vacuum analyze`.execute(app.db);
  await sql`checkpoint`.execute(app.db);
  const [cpu, bytes, position] = [await of.cpu(), await tableBytes(app), await walPosition(app)];
  const { seconds, run } = await speak(of, speech, numberedLines(LINES));
  const [cpuAfter, bytesAfter] = [await of.cpu(), await tableBytes(app)];
  const workers = ((cpuAfter.workers - cpu.workers) * 1_000) / LINES;
  const database = ((cpuAfter.database - cpu.database) * 1_000) / LINES;
  const name = speech === 'embedded' ? 'embedded engine' : 'provider';
  report({
    name: `${name}: lines per second of CPU`,
    detail:
      `${LINES} lines in ${seconds.toFixed(1)} s, CPU per line: worker ${workers.toFixed(1)} ms, ` +
      `PostgreSQL ${database.toFixed(1)} ms`,
    ...{ value: 1_000 / (workers + database), unit: 'lines/CPU s', better: 'higher' },
  });
  let all = 0;
  for (const [table, after] of [...bytesAfter].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const value = (after - (bytes.get(table) ?? 0)) / LINES;
    all += value;
    if (value >= LEAST_BYTES)
      report({ name: `${name}: table ${table}`, value, unit: 'bytes/line', better: 'lower' });
  }
  report({ name: `${name}: all tables`, value: all, unit: 'bytes/line', better: 'lower' });
  const wal = (await walPosition(app)) - position;
  report({ name: `${name}: WAL`, value: wal / LINES, unit: 'bytes/line', better: 'lower' });
  const { bytes: stored, takes } = await storedAudio(app, run);
  const detail = `${(takes / LINES).toFixed(2)} takes a line`;
  report({ name: `${name}: files`, detail, value: stored / LINES, unit: 'bytes/line', better: 'lower' });
}

async function speak(of: Fleet, speech: 'embedded' | 'provider', text: string) {
  const { place, generator } = await of.makePlace();
  return runToEnd(of.app, fullPipeline({ text, ...(speech === 'provider' && { generator }) }), place);
}

/** The size of each table with its indexes, including the tables of the job queue. */
async function tableBytes({ db }: App): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; bytes: string }>`
    select coalesce(parent.relname, t.relname) as name, sum(pg_total_relation_size(t.oid)) as bytes
    from pg_class t join pg_namespace n on n.oid = t.relnamespace
    left join pg_inherits i on i.inhrelid = t.oid left join pg_class parent on parent.oid = i.inhparent
    where t.relkind = 'r' and n.nspname in ('public', 'pgboss') group by 1`.execute(db);
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}

async function walPosition({ db }: App): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`select pg_current_wal_lsn() - '0/0'::pg_lsn as bytes`.execute(
    db,
  );
  return Number(rows[0]?.bytes);
}

/** The stored takes and masters of a run. */
async function storedAudio({ db }: App, run: string): Promise<{ bytes: number; takes: number }> {
  const { rows } = await sql<{ bytes: string; takes: string }>`
    select sum(size_bytes) as bytes, count(*) filter (where kind = 'take') as takes
    from audio where run_id = ${run}`.execute(db);
  return { bytes: Number(rows[0]?.bytes), takes: Number(rows[0]?.takes) };
}
