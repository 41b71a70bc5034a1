import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowDefinition } from '../../packages/contract/src/index.ts';
import { sql } from '../../packages/server/node_modules/kysely/dist/index.js';
import type { App } from '../../packages/server/src/app.ts';
import { compilePlan } from '../../packages/server/src/engine/plan.ts';
import { startRun } from '../../packages/server/src/engine/start/start.ts';

export function cpuSeconds(pids: number[]): number {
  return pids.reduce((sum, pid) => {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      return sum + (Number(fields[11]) + Number(fields[12]) + Number(fields[13]) + Number(fields[14])) / 100;
    } catch {
      return sum;
    }
  }, 0);
}

export async function postgresPids(app: App): Promise<number[]> {
  const shown = await sql<{ data_directory: string }>`show data_directory`.execute(app.db);
  const postmaster =
    readFileSync(join(shown.rows[0]?.data_directory ?? '', 'postmaster.pid'), 'utf8').split('\n')[0] ?? '';
  const children = execFileSync('pgrep', ['-P', postmaster]).toString().trim().split('\n');
  return [postmaster, ...children].map(Number);
}

/** A workflow in a workspace of its own, so that no take of another run is reused. */
export async function makeWorkflow(
  app: App,
  definition: WorkflowDefinition,
): Promise<{ user: string; workspace: string; workflow: string }> {
  const [user, workspace, workflow] = [randomUUID(), randomUUID(), randomUUID()];
  const at = { created_at: new Date(), updated_at: new Date() };
  await app.db
    .insertInto('app_user')
    .values({ id: user, issuer: 'bench', subject: user, ...at })
    .execute();
  await app.db
    .insertInto('workspace')
    .values({
      id: workspace,
      name: 'Bench',
      slug: workspace,
      color_idx: 0,
      owner_id: user,
      created_by: user,
      ...at,
    })
    .execute();
  await app.db
    .insertInto('workflow')
    .values({
      id: workflow,
      workspace_id: workspace,
      user_id: user,
      name: 'Bench',
      definition: JSON.stringify(definition),
      ...at,
    })
    .execute();
  await app.db
    .insertInto('credit_account')
    .values({ user_id: user, balance: 1_000_000, period_end: new Date('2999-01-01') })
    .execute();
  return { user, workspace, workflow };
}

export type Place = Awaited<ReturnType<typeof makeWorkflow>>;

export const startOf = ({ user, workspace, workflow }: Place, definition: WorkflowDefinition) => ({
  workspace_id: workspace,
  workflow_id: workflow,
  account_id: user,
  triggered_by: user,
  api_key_id: null,
  definition,
  plan: compilePlan(definition),
  min_credits: 0,
});

export interface FinishedRun {
  run: string;
  workspace: string;
  workflow: string;
  account: string;
  seconds: number;
  steps: number;
  peakMb: number;
  /** The share of the database connections at work that waited for a lock. */
  locked: number;
}

/** Runs the definition, in a workspace of its own unless there is a place for it. */
export async function runToEnd(
  app: App,
  definition: WorkflowDefinition,
  given?: Place,
): Promise<FinishedRun> {
  const place = given ?? (await makeWorkflow(app, definition));
  const { user: account, workspace, workflow } = place;
  const begin = performance.now();
  const samples = { active: 0, locked: 0 };
  let peakMb = 0;
  const run = await startRun(app, startOf(place, definition));
  for (;;) {
    peakMb = Math.max(peakMb, process.memoryUsage().rss / 1_048_576);
    const { rows } = await sql<{ active: number; locked: number }>`
      select count(*)::int as active, (count(*) filter (where wait_event_type = 'Lock'))::int as locked
      from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`.execute(
      app.db,
    );
    samples.active += rows[0]?.active ?? 0;
    samples.locked += rows[0]?.locked ?? 0;
    const row = await app.db
      .selectFrom('run')
      .select(['status', 'finished_steps', 'error'])
      .where('id', '=', run)
      .executeTakeFirstOrThrow();
    if (row.status === 'completed') {
      const seconds = (performance.now() - begin) / 1_000;
      const locked = samples.locked / Math.max(1, samples.active);
      return { run, workspace, workflow, account, seconds, steps: row.finished_steps, peakMb, locked };
    }
    if (row.status === 'failed') throw new Error(JSON.stringify(row.error));
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
