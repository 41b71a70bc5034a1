import { WebhookEvent } from '@voiceloom/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cancelRun, pauseRun, resumeRun } from '../../src/engine/index.ts';
import { findRun } from '../../src/features/runs/index.ts';
import { admin } from '../support/admin.ts';
import { numberedLines, shortPipeline } from '../support/definitions.ts';
import { type Engine, eventually, type Owner, runRow, startEngine } from '../support/engine.ts';
import { scriptedSpeech } from '../support/fake-speech.ts';
import { eventsOf, insertEndpoint } from '../support/webhooks.ts';

let gate: (signal: AbortSignal) => Promise<void>;
const speech = scriptedSpeech({ before: (_request, signal) => gate(signal), durationMs: () => 300 });
let engine: Engine;
let owner: Owner;

beforeAll(async () => {
  engine = await startEngine({ speech });
});
afterAll(() => engine.close());
beforeEach(async () => {
  gate = () => Promise.resolve();
  owner = await engine.owner();
});

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((_resolve, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
  );

/** The events of the owner's workspace, each validated with its schema. */
async function events() {
  const rows = await eventsOf(engine.app, owner.workspace_id);
  return rows.map(({ id, type, workspace_id, data, created_at }) =>
    WebhookEvent.parse({ id, type, workspace_id, data, timestamp: created_at.toISOString() }),
  );
}

const activity = () =>
  engine.app.db
    .selectFrom('activity')
    .selectAll()
    .where('workspace_id', '=', owner.workspace_id)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

test('webhooks report the start and the end of a run, once each, with its results', async () => {
  await insertEndpoint(engine.app, owner);
  const run = await engine.until(
    await engine.start(owner, shortPipeline({ text: numberedLines(7, 'is told of') })),
    ['completed'],
  );
  const [started, completed, ...more] = await events();
  expect(more).toEqual([]);
  expect(started).toMatchObject({ type: 'run.started', data: { run_id: run.id, run_number: 1 } });
  expect(completed).toMatchObject({
    type: 'run.completed',
    timestamp: run.completed_at?.toISOString(),
    data: {
      run_id: run.id,
      workflow_id: run.workflow_id,
      credits: run.credits,
      total_lines: 7,
      delivered_lines: 7,
      dropped_lines: 0,
      skipped_lines: 0,
      failed_lines: 0,
    },
  });
});

test('the webhook of a failed run contains the reason', async () => {
  await insertEndpoint(engine.app, owner);
  const definition = shortPipeline({ source: { input_type: 'file', upload_ids: [crypto.randomUUID()] } });
  await engine.until(await engine.start(owner, definition), ['failed']);
  const told = await events();
  expect(told.map(({ type }) => type)).toEqual(['run.started', 'run.failed']);
  expect(told[1]?.data).toMatchObject({
    error: expect.stringMatching(/^There is no confirmed upload/),
    error_details: { code: 'upload_not_found' },
  });
});

test('a canceled run is reported once, however often it is canceled', async () => {
  await insertEndpoint(engine.app, owner);
  gate = untilAborted;
  const run_id = await engine.start(owner, shortPipeline({ text: numberedLines(3, 'is called off') }));
  await eventually(() => speech.active() > 0);
  const place = { workspace_id: owner.workspace_id, run_id };
  await Promise.all([cancelRun(engine.app, place), cancelRun(engine.app, place)]);
  expect((await events()).map(({ type }) => type)).toEqual(['run.started', 'run.cancelled']);
});

test('a run that was paused before its start is reported as started when it resumes, and only once', async () => {
  const idle = await startEngine({ worker: false, database_url: engine.database_url });
  await insertEndpoint(engine.app, owner);
  const definition = shortPipeline({ text: numberedLines(2, 'waits') });
  const workflow_id = await engine.workflow(owner, definition);
  // A worker can start before the pause takes effect. Its lines then also wait for the resume.
  const resumed = Promise.withResolvers<void>();
  gate = () => resumed.promise;
  const run_id = await engine.start(owner, definition, { workflow_id });
  const place = { workspace_id: owner.workspace_id, workflow_id, run_id };
  await pauseRun(engine.app, place);
  await resumeRun(engine.app, place);
  resumed.resolve();
  await engine.until(run_id, ['completed']);
  expect((await events()).map(({ type }) => type)).toEqual(['run.started', 'run.completed']);
  await idle.close();
});

test('nothing is stored if no endpoint subscribes to it', async () => {
  await insertEndpoint(engine.app, owner, ['run.failed', 'credits.low']);
  await engine.until(await engine.start(owner, shortPipeline({ text: numberedLines(2, 'is not told of') })), [
    'completed',
  ]);
  expect(await events()).toEqual([]);
});

test('low credits are reported once, in every subscribed workspace of the account', async () => {
  const { limits } = await engine.app.db
    .selectFrom('plan')
    .select('limits')
    .where('is_default', '=', true)
    .executeTakeFirstOrThrow();
  const threshold = Math.floor(Number(limits.monthly_credits) * 0.1);
  owner = await engine.owner(threshold + 5);
  await insertEndpoint(engine.app, owner, ['credits.low']);
  const run = await engine.until(
    await engine.start(owner, shortPipeline({ text: numberedLines(20, 'costs a credit') })),
    ['completed'],
  );
  expect(run.credits).toBe(20);
  const [low, ...more] = await events();
  expect(more).toEqual([]);
  expect(low).toMatchObject({ type: 'credits.low', data: { threshold } });
  expect((low as { data: { balance: number } }).data.balance).toBeLessThan(threshold);
  await engine.until(await engine.start(owner, shortPipeline({ text: numberedLines(3, 'costs one more') })), [
    'completed',
  ]);
  expect(await events()).toHaveLength(1);
});

test('a requeue by an operator is no progress of the run', async () => {
  // The script has been read, and no line is ever spoken.
  let begun = false;
  gate = (signal) => {
    begun = true;
    return untilAborted(signal);
  };
  const run = await engine.start(owner, shortPipeline({ text: numberedLines(2, 'stays behind') }));
  await eventually(() => begun);
  const { progress_at } = await findRun(engine.app.db, run);
  expect(progress_at).not.toBeNull();
  // A requeue changes only chunks that no worker holds.
  const held = engine.app.db.selectFrom('run_chunk').select('job_id').where('run_id', '=', run);
  await sql`update pgboss.job set state = 'retry', start_after = now() + interval '1 hour' where id in (${held})`.execute(
    engine.app.db,
  );
  expect((await admin(engine, ['runs', 'requeue', run, '--json'])).json.changed).toBe(true);
  expect((await runRow(engine.app, run)).updated_at.getTime()).toBeGreaterThan(progress_at?.getTime() ?? 0);
  expect((await findRun(engine.app.db, run)).progress_at).toEqual(progress_at);
  await admin(engine, ['runs', 'cancel', run, '--yes']);
});

test('the activity log names no member for the spoken lines of a run that an operator canceled', async () => {
  let spoken = 0;
  gate = (signal) => (++spoken > 2 ? untilAborted(signal) : Promise.resolve());
  const run = await engine.start(owner, shortPipeline({ text: numberedLines(9, 'is stopped') }));
  await eventually(async () => (await runRow(engine.app, run)).audio_ms > 0);
  await admin(engine, ['runs', 'cancel', run, '--yes']);
  const [started, ...ended] = await activity();
  expect(started).toMatchObject({ kind: 'run_started', user_id: owner.user_id });
  expect(ended.map(({ action, kind, user_id }) => [action, kind, user_id]).sort()).toEqual([
    ['operator_acted', 'run_cancelled', null],
    ['voice_generated', 'run_cancelled', null],
  ]);
});

test('the activity log has the start of a run and, at its end, one entry for the spoken lines', async () => {
  const run = await engine.until(
    await engine.start(owner, shortPipeline({ text: numberedLines(5, 'is logged') })),
    ['completed'],
  );
  const [started, spoken, ...more] = await activity();
  expect(more).toEqual([]);
  const resource = { resource_type: 'workflow', resource_id: run.workflow_id, resource_name: 'Test' };
  expect(started).toMatchObject({
    action: 'workflow_run',
    kind: 'run_started',
    user_id: owner.user_id,
    ...resource,
  });
  expect(spoken).toMatchObject({ action: 'voice_generated', kind: 'run_completed', ...resource });
  expect(spoken?.metadata).toMatchObject({
    run_id: run.id,
    lines: 5,
    credits: run.credits,
    audio_ms: run.audio_ms,
  });
});

test('a run that spoke nothing has no entry for spoken lines', async () => {
  const definition = shortPipeline({ source: { input_type: 'file', upload_ids: [crypto.randomUUID()] } });
  await engine.until(await engine.start(owner, definition), ['failed']);
  expect((await activity()).map(({ action }) => action)).toEqual(['workflow_run']);
});
