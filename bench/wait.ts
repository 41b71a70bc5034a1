/**
 * Measures how soon `Prefer: wait` returns after the end of a run: from the commit of its last event to the complete
 * response. Compares it to reading the same run without waiting.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createPool } from '../packages/server/src/db/index.ts';
import { quantile, report } from './support/figures.ts';
import { callApi, openStage } from './support/processes.ts';

const RUNS = 40;
const GOAL_MS = 15;

const stage = await openStage();
const api = await stage.start('../packages/server/src/bin/api.ts');
const database = createPool({ connectionString: stage.databaseUrl, max: 1, onError: () => undefined });
const body = { name: 'Bench' };
const workflow = await callApi<{ id: string }>(api, 'POST', { path: '/workflows', body });

/** Inserts a run in the state of a running one. */
async function startedRun(number: number): Promise<string> {
  const id = randomUUID();
  await database.query(
    `insert into run (id, workspace_id, workflow_id, account_id, run_number, status, definition, total_nodes,
       triggered_by, started_at, created_at, updated_at)
     select $1, workspace_id, id, user_id, $2, 'running', definition, 0, user_id, now(), now(), now()
     from workflow where id = $3`,
    [id, number, workflow.id],
  );
  return id;
}

/** Commits the end of a run like the engine. Returns the time at which the commit was sent. */
async function end(run: string): Promise<number> {
  const data = {
    status: 'completed',
    previous_status: 'running',
    error: null,
    error_details: null,
    credits: 0,
  };
  await database.query('begin');
  await database.query("update run set status = 'completed', event_seq = 1 where id = $1", [run]);
  await database.query(
    `insert into run_event (run_id, seq, type, data, at) values ($1, 1, 'run.status', $2, now())`,
    [run, JSON.stringify(data)],
  );
  await database.query("select pg_notify('run_event', $1), pg_notify('run_control', $1)", [run]);
  const sent = performance.now();
  await database.query('commit');
  return sent;
}

async function readRun(run: string, headers: Record<string, string>): Promise<number> {
  const response = await fetch(`${api.url}/api/v1/workflows/${workflow.id}/runs/${run}`, {
    headers: { Authorization: `Bearer ${api.token}`, ...headers },
  });
  const { data } = (await response.json()) as { data?: { status: string } };
  if (data?.status !== 'completed') throw new Error(`The wait returned ${response.status} ${data?.status}.`);
  return performance.now();
}

const waits: number[] = [];
const reads: number[] = [];
for (let n = 1; n <= RUNS; n++) {
  const run = await startedRun(n);
  const waiting = readRun(run, { Prefer: 'wait=30' });
  await delay(100);
  const ended = await end(run);
  waits.push((await waiting) - ended);
  const begun = performance.now();
  reads.push((await readRun(run, {})) - begun);
}
await database.end();
await stage.close();
report({
  name: 'Prefer: wait after the end of the run, p50',
  detail: `a read takes ${quantile(reads, 0.5).toFixed(1)} ms`,
  ...{ value: quantile(waits, 0.5), unit: 'ms', better: 'lower', goal: GOAL_MS },
});
report({ name: 'Prefer: wait, p95', value: quantile(waits, 0.95), unit: 'ms', better: 'lower' });
report({
  name: 'Prefer: wait beside a read',
  ...{ value: quantile(waits, 0.5) / quantile(reads, 0.5), unit: 'ratio', better: 'lower' },
});
