import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resumeRun, resumeWaitingRuns } from '../../src/engine/index.ts';
import { numberedLines, shortPipeline } from '../support/definitions.ts';
import { auditRun, type Engine, type Owner, runRow, startEngine } from '../support/engine.ts';
import { scriptedSpeech } from '../support/fake-speech.ts';
import { handleRun } from '../support/handle-run.ts';
import { giveKey } from '../support/own-keys.ts';

/** A character costs a credit. */
let engine: Engine;
let owner: Owner;
beforeAll(async () => {
  const speech = scriptedSpeech({ durationMs: () => 300, credits_per_1000_characters: 1_000 });
  engine = await startEngine({ speech, worker: false });
  owner = await engine.owner();
});
afterAll(() => engine.close());

const lines = (count: number) => numberedLines(count, `of ${randomUUID()}`);

async function start(text: string, max_credits: number) {
  const definition = shortPipeline({ text });
  const workflow_id = await engine.workflow(owner, definition);
  const run_id = await engine.start(owner, definition, { workflow_id, max_credits });
  const ref = { workspace_id: owner.workspace_id, workflow_id, run_id };
  const resume = (cap?: number) => resumeRun(engine.app, ref, { max_credits: cap });
  return { run_id, resume };
}

const lengthOf = (text: string) => text.replaceAll('\n', '').length;

test('a run pauses before it passes its cap, and continues with a higher one', async () => {
  const text = lines(40);
  const { run_id, resume } = await start(text, 500);
  const paused = await handleRun(engine, run_id);
  expect(paused).toMatchObject({ status: 'paused', pause_reason: 'budget', lines_failed: 0 });
  expect([paused.pause_limit, paused.pause_budget_id]).toEqual(['cap', null]);
  expect(paused.pause_message).toMatch(
    /^The run has spent \d+ of at most 500 credits, and its next line needs up to \d+\. Resume it with a higher max_credits\.$/,
  );
  const [longestLine = 0] = text
    .split('\n')
    .map((line) => line.length)
    .sort((a, b) => b - a);
  expect(paused.credits).toBeLessThanOrEqual(500);
  expect(paused.credits).toBeGreaterThan(500 - longestLine);

  await expect(resume()).rejects.toMatchObject({ code: 'BUDGET_EXCEEDED', message: paused.pause_message });
  await expect(resume(paused.credits - 1)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  await resume(1_000);
  const again = await handleRun(engine, run_id);
  expect(again).toMatchObject({ status: 'paused', max_credits: 1_000 });
  expect(again.credits).toBeGreaterThan(1_000 - longestLine);

  await resume(1_000_000);
  const completed = await handleRun(engine, run_id);
  expect(completed).toMatchObject({ status: 'completed', lines_delivered: 40, credits: lengthOf(text) });
  expect(completed).toMatchObject({ pause_reason: null, pause_message: null });
  expect(await auditRun(engine.app, run_id)).toEqual([]);
});

test('a run pauses before it passes the maximum of its estimate, and continues with a cap', async () => {
  const text = lines(40);
  const definition = shortPipeline({ text });
  const workflow_id = await engine.workflow(owner, definition);
  const estimate = { max_credits: 10_000, estimated_max_credits: 500 };
  const run_id = await engine.start(owner, definition, { workflow_id, ...estimate });
  const paused = await handleRun(engine, run_id);
  expect(paused).toMatchObject({ status: 'paused', pause_reason: 'budget', lines_failed: 0 });
  // The cap is set, too, and did not pause the run.
  expect(paused.pause_limit).toBe('estimate');
  expect(paused.pause_message).toMatch(
    /^The run has spent \d+ of the 500 credits that its estimate named as the maximum, and its next line needs up to \d+\. Resume it with max_credits to allow more\.$/,
  );
  expect(paused.credits + paused.hold).toBeLessThanOrEqual(500);
  const ref = { workspace_id: owner.workspace_id, workflow_id, run_id };
  await expect(resumeRun(engine.app, ref)).rejects.toMatchObject({ code: 'BUDGET_EXCEEDED' });
  await resumeRun(engine.app, ref, { max_credits: 10_000 });
  const completed = await handleRun(engine, run_id);
  expect(completed).toMatchObject({ status: 'completed', credits: lengthOf(text) });
  expect(await auditRun(engine.app, run_id)).toEqual([]);
});

test('a run that costs exactly its cap completes', async () => {
  const text = lines(10);
  const { run_id } = await start(text, lengthOf(text));
  expect(await handleRun(engine, run_id)).toMatchObject({ status: 'completed', credits: lengthOf(text) });
});

test('a run whose first line passes the cap pauses without a charge', async () => {
  const { run_id } = await start(lines(3), 5);
  expect(await handleRun(engine, run_id)).toMatchObject({
    status: 'paused',
    credits: 0,
    pause_reason: 'budget',
  });
});

test('a run whose automatic resume is rejected is tried again later, so that other runs come first', async () => {
  const { app } = engine;
  const { run_id } = await start(lines(3), 5);
  await handleRun(engine, run_id);
  const due = new Date(Date.now() - 60_000);
  await app.db
    .updateTable('run')
    .set({ wait_provider: 'elevenlabs', resume_at: due })
    .where('id', '=', run_id)
    .execute();
  expect(await resumeWaitingRuns(app)).toBe(0);
  const run = await runRow(app, run_id);
  expect(run.status).toBe('paused');
  expect(run.resume_at?.getTime()).toBeGreaterThan(Date.now());
});

test('a run that a new key does not help is tried once with that key, and again with a later one', async () => {
  const { app } = engine;
  const { run_id } = await start(lines(3), 5);
  await handleRun(engine, run_id);
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000);
  await app.db
    .updateTable('run')
    .set({ wait_provider: 'elevenlabs', resume_at: at(600) })
    .where('id', '=', run_id)
    .execute();
  await giveKey(app, owner, { provider: 'elevenlabs', credentials: { api_key: 'a-new-key' } });
  const storeKeyAt = (updated_at: Date) =>
    app.db
      .updateTable('provider_key')
      .set({ updated_at })
      .where('workspace_id', '=', owner.workspace_id)
      .execute();
  const resumeAt = async (now: Date) => {
    await resumeWaitingRuns({ ...app, clock: () => now });
    return (await runRow(app, run_id)).resume_at;
  };
  await storeKeyAt(at(1));
  const next = await resumeAt(at(2));
  expect(next?.getTime()).toBeLessThan(at(60).getTime());
  expect(await resumeAt(at(3))).toEqual(next);
  await storeKeyAt(at(4));
  expect((await resumeAt(at(5)))?.getTime()).toBeGreaterThan(next?.getTime() ?? 0);
});

test('missing credits of the account fail lines, even if the run has a cap', async () => {
  const poor = await engine.owner(100);
  const definition = shortPipeline({ text: lines(10), params: { max_failed_lines: 10 } });
  const run_id = await engine.start(poor, definition, { max_credits: 400 });
  const { status, lines_failed, credits } = await handleRun(engine, run_id);
  expect(status).toBe('completed');
  expect(lines_failed).toBeGreaterThan(0);
  expect(credits).toBeLessThanOrEqual(100);
});
