import type { RunEvent } from '@voiceloom/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addRunEvents, type NewRunEvent } from '../../src/engine/runs/events.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { shortPipeline } from '../support/definitions.ts';
import { createMember, type Member } from '../support/factories.ts';
import { insertRun, insertWorkflow, type StoredRun } from '../support/run-factory.ts';

let server: TestApp;
let member: Member;

beforeAll(async () => {
  server = await startTestApp();
});
beforeEach(async () => {
  member = await createMember(server);
});
afterAll(() => server.close());

const progress = (finished_steps: number): NewRunEvent => ({
  type: 'progress',
  data: {
    ...{ total_steps: 9, finished_steps, total_lines: 3, finished_lines: 0, failed_lines: 0 },
    ...{ dropped_lines: 0, skipped_lines: 0, credits: 0, by_locale: {} },
  },
});
const ended = {
  status: 'completed' as const,
  error: null,
  error_details: null,
  pause_reason: null,
  pause_limit: null,
  pause_budget_id: null,
  pause_message: null,
};
const completed: NewRunEvent = {
  type: 'run.status',
  data: { ...ended, previous_status: 'running', credits: 0 },
};

async function running(): Promise<StoredRun> {
  const workflow = await insertWorkflow({ server, member }, shortPipeline());
  return insertRun({ server, member }, workflow, { status: 'running' });
}

/** Writes state and events in one transaction, as the engine does. */
function happen(run: StoredRun, events: NewRunEvent[], status?: string): Promise<void> {
  return server.app.db.transaction().execute(async (tx) => {
    if (status) await tx.updateTable('run').set({ status }).where('id', '=', run.id).execute();
    await addRunEvents(tx, run.id, events, new Date('2026-03-01T10:00:00.000Z'));
  });
}

interface Message {
  id: number;
  event: string;
  data: RunEvent;
}

async function follow(
  run: StoredRun,
  lastId?: number,
  signal?: AbortSignal,
): Promise<AsyncGenerator<Message>> {
  const response = await fetch(new URL(`${run.path}/events`, server.url), {
    headers: {
      Authorization: `Bearer ${member.token}`,
      ...(lastId === undefined ? {} : { 'Last-Event-ID': String(lastId) }),
    },
    signal: signal ?? null,
  });
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
  ]);
  if (!response.body) throw new Error('There is no stream.');
  return messagesOf(response.body.pipeThrough(new TextDecoderStream()));
}

async function* messagesOf(stream: AsyncIterable<string>): AsyncGenerator<Message> {
  let waiting = '';
  for await (const piece of stream) {
    const blocks = (waiting + piece).split('\n\n');
    waiting = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = Object.fromEntries(
        block
          .split('\n')
          .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      );
      if (fields.data === undefined) continue;
      yield { id: Number(fields.id), event: String(fields.event), data: JSON.parse(fields.data) };
    }
  }
}

async function next(messages: AsyncGenerator<Message>): Promise<Message | undefined> {
  const { value, done } = await messages.next();
  return done ? undefined : value;
}

test('a stream replays past events, adds new ones, and ends after the final status', async () => {
  const run = await running();
  await happen(run, [progress(1), progress(2)]);
  const messages = await follow(run);
  expect(await next(messages)).toMatchObject({ id: 1, event: 'progress' });
  expect((await next(messages))?.data).toEqual({
    id: 2,
    type: 'progress',
    run_id: run.id,
    at: '2026-03-01T10:00:00.000Z',
    data: progress(2).data,
  });
  await happen(run, [progress(3)]);
  expect(await next(messages)).toMatchObject({ id: 3, data: { data: { finished_steps: 3 } } });
  await happen(run, [progress(9), completed], 'completed');
  expect(await next(messages)).toMatchObject({ id: 4 });
  expect(await next(messages)).toMatchObject({
    id: 5,
    event: 'run.status',
    data: { data: { status: 'completed' } },
  });
  expect(await next(messages)).toBeUndefined();
});

test('a stream resumes after the given id, without gaps or duplicates', async () => {
  const run = await running();
  const many = Array.from({ length: 1_203 }, (_, index) => progress(index));
  await happen(run, [...many, completed], 'completed');
  const ids: number[] = [];
  for await (const message of await follow(run, 1)) ids.push(message.id);
  expect(ids).toEqual(Array.from({ length: 1_203 }, (_, index) => index + 2));
});

test('a stream of a completed run that was read to its end is empty and ends', async () => {
  const run = await running();
  await happen(run, [completed], 'completed');
  expect(await next(await follow(run, 1))).toBeUndefined();
  expect(await next(await follow(run, 999_999_999_999))).toBeUndefined();
});

test('an event whose notification is lost still arrives', async () => {
  const run = await running();
  const messages = await follow(run);
  await happen(run, [progress(1)]);
  expect(await next(messages)).toMatchObject({ id: 1 });
  const { db } = server.app;
  const row = { run_id: run.id, seq: 2, type: 'progress', data: JSON.stringify(progress(2).data) };
  await db
    .insertInto('run_event')
    .values({ ...row, at: new Date() })
    .execute();
  await db.updateTable('run').set({ event_seq: 2 }).where('id', '=', run.id).execute();
  expect(await next(messages)).toMatchObject({ id: 2 });
  await happen(run, [completed], 'completed');
  expect(await next(messages)).toMatchObject({ id: 3 });
});

test('many readers of one run each get all events, and one that disconnects does not disturb the others', async () => {
  const run = await running();
  const leaving = new AbortController();
  const left = await follow(run, undefined, leaving.signal);
  const readers = await Promise.all(Array.from({ length: 12 }, () => follow(run)));
  await happen(run, [progress(1)]);
  expect(await next(left)).toMatchObject({ id: 1 });
  leaving.abort();
  await happen(run, [completed], 'completed');
  for (const reader of readers) {
    const ids: number[] = [];
    for await (const message of reader) ids.push(message.id);
    expect(ids).toEqual([1, 2]);
  }
});

test('waiting streams hold no database connection', async () => {
  const run = await running();
  // More streams than the pool has connections. Each has read once when its first event arrives.
  const readers = await Promise.all(Array.from({ length: 15 }, () => follow(run)));
  await happen(run, [progress(1)]);
  await Promise.all(readers.map(next));
  const answers = await Promise.all(
    Array.from({ length: 15 }, () => server.request('GET', `${run.path}/status`, { as: member })),
  );
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  await happen(run, [completed], 'completed');
  await Promise.all(readers.map(next));
});

test('an id that is not a number is rejected', async () => {
  const run = await running();
  const headers = { 'Last-Event-ID': 'abc' };
  const { status } = await server.request('GET', `${run.path}/events`, { as: member, headers });
  expect(status).toBe(422);
});
