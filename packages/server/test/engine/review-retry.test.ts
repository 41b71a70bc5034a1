import { OPENAI_DIRECTION, type ReviewItem } from '@voiceloom/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { unlockTakes } from '../../src/engine/index.ts';
import { runJobs } from '../../src/engine/jobs.ts';
import { refreshReviewOfRun } from '../../src/features/reviews/index.ts';
import { retryReviewLines } from '../../src/features/reviews/run-lines/index.ts';
import { runEndedJob } from '../../src/features/runs/jobs.ts';
import { startWorker, type Worker } from '../../src/jobs/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createMember, type Member } from '../support/factories.ts';
import { scriptedSpeech } from '../support/fake-speech.ts';
import { until } from '../support/until.ts';
import { edge, narration, node } from '../support/workflows.ts';

const { providers, requests } = scriptedSpeech({ durationMs: () => 1_000 });
let server: TestApp;
let worker: Worker;
let member: Member;
let definition: ReturnType<typeof narration>;
let workflow: string;
let run: string;
let at: string;

beforeAll(async () => {
  // A model that supports directions.
  const speech = new Map(
    Array.from(providers, ([id, provider]) => {
      const models = provider.models.map((model) => ({ ...model, ...OPENAI_DIRECTION }));
      return [id, { ...provider, models }];
    }),
  );
  server = await startTestApp({ role: 'all', speech });
  worker = await startWorker(server.app, [...runJobs, runEndedJob]);
});
beforeEach(async () => {
  member = await createMember(server);
  definition = narration({ input_type: 'text', text: 'One.\nTwo.\nThree.', source_language: 'en-us' });
  workflow = `/api/v1/workflows/${(await data('POST', '/api/v1/workflows', { name: 'Reviewed', definition })).id}`;
  run = await completed();
  at = await reviewOf(run);
  requests.length = 0;
});
afterAll(async () => {
  await worker.stop(1_000);
  await server.close();
});

const send = (method: string, path: string, body?: object, as = member) =>
  server.request(method, path, { as, ...(body && { body }) });
async function data(method: string, path: string, body?: object) {
  const answer = await send(method, path, body);
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body.data;
}
const ended = (id: string) =>
  until(async () => (await data('GET', `${workflow}/runs/${id}/status`)).status === 'completed', 30_000);
async function completed(): Promise<string> {
  const { id } = await data('POST', `${workflow}/runs`);
  await ended(id);
  return id;
}
const reviewOf = async (id: string) =>
  `/api/v1/reviews/${(await data('POST', `${workflow}/runs/${id}/review`)).id}`;
const items = async (review = at): Promise<ReviewItem[]> => (await data('GET', `${review}/items`)).items;
const decide = (no: number, decision: string | null, more: object = {}) =>
  send('PUT', `${at}/items/${no}/decision`, { decision, ...more });
const spoken = () => requests.map(({ text, controls }) => [text, controls?.instructions]);

describe('a retry of a review', () => {
  test('speaks only rejected lines, with their notes and at the previewed cost; others keep their decisions', async () => {
    await decide(1, 'approved');
    await decide(2, 'rejected', { note: 'Slower.' });
    const before = await items();
    const preview = await data('POST', `${at}/retry/preview`);
    expect(preview).toMatchObject({ new_takes: 1, reused_takes: 2, locked_takes: 1, notes: [] });
    const started = await send('POST', `${at}/retry`);
    expect(started.status, started.text).toBe(202);
    const { id } = started.body.data;
    expect(started.headers.get('location')).toContain(`${workflow}/runs/${id}`);
    await ended(id);
    await until(async () => (await items())[1]?.decision === null, 10_000);
    expect(spoken()).toEqual([['Two.', 'Slower.']]);
    const { credits } = await data('GET', `${workflow}/runs/${id}/status`);
    const { min_credits, expected_credits, max_credits } = preview;
    expect([min_credits, expected_credits, max_credits]).toEqual([credits, credits, credits]);

    const after = await items();
    expect(after[0]).toMatchObject({ decision: 'approved', chosen_audio_id: before[0]?.chosen_audio_id });
    expect(after.map(({ version }) => version)).toEqual([1, 2, 0]);
    expect(after[1]?.audio_id).not.toBe(before[1]?.audio_id);
    expect(await data('POST', `${workflow}/runs/${id}/review`)).toMatchObject({
      ...{ id: at.slice(-36), root_run_id: run, current_run_id: id },
    });
    const [last, start] = await data('GET', `${at}/history`);
    expect([last.data, start.data]).toMatchObject([
      { run_id: id, status: 'completed', nos: [2] },
      { run_id: id, status: 'pending', nos: [] },
    ]);
    await refreshReviewOfRun(server.app, id);
    expect(await items()).toEqual(after);
  });

  test('delivers an approved take of an earlier run without another take', async () => {
    const first = (await items())[1];
    await decide(2, 'rejected');
    await ended((await data('POST', `${at}/retry`)).id);
    await until(async () => (await items())[1]?.decision === null, 10_000);
    expect((await items())[1]?.audio_id).not.toBe(first?.audio_id);
    const { status, text } = await decide(2, 'approved', { audio_id: first?.audio_id });
    expect(status, text).toBe(200);
    requests.length = 0;
    const { id } = await data('POST', `${at}/retry`, { nos: [2] });
    await ended(id);
    await until(async () => (await items())[1]?.audio_id === first?.audio_id, 10_000);
    expect((await items())[1]).toMatchObject({ decision: 'approved', chosen_audio_id: first?.audio_id });
    expect([spoken(), (await data('GET', `${workflow}/runs/${id}/status`)).credits]).toEqual([[], 0]);
  });

  test('starts together with its entry in the review, or not at all', async () => {
    await decide(1, 'rejected');
    const { user_id, workspace_id, role } = member;
    const workspace = { id: workspace_id, owner_id: user_id, role };
    const caller = { kind: 'jwt' as const, user_id, api_key_id: null, scopes: [], ip: null, workspace };
    const ref = { caller, review_id: at.slice(-36) };
    // The run starts at its own time, and the event of the review cannot be written.
    const now = new Date(Number.NaN);
    await expect(retryReviewLines(server.app, { ref, body: {}, now })).rejects.toThrow();
    expect((await data('GET', `${workflow}/runs`)).map(({ id }: { id: string }) => id)).toEqual([run]);
    expect(await data('GET', at)).toMatchObject({ current_run_id: run });
    const { run_id } = await retryReviewLines(server.app, { ref, body: {}, now: new Date() });
    expect(await data('GET', at)).toMatchObject({ current_run_id: run_id });
    await ended(run_id);
  });

  test('names and costs the same lines in a workflow with several scripts', async () => {
    const [source, voice, sink] = definition.graph.nodes;
    if (!source || !voice || !sink) throw new Error('The narration has three nodes.');
    const text = 'Four.\nFive, at some length.';
    const second = node('source_script', { input_type: 'text', text, source_language: 'en-us' });
    definition.graph = {
      nodes: [source, second, voice, sink],
      edges: [
        edge([source, 'lines'], [voice, 'lines']),
        edge([second, 'lines'], [voice, 'lines']),
        edge([voice, 'audio'], [sink, 'audio']),
      ],
    };
    await data('PATCH', workflow, { definition });
    at = await reviewOf(await completed());
    requests.length = 0;
    const wanted = ['Five, at some length.', 'Two.'];
    for (const { no, script } of await items()) if (wanted.includes(script)) await decide(no, 'rejected');
    const preview = await data('POST', `${at}/retry/preview`);
    expect(preview).toMatchObject({ new_takes: 2, reused_takes: 3 });
    const { id } = await data('POST', `${at}/retry`);
    await ended(id);
    expect(
      spoken()
        .map(([line]) => line)
        .toSorted(),
    ).toEqual(wanted);
    const { credits } = await data('GET', `${workflow}/runs/${id}/status`);
    const { min_credits, expected_credits, max_credits } = preview;
    expect([min_credits, expected_credits, max_credits]).toEqual([credits, credits, credits]);
  });

  test('needs lines that are not locked, and credits', async () => {
    expect((await send('POST', `${at}/retry`)).status).toBe(409);
    expect((await send('POST', `${at}/retry/preview`)).status).toBe(409);
    await decide(3, 'approved');
    expect((await send('POST', `${at}/retry`, { nos: [3] })).status).toBe(409);
    const { db } = server.app;
    await db
      .updateTable('credit_account')
      .set({ balance: 0 })
      .where('user_id', '=', member.user_id)
      .execute();
    const refused = await send('POST', `${at}/retry`, { nos: [1] });
    expect([refused.status, refused.body.error.code]).toEqual([402, 'INSUFFICIENT_CREDITS']);
  });
});

describe('an approved take', () => {
  const change = (config: { script?: object; voice?: object }) => {
    const [source, voice] = definition.graph.nodes;
    if (source) source.config = { ...source.config, ...config.script };
    if (voice) voice.config = { ...voice.config, ...config.voice };
    return data('PATCH', workflow, { definition });
  };
  const approveAll = () => data('POST', `${at}/decisions`, { filter: {}, decision: 'approved' });
  const preview = () => data('POST', `${workflow}/runs/preview`);

  test('is reused with any voice until its text changes, and its line starts as approved in the next review', async () => {
    await approveAll();
    const approved = await items();
    expect(approved.map(({ is_locked }) => is_locked)).toEqual([true, true, true]);
    await change({ voice: { speed: 1.4 } });
    expect(await preview()).toMatchObject({ locked_takes: 3, reused_takes: 3, new_takes: 0, max_credits: 0 });
    const next = await reviewOf(await completed());
    expect(spoken()).toEqual([]);
    const takes = (list: ReviewItem[]) =>
      list.map(({ decision, chosen_audio_id }) => [decision, chosen_audio_id]);
    expect(takes(await items(next))).toEqual(takes(approved));
    expect((await data('GET', next)).approved_at).not.toBeNull();

    await change({ script: { text: 'One.\nTwo, too.\nThree.' } });
    const changed = await preview();
    expect(changed).toMatchObject({ locked_takes: 2, new_takes: 1 });
    expect(changed.notes.map(({ code }: { code: string }) => code)).toEqual(['lock_ignored']);
    await completed();
    expect(spoken().map(([text]) => text)).toEqual(['Two, too.']);
  });

  test('is not retried by a check that it fails', async () => {
    await approveAll();
    const [source, voice, sink] = definition.graph.nodes;
    const check = node('validator_pacing', { min_syllables_per_second: 29, max_syllables_per_second: 30 });
    if (!source || !voice || !sink) throw new Error('The narration has three nodes.');
    definition.graph = {
      nodes: [source, voice, check, sink],
      edges: [
        edge([source, 'lines'], [voice, 'lines']),
        edge([voice, 'audio'], [check, 'audio']),
        edge([check, 'fail'], [voice, 'lines']),
        edge([check, 'pass'], [sink, 'audio']),
      ],
    };
    await change({ voice: { speed: 1.4 } });
    const checked = await items(await reviewOf(await completed()));
    expect(spoken()).toEqual([]);
    expect(checked.map(({ status, verdict }) => [status, verdict])).toEqual(
      checked.map(() => ['delivered', 'fail']),
    );
  });

  test('can be withdrawn until a run uses it, and after that only explicitly', async () => {
    const other = await createMember(server, { workspace_id: member.workspace_id, role: 'editor' });
    const withdraw = (no: number, more: object, as: Member) =>
      send('PUT', `${at}/items/${no}/decision`, { decision: null, ...more }, as);
    await approveAll();
    expect((await withdraw(1, {}, other)).body.data).toMatchObject({ decision: null, is_locked: false });
    await completed();
    expect((await withdraw(2, {}, member)).status).toBe(409);
    const batch = { entries: [{ no: 2, decision: 'rejected' }] };
    expect(await data('POST', `${at}/decisions`, batch)).toMatchObject({
      saved_count: 0,
      conflicts_count: 1,
    });
    expect((await withdraw(2, { unlock: true }, other)).body.data).toMatchObject({ is_locked: false });
    expect(await data('POST', `${at}/unlock`, { filter: {} })).toEqual({ unlocked_count: 1 });
    expect((await items())[2]).toMatchObject({ decision: 'approved', is_locked: false });
    const [last] = await data('GET', `${at}/history`);
    expect(last).toMatchObject({ type: 'review.unlocked', data: { items_count: 1, nos: [3] } });
  });

  test('can be unlocked by two users at once in any order without a deadlock', async () => {
    await approveAll();
    const { db } = server.app;
    const [one = [], two = []] = (await items()).map(({ line_id, locale_code, chosen_audio_id }) => [
      { line_id, locale_code, take_id: chosen_audio_id ?? '' },
    ]);
    const scope = { workspace_id: member.workspace_id, workflow_id: workflow.slice(-36) };
    let hasTwo = false;
    const unlockBoth = () =>
      db.transaction().execute(async (tx) => {
        await unlockTakes(tx, scope, two);
        hasTwo = true;
        await unlockTakes(tx, scope, one);
      });
    const isWaiting = async () => {
      const { rows } = await sql`select from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`.execute(db);
      return rows.length > 0;
    };
    const other = await db.transaction().execute(async (tx) => {
      await unlockTakes(tx, scope, one);
      const done = unlockBoth();
      await until(async () => hasTwo || (await isWaiting()));
      await unlockTakes(tx, scope, two);
      // Wrapped in an object, because the transaction must end first.
      return { done };
    });
    await other.done;
    expect((await items()).map(({ is_locked }) => is_locked)).toEqual([false, false, true]);
  });

  test('is locked only in its workflow, and in no other workspace', async () => {
    await approveAll();
    const copy = { name: 'Copy', definition: { ...definition, graph: structuredClone(definition.graph) } };
    const inWorkspace = await send('POST', '/api/v1/workflows', copy);
    const stranger = await createMember(server);
    const elsewhere = await send('POST', '/api/v1/workflows', copy, stranger);
    for (const [{ body }, as] of [
      [inWorkspace, member],
      [elsewhere, stranger],
    ] as const) {
      const estimate = await send('POST', `/api/v1/workflows/${body.data.id}/runs/preview`, undefined, as);
      expect(estimate.body.data).toMatchObject({ locked_takes: 0 });
    }
    expect((await send('POST', `${at}/unlock`, { filter: {} }, stranger)).status).toBe(404);
    expect((await items())[0]?.is_locked).toBe(true);
  });
});
