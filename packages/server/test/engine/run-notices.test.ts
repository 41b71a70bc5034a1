import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { reconcile } from '../../src/engine/control/reconcile.ts';
import { cancelRun } from '../../src/engine/index.ts';
import { closeRun, failRun } from '../../src/engine/runs/end.ts';
import { lockRun } from '../../src/engine/runs/row.ts';
import { SpeechError } from '../../src/providers/speech/index.ts';
import { numberedLines, shortPipeline } from '../support/definitions.ts';
import { type Engine, type Owner, runRow, startEngine } from '../support/engine.ts';
import { scriptedSpeech } from '../support/fake-speech.ts';
import { handleDeadChunk } from '../support/run-job.ts';

let fault: SpeechError | undefined;
const speech = scriptedSpeech({
  before: () => (fault ? Promise.reject(fault) : Promise.resolve()),
  durationMs: () => 300,
});
/** An engine with a worker, and one without, whose runs make no progress. */
let engine: Engine;
let idle: Engine;
let owner: Owner;

beforeAll(async () => {
  engine = await startEngine({ speech });
  idle = await startEngine({ worker: false });
});
afterAll(async () => {
  await idle.close();
  await engine.close();
});
beforeEach(() => {
  fault = undefined;
});

const pipeline = (text = numberedLines(2, 'is told of')) => shortPipeline({ text });

async function noticesOf({ app }: Engine, runId: string): Promise<{ notices: number; jobs: number }> {
  const notices = await app.db
    .selectFrom('run_notification')
    .selectAll()
    .where('run_id', '=', runId)
    .execute();
  const jobs = await app.db
    .selectFrom('pgboss.job' as never)
    .select('id' as never)
    .where('name' as never, '=', 'run.notification' as never)
    .where('id' as never, '=', runId as never)
    .execute();
  return { notices: notices.length, jobs: jobs.length };
}

const ONE = { notices: 1, jobs: 1 };
const NONE = { notices: 0, jobs: 0 };
const JOB = { notices: 0, jobs: 1 };

async function startIdle(): Promise<string> {
  owner = await idle.owner();
  return idle.start(owner, pipeline());
}

test('a completed run creates a notice and a job, once', async () => {
  owner = await engine.owner();
  const run = await engine.until(await engine.start(owner, pipeline()), ['completed']);
  expect(await noticesOf(engine, run.id)).toEqual(ONE);
});

test('a run whose lines fail creates a notice', async () => {
  fault = new SpeechError('invalid_input', 'The provider does not speak this.');
  owner = await engine.owner();
  const run = await engine.until(await engine.start(owner, pipeline()), ['failed']);
  expect(run.error?.code).toBe('lines_failed');
  expect(await noticesOf(engine, run.id)).toEqual(ONE);
});

test('a run whose script cannot be read creates a notice', async () => {
  owner = await engine.owner();
  const run = await engine.until(await engine.start(owner, pipeline('')), ['failed']);
  expect(run.error?.node_id).not.toBeNull();
  expect(await noticesOf(engine, run.id)).toEqual(ONE);
});

test('a run whose script job failed finally creates a notice', async () => {
  const id = await startIdle();
  const chunk = await idle.app.db
    .selectFrom('run_chunk')
    .select('id')
    .where('run_id', '=', id)
    .executeTakeFirstOrThrow();
  await handleDeadChunk(idle.app, { chunk_id: chunk.id, run_id: id });
  await handleDeadChunk(idle.app, { chunk_id: chunk.id, run_id: id });
  expect(await runRow(idle.app, id)).toMatchObject({ status: 'failed', error: { code: 'node_failed' } });
  expect(await noticesOf(idle, id)).toEqual(ONE);
});

test('a stalled run that reconciling ends creates a notice', async () => {
  const id = await startIdle();
  const { db } = idle.app;
  const long = new Date(Date.now() - 3_600_000);
  await db.updateTable('run_chunk').set({ status: 'done' }).where('run_id', '=', id).execute();
  await db
    .updateTable('run')
    .set({ status: 'running', open_chunks: 0, queued_chunks: 0, updated_at: long })
    .where('id', '=', id)
    .execute();
  await reconcile(idle.app, 60_000);
  expect((await runRow(idle.app, id)).status).toBe('completed');
  expect(await noticesOf(idle, id)).toEqual(ONE);
});

test('a run that fails twice at once creates one notice', async () => {
  const id = await startIdle();
  const error = { code: 'node_failed', message: 'No.', node_id: null, details: [] };
  const ended = await Promise.all([failRun(idle.app, id, error), failRun(idle.app, id, error)]);
  expect(ended.sort()).toEqual([false, true]);
  expect(await noticesOf(idle, id)).toEqual(ONE);
});

test('a run canceled by a caller or with its workflow creates no notice, only the job that stores its figures', async () => {
  const id = await startIdle();
  expect(await cancelRun(idle.app, { workspace_id: owner.workspace_id, run_id: id })).toBe(true);
  expect(await noticesOf(idle, id)).toEqual(JOB);
  const other = await startIdle();
  const { workflow_id } = await runRow(idle.app, other);
  const { db } = idle.app;
  await db.updateTable('workflow').set({ deleted_at: new Date() }).where('id', '=', workflow_id).execute();
  await reconcile(idle.app, 60_000);
  expect((await runRow(idle.app, other)).status).toBe('cancelled');
  expect(await noticesOf(idle, other)).toEqual(JOB);
});

test('an end that is rolled back creates no notice', async () => {
  const id = await startIdle();
  const ending = idle.app.db.transaction().execute(async (tx) => {
    const run = await lockRun(tx, id);
    await closeRun(idle.app, tx, run, { status: 'failed', error: null, now: new Date() });
    throw new Error('The worker dies here.');
  });
  await expect(ending).rejects.toThrow('The worker dies here.');
  expect((await runRow(idle.app, id)).status).toBe('pending');
  expect(await noticesOf(idle, id)).toEqual(NONE);
});
