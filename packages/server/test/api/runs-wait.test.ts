import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CONTROL_CHANNEL, EVENT_CHANNEL } from '../../src/engine/index.ts';
import { addRunEvents } from '../../src/engine/runs/events.ts';
import { waitForEnd } from '../../src/features/runs/events.ts';
import { createEventWatch } from '../../src/features/runs/index.ts';
import { MAX_OPEN } from '../../src/http/connections/open-requests.ts';
import { preferredWait } from '../../src/http/operations/reply.ts';
import type { WrapHandlers } from '../../src/http/server.ts';
import { type Answer, startTestApp, type TestApp } from '../support/app.ts';
import { shortPipeline } from '../support/definitions.ts';
import { createMember, type Member } from '../support/factories.ts';
import { scriptedSpeech } from '../support/fake-speech.ts';
import { insertRun, insertWorkflow, type StoredRun } from '../support/run-factory.ts';
import { until } from '../support/until.ts';
import { narration } from '../support/workflows.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

let server: TestApp;
let member: Member;
/** The number of waits that have started and ended. */
let begun = 0;
let over = 0;

/** The data of the last waitable response at its start. */
let told: WeakRef<object> | undefined;

type Waitable = { data: object; settled?: (signal: AbortSignal) => Promise<unknown> };

/** Counts the waits of every run operation. */
const counted: WrapHandlers = (handlers) => {
  const around = (handler: (input: never) => Promise<object>) => async (input: never) => {
    const reply = (await handler(input)) as Waitable;
    const { settled, data } = reply;
    if (settled === undefined) return reply;
    told = new WeakRef(data);
    const watched = (signal: AbortSignal) => {
      begun += 1;
      return settled(signal).finally(() => {
        over += 1;
      });
    };
    return { ...reply, settled: watched };
  };
  const runs = Object.entries(handlers.runs).map(([name, handler]) => [name, around(handler as never)]);
  return { ...handlers, runs: Object.fromEntries(runs) };
};

const speech = scriptedSpeech({ durationMs: () => 300 });
const start = () =>
  startTestApp({ wrap: counted, speech: speech.providers, config: { database_pool_size: 3 } });

beforeAll(async () => {
  server = await start();
});
beforeEach(async () => {
  member = await createMember(server);
});
afterEach(() => until(async () => begun === over));
afterAll(() => server.close());

async function running(): Promise<StoredRun> {
  const workflow = await insertWorkflow({ server, member }, shortPipeline());
  return insertRun({ server, member }, workflow, { status: 'running' });
}

const waiting = (path: string, prefer = 'wait=60', method = 'GET', headers: Record<string, string> = {}) =>
  server.request(method, path, { as: member, headers: { Prefer: prefer, ...headers } });

/** Ends a run as the engine does. */
function end(run_id: string): Promise<void> {
  const data = {
    status: 'completed' as const,
    previous_status: 'running' as const,
    error: null,
    error_details: null,
    pause_reason: null,
    pause_limit: null,
    pause_budget_id: null,
    pause_message: null,
    credits: 0,
  };
  return server.app.db.transaction().execute(async (tx) => {
    await tx.updateTable('run').set({ status: 'completed' }).where('id', '=', run_id).execute();
    await addRunEvents(tx, run_id, [{ type: 'run.status', data }], new Date());
    await sql`select pg_notify(${CONTROL_CHANNEL}, ${run_id})`.execute(tx);
  });
}

const outcome = ({ status, headers, body }: Answer) => [
  status,
  headers.get('preference-applied'),
  body.data.status,
];

async function waitsBegin(count: number): Promise<void> {
  await until(async () => begun - over === count);
}

describe('a caller that prefers to wait', () => {
  test.each(['', '/status'])('gets a run after it has ended (GET …/{run_id}%s)', async (part) => {
    const run = await running();
    const answer = waiting(`${run.path}${part}`);
    await waitsBegin(1);
    await end(run.id);
    expect(outcome(await answer)).toEqual([200, 'wait=60', 'completed']);
  });

  test('does not count as a slow request in the log', async () => {
    const lines: string[] = [];
    const own = await startTestApp({ logTo: { write: (line: string) => void lines.push(line) } });
    const as = await createMember(own);
    const workflow = await insertWorkflow({ server: own, member: as }, shortPipeline());
    const run = await insertRun({ server: own, member: as }, workflow, { status: 'running' });
    const waited = await own.request('GET', run.path, { as, headers: { Prefer: 'wait=1' } });
    expect(waited.headers.get('preference-applied')).toBe('wait=1');
    await until(async () => lines.some((line) => line.includes('waited_ms')));
    const line = JSON.parse(lines.find((text) => text.includes('waited_ms')) ?? '{}');
    expect(line.duration_ms).toBeGreaterThanOrEqual(line.waited_ms);
    const { text } = await own.request('GET', '/metrics');
    const route = 'route="/api/v1/workflows/:workflow_id/runs/:run_id"';
    const sum = text.split('\n').find((one) => one.includes('_sum') && one.includes(route));
    expect(Number(sum?.split(' ').at(-1))).toBeCloseTo((line.duration_ms - line.waited_ms) / 1_000, 6);
    await own.close();
  });

  test('and one that follows a stream do not count as latency', async () => {
    const lines: string[] = [];
    const own = await startTestApp({ logTo: { write: (line: string) => void lines.push(line) } });
    const as = await createMember(own);
    const workflow = await insertWorkflow({ server: own, member: as }, shortPipeline());
    const run = await insertRun({ server: own, member: as }, workflow, { status: 'running' });
    const leaving = new AbortController();
    const headers = { Authorization: `Bearer ${as.token}`, 'X-Workspace-Id': as.workspace_id };
    const opened = performance.now();
    const { status } = await fetch(`${own.url}${run.path}/events`, { headers, signal: leaving.signal });
    expect(status).toBe(200);
    await until(async () => performance.now() - opened > 300);
    leaving.abort();
    await until(async () => lines.some((line) => line.includes('/events')));
    const line = JSON.parse(lines.find((text) => text.includes('/events')) ?? '{}');
    expect(line.waited_ms).toBeGreaterThan(0);
    const { text } = await own.request('GET', '/metrics');
    const route = 'route="/api/v1/workflows/:workflow_id/runs/:run_id/events"';
    const sum = text.split('\n').find((one) => one.includes('_sum') && one.includes(route));
    expect(Number(sum?.split(' ').at(-1))).toBeCloseTo((line.duration_ms - line.waited_ms) / 1_000, 6);
    await own.close();
  });

  test('gets a response at once if the run has already ended', async () => {
    const run = await running();
    await end(run.id);
    expect(outcome(await waiting(run.path))).toEqual([200, 'wait=60', 'completed']);
  });

  test('gets the run in its current state when its seconds are over', async () => {
    const run = await running();
    expect(outcome(await waiting(run.path, 'wait=0'))).toEqual([200, 'wait=0', 'running']);
    expect(outcome(await waiting(run.path, 'respond-async, Wait="1"; x=y'))).toEqual([
      200,
      'wait=1',
      'running',
    ]);
  });

  test('holds no database connection meanwhile', async () => {
    const run = await running();
    const many = server.app.config.database_pool_size * 3;
    const answers = Array.from({ length: many }, () => waiting(run.path));
    await waitsBegin(many);
    expect((await server.request('GET', `${run.path}/overview`, { as: member })).status).toBe(200);
    await end(run.id);
    for (const answer of await Promise.all(answers)) expect(answer.body.data.status).toBe('completed');
  });

  test('keeps no request state in memory meanwhile', async () => {
    const run = await running();
    const answer = waiting(run.path);
    await waitsBegin(1);
    await until(async () => {
      collectGarbage();
      return told?.deref() === undefined;
    });
    await end(run.id);
    expect((await answer).body.data.definition_snapshot).toBeDefined();
  });

  test('gets an error if the run is deleted meanwhile', async () => {
    const run = await running();
    const answer = waiting(run.path);
    await waitsBegin(1);
    await server.app.db
      .updateTable('workflow')
      .set({ deleted_at: new Date() })
      .where('id', '=', run.workflow.id)
      .execute();
    await end(run.id);
    const { status, headers } = await answer;
    expect([status, headers.get('preference-applied')]).toEqual([404, null]);
  });

  test('of another workspace sees no run and does not wait', async () => {
    const run = await running();
    const stranger = await createMember(server);
    const refused = await server.request('GET', run.path, { as: stranger, headers: { Prefer: 'wait=60' } });
    expect(refused.status).toBe(404);
  });

  test('that disconnects leaves no wait behind', async () => {
    const run = await running();
    const leaving = new AbortController();
    const before = over;
    const headers = { Authorization: `Bearer ${member.token}`, Prefer: 'wait=60' };
    const lost = fetch(new URL(run.path, server.url), { headers, signal: leaving.signal });
    await waitsBegin(1);
    leaving.abort();
    await expect(lost).rejects.toThrow();
    await until(async () => over === before + 1);
  });

  test('gets a response when the server stops', async () => {
    const own = await start();
    const as = await createMember(own);
    const workflow = await insertWorkflow({ server: own, member: as }, shortPipeline());
    const run = await insertRun({ server: own, member: as }, workflow, { status: 'running' });
    const answer = own.request('GET', run.path, { as, headers: { Prefer: 'wait=60' } });
    await waitsBegin(1);
    await own.server.close();
    expect(outcome(await answer)).toEqual([200, 'wait=60', 'running']);
    await own.close();
  });
});

describe('a start', () => {
  async function workflow(): Promise<string> {
    const answer = await server.request('POST', '/api/v1/workflows', {
      as: member,
      body: { name: 'Story', definition: narration() },
    });
    expect(answer.status, answer.text).toBe(201);
    return `/api/v1/workflows/${answer.body.data.id}/runs`;
  }

  test('returns the location of the run', async () => {
    const path = await workflow();
    const { status, headers, body } = await server.request('POST', path, { as: member });
    expect(status).toBe(202);
    expect(headers.get('location')).toBe(`${server.url}${path}/${body.data.id}`);
    const found = await server.request('GET', String(headers.get('location')), { as: member });
    expect(found.body.data.id).toBe(body.data.id);
  });

  test('with a wait but without a key also returns the location of the run', async () => {
    const path = await workflow();
    const first = waiting(path, 'wait=60', 'POST');
    await waitsBegin(1);
    const { body } = await server.request('GET', path, { as: member });
    const [{ id }] = body.data;
    await end(id);
    const answer = await first;
    expect(outcome(answer)).toEqual([202, 'wait=60', 'completed']);
    expect(answer.headers.get('location')).toBe(`${server.url}${path}/${id}`);
  });

  test('with a wait returns 202 with the completed run, and a repetition meanwhile the stored response', async () => {
    const path = await workflow();
    const key = { 'Idempotency-Key': 'start-1' };
    const first = waiting(path, 'wait=60', 'POST', key);
    await waitsBegin(1);
    const again = await waiting(path, 'wait=60', 'POST', key);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(outcome(again)).toEqual([202, null, 'pending']);
    await end(again.body.data.id);
    const answer = await first;
    expect(outcome(answer)).toEqual([202, 'wait=60', 'completed']);
    expect(answer.headers.get('location')).toBe(again.headers.get('location'));
    expect(answer.body.data.id).toBe(again.body.data.id);
  });
});

test('a busy run is not read for each of its events, and its end is still noticed', async () => {
  const run = await running();
  let looks = 0;
  const db = server.app.db.withPlugin({
    transformQuery: ({ node }) => {
      looks += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const watch = createEventWatch(server.app);
  const runRef = { workspace_id: member.workspace_id, workflow_id: run.workflow.id, run_id: run.id };
  const waited = waitForEnd(db, watch, { runRef, signal: new AbortController().signal });
  for (let event = 0; event < 100; event++) {
    await sql`select pg_notify(${EVENT_CHANNEL}, ${run.id})`.execute(server.app.db);
  }
  expect(looks).toBeLessThan(10);
  await end(run.id);
  await waited;
});

describe('open requests', () => {
  test(`are at most ${MAX_OPEN} streams and waits per caller; others are not blocked`, async () => {
    const run = await running();
    const leaving = new AbortController();
    const open = (path: string, headers: Record<string, string> = {}, as = member) =>
      fetch(new URL(path, server.url), {
        headers: { Authorization: `Bearer ${as.token}`, ...headers },
        signal: leaving.signal,
      });
    const streams = await Promise.all(Array.from({ length: MAX_OPEN - 1 }, () => open(`${run.path}/events`)));
    expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]));
    const wait = open(run.path, { Prefer: 'wait=60' });
    await waitsBegin(1);
    const refused = await server.request('GET', `${run.path}/events`, { as: member });
    expect([refused.status, refused.body.error.code]).toEqual([429, 'RATE_LIMITED']);
    expect(refused.body.error.message).toContain(String(MAX_OPEN));
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(outcome(await waiting(run.path))).toEqual([200, null, 'running']);
    const other = await createMember(server, { workspace_id: member.workspace_id, role: 'viewer' });
    const theirs = await open(`${run.path}/events`, { 'X-Workspace-Id': member.workspace_id }, other);
    expect(theirs.status).toBe(200);
    leaving.abort();
    await expect(wait).rejects.toThrow();
    await until(async () => {
      const again = new AbortController();
      const { status, body } = await fetch(new URL(`${run.path}/events`, server.url), {
        headers: { Authorization: `Bearer ${member.token}` },
        signal: again.signal,
      });
      await body?.cancel();
      again.abort();
      return status === 200;
    });
  });
});

test.each([
  ['wait=20', 20],
  ['WAIT = 7', 7],
  ['respond-async, wait=100', 60],
  ['wait="3"', 3],
  ['wait=5, wait=9', 5],
  ['wait', undefined],
  ['wait=soon', undefined],
  ['wait=-1', undefined],
  ['awaiting=3', undefined],
  ['', undefined],
])('the preference %j waits %j seconds', (header, seconds) => {
  expect(preferredWait(header)).toBe(seconds);
});
