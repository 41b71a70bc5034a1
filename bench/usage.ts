/**
 * Compares usage reports over 1,000,000 takes of one workspace in 90 days and 8 locales to the same sums over the takes
 * themselves. Then measures how much settlements of several runs slow each other down in one workspace.
 */
import { randomUUID } from 'node:crypto';
import { sql } from '../packages/server/node_modules/kysely/dist/index.js';
import { createDb, createPool } from '../packages/server/src/db/index.ts';
import { listDays } from '../packages/server/src/features/usage/periods.ts';
import { selectLocales, selectSlices } from '../packages/server/src/features/usage/queries.ts';
import { type HistoricTake, insertRuns, settleGroup } from '../packages/server/test/support/usage-history.ts';
import { median, report, size } from './support/figures.ts';
import { callApi, openStage } from './support/processes.ts';

const TAKES = size('BENCH_TAKES', 1_000_000);
const RUNS = 20;
const LOCALES = ['en-us', 'de-de', 'ja-jp', 'fr-fr', 'es-es', 'it-it', 'pt-br', 'ko-kr'];
const TIMES = 30;
const NAIVE_TIMES = 5;
const GOAL_MS = 100;

const stage = await openStage();
const api = await stage.start('../packages/server/src/bin/api.ts');
const { api_key: key, workspace_id } = await callApi<{ api_key: string; workspace_id: string }>(api, 'POST', {
  path: '/api-keys',
  body: { name: 'Bench', scopes: ['workspace:read'], rate_limit_per_min: 1_000_000 },
});
const pool = createPool({ connectionString: stage.databaseUrl, max: 9, onError: () => undefined });
const db = createDb(pool);
const { owner_id: user_id } = await db
  .selectFrom('workspace')
  .select('owner_id')
  .where('id', '=', workspace_id)
  .executeTakeFirstOrThrow();
const owner = { user_id, workspace_id };

await fill();
const now = new Date();
for (const timezone of ['UTC', 'Europe/Berlin', 'Asia/Kathmandu']) await compare(timezone);
await explain();
await contend();
await pool.end();
await stage.close();

/** Inserts runs, lines and takes like the engine, and their sums like the migration. */
async function fill(): Promise<void> {
  const created_at = Date.now() - 89 * 86_400_000;
  const runs = await insertRuns(
    db,
    owner,
    Array.from({ length: RUNS }, () => ({ created_at, status: 'completed' })),
  );
  const each = Math.ceil(TAKES / RUNS);
  for (const run_id of runs) {
    await sql`
      insert into run_line (run_id, no, node_id, line_id, line_index, locale_code, script, characters)
      select ${run_id}, n, ${run_id}, n::text, n, (${LOCALES}::text[])[1 + n % ${LOCALES.length}], 'A line.', 40
      from generate_series(1, ${each}::int) n`.execute(db);
    await sql`
      insert into attempt (run_id, node_id, iteration, line_no, input_id, port, output_id, characters, credits, created_at)
      select ${run_id}, ${run_id}, 0, n, '', 'audio', n::text, 40, 1, now() - random() * interval '89 days'
      from generate_series(1, ${each}::int) n`.execute(db);
  }
  await sql`
    insert into usage_rollup
    select ${workspace_id}, minutes, date_bin(make_interval(mins => minutes), a.created_at, timestamptz '2000-01-01 00:00Z'),
           l.locale_code, sum(a.credits), sum(a.characters), count(*)
    from attempt a join run_line l on l.run_id = a.run_id and l.no = a.line_no
    cross join (values (15), (60)) as grain (minutes) group by 2, 3, 4`.execute(db);
  await pool.query('vacuum analyze');
}

async function timed(work: () => Promise<unknown>, times: number): Promise<number> {
  const taken: number[] = [];
  await work();
  for (let n = 0; n < times; n++) {
    const begin = performance.now();
    await work();
    taken.push(performance.now() - begin);
  }
  return median(taken);
}

async function ask(path: string): Promise<{ credits?: { used: number }; total_credits?: number }> {
  const response = await fetch(`${api.url}/api/v1/usage/${path}`, {
    headers: { Authorization: `Bearer ${key}` },
  });
  if (!response.ok) throw new Error(await response.text());
  return ((await response.json()) as { data: object }).data;
}

async function compare(timezone: string): Promise<void> {
  const days = listDays('90d', timezone, now);
  const since = new Date(days[0]?.start ?? 0);
  const takes = sql`run r join attempt a on a.run_id = r.id
    where r.workspace_id = ${workspace_id} and a.output_id is not null and not a.reused and a.created_at >= ${since}`;
  const perDay = () =>
    sql<{
      credits: number;
    }>`select (a.created_at at time zone ${timezone})::date as day, sum(a.credits)::int as credits,
      sum(a.characters) as characters, count(distinct (a.run_id, a.line_no)) as lines from ${takes} group by 1`.execute(
      db,
    );
  const perLocale = () =>
    sql<{
      credits: number;
    }>`select l.locale_code, sum(a.credits)::int as credits, sum(a.characters) as characters,
      count(distinct (a.run_id, a.line_no)) as lines
      from run_line l join (select a.* from ${takes}) a on a.run_id = l.run_id and a.line_no = l.no group by 1`.execute(
      db,
    );
  const reports: [name: string, path: string, naive: typeof perDay][] = [
    ['summary', 'summary?range=90d', perDay],
    ['summary, monthly', 'summary?range=90d&activity_view=monthly', perDay],
    ['by language', 'by-language?range=90d', perLocale],
  ];
  for (const [name, path, naive] of reports) {
    const url = `${path}&timezone=${timezone}`;
    const data = await ask(url);
    const expected = (await naive()).rows.reduce((sum, row) => sum + row.credits, 0);
    const reported = data.credits?.used ?? data.total_credits;
    if (reported !== expected) throw new Error(`${name}: reported ${reported}, the takes say ${expected}`);
    const own = await timed(() => ask(url), TIMES);
    const other = await timed(naive, NAIVE_TIMES);
    const what = `${name}, 90 days, ${timezone}`;
    report({ name: `${what}, over HTTP`, value: own, unit: 'ms', better: 'lower', goal: GOAL_MS });
    const detail = `${other.toFixed(0)} ms over the takes`;
    report({ name: `${what}, beside the takes`, detail, value: own / other, unit: 'ratio', better: 'lower' });
  }
}

async function explain(): Promise<void> {
  const days = listDays('90d', 'Asia/Kathmandu', now);
  const bounds = [...days.map((day) => day.start), days.at(-1)?.end ?? 0];
  const ends = [bounds[0] ?? 0, bounds.at(-1) ?? 0];
  const plans = [
    ['summary', selectSlices(db, { workspaceId: workspace_id, bounds })],
    ['by language', selectLocales(db, { workspaceId: workspace_id, bounds: ends })],
  ] as const;
  for (const [name, query] of plans) {
    const rows = await query.explain('text', sql`analyze, buffers`);
    const lines = rows.map((row) => String(Object.values(row)[0]).slice(0, 160));
    console.log(`plan of ${name} in Asia/Kathmandu:\n  ${lines.join('\n  ')}`);
  }
}

/** Eight runs settle groups of 20 free takes at once: in one workspace, where they share rows, and in separate ones. */
async function contend(): Promise<void> {
  const spaces = await Promise.all(
    Array.from({ length: 8 }, async (_, n) => {
      const id = randomUUID();
      const at = { created_at: now, updated_at: now };
      const row = { id, name: `Bench ${n}`, slug: id, color_idx: 0, owner_id: user_id, created_by: user_id };
      await db
        .insertInto('workspace')
        .values({ ...row, ...at })
        .execute();
      return { user_id, workspace_id: id };
    }),
  );
  const rates: [number[], number[]] = [[], []];
  for (let round = 0; round < 5; round++) {
    rates[0].push(await settlementRate(spaces.map(() => owner)));
    rates[1].push(await settlementRate(spaces));
  }
  const [shared, apart] = [median(rates[0]), median(rates[1])];
  report({
    name: 'settlements of 20 takes by 8 runs at once',
    detail: `${shared.toFixed(0)}/s in one workspace, ${apart.toFixed(0)}/s in eight`,
    ...{ value: shared / apart, unit: 'ratio', better: 'higher' },
  });
}

async function settlementRate(owners: (typeof owner)[]): Promise<number> {
  const at = Date.now();
  const runs = await Promise.all(
    owners.map(async (one) => (await insertRuns(db, one, [{ created_at: at, status: 'running' }]))[0] ?? ''),
  );
  const takesOf = (nth: number): HistoricTake[] =>
    Array.from({ length: 20 }, (_, index) => ({
      line: nth * 20 + index,
      locale_code: LOCALES[index % LOCALES.length] ?? '',
      ...{ characters: 40, credits: 0, reused: false },
    }));
  const begin = performance.now();
  await Promise.all(
    runs.map(async (run_id, run) => {
      const one = owners[run] ?? owner;
      for (let nth = 0; nth < 50; nth++)
        await settleGroup(db, { owner: one, run_id, group: { run, at, takes: takesOf(nth) }, nth });
    }),
  );
  return (50 * runs.length * 1_000) / (performance.now() - begin);
}
