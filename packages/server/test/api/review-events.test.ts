import type { ReviewEvent } from '@voiceloom/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { announceUpdate } from '../../src/features/reviews/notify.ts';
import { suspendWorkspace } from '../../src/features/workspaces/index.ts';
import { record, startTestApp, type TestApp } from '../support/app.ts';
import { createMember, type Member } from '../support/factories.ts';
import { insertScriptRun } from '../support/run-script.ts';

let server: TestApp;
let member: Member;
let id: string;
let at: string;

beforeAll(async () => {
  server = await startTestApp();
});
beforeEach(async () => {
  member = await createMember(server);
  const run = await insertScriptRun({ server, member });
  id = (await send('POST', `${run.path}/review`)).body.data.id;
  at = `/api/v1/reviews/${id}`;
});
afterAll(() => server.close());

const send = (method: string, path: string, body?: object) =>
  server.request(method, path, { as: member, ...(body && { body }) });
const decide = (no: number, decision: string) => send('PUT', `${at}/items/${no}/decision`, { decision });

/** Reads the stream until it has sent this many events. */
async function follow(count: number, lastId = 0): Promise<ReviewEvent[]> {
  const leaving = new AbortController();
  const url = new URL(`${at}/events`, server.url);
  const response = await fetch(url, {
    headers: { Authorization: `Bearer ${member.token}`, 'Last-Event-ID': String(lastId) },
    signal: leaving.signal,
  });
  const { status, headers } = response;
  expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
  record(url, { method: 'GET', answer: { status, headers, body: undefined } });
  const events: ReviewEvent[] = [];
  let text = '';
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece;
    const found = [...text.matchAll(/^id: (\d+)\nevent: (.+)\ndata: (.+)\n\n/gm)];
    events.splice(0, events.length, ...found.map(([, , , data]) => JSON.parse(data ?? '') as ReviewEvent));
    if (events.length >= count) break;
  }
  leaving.abort();
  return events;
}

test('the stream shows the changes of others, and continues after the last event of the reader', async () => {
  await decide(1, 'approved');
  const followed = follow(3);
  await decide(2, 'rejected');
  await send('POST', `${at}/items/2/comments`, { body: 'Too fast.' });
  const events = await followed;
  expect(events.map((event) => [event.id, event.type])).toEqual([
    [1, 'review.decided'],
    [2, 'review.decided'],
    [3, 'review.commented'],
  ]);
  expect(await follow(2, 1)).toEqual(events.slice(1));
  const stranger = await createMember(server);
  expect((await server.request('GET', `${at}/events`, { as: stranger })).status).toBe(404);
});

test('the stream does not repeat large batches but requests a reload, and the history of a line has its part', async () => {
  const { db } = server.app;
  const item = await db.selectFrom('review_item').selectAll().where('review_id', '=', id).executeTakeFirst();
  const copies = Array.from({ length: 120 }, (_, index) => ({ ...item, no: 100 + index, decided_by: null }));
  await db
    .insertInto('review_item')
    .values(copies as never)
    .execute();
  await send('POST', `${at}/decisions`, { filter: {}, decision: 'waived' });
  const [event] = await follow(1);
  expect(event?.data).toEqual({ items: [], refetch: true });
  expect((await send('GET', `${at}/history`)).body.data[1]).toEqual(event);
  const [stored] = (await send('GET', `${at}/history?no=3`)).body.data;
  expect(stored.data).toMatchObject({ items: [{ no: 3, after: { decision: 'waived' } }], refetch: false });
});

test('webhooks report comments at once, changes once a minute, and the last approval', async () => {
  const { db } = server.app;
  const events = ['review.updated', 'review.commented', 'review.approved'];
  await send('POST', '/api/v1/webhook-endpoints', { url: 'https://hooks.example.com/review', events });
  await send('POST', `${at}/items/1/comments`, { body: 'Too fast.' });
  await decide(1, 'rejected');
  await decide(1, 'approved');
  const noticed = async () => {
    const rows = await db
      .selectFrom('webhook_event')
      .select(['type', 'data'])
      .orderBy('created_at')
      .execute();
    return rows.filter(({ data }) => data.review_id === id);
  };
  expect(await noticed()).toMatchObject([
    { type: 'review.commented', data: { no: 1, line_id: 'hello', body: 'Too fast.' } },
  ]);
  const review = () => db.selectFrom('review').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const { notified_at } = await review();
  await send('POST', `${at}/decisions`, { filter: { decision: ['open'] }, decision: 'waived' });
  expect(await review()).toMatchObject({ notified_at, approved_at: expect.any(Date) });
  await announceUpdate(server.app, id);
  const counts = { items_count: 6, open_count: 0, approved_count: 1, waived_count: 5 };
  expect((await noticed()).slice(1)).toMatchObject([
    { type: 'review.approved', data: counts },
    { type: 'review.updated', data: counts },
  ]);
  await decide(1, 'needs_work');
  expect((await review()).approved_at).toBeNull();
  const { body } = await send('GET', '/api/v1/usage/activity?type=reviewed');
  expect(body.data.map(({ kind }: { kind: string }) => kind)).toEqual(
    expect.arrayContaining(['review_opened', 'review_lines_decided', 'review_approved']),
  );
});

test('a suspension ends the open streams of its workspace, and no others', async () => {
  const other = await createMember(server);
  const otherRun = await insertScriptRun({ server, member: other });
  const otherReview = await server.request('POST', `${otherRun.path}/review`, { as: other });
  const read = async (path: string, { token }: Member) => {
    const headers = { Authorization: `Bearer ${token}` };
    const { body } = await fetch(new URL(`${path}/events`, server.url), { headers });
    if (!body) throw new Error('The stream has no body.');
    return body.getReader();
  };
  const stream = await read(at, member);
  const otherStream = await read(`/api/v1/reviews/${otherReview.body.data.id}`, other);
  const operator = { name: 'op', reason: 'Abuse' };
  await suspendWorkspace(server.app, {
    id: member.workspace_id,
    is_suspended: true,
    operator,
    now: new Date(),
  });
  expect(await stream.read()).toMatchObject({ done: true });
  await server.request('PUT', `/api/v1/reviews/${otherReview.body.data.id}/items/1/decision`, {
    as: other,
    body: { decision: 'waived' },
  });
  expect(await otherStream.read()).toMatchObject({ done: false });
  await otherStream.cancel();
});
