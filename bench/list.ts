/**
 * Compares the first page of a list of 100,000 workflows to page 1,000, in every sort order, in alternating requests.
 * Gets the cursor of page 1,000 like a client, by following `next`.
 */
import { createPool } from '../packages/server/src/db/index.ts';
import { median, report } from './support/figures.ts';
import { callApi, openStage } from './support/processes.ts';

const WORKFLOWS = 100_000;
const LIMIT = 100;
const TIMES = 40;

const stage = await openStage();
const api = await stage.start('../packages/server/src/bin/api.ts');
const { api_key: key, workspace_id } = await callApi<{ api_key: string; workspace_id: string }>(api, 'POST', {
  path: '/api-keys',
  body: { name: 'Bench', scopes: ['workflows:read'], rate_limit_per_min: 1_000_000 },
});

const pool = createPool({ connectionString: stage.databaseUrl, max: 1, onError: () => undefined });
await pool.query(
  `insert into workflow (id, workspace_id, user_id, name, definition, runs_count, created_at, updated_at)
   select gen_random_uuid(), $1, (select owner_id from workspace where id = $1), 'Workflow ' || md5(n::text),
     '{"graph":{"nodes":[],"edges":[]},"execution":{"steps":[],"params":{}}}',
     case when n % 10 = 0 then n % 7 else 0 end, now() - n * interval '1 second', now() - n * interval '1 second'
   from generate_series(1, $2) as n`,
  [workspace_id, WORKFLOWS],
);
await pool.query('vacuum analyze workflow');
await pool.end();

type Page = { data: unknown[]; pagination: { next: string | null } };

async function page(url: string): Promise<Page> {
  const response = await fetch(url, { headers: { Authorization: `Bearer ${key}` } });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Page;
}

async function timed(url: string): Promise<number> {
  const begin = performance.now();
  await page(url);
  return performance.now() - begin;
}

/** The URL of page 1,000. */
async function deepPage(first: string): Promise<string> {
  let url = first;
  for (let n = 1; n < WORKFLOWS / LIMIT; n++) {
    const { pagination } = await page(url);
    if (pagination.next === null) throw new Error(`The list ended at page ${n}.`);
    url = pagination.next;
  }
  return url;
}

for (const order of [
  'sort=updated_at&order=desc',
  'sort=name&order=asc',
  'sort=runs_count&order=desc',
  'sort=runs_count&order=asc',
]) {
  const first = `${api.url}/api/v1/workflows?limit=${LIMIT}&${order}`;
  const deep = await deepPage(first);
  const times: [number[], number[]] = [[], []];
  for (let n = 0; n < TIMES; n++) {
    times[0].push(await timed(first));
    times[1].push(await timed(deep));
  }
  const [one, last] = [median(times[0]), median(times[1])];
  const detail = `page 1 ${one.toFixed(1)} ms, page 1,000 ${last.toFixed(1)} ms`;
  report({ name: order, detail, value: last / one, unit: 'ratio', better: 'lower', goal: 2 });
}
await stage.close();
