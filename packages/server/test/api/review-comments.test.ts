import type { ReviewEvent, ReviewItemDetail } from '@voiceloom/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../src/ids.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createMember, type Member } from '../support/factories.ts';
import type { StoredRun } from '../support/run-factory.ts';
import { insertScriptRun } from '../support/run-script.ts';
import { fieldsOf } from '../support/workflows.ts';

let server: TestApp;
let owner: Member;
let viewer: Member;
let run: StoredRun;
let at: string;

beforeAll(async () => {
  server = await startTestApp();
});
beforeEach(async () => {
  owner = await createMember(server);
  viewer = await createMember(server, { workspace_id: owner.workspace_id, role: 'viewer' });
  run = await insertScriptRun({ server, member: owner });
  at = `/api/v1/reviews/${(await send('POST', `${run.path}/review`)).body.data.id}`;
});
afterAll(() => server.close());

type More = { as?: Member; version?: number };
const send = (method: string, path: string, body?: object, { as = owner, version }: More = {}) =>
  server.request(method, path, {
    as,
    ...(body && { body }),
    ...(version !== undefined && { headers: { 'If-Match': `"${version}"` } }),
  });

const faultsOf = ({ body }: Awaited<ReturnType<typeof send>>) => fieldsOf(body);
const comment = (body: object, as: Member = owner) => send('POST', `${at}/items/2/comments`, body, { as });
const detail = async (): Promise<ReviewItemDetail> => (await send('GET', `${at}/items/2`)).body.data;
const history = async (): Promise<ReviewEvent[]> => (await send('GET', `${at}/history`)).body.data;

describe('a comment', () => {
  test('is written by a viewer at a position in a take, has replies, and can be resolved by anybody', async () => {
    const [take] = run.audio.get('hello/de-de')?.takes ?? [];
    const place = { audio_id: take, start_ms: 120, end_ms: 200 };
    const { status, body } = await comment({ body: 'Too fast.', ...place }, viewer);
    expect(status).toBe(201);
    const { id } = body.data;
    expect(body.data).toMatchObject({ no: 2, ...place, is_resolved: false, version: 0 });
    expect(body.data.actor).toMatchObject({ kind: 'user', id: viewer.user_id });
    const reply = (await comment({ body: 'Agreed.', parent_id: id })).body.data;
    const deeper = await comment({ body: 'No.', parent_id: reply.id });
    expect(faultsOf(deeper)).toEqual(['body.parent_id']);
    expect((await detail()).comments.map((one) => one.id)).toEqual([id, reply.id]);
    expect(await detail()).toMatchObject({ comments_count: 2, unresolved_count: 1 });

    const path = `${at}/comments/${id}`;
    const resolved = await send('PATCH', path, { is_resolved: true }, { as: viewer, version: 0 });
    expect(resolved.body.data).toMatchObject({ is_resolved: true, version: 1 });
    expect((await send('PATCH', path, { body: 'Old.' }, { as: viewer, version: 0 })).status).toBe(412);
    expect(await detail()).toMatchObject({ comments_count: 2, unresolved_count: 0 });
    const refused = await send('PATCH', `${at}/comments/${reply.id}`, { is_resolved: true });
    expect(faultsOf(refused)).toEqual(['body.is_resolved']);
    const said = 'review.commented';
    expect((await history()).map(({ type }) => type)).toEqual(['review.comment_changed', said, said]);
    expect((await send('GET', `${at}/items?commented=true`)).body.data.total).toBe(1);
  });

  test('can be changed by its author and by editors', async () => {
    const { id } = (await comment({ body: 'Mine.' })).body.data;
    const path = `${at}/comments/${id}`;
    expect((await send('PATCH', path, { body: 'Yours.' }, { as: viewer })).status).toBe(403);
    expect((await send('DELETE', path, undefined, { as: viewer })).status).toBe(403);
    const own = `${at}/comments/${(await comment({ body: 'Viewed.' }, viewer)).body.data.id}`;
    const changed = await send('PATCH', own, { body: 'Seen.' }, { as: viewer });
    expect(changed.body.data).toMatchObject({ body: 'Seen.', version: 1 });
    expect((await send('DELETE', own)).status).toBe(200);
    expect((await send('DELETE', own)).status).toBe(404);
    expect((await detail()).comments.map((one) => one.id)).toEqual([id]);
  });

  test('that is deleted loses its text, and stays while it has replies', async () => {
    const { id } = (await comment({ body: 'Secret.' })).body.data;
    await comment({ body: 'Reply.', parent_id: id });
    const path = `${at}/comments/${id}`;
    expect((await send('DELETE', path, undefined, { version: 7 })).status).toBe(412);
    expect((await send('DELETE', path, undefined, { version: 0 })).status).toBe(200);
    const [first, ...replies] = (await detail()).comments;
    expect(first).toMatchObject({ id, body: '', is_deleted: true });
    expect(replies).toHaveLength(1);
    expect((await comment({ body: 'Late.', parent_id: id })).status).toBe(422);
    const stored = await server.app.db.selectFrom('review_event').select('data').execute();
    expect(JSON.stringify(stored)).not.toContain('Secret.');
    expect((await history()).map(({ data }) => 'comment' in data && data.comment.body)).toEqual([
      '',
      'Reply.',
      '',
    ]);
  });

  test.each([
    ['audio of another line', () => ({ audio_id: run.audio.get('hello/en-us')?.takes[0] }), 'body.audio_id'],
    ['an end before its start', () => ({ start_ms: 5, end_ms: 4 }), 'body.end_ms'],
    ['no text', () => ({ body: ' ' }), 'body.body'],
  ])('with %s is rejected', async (_, more, field) => {
    expect(faultsOf(await comment({ body: 'Here.', ...more() }))).toEqual([field]);
  });

  test('is one of at most 1,000 per line', async () => {
    const items = server.app.db.updateTable('review_item').set({ comments_count: 1_000 });
    await items.where('review_id', '=', at.slice(-36)).execute();
    expect((await comment({ body: 'One more.' })).status).toBe(409);
  });
});

describe('an assignment', () => {
  const assign = (body: object) => send('POST', `${at}/assignments`, body);

  test('names a member, takes its lines from the previous assignment, and shows its progress', async () => {
    const due_at = '2026-12-01T12:00:00.000Z';
    const first = await assign({ user_id: viewer.user_id, filter: { locale: ['en-us'] }, due_at });
    expect(first.status, first.text).toBe(201);
    expect(first.body.data).toMatchObject({ items_count: 4, open_count: 4, due_at });
    const second = await assign({ user_id: owner.user_id, nos: [1, 2] });
    await send('PUT', `${at}/items/1/decision`, { decision: 'approved' });
    const shown = async () => {
      const { assignments } = (await send('GET', at)).body.data;
      return assignments.map((one: Record<string, unknown>) => [one.id, one.items_count, one.open_count]);
    };
    const [one, other] = [first.body.data.id, second.body.data.id];
    expect(await shown()).toEqual([
      [one, 3, 3],
      [other, 2, 1],
    ]);
    const mine = await send('GET', `${at}/items?assignment=${other}`);
    expect(mine.body.data.items.map(({ no }: { no: number }) => no)).toEqual([1, 2]);
    expect((await send('DELETE', `${at}/assignments/${other}`)).status).toBe(200);
    expect(await shown()).toEqual([[one, 3, 3]]);
    const [last] = await history();
    expect(last).toMatchObject({ type: 'review.assigned', data: { assignee: null, nos: [1, 2] } });
  });

  test('needs a member and lines, and is one of at most 200', async () => {
    const stranger = await createMember(server);
    expect(faultsOf(await assign({ user_id: stranger.user_id, nos: [1] }))).toEqual(['body.user_id']);
    expect(faultsOf(await assign({ user_id: owner.user_id }))).toEqual(['body']);
    expect(faultsOf(await assign({ user_id: owner.user_id, nos: [99] }))).toEqual(['body']);
    const assignee = JSON.stringify({ kind: 'user', id: owner.user_id, name: 'Owner' });
    const row = { review_id: at.slice(-36), assignee, created_at: new Date() };
    const rows = Array.from({ length: 200 }, () => ({ ...row, id: newId() }));
    await server.app.db.insertInto('review_assignment').values(rows).execute();
    expect((await assign({ user_id: owner.user_id, nos: [1] })).status).toBe(409);
  });
});
