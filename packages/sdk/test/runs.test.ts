import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { AbortError, ConnectionError, InputError, type RunEvent, TimeoutError } from '../src/index.ts';
import { data, failure, reset, type Step, scripted } from './support/scripted-server.ts';

const run = (status: string) => ({ id: 'r1', workflow_id: 'w1', status, run_number: 1 });

const status = (id: number, to: string) => ({
  id,
  type: 'run.status',
  run_id: 'r1',
  at: '2026-01-01T00:00:00.000Z',
  data: { status: to, previous_status: null, error: null, error_details: null, credits: 0 },
});

const frame = (event: { id: number; type: string }) =>
  `id: ${event.id}\r\nevent: ${event.type}\r\ndata: ${JSON.stringify(event)}\r\n\r\n`;

/** Sends events, then ends the stream, breaks it, or leaves it open. */
function stream(events: { id: number; type: string }[], then: 'end' | 'break' | 'hang' = 'end'): Step {
  return (res) => {
    res.writeHead(200, { 'content-type': 'text/event-stream' });
    const text = `: hello\n\n${events.map(frame).join('')}`;
    const halves = [text.slice(0, text.length >> 1), text.slice(text.length >> 1)];
    res.write(halves[0] ?? '', () =>
      res.write(halves[1] ?? '', () => {
        if (then === 'end') res.end();
        if (then === 'break') res.socket?.destroy();
      }),
    );
  };
}

const collect = async (events: AsyncIterable<RunEvent>) => {
  const ids: number[] = [];
  for await (const event of events) ids.push(event.id);
  return ids;
};

test('a started run is awaited, printed and serialized like the run', async () => {
  const { client, seen } = await scripted(data(run('pending'), 202));
  const handle = await client().runs.start('w1', { params: { max_failed_lines: 1 } });
  expect(handle.status).toBe('pending');
  expect(JSON.parse(JSON.stringify(handle))).toEqual(run('pending'));
  expect(inspect(handle)).not.toContain('cancel');
  expect(JSON.parse(String(seen[0]?.body))).toEqual({ params: { max_failed_lines: 1 } });
});

test('waiting follows the events and returns the run in its final state', async () => {
  const { client, seen } = await scripted(
    data(run('pending'), 202),
    stream([status(1, 'running'), status(2, 'failed')]),
    data(run('failed')),
  );
  const ids: number[] = [];
  const ended = await client()
    .runs.start('w1', {}, { workspaceId: 'ws-2' })
    .wait({ onEvent: ({ id }) => void ids.push(id) });
  expect([ended.status, ids]).toEqual(['failed', [1, 2]]);
  expect(seen.map(({ headers }) => headers['x-workspace-id'])).toEqual(['ws-2', 'ws-2', 'ws-2']);
});

test('a dropped stream is resumed after the last event, and every event arrives once', async () => {
  const { client, seen } = await scripted(
    stream([status(1, 'pending'), status(2, 'running')], 'break'),
    reset,
    failure(503, 'UNAVAILABLE', { 'retry-after': '0' }),
    stream([status(2, 'running'), status(3, 'running')]),
    stream([status(4, 'completed')], 'hang'),
  );
  expect(await collect(client().runs.events('w1', 'r1'))).toEqual([1, 2, 3, 4]);
  expect(seen.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, '2', '2', '2', '3']);
});

test('a stream that ends without a final event is complete when the run is', async () => {
  const { client } = await scripted(stream([]), data(run('completed')));
  expect(await collect(client().runs.events('w1', 'r1', { lastEventId: 9 }))).toEqual([]);
});

test('a stalled stream is reconnected while the service responds', async () => {
  const { client } = await scripted(
    stream([status(1, 'running')], 'hang'),
    data(run('running')),
    stream([status(2, 'completed')]),
  );
  expect(await collect(client({ idleTimeoutMs: 100 }).runs.events('w1', 'r1'))).toEqual([1, 2]);
});

test('a stalled stream is also reconnected when the service is unavailable for a moment', async () => {
  const { client } = await scripted(
    stream([status(1, 'running')], 'hang'),
    reset,
    failure(503, 'UNAVAILABLE', { 'retry-after': '0' }),
    stream([status(2, 'completed')]),
  );
  expect(await collect(client({ idleTimeoutMs: 100 }).runs.events('w1', 'r1'))).toEqual([1, 2]);
});

test('a stream gives up after the allowed number of connections in a row', async () => {
  const { client, seen } = await scripted(reset);
  const events = client().runs.events('w1', 'r1', { maxReconnects: 1 });
  await expect(collect(events)).rejects.toBeInstanceOf(ConnectionError);
  expect(seen).toHaveLength(2);
});

test('a run that was deleted ends the stream with the error of the service', async () => {
  const { client, seen } = await scripted(failure(404, 'NOT_FOUND'));
  await expect(collect(client().runs.events('w1', 'r1'))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(seen).toHaveLength(1);
});

test('an abort ends a stalled stream', async () => {
  const { client } = await scripted(stream([status(1, 'running')], 'hang'));
  const controller = new AbortController();
  const reading = (async () => {
    for await (const _ of client().runs.events('w1', 'r1', { signal: controller.signal })) controller.abort();
  })();
  await expect(reading).rejects.toBeInstanceOf(AbortError);
});

test('leaving the loop closes the connection', async () => {
  let closed: () => void = () => {};
  const closing = new Promise<void>((resolve) => {
    closed = resolve;
  });
  const { client } = await scripted((res, seen) => {
    res.on('close', closed);
    stream([status(1, 'running')], 'hang')(res, seen);
  });
  for await (const _ of client().runs.events('w1', 'r1')) break;
  await closing;
});

test('a service that never responds to a stream request is a timeout in the end', async () => {
  const { client } = await scripted(() => {});
  const events = client({ timeoutMs: 80 }).runs.events('w1', 'r1', { maxReconnects: 0 });
  await expect(collect(events)).rejects.toBeInstanceOf(TimeoutError);
});

test('a run that takes longer than the wait is a timeout, and an abort stays an abort', async () => {
  const { client } = await scripted(stream([status(1, 'running')], 'hang'));
  const run = client().runs.handle('w1', 'r1');
  await expect(run.wait({ timeoutMs: 150 })).rejects.toBeInstanceOf(TimeoutError);
  const controller = new AbortController();
  const waiting = run.wait({
    timeoutMs: 60_000,
    signal: controller.signal,
    onEvent: () => controller.abort(),
  });
  await expect(waiting).rejects.toBeInstanceOf(AbortError);
});

test('actions of a handle go to its run', async () => {
  const { client, seen } = await scripted(data(run('running'), 202), data(run('cancelled')));
  const started = client().runs.start('w1');
  expect((await started.pause()).id).toBe('r1');
  await (await started).resume();
  await client().runs.handle('w1', 'r1').cancel();
  await started.retry({ line_ids: ['a'] }).refresh();
  expect(seen.map(({ method, url }) => `${method} ${url.split('/runs')[1]}`)).toEqual([
    'POST ',
    'POST /r1/pause',
    'POST /r1/resume',
    'POST /r1/cancel',
    'POST /r1/retry',
    'GET /r1/status',
  ]);
});

test('a token resumes after the last event that was seen, also in another program', async () => {
  const { client, seen } = await scripted(
    data(run('running'), 202),
    stream([status(1, 'pending'), status(2, 'running'), status(3, 'running')], 'hang'),
    stream([status(3, 'running'), status(4, 'completed')]),
    data(run('completed')),
  );
  const started = await client().runs.start('w1', {}, { workspaceId: 'ws-2' });
  for await (const event of started.events()) if (event.id === 3) break;
  const token = started.token();
  const ids: number[] = [];
  const ended = await client()
    .runs.reopen(token)
    .wait({ onEvent: ({ id }) => void ids.push(id) });
  expect([ended.status, ids]).toEqual(['completed', [4]]);
  expect(seen.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, undefined, '3', undefined]);
  expect(seen.map(({ headers }) => headers['x-workspace-id'])).toEqual(['ws-2', 'ws-2', 'ws-2', 'ws-2']);
});

test('a reopened handle has the token that it was created from', async () => {
  const { client } = await scripted(data({}));
  const { token } = client().runs.handle('w/1', 'r.1');
  expect(client().runs.reopen(token()).token()).toBe(token());
});

test.each(['', 'w1', 'run1:w', 'run2:w:r::3', 'run1:w:r::x', 'run1::r::3', '%'])(
  'the text %j is not a token',
  async (text) => {
    const { client } = await scripted(data({}));
    expect(() => client().runs.reopen(text)).toThrow(InputError);
  },
);

test('undefined options leave a handle in its workspace and at its position', async () => {
  const { client, seen } = await scripted(data({ id: 'r1', workflow_id: 'w1', status: 'completed' }));
  const { client: following, seen: asked } = await scripted((res) => {
    res.writeHead(200, { 'content-type': 'text/event-stream' });
    res.end('id: 4\ndata: {"id":4,"type":"run.status","data":{"status":"completed"}}\n\n');
  });
  // As written by programs that are compiled without `exactOptionalPropertyTypes`.
  const unset = { workspaceId: undefined, lastEventId: undefined } as object;
  const token = 'run1:w1:r1:ws-2:3';
  await client().runs.reopen(token).refresh(unset);
  await following().runs.reopen(token).events(unset).next();
  expect(seen[0]?.headers['x-workspace-id']).toBe('ws-2');
  expect(asked[0]?.headers['x-workspace-id']).toBe('ws-2');
  expect(asked[0]?.headers['last-event-id']).toBe('3');
});

test('the workspace that a call on a run names also applies to the calls that follow from it', async () => {
  const { client, seen } = await scripted(data(run('completed'), 202));
  const named = { workspaceId: 'ws-7' };
  const { runs } = client();
  const ids = ['w1', 'r1'] as const;
  const handles = [
    () => runs.handle(...ids).refresh(named),
    () => runs.handle(...ids).pause(named),
    () => runs.handle(...ids).retry({}, named),
    () => runs.start('w1').retry({}, named),
  ];
  for (const make of handles) {
    await (await make()).cancel();
    expect(seen.at(-1)?.headers['x-workspace-id']).toBe('ws-7');
  }
});
