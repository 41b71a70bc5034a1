import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { WorkflowDefinition } from '@voiceloom/contract';
import type { App } from '../../src/app.ts';
import { type Config, readConfig } from '../../src/config/config.ts';
import { SELLER_PLANS_FILE } from '../../src/config/plans-file.ts';
import type { Db } from '../../src/db/index.ts';
import { applyCastingSheets } from '../../src/engine/casting/casting-sheet.ts';
import { compilePlan, loadPayers, startRun } from '../../src/engine/index.ts';
import { runJobs } from '../../src/engine/jobs.ts';
import { startWorker, type Worker } from '../../src/jobs/index.ts';
import { buildApp } from '../../src/programs/build-app.ts';
import { createDatabase } from './database.ts';
import type { ScriptedSpeech } from './fake-speech.ts';
import { MAX_LOOK_MS } from './until.ts';

export { auditRun } from './audit-run.ts';

export interface Owner {
  user_id: string;
  workspace_id: string;
}

export interface Engine {
  app: App;
  directory: string;
  database_url: string;
  owner(credits?: number): Promise<Owner>;
  workflow(owner: Owner, definition: WorkflowDefinition): Promise<string>;
  /** Starts a run of a new workflow. */
  start(owner: Owner, definition: WorkflowDefinition, more?: StartMore): Promise<string>;
  /** Waits until the run has one of the statuses. */
  until(runId: string, statuses: string[], withinMs?: number): Promise<RunRow>;
  close(): Promise<void>;
}

export interface StartMore {
  workflow_id?: string;
  min_credits?: number;
  spends_usd?: boolean;
  max_credits?: number;
  estimated_max_credits?: number;
  retry_of?: string;
  retry_lines?: { line_id: string; locale_code: string | null }[];
  onStarted?: (tx: Db, runId: string) => Promise<void>;
}

export type RunRow = Awaited<ReturnType<typeof runRow>>;

export interface EngineOptions {
  speech?: ScriptedSpeech;
  /** False: this process has no worker. */
  worker?: boolean;
  settings?: Partial<Config['worker']>;
  config?: Partial<Config>;
  database_url?: string;
}

/** The real engine with its own database and a worker in this process. */
export async function startEngine(options: EngineOptions = {}): Promise<Engine> {
  const directory = mkdtempSync(join(tmpdir(), 'voiceloom-engine-'));
  const database = options.database_url ? undefined : await createDatabase();
  const url = options.database_url ?? database?.url ?? '';
  const base = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATA_DIR: directory }, directory);
  const worker = { ...base.worker, ...options.settings };
  const plans_file = SELLER_PLANS_FILE;
  const config: Config = { ...base, database_url: url, plans_file, ...options.config, worker };
  const built = await buildApp(config, {
    role: options.worker === false ? 'api' : 'all',
    ...(options.speech && { speech: options.speech.providers }),
  });
  const { app } = built;
  const running: Worker | undefined = options.worker === false ? undefined : await startWorker(app, runJobs);
  return {
    app,
    directory,
    database_url: url,
    owner: (credits = 1_000_000) => makeOwner(app, credits),
    workflow: (owner, definition) => makeWorkflow(app, owner, definition),
    async start(owner, definition, more = {}) {
      const workflowId = more.workflow_id ?? (await makeWorkflow(app, owner, definition));
      const payers = await loadPayers(app.db, owner.workspace_id);
      const cast = await applyCastingSheets(app, owner.workspace_id, { definition, payers });
      return startRun(app, {
        workspace_id: owner.workspace_id,
        workflow_id: workflowId,
        account_id: owner.user_id,
        triggered_by: owner.user_id,
        api_key_id: null,
        definition: cast.definition,
        plan: compilePlan(cast.definition),
        min_credits: 0,
        ...more,
      });
    },
    until: (runId, statuses, withinMs) => until(app, runId, { statuses, withinMs: withinMs ?? 60_000 }),
    async close() {
      await running?.stop(1_000);
      await built.close();
      await database?.drop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function makeOwner(app: App, credits: number): Promise<Owner> {
  const [user, workspace] = [randomUUID(), randomUUID()];
  const at = { created_at: new Date(), updated_at: new Date() };
  await app.db
    .insertInto('app_user')
    .values({ id: user, issuer: 'test', subject: user, ...at })
    .execute();
  await app.db
    .insertInto('workspace')
    .values({
      id: workspace,
      name: 'Test',
      slug: workspace,
      color_idx: 0,
      owner_id: user,
      created_by: user,
      ...at,
    })
    .execute();
  await app.db
    .insertInto('credit_account')
    .values({ user_id: user, balance: credits, period_end: new Date('2999-01-01') })
    .execute();
  await app.db
    .insertInto('credit_entry')
    .values({
      id: randomUUID(),
      account_id: user,
      kind: 'grant',
      cause: `grant/${user}/test`,
      amount: credits,
      created_at: new Date(),
    })
    .execute();
  return { user_id: user, workspace_id: workspace };
}

async function makeWorkflow(app: App, owner: Owner, definition: WorkflowDefinition): Promise<string> {
  const id = randomUUID();
  const at = { created_at: new Date(), updated_at: new Date() };
  await app.db
    .insertInto('workflow')
    .values({ id, ...owner, name: 'Test', definition: JSON.stringify(definition), ...at })
    .execute();
  return id;
}

export function runRow(app: App, runId: string) {
  return app.db.selectFrom('run').selectAll().where('id', '=', runId).executeTakeFirstOrThrow();
}

/**
 * The progress of a run. Unlike the row, it omits the definition, which contains the script of a long run.
 */
export function runProgress(app: App, runId: string) {
  return app.db
    .selectFrom('run')
    .select([
      'status',
      'error',
      'finished_steps',
      'lines_total',
      'lines_delivered',
      'lines_failed',
      'credits',
    ])
    .where('id', '=', runId)
    .executeTakeFirstOrThrow();
}

async function until(
  app: App,
  runId: string,
  wanted: { statuses: string[]; withinMs: number },
): Promise<RunRow> {
  // Like the `until` of other tests, counts only time in which the machine was not overloaded.
  let spent_ms = 0;
  for (;;) {
    const begun = performance.now();
    const run = await runProgress(app, runId).catch(() => undefined);
    if (run && wanted.statuses.includes(run.status)) return runRow(app, runId);
    if (spent_ms > wanted.withinMs)
      throw new Error(`The run did not become ${wanted.statuses.join(' or ')}: ${JSON.stringify(run)}`);
    const pause_ms = pauseAfter(spent_ms);
    await delay(pause_ms);
    spent_ms += Math.min(pause_ms + MAX_LOOK_MS, performance.now() - begun);
  }
}

/** The pause between two polls. It grows with the waiting time, because polling costs CPU. */
const pauseAfter = (waited_ms: number): number => Math.min(150, 10 + waited_ms / 30);

/** Waits until the condition is true. If it never is, the test times out. */
export async function eventually(condition: () => boolean | Promise<boolean>): Promise<void> {
  const begun = Date.now();
  while (!(await condition())) await delay(pauseAfter(Date.now() - begun));
}
