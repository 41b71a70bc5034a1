import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NewRow } from '../../src/db/index.ts';
import { cancelRun, resumeRun } from '../../src/engine/index.ts';
import { notifyBudgetReached } from '../../src/features/notifications/index.ts';
import { newId } from '../../src/ids.ts';
import { findBudgetPeriod, openFirstPeriod } from '../../src/ledger/budgets.ts';
import { addCreditEntries } from '../../src/ledger/credits.ts';
import { numberedLines, shortPipeline } from '../support/definitions.ts';
import { auditRun, type Engine, type Owner, startEngine } from '../support/engine.ts';
import { scriptedSpeech } from '../support/fake-speech.ts';
import { handleRun } from '../support/handle-run.ts';
import { handleChunk } from '../support/run-job.ts';

/** A character costs one credit, and 20 millionths of a dollar at the provider. */
let engine: Engine;
beforeAll(async () => {
  const speech = scriptedSpeech({
    durationMs: () => 300,
    credits_per_1000_characters: 1_000,
    usd_per_million: 20,
  });
  engine = await startEngine({ speech, worker: false });
  const plans = engine.app.db.selectFrom('plan').select('limits').where('is_default', '=', true);
  const { limits } = await plans.executeTakeFirstOrThrow();
  // Runs that share a budget.
  const openLimits = JSON.stringify({ ...limits, concurrent_runs_per_user: 'unlimited' });
  await engine.app.db
    .updateTable('plan')
    .set({ limits: openLimits })
    .where('is_default', '=', true)
    .execute();
});
afterAll(() => engine.close());

const lines = (count: number) => numberedLines(count, `of ${randomUUID()}`);
const lengthOf = (text: string) => text.replaceAll('\n', '').length;

async function addBudget(owner: Owner, limits: Partial<NewRow<'budget'>>): Promise<string> {
  const id = newId();
  const at = { created_at: new Date(), updated_at: new Date() };
  const { workspace_id } = owner;
  const row = { id, workspace_id, name: 'Team', scope: 'workspace', period: 'month', action: 'pause', ...at };
  await engine.app.db
    .insertInto('budget')
    .values({ ...row, ...limits })
    .execute();
  await engine.app.db
    .insertInto('webhook_endpoint')
    .values({
      id: newId(),
      workspace_id,
      created_by: owner.user_id,
      url: 'https://hooks.example.com',
      secret: Buffer.from('encrypted'),
      events: ['budget.reached'],
      ...at,
    })
    .execute();
  return id;
}

async function start(owner: Owner, text: string, options: { max_credits?: number } = {}) {
  const definition = shortPipeline({ text, params: { max_failed_lines: 100 } });
  const workflow_id = await engine.workflow(owner, definition);
  const run_id = await engine.start(owner, definition, { workflow_id, ...options });
  const ref = { workspace_id: owner.workspace_id, workflow_id, run_id };
  return { run_id, workflow_id, resume: () => resumeRun(engine.app, ref) };
}

async function periodOf(budget_id: string) {
  const query = engine.app.db.selectFrom('budget_period').selectAll().where('budget_id', '=', budget_id);
  return query.executeTakeFirst();
}

async function reportsOf({ workspace_id }: Owner): Promise<number[]> {
  const rows = await engine.app.db
    .selectFrom('webhook_event')
    .select('data')
    .where('workspace_id', '=', workspace_id)
    .where('type', '=', 'budget.reached')
    .execute();
  return rows.map(({ data }) => Number((data as { percent: number }).percent)).sort((a, b) => a - b);
}

test('a run pauses before it passes a budget of its workspace, and continues when the budget is raised', async () => {
  const owner = await engine.owner();
  const budget = await addBudget(owner, { limit_credits: 400 });
  const text = lines(30);
  const { run_id, resume } = await start(owner, text);
  const paused = await handleRun(engine, run_id);
  expect(paused).toMatchObject({ status: 'paused', pause_reason: 'budget', lines_failed: 0 });
  expect([paused.pause_limit, paused.pause_budget_id]).toEqual(['budget', budget]);
  expect(paused.pause_message).toMatch(/^The budget "Team" of this month has too little left: \d+ of 400 /);
  expect(paused.credits).toBeLessThanOrEqual(400);
  expect(await periodOf(budget)).toMatchObject({ credits: paused.credits, usd_micros: 20 * paused.credits });
  await expect(resume()).rejects.toMatchObject({ code: 'BUDGET_EXCEEDED' });
  expect(await reportsOf(owner)).toEqual([80, 100]);

  const raised = engine.app.db.updateTable('budget').set({ limit_credits: 1_000_000 });
  await raised.where('id', '=', budget).execute();
  await resume();
  const completed = await handleRun(engine, run_id);
  expect(completed).toMatchObject({ status: 'completed', credits: lengthOf(text) });
  expect(await periodOf(budget)).toMatchObject({ credits: lengthOf(text) });
  expect(await reportsOf(owner)).toEqual([80, 100]);
  expect(await auditRun(engine.app, run_id)).toEqual([]);
});

test('a run that only the reservations of another run stop does not report the budget as used up', async () => {
  const owner = await engine.owner();
  const budget = await addBudget(owner, { limit_credits: 1_000 });
  const other = await start(owner, lines(1));
  // The other run has reserved most of the budget and spent nothing yet.
  await reserve(owner, other.run_id, 900);
  const { run_id, resume } = await start(owner, lines(10));
  const paused = await handleRun(engine, run_id);
  expect(paused).toMatchObject({ status: 'paused', pause_reason: 'budget' });
  expect(paused.finished_steps).toBeLessThan(paused.total_steps);
  expect(paused.pause_message).toMatch(
    /Other runs have reserved the rest\. Resume the run when they have ended/,
  );
  expect((await periodOf(budget))?.credits).toBeLessThan(200);
  expect(await reportsOf(owner)).toEqual([]);
  await cancelRun(engine.app, { ...owner, run_id: other.run_id });
  await resume();
  expect((await handleRun(engine, run_id)).status).toBe('completed');
  expect(await auditRun(engine.app, run_id)).toEqual([]);
});

/** Reserves credits for a run, like a start with this minimum cost. */
async function reserve({ user_id, workspace_id }: Owner, run_id: string, hold: number): Promise<void> {
  await engine.app.db.transaction().execute(async (tx) => {
    const cause = `reserve/${run_id}/test`;
    const entry = {
      account_id: user_id,
      workspace_id,
      run_id,
      kind: 'reserve' as const,
      cause,
      amount: 0,
      hold,
    };
    await addCreditEntries(tx, [entry], new Date());
    await tx.updateTable('run').set({ hold }).where('id', '=', run_id).execute();
  });
}

test('a budget with deny fails the lines beyond it and rejects further starts', async () => {
  const owner = await engine.owner();
  await addBudget(owner, { limit_credits: 300, action: 'deny' });
  const { run_id } = await start(owner, lines(20));
  const { status, lines_failed, credits } = await handleRun(engine, run_id);
  expect(status).toBe('completed');
  expect(lines_failed).toBeGreaterThan(0);
  expect(credits).toBeLessThanOrEqual(300);
  const failed = await engine.app.db
    .selectFrom('run_line')
    .select('error')
    .where('run_id', '=', run_id)
    .where('status', '=', 'failed')
    .executeTakeFirstOrThrow();
  expect(failed.error?.code).toBe('budget_exceeded');
  expect(await reportsOf(owner)).toEqual([80, 100]);
  const definition = shortPipeline({ text: lines(20) });
  await expect(engine.start(owner, definition, { min_credits: 200 })).rejects.toMatchObject({
    code: 'BUDGET_EXCEEDED',
    status: 402,
  });
});

test('a budget with deny fails no line that fits once other lines have returned what they did not need', async () => {
  const owner = await engine.owner();
  const text = lines(16);
  await addBudget(owner, { limit_credits: lengthOf(text), action: 'deny' });
  const { run_id } = await start(owner, text);
  const chunks = engine.app.db.selectFrom('run_chunk').select('is_denied').where('run_id', '=', run_id);
  const { status, lines_failed, credits } = await handleRun(engine, run_id);
  expect([status, lines_failed, credits]).toEqual(['completed', 0, lengthOf(text)]);
  expect((await chunks.execute()).some(({ is_denied }) => is_denied)).toBe(false);
});

/** Creates the chunks of the generator and denies them, as a budget that had no room for their lines did. */
async function denyChunks(run_id: string): Promise<void> {
  const { db } = engine.app;
  const [source] = await db.selectFrom('run_chunk').select('id').where('run_id', '=', run_id).execute();
  const { signal } = new AbortController();
  await handleChunk(engine.app, { chunk_id: source?.id ?? '', run_id, tries: 0, signal });
  await db.updateTable('run_chunk').set({ is_denied: true }).where('run_id', '=', run_id).execute();
}

test.each([
  ['a cap', { max_credits: 200 }, undefined, /^The run has spent /],
  ['a budget with pause', {}, { name: 'Brake', limit_credits: 200 }, /^The budget "Brake" /],
])(
  '%s pauses a run whose lines a budget with deny had stopped before it was raised',
  async (_, options, other, message) => {
    const owner = await engine.owner();
    await addBudget(owner, { limit_credits: 400, action: 'deny' });
    if (other) await addBudget(owner, other);
    const { run_id } = await start(owner, lines(30), options);
    await denyChunks(run_id);
    const run = await handleRun(engine, run_id);
    expect(run).toMatchObject({ status: 'paused', pause_reason: 'budget', lines_failed: 0 });
    expect(run.pause_message).toMatch(message);
    const chunks = engine.app.db.selectFrom('run_chunk').select('is_denied').where('run_id', '=', run_id);
    const planned = await chunks.where('status', '=', 'planned').where('blocked_credits', '>', 0).execute();
    expect(planned.some(({ is_denied }) => is_denied)).toBe(false);
  },
);

test('a settlement that spends what was reserved leaves the same room, so a run that fits does not pause', async () => {
  const owner = await engine.owner();
  const text = lines(30);
  await addBudget(owner, { limit_credits: lengthOf(text) });
  const { run_id } = await start(owner, text);
  const { status, credits } = await handleRun(engine, run_id);
  expect([status, credits]).toEqual(['completed', lengthOf(text)]);
});

test('a new budget contains what its scope used in the period, with runs that began before it', async () => {
  const owner = await engine.owner();
  const { app } = engine;
  const { run_id } = await start(owner, lines(4));
  const { credits, provider_usd_micros } = await handleRun(engine, run_id);
  const earlier = await start(owner, lines(2));
  await handleRun(engine, earlier.run_id);
  // The second run began before the month; one of its takes was made before it, too.
  const month = findBudgetPeriod('month', new Date()).starts_at;
  const before = new Date(month.getTime() - 1_000);
  await app.db.updateTable('run').set({ created_at: before }).where('id', '=', earlier.run_id).execute();
  const takes = await app.db
    .selectFrom('attempt')
    .selectAll()
    .where('run_id', '=', earlier.run_id)
    .where('credits', '>', 0)
    .execute();
  await app.db
    .updateTable('attempt')
    .set({ created_at: before })
    .where('run_id', '=', earlier.run_id)
    .where('line_no', '=', takes[0]?.line_no ?? -1)
    .execute();
  const id = await addBudget(owner, { limit_credits: 1_000_000 });
  await app.db.transaction().execute(async (tx) => {
    const row = await tx.selectFrom('budget').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    await openFirstPeriod(app, tx, row, new Date());
  });
  const kept = takes[1];
  expect(await periodOf(id)).toMatchObject({
    credits: credits + (kept?.credits ?? 0),
    usd_micros: provider_usd_micros + Number(kept?.provider_usd_micros),
  });
});

test('a budget with warn stops nothing, and is reported once at 80 and at 100 percent', async () => {
  const owner = await engine.owner();
  const budget = await addBudget(owner, { limit_credits: 200, action: 'warn' });
  const text = lines(20);
  const { run_id } = await start(owner, text);
  expect(await handleRun(engine, run_id)).toMatchObject({ status: 'completed', credits: lengthOf(text) });
  expect(await reportsOf(owner)).toEqual([80, 100]);
  const other = await start(owner, lines(3));
  await handleRun(engine, other.run_id);
  expect(await reportsOf(owner)).toEqual([80, 100]);
  expect((await periodOf(budget))?.alerted_percent).toBe(100);
});

test('the owner and admins get one email for each percentage, however often the job runs', async () => {
  const owner = await engine.owner();
  const { db } = engine.app;
  const email = `${owner.user_id}@example.com`;
  await db
    .updateTable('app_user')
    .set({ email, email_verified: true })
    .where('id', '=', owner.user_id)
    .execute();
  await db
    .insertInto('workspace_member')
    .values({ id: newId(), ...owner, role: 'admin', created_at: new Date() })
    .execute();
  const budget_id = await addBudget(owner, { limit_credits: 200, action: 'warn' });
  const { run_id } = await start(owner, lines(20));
  await handleRun(engine, run_id);
  const period = await periodOf(budget_id);
  const starts_at = period?.starts_at.toISOString() ?? '';
  const mails = () => db.selectFrom('mail_outbox').select('kind').execute();
  const before = (await mails()).length;
  await Promise.all(
    [80, 80].map((percent) => notifyBudgetReached(engine.app, { budget_id, starts_at, percent })),
  );
  expect(await mails()).toHaveLength(before + 1);
  await Promise.all(
    [100, 100].map((percent) => notifyBudgetReached(engine.app, { budget_id, starts_at, percent })),
  );
  await notifyBudgetReached(engine.app, { budget_id, starts_at, percent: 80 });
  expect(await mails()).toHaveLength(before + 2);
});

test('a budget of provider money pauses a run before its list prices pass it', async () => {
  const owner = await engine.owner();
  const budget = await addBudget(owner, { limit_usd_micros: 9_000 });
  const { run_id } = await start(owner, lines(20));
  const { status, provider_usd_micros, unpriced_takes, pause_message } = await handleRun(engine, run_id);
  expect([status, unpriced_takes]).toEqual(['paused', 0]);
  expect(provider_usd_micros).toBeGreaterThan(0);
  expect(provider_usd_micros).toBeLessThanOrEqual(9_000);
  expect(pause_message).toContain('0.01 US dollars');
  expect((await periodOf(budget))?.usd_micros).toBe(provider_usd_micros);
});

test('a budget of another member, key or workflow does not stop a run', async () => {
  const owner = await engine.owner();
  const other = await engine.owner();
  await addBudget(owner, { scope: 'member', user_id: other.user_id, limit_credits: 1 });
  const foreign = await engine.workflow(owner, shortPipeline({ text: 'Other.' }));
  await addBudget(owner, { scope: 'workflow', workflow_id: foreign, limit_credits: 1 });
  const text = lines(5);
  const { run_id } = await start(owner, text);
  expect(await handleRun(engine, run_id)).toMatchObject({ status: 'completed', credits: lengthOf(text) });
});

test('a budget of the member who started a run stops it', async () => {
  const owner = await engine.owner();
  await addBudget(owner, { scope: 'member', user_id: owner.user_id, limit_credits: 100, period: 'day' });
  const { run_id } = await start(owner, lines(20));
  const { status, credits } = await handleRun(engine, run_id);
  expect(status).toBe('paused');
  expect(credits).toBeLessThanOrEqual(100);
});
