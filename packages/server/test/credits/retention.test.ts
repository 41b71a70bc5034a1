import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { App } from '../../src/app.ts';
import { audio, runEvents } from '../../src/engine/jobs.ts';
import { checkLedgers } from '../../src/features/credits/index.ts';
import { findTakes, listNodes } from '../../src/features/runs/index.ts';
import { newId } from '../../src/ids.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { definitionOf, node, numberedLines, shortPipeline } from '../support/definitions.ts';
import { auditRun, type Engine, type Owner, startEngine } from '../support/engine.ts';
import { createMember, type Member } from '../support/factories.ts';
import { scriptedSpeech } from '../support/fake-speech.ts';
import { putOnPlan } from '../support/plans.ts';
import type { StoredRun } from '../support/run-factory.ts';
import { runHousekeeping } from '../support/run-job.ts';
import { insertScriptRun } from '../support/run-script.ts';

const DAY_MS = 86_400_000;
const inDays = (days: number): Date => new Date(Date.now() + days * DAY_MS);

/** A complete sweep: all calls of a round, without pauses. */
async function sweep(app: App, now: Date): Promise<number> {
  await app.db.deleteFrom('sweep_cursor').execute();
  let removed = 0;
  for (;;) {
    removed += await runHousekeeping(app, audio, now);
    const rest = await app.db.selectFrom('sweep_cursor').select('cursor').executeTakeFirstOrThrow();
    if (rest.cursor === null) return removed;
  }
}

describe('the audio of a completed run', () => {
  let server: TestApp;
  let member: Member;
  let run: StoredRun;
  beforeAll(async () => {
    server = await startTestApp();
  });
  beforeEach(async () => {
    member = await createMember(server);
    run = await insertScriptRun({ server, member });
    const ended = new Date();
    await server.app.db
      .updateTable('run')
      .set({ created_at: ended, started_at: ended, completed_at: ended })
      .where('id', '=', run.id)
      .execute();
  });
  afterAll(() => server.close());

  const get = async (path: string) =>
    (await server.request('GET', `${run.path}${path}`, { as: member })).body;
  const objects = async () => (await server.app.storage.list(`workspaces/${member.workspace_id}/`)).keys;

  test('stays as long as the plan of the owner keeps it, and then is deleted with its objects; figures stay', async () => {
    const before = { run: await get(''), steps: await get('/steps') };
    const overview = await get('/overview');
    expect(before.run.data.has_export).toBe(true);
    expect(await sweep(server.app, inDays(29.9))).toBe(0);
    expect((await objects()).length).toBeGreaterThan(0);
    expect(await sweep(server.app, inDays(30.1))).toBeGreaterThan(0);
    expect(await objects()).toEqual([]);
    expect((await get('')).data).toEqual({ ...before.run.data, has_export: false });
    expect((await get('/steps')).data).toEqual(before.steps.data);
    expect((await get('/overview')).data.sections).toEqual(overview.data.sections);
  });

  test('cannot be played or downloaded after deletion, and the responses give the reason', async () => {
    const audio_id = [...run.audio.values()].find(({ delivered }) => delivered)?.delivered;
    await sweep(server.app, inDays(31));
    const { rows } = (await get('/data')).data;
    const cards = rows.flatMap((row: { cards: { status: string; audio: object }[] }) => row.cards);
    const delivered = cards.filter(({ status }: { status: string }) => status === 'delivered');
    expect(delivered.length + cards.length).toBeGreaterThan(0);
    for (const card of cards)
      expect(card.audio).toMatchObject({
        status: 'unavailable',
        playback_url: null,
        reason: expect.any(String),
      });
    const download = await server.request('GET', `${run.path}/download`, { as: member });
    expect(download.status).toBe(404);
    expect(download.body.error.message).toContain('plan');
    expect((await server.request('GET', `${run.path}/audio/${audio_id}/url`, { as: member })).status).toBe(
      404,
    );
  });

  test('stays forever on a plan without a limit', async () => {
    await putOnPlan(server.app.db, member.user_id, 'enterprise');
    expect(await sweep(server.app, inDays(4_000))).toBe(0);
    expect((await get('')).data.has_export).toBe(true);
    await server.app.db.deleteFrom('subscription').where('user_id', '=', member.user_id).execute();
  });

  test('on a larger plan stays longer than on a smaller one', async () => {
    const other = await createMember(server);
    const theirs = await insertScriptRun({ server, member: other });
    await putOnPlan(server.app.db, member.user_id, 'creator-monthly');
    await sweep(server.app, inDays(100));
    const audioOf = async (workspace: string) =>
      (await server.app.db.selectFrom('audio').select('id').where('workspace_id', '=', workspace).execute())
        .length;
    expect(await audioOf(member.workspace_id)).toBeGreaterThan(0);
    expect(await audioOf(other.workspace_id)).toBe(0);
    expect(theirs.id).not.toBe(run.id);
  });

  test('stays for 30 days after the end of a subscription whose plan kept it', async () => {
    const { db } = server.app;
    const id = await putOnPlan(db, member.user_id, 'enterprise');
    const end = { status: 'canceled', ended_at: inDays(100) };
    await db.updateTable('subscription').set(end).where('id', '=', id).execute();
    expect(await sweep(server.app, inDays(129.9))).toBe(0);
    expect(await sweep(server.app, inDays(130.1))).toBeGreaterThan(0);
    expect((await get('')).data.has_export).toBe(false);
  });

  test('gets no grace period from a subscription that was never paid', async () => {
    const { db } = server.app;
    const id = await putOnPlan(db, member.user_id, 'enterprise');
    const end = { status: 'incomplete_expired', ended_at: inDays(20) };
    await db.updateTable('subscription').set(end).where('id', '=', id).execute();
    expect(await sweep(server.app, inDays(31))).toBeGreaterThan(0);
  });

  test('is deleted in limited batches, whatever its amount', async () => {
    const row = await server.app.db
      .selectFrom('audio')
      .selectAll()
      .where('workspace_id', '=', member.workspace_id)
      .limit(1)
      .executeTakeFirstOrThrow();
    const copies = Array.from({ length: 1_200 }, () => ({
      ...row,
      id: newId(),
      object_key: `workspaces/${member.workspace_id}/runs/${run.id}/${newId()}.wav`,
      settings: '{}',
      facts: JSON.stringify(row.facts),
    }));
    for (let start = 0; start < copies.length; start += 400)
      await server.app.db
        .insertInto('audio')
        .values(copies.slice(start, start + 400))
        .execute();
    expect(await sweep(server.app, inDays(31))).toBeGreaterThanOrEqual(1_200);
    expect(await sweep(server.app, inDays(31))).toBe(0);
  });

  test('is not swept for an hour after a complete round', async () => {
    await sweep(server.app, new Date());
    expect(await runHousekeeping(server.app, audio, new Date(Date.now() + 3_000_000))).toBe(0);
    const { next_round_at } = await server.app.db
      .selectFrom('sweep_cursor')
      .select('next_round_at')
      .where('name', '=', 'retention')
      .executeTakeFirstOrThrow();
    expect(next_round_at?.getTime()).toBeGreaterThan(Date.now() + 3_000_000);
  });
});

describe('takes that later runs reuse', () => {
  const speech = scriptedSpeech({ durationMs: () => 300 });
  let engine: Engine;
  let owner: Owner;
  beforeAll(async () => {
    engine = await startEngine({ speech });
  });
  beforeEach(async () => {
    owner = await engine.owner(1_000);
  });
  afterAll(() => engine.close());

  /** Moves all timestamps so many days into the past. */
  async function age(days: number): Promise<void> {
    const { db } = engine.app;
    const back = (time: Date | null): Date => new Date((time ?? new Date()).getTime() - days * DAY_MS);
    for (const run of await db
      .selectFrom('run')
      .selectAll()
      .where('workspace_id', '=', owner.workspace_id)
      .execute())
      await db
        .updateTable('run')
        .set({ created_at: back(run.created_at), completed_at: run.completed_at && back(run.completed_at) })
        .where('id', '=', run.id)
        .execute();
    for (const audio of await db
      .selectFrom('audio')
      .selectAll()
      .where('workspace_id', '=', owner.workspace_id)
      .execute())
      await db
        .updateTable('audio')
        .set({ used_at: back(audio.used_at) })
        .where('workspace_id', '=', owner.workspace_id)
        .where('id', '=', audio.id)
        .execute();
  }

  const stored = async () =>
    (
      await engine.app.db
        .selectFrom('audio')
        .select('id')
        .where('workspace_id', '=', owner.workspace_id)
        .execute()
    ).length;

  const pipeline = (words: string) => shortPipeline({ text: numberedLines(5, words) });
  const run = async (words: string) =>
    engine.until(await engine.start(owner, pipeline(words)), ['completed', 'failed']);

  test('stay as long as the last of those runs, and are spoken again after that', async () => {
    await run('is kept');
    await age(25);
    expect(await run('is kept')).toMatchObject({ status: 'completed', credits: 0, reused_takes: 5 });
    await sweep(engine.app, inDays(20));
    expect(await stored()).toBe(5);
    expect(await run('is kept')).toMatchObject({ credits: 0, reused_takes: 5 });
    await sweep(engine.app, inDays(31));
    expect(await stored()).toBe(0);
    const last = await run('is kept');
    expect(last).toMatchObject({ status: 'completed', credits: 5, reused_takes: 0 });
    expect(await auditRun(engine.app, last.id)).toEqual([]);
  });

  test('of a run that takes longer than the plan keeps audio stay while it is active', async () => {
    const { id } = await run('is on its way');
    await age(40);
    await engine.app.db
      .updateTable('run')
      .set({ status: 'paused', completed_at: null })
      .where('id', '=', id)
      .execute();
    await sweep(engine.app, new Date());
    expect(await stored()).toBe(5);
    await engine.app.db
      .updateTable('run')
      .set({ status: 'completed', completed_at: inDays(-31) })
      .where('id', '=', id)
      .execute();
    await sweep(engine.app, new Date());
    expect(await stored()).toBe(0);
  });

  test('keep their verdicts when the audio is deleted, also those of the mastered take', async () => {
    const source = node('source_script', { text: numberedLines(3, 'is judged'), source_language: 'en-us' });
    const generator = node('operator_generator');
    const mastering = node('operator_mastering');
    const noise = node('validator_noise');
    const sink = node('sink_preview');
    const definition = definitionOf(
      [source, generator, mastering, noise, sink],
      [
        [source, 'lines', generator],
        [generator, 'audio', mastering],
        [mastering, 'audio', noise],
        [noise, 'pass', sink],
      ],
    );
    const { id: run_id } = await engine.until(await engine.start(owner, definition), ['completed']);
    const { workspace_id } = owner;
    const takes = () =>
      findTakes(engine.app.db, {
        workspace_id,
        run_id,
        nodes: listNodes(definition),
        line_numbers: [0, 1, 2],
      });
    const before = await takes();
    expect([...before.values()].map((line) => line.takes[0]?.verdicts.length)).toEqual([1, 1, 1]);
    await sweep(engine.app, inDays(31));
    expect(await stored()).toBe(0);
    expect(await takes()).toEqual(before);
  });

  test('a retry of a named line speaks only that line, even if the audio of the others was deleted', async () => {
    const definition = pipeline('is retried late');
    const workflow_id = await engine.workflow(owner, definition);
    const first = await engine.until(await engine.start(owner, definition, { workflow_id }), ['completed']);
    await sweep(engine.app, inDays(31));
    const more = { workflow_id, retry_of: first.id, retry_lines: [{ line_id: 'L00001', locale_code: null }] };
    const again = await engine.until(await engine.start(owner, definition, more), ['completed', 'failed']);
    expect(again).toMatchObject({ status: 'failed', lines_delivered: 1, lines_failed: 4, credits: 1 });
    const others = await engine.until(
      await engine.start(owner, definition, { workflow_id, retry_of: again.id }),
      ['completed', 'failed'],
    );
    expect(others).toMatchObject({ status: 'completed', lines_delivered: 5, credits: 4, reused_takes: 1 });
    expect((await checkLedgers(engine.app, new Date())).map(({ differences }) => differences)).toEqual([
      0, 0, 0, 0,
    ]);
  });

  test('events of a run are deleted 30 days after its end, except the last, which shows how it ended', async () => {
    const { id } = await run('has events');
    const events = () =>
      engine.app.db.selectFrom('run_event').select(['seq', 'type']).where('run_id', '=', id).execute();
    const before = await events();
    await runHousekeeping(engine.app, runEvents, inDays(29));
    expect(await events()).toEqual(before);
    await runHousekeeping(engine.app, runEvents, inDays(31));
    expect(await events()).toEqual([{ seq: before.length, type: 'run.status' }]);
    expect(await runHousekeeping(engine.app, runEvents, inDays(31))).toBe(0);
  });
});
