import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { WorkflowDefinition } from '@voiceloom/contract';
import { sql } from 'kysely';
import type { App } from '../../src/app.ts';
import { buildApp } from '../../src/build-app.ts';
import { type Config, readConfig } from '../../src/config/config.ts';
import { applyCastingSheets } from '../../src/engine/casting/casting-sheet.ts';
import { runJobs } from '../../src/engine/jobs.ts';
import { compilePlan } from '../../src/engine/plan.ts';
import { startRun } from '../../src/engine/start/start.ts';
import { startWorker, type Worker } from '../../src/jobs/index.ts';
import { createDatabase } from './database.ts';
import type { ScriptedSpeech } from './fake-speech.ts';
import { auditUsage } from './usage.ts';

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
  /** The run once its status is one of those wanted. */
  until(runId: string, statuses: string[], withinMs?: number): Promise<RunRow>;
  close(): Promise<void>;
}

export interface StartMore {
  workflow_id?: string;
  min_credits?: number;
  retry_of?: string;
  retry_lines?: { line_id: string; locale_code: string | null }[];
}

export type RunRow = Awaited<ReturnType<typeof runRow>>;

export interface EngineOptions {
  speech?: ScriptedSpeech;
  /** False: no worker in this process. */
  worker?: boolean;
  settings?: Partial<Config['worker']>;
  config?: Partial<Config>;
  database_url?: string;
}

/** The real engine on a database of its own, with a worker in this process. */
export async function startEngine(options: EngineOptions = {}): Promise<Engine> {
  const directory = mkdtempSync(join(tmpdir(), 'voiceloom-engine-'));
  const database = options.database_url ? undefined : await createDatabase();
  const url = options.database_url ?? database?.url ?? '';
  const base = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATA_DIR: directory }, directory);
  const worker = { ...base.worker, ...options.settings };
  const config: Config = { ...base, database_url: url, ...options.config, worker };
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
      const cast = await applyCastingSheets(app, owner.workspace_id, definition);
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

async function until(
  app: App,
  runId: string,
  wanted: { statuses: string[]; withinMs: number },
): Promise<RunRow> {
  const deadline = Date.now() + wanted.withinMs;
  for (;;) {
    const run = await runRow(app, runId).catch(() => undefined);
    if (run && wanted.statuses.includes(run.status)) return run;
    if (Date.now() > deadline) {
      const { definition: _definition, ...facts } = run ?? { definition: undefined };
      throw new Error(`The run did not become ${wanted.statuses.join(' or ')}: ${JSON.stringify(facts)}`);
    }
    await delay(25);
  }
}

/** Waits until something is so; the test's own time limit ends it when it never is. */
export async function eventually(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await delay(10);
}

/**
 * What must hold of every run that ended, whatever happened on the way: each line ended once, the counters equal
 * the rows, the ledger equals the takes, nothing stays set aside, no work is left.
 */
export async function auditRun(app: App, runId: string): Promise<string[]> {
  const checks: Record<string, ReturnType<typeof sql<{ fault: boolean }>>> = {
    'a line never ended': sql`select 1 as fault from run r join run_line l on l.run_id = r.id
      where r.id = ${runId} and r.status = 'completed' and (l.status = 'active' or l.open_tokens <> 0) limit 1`,
    'line counters differ from the lines': sql`select 1 as fault from run r where r.id = ${runId} and r.status = 'completed' and
      (r.lines_delivered, r.lines_dropped, r.lines_failed, r.lines_skipped, r.lines_total) <>
      (select count(*) filter (where status = 'delivered')::int, count(*) filter (where status = 'dropped')::int,
              count(*) filter (where status = 'failed')::int, count(*) filter (where status = 'skipped')::int, count(*) filter (where status <> 'translated')::int
        from run_line where run_id = r.id)`,
    'steps differ from the attempts': sql`select 1 as fault from run r where r.id = ${runId} and
      r.finished_steps <> (select count(*) from attempt where run_id = r.id)`,
    'a finished run has open steps': sql`select 1 as fault from run r where r.id = ${runId} and r.status = 'completed' and r.finished_steps <> r.total_steps`,
    'credits of the run differ from its attempts': sql`select 1 as fault from run r where r.id = ${runId} and
      r.credits <> (select coalesce(sum(credits), 0) from attempt where run_id = r.id)`,
    'the ledger differs from the takes': sql`select 1 as fault from run r where r.id = ${runId} and
      (select coalesce(-sum(amount), 0) from credit_entry where run_id = r.id and kind = 'settle') <>
      (select coalesce(sum(credits), 0) from audio where run_id = r.id and kind = 'take')`,
    'something stays set aside': sql`select 1 as fault from run r where r.id = ${runId} and r.completed_at is not null and
      (r.hold <> 0 or (select coalesce(sum(hold), 0) from credit_entry where run_id = r.id) <> 0)`,
    'an account differs from its ledger': sql`select 1 as fault from run r join credit_account a on a.user_id = r.account_id
      where r.id = ${runId} and (a.balance, a.held::bigint) <>
      (select coalesce(sum(amount), 0), coalesce(sum(hold), 0) from credit_entry where account_id = a.user_id)`,
    'work is left': sql`select 1 as fault from run_chunk c join run r on r.id = c.run_id where r.id = ${runId}
      and r.completed_at is not null and c.status in ('planned', 'queued') limit 1`,
    'event numbers have gaps': sql`select 1 as fault from run r where r.id = ${runId} and
      (r.event_seq, r.event_seq::bigint) <> (select coalesce(max(seq), 0), count(*) from run_event where run_id = r.id)`,
    'a step is not closed': sql`select 1 as fault from run_step s join run r on r.id = s.run_id where r.id = ${runId}
      and r.completed_at is not null and (s.finished_at is null or s.open_chunks <> 0) limit 1`,
    'a locale differs from its lines': sql`select 1 as fault from run_locale g join run r on r.id = g.run_id where r.id = ${runId} and r.status = 'completed' and
      (g.lines, g.finished_lines, g.delivered_lines) <> (select count(*)::int, count(*)::int, count(*) filter (where l.status = 'delivered')::int
        from run_line l where l.run_id = r.id and l.locale_code = g.locale_code and l.status <> 'translated') limit 1`,
  };
  const faults: string[] = await auditUsage(app, runId);
  for (const [fault, query] of Object.entries(checks)) {
    if ((await query.execute(app.db)).rows.length > 0) faults.push(fault);
  }
  return faults;
}
