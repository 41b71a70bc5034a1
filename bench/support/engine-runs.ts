import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowDefinition } from '../../packages/contract/src/index.ts';
import { sql } from '../../packages/server/node_modules/kysely/dist/index.js';
import type { App } from '../../packages/server/src/app.ts';
import { compilePlan } from '../../packages/server/src/engine/plan.ts';
import { startRun } from '../../packages/server/src/engine/start/start.ts';
import { addCreditEntries } from '../../packages/server/src/ledger/credits.ts';
import { definitionOf, node } from '../../packages/server/test/support/definitions.ts';
import { report } from './figures.ts';

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

/** A definition with a script, speech, two checks and a sink. */
export function fourSteps(text: string): WorkflowDefinition {
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

/** A workflow in a new workspace, so that no take of another run is reused. */
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
    .values({ user_id: user, period_end: new Date('2999-01-01') })
    .execute();
  const grant = { account_id: user, workspace_id: null, run_id: null, kind: 'grant' as const, hold: 0 };
  await addCreditEntries(app.db, [{ ...grant, cause: `grant/${user}/bench`, amount: 1_000_000 }], new Date());
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
  /** The mean numbers of database connections that waited for a lock, and of those that worked or waited. */
  locked: number;
  active: number;
}

/** Runs the definition, in a new workspace unless one is given. `onSample` gets the number of finished steps. */
export async function runToEnd(
  app: App,
  definition: WorkflowDefinition,
  given?: Place,
  onSample?: (steps: number) => void,
): Promise<FinishedRun> {
  const place = given ?? (await makeWorkflow(app, definition));
  const { user: account, workspace, workflow } = place;
  const begin = performance.now();
  const samples = { count: 0, active: 0, locked: 0 };
  let peakMb = 0;
  const run = await startRun(app, startOf(place, definition));
  for (;;) {
    peakMb = Math.max(peakMb, process.memoryUsage().rss / 1_048_576);
    const { rows } = await sql<{ active: number; locked: number }>`
      select count(*)::int as active, (count(*) filter (where wait_event_type = 'Lock'))::int as locked
      from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`.execute(
      app.db,
    );
    samples.count += 1;
    samples.active += rows[0]?.active ?? 0;
    samples.locked += rows[0]?.locked ?? 0;
    const row = await app.db
      .selectFrom('run')
      .select(['status', 'finished_steps', 'error'])
      .where('id', '=', run)
      .executeTakeFirstOrThrow();
    onSample?.(row.finished_steps);
    if (row.status === 'completed') {
      const seconds = (performance.now() - begin) / 1_000;
      const [locked, active] = [samples.locked / samples.count, samples.active / samples.count];
      const steps = row.finished_steps;
      return { run, workspace, workflow, account, seconds, steps, peakMb, locked, active };
    }
    if (row.status === 'failed') throw new Error(JSON.stringify(row.error));
    // Polling takes time in the database and in this process. With these waits, it makes a long run at most 2 % longer.
    const wait_ms = Math.max(50, (performance.now() - begin) / 50);
    await new Promise((resolve) => setTimeout(resolve, wait_ms));
  }
}

/** Reports the share of the worker slots that, on average, waited for a database lock. */
export function reportLocks(
  name: string,
  { locked, active, slots }: { locked: number; active: number; slots: number },
): void {
  const detail = `${locked.toFixed(1)} of ${active.toFixed(1)} busy connections`;
  const value = (100 * locked) / slots;
  report({ name: `${name}: slots that wait for locks`, detail, value, unit: '%', better: 'lower', goal: 5 });
}
