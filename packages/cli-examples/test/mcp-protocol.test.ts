import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { Voiceloom } from '@voiceloom/sdk';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runCli } from '../src/cli.ts';
import { eventsOf } from '../src/mcp/events.ts';
import { linesOf, TOO_LONG } from '../src/mcp/lines.ts';
import { localTools } from '../src/mcp/local-files.ts';
import { createMcpServer } from '../src/mcp/server.ts';
import { toolsOf } from '../src/mcp/sets.ts';
import { data, json, META, service } from './support/service.ts';
import { folder, shell } from './support/shell.ts';

const never = new AbortController().signal;
const request = (method: string, params?: unknown, id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});

function serverOf(baseUrl: string, more: { fetch?: () => Promise<Response> } = {}) {
  const client = new Voiceloom({ baseUrl, token: 'x', maxRetries: 0, ...more });
  const ask = createMcpServer({ client, tools: toolsOf('all'), signal: never });
  return (message: unknown) => ask(typeof message === 'string' ? message : JSON.stringify(message));
}

/** A service that never answers. */
const silent = () => serverOf('http://127.0.0.1:9', { fetch: () => new Promise(() => {}) });
const send = serverOf('http://127.0.0.1:9');

test.each([
  ['{', -32700, null],
  [{ id: 1, method: 'ping' }, -32600, null],
  [{ jsonrpc: '2.0', id: {}, method: 'ping' }, -32600, null],
  [{ jsonrpc: '2.0', id: 1, method: 'ping', params: null }, -32600, null],
  [{ jsonrpc: '2.0', id: 1, method: 'ping', params: [] }, -32600, null],
  [[], -32600, null],
  [null, -32600, null],
  [request('no/such'), -32601, 1],
  [request('tools/list', { cursor: 'x' }), -32602, 1],
  [request('tools/call', { name: 'nodes_list', arguments: 'x' }), -32602, 1],
  [request('toString'), -32601, 1],
])('%j is fault %i', async (message, code, id) => {
  expect(await send(message)).toMatchObject({ jsonrpc: '2.0', id, error: { code } });
});

test('versions are agreed on, and unknown ones answered with the newest', async () => {
  const version = async (protocolVersion: string) =>
    ((await send(request('initialize', { protocolVersion }))) as { result: { protocolVersion: string } })
      .result.protocolVersion;
  expect([await version('2024-11-05'), await version('1999-01-01')]).toEqual(['2024-11-05', '2025-11-25']);
});

test('notifications and answers are not answered', async () => {
  expect(await send({ jsonrpc: '2.0', method: 'notifications/initialized' })).toBeUndefined();
  expect(await send({ jsonrpc: '2.0', id: 5, result: {} })).toBeUndefined();
  expect(await send([{ jsonrpc: '2.0', method: 'notifications/initialized' }])).toBeUndefined();
});

test('a batch is answered as one', async () => {
  const note = { jsonrpc: '2.0', method: 'notifications/initialized' };
  const answers = await send([request('ping', {}, 1), note, request('no/such', {}, 2)]);
  expect(answers).toMatchObject([
    { id: 1, result: {} },
    { id: 2, error: { code: -32601 } },
  ]);
});

test('a cancelled call is not answered', async () => {
  const ask = silent();
  const open = ask(request('tools/call', { name: 'auth_whoami' }));
  await ask({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
  expect(await open).toBeUndefined();
});

test('as many requests as are worked on at once are a bound, and a ping is answered still', async () => {
  const ask = silent();
  for (let id = 1; id <= 32; id += 1) void ask(request('tools/call', { name: 'auth_whoami' }, id));
  expect(await ask(request('tools/call', { name: 'auth_whoami' }, 33))).toMatchObject({
    id: 33,
    error: { code: -32000 },
  });
  expect(await ask(request('tools/call', { name: 'auth_whoami' }, 7))).toMatchObject({
    id: 7,
    error: { code: -32600 },
  });
  expect(await ask(request('ping', {}, 34))).toMatchObject({ id: 34, result: {} });
});

test('an argument or a field that is not there is named, and nothing is sent', async () => {
  const { url, seen } = await service({ 'POST /api/v1/workflows': data({ id: 'w1' }, 201) });
  const ask = serverOf(url);
  const call = async (name: string, args: unknown) => {
    const answer = (await ask(request('tools/call', { name, arguments: args }))) as {
      result: { isError?: boolean; content: { text: string }[] };
    };
    return { isError: answer.result.isError, text: answer.result.content[0]?.text };
  };
  const wrong = await call('workflows_create', { body: { name: 'x', descripton: 'y' }, workflow: 1 });
  expect(wrong).toEqual({
    isError: true,
    text: expect.stringContaining('body.descripton; did you mean description?'),
  });
  expect(wrong.text).toContain('no argument workflow');
  expect(await call('workflows_get', {})).toMatchObject({ isError: true });
  expect(seen).toEqual([]);
  expect(await call('workflows_create', { body: { name: 'x' } })).toEqual({
    isError: undefined,
    text: '{"id":"w1"}',
  });
});

test('an answer that would fill the model is refused with what to do', async () => {
  const rows = Array.from({ length: 100 }, (_, id) => ({ id, name: 'x'.repeat(3000) }));
  const { url } = await service({
    'GET /api/v1/voices': json({ data: rows, meta: META, pagination: { limit: 100, next: null } }),
  });
  const answer = await serverOf(url)(request('tools/call', { name: 'voices_list' }));
  expect(answer).toMatchObject({ result: { isError: true } });
  expect(JSON.stringify(answer)).toContain('with limit');
});

describe('events', () => {
  async function* endless(signal: AbortSignal) {
    for (let id = 1; id <= 5; id += 1) yield { id };
    signal.throwIfAborted();
    await new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  }

  test('that are more than an answer holds go on behind the last of them', async () => {
    expect(await eventsOf(endless, never, { most: 3 })).toEqual({
      ...{ events: [{ id: 1 }, { id: 2 }, { id: 3 }], complete: false, last_event_id: 3 },
    });
  });

  test('that a peer would wait too long for are answered as far as they came', async () => {
    const late = new AbortController();
    const answer = eventsOf(endless, never, { late: late.signal });
    late.abort();
    expect(await answer).toMatchObject({ complete: false, last_event_id: 5 });
  });

  test('of a call that is cancelled are not answered', async () => {
    const cancelled = new AbortController();
    const answer = eventsOf(endless, cancelled.signal);
    cancelled.abort(new Error('cancelled'));
    await expect(answer).rejects.toThrow('cancelled');
  });

  test('begin after the one that is named', async () => {
    const { url, seen } = await service({
      'GET /api/v1/workflows/w1/runs/r1/events': (res) =>
        res
          .writeHead(200, { 'content-type': 'text/event-stream' })
          .end('id: 8\ndata: {"id":8,"type":"run.status","data":{"status":"completed"}}\n\n'),
    });
    const args = { workflow_id: 'w1', run_id: 'r1', after: 7 };
    const answer = await serverOf(url)(request('tools/call', { name: 'runs_events', arguments: args }));
    expect(seen[0]?.headers['last-event-id']).toBe('7');
    expect(JSON.stringify(answer)).toContain('complete\\":true');
  });
});

const called = (name: string, args: object) => request('tools/call', { name, arguments: args });
const textOf = (answer: unknown) => {
  const { result } = answer as { result: { isError?: boolean; content: { text: string }[] } };
  return { isError: result.isError === true, value: JSON.parse(result.content[0]?.text ?? '') };
};

test('what was done is never answered as refused, however long the answer is; what was only read is', async () => {
  const workflow = { id: 'w1', name: 'Long', definition: { graph: 'x'.repeat(200_001) } };
  const { url } = await service({
    'POST /api/v1/workflows': data(workflow, 201),
    'GET /api/v1/workflows/w1': data(workflow),
  });
  const made = textOf(await serverOf(url)(called('workflows_create', { body: { name: 'Long' } })));
  expect(made).toEqual({
    isError: false,
    value: { id: 'w1', name: 'Long', left_out: ['definition'] },
  });
  const read = textOf(await serverOf(url)(called('workflows_get', { workflow_id: 'w1' })));
  expect([read.isError, read.value.error.message]).toEqual([true, expect.stringContaining('200000')]);
});

test('events that are long are answered in parts, and never refused', async () => {
  const events = [1, 2, 3].map((id) => ({ id, type: 'line.failed', data: { error: 'x'.repeat(80_000) } }));
  const { url } = await service({
    'GET /api/v1/workflows/w1/runs/r1/events': (res) =>
      res
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .end(events.map((event) => `id: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`).join('')),
  });
  const { isError, value } = textOf(
    await serverOf(url)(called('runs_events', { workflow_id: 'w1', run_id: 'r1' })),
  );
  expect([isError, value.complete, value.last_event_id, value.events?.length]).toEqual([false, false, 2, 2]);
});

test.each(['a folder', 'a file', 'nothing'])(
  'what is saved does not follow a link out of the folder that was granted, to %s',
  async (there) => {
    const run_id = '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d06';
    const [granted, outside] = [await folder(), await folder()];
    const routes: Parameters<typeof service>[0] = { 'GET /audio': (res) => void res.end('audio') };
    const { url } = await service(routes);
    const list = JSON.stringify({ file: 'en-us/L1.mp3', url: `${url}/audio` });
    const link = { url: `${url}/list`, filename: 'run.zip', expires_at: META.timestamp };
    routes['GET /list'] = (res) => void res.end(`${list}\n`);
    routes[`GET /api/v1/workflows/${run_id}/runs/${run_id}/download`] = data(link);
    const place = join(granted, run_id, 'en-us');
    await mkdir(there === 'a folder' ? dirname(place) : place, { recursive: true });
    if (there === 'a folder') await symlink(outside, place);
    if (there === 'a file') await writeFile(join(outside, 'L1.mp3'), 'mine');
    if (there !== 'a folder') await symlink(join(outside, 'L1.mp3'), join(place, 'L1.mp3'));
    const client = new Voiceloom({ baseUrl: url, token: 'x' });
    const ask = createMcpServer({ client, tools: [], local: localTools(client, granted), signal: never });
    const answer = await ask(JSON.stringify(called('files_save', { workflow_id: run_id, run_id })));
    expect(textOf(answer)).toMatchObject({ isError: true, value: { error: { code: 'INVALID_INPUT' } } });
    expect(await readdir(outside)).toEqual(there === 'a file' ? ['L1.mp3'] : []);
  },
);

describe('lines', () => {
  const read = async (chunks: (string | Uint8Array)[], most?: number) => {
    const lines: unknown[] = [];
    for await (const line of linesOf(Readable.from(chunks), most)) lines.push(line);
    return lines;
  };

  test('end at a line feed alone, wherever the pieces are cut', async () => {
    const bytes = Buffer.from('{"a":"é\u2028\r"}\nb\n\nlast');
    for (let cut = 0; cut <= bytes.length; cut += 1)
      expect(await read([bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual([
        '{"a":"é\u2028\r"}',
        'b',
        '',
        'last',
      ]);
  });

  test('that are too long are told and passed over, however they are cut', async () => {
    expect(await read(['abcd', 'efgh', 'ij\nok\n', 'abcdefghij\nok'], 5)).toEqual([
      TOO_LONG,
      'ok',
      TOO_LONG,
      'ok',
    ]);
  });

  test('that are too long are answered with a fault, and the next is answered', async () => {
    const { run } = await shell({ VOICELOOM_TOKEN: 't', VOICELOOM_BASE_URL: 'http://127.0.0.1:9' });
    const { code, out } = await run(
      ['mcp'],
      `${'x'.repeat(6 * 1_048_576 + 1)}\n${JSON.stringify(request('ping'))}\n`,
    );
    expect(code).toBe(0);
    expect(
      out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { jsonrpc: '2.0', id: null, error: { code: -32600, message: expect.stringContaining('at most') } },
      { jsonrpc: '2.0', id: 1, result: {} },
    ]);
  });

  test('that come faster than their answers are read are all answered, in their order', async () => {
    const warnings: Error[] = [];
    const note = (warning: Error) => void warnings.push(warning);
    process.on('warning', note);
    onTestFinished(() => void process.off('warning', note));
    const count = 1_000;
    const pings = Array.from({ length: count }, (_, id) => `${JSON.stringify(request('ping', {}, id))}\n`);
    const stdout = new PassThrough({ highWaterMark: 1 });
    const env = { VOICELOOM_TOKEN: 't', VOICELOOM_CONFIG: '/nowhere/config.json' };
    const world = { env, stdin: Readable.from(pings), stdout, stderr: new PassThrough(), signal: never };
    const code = runCli(['mcp'], world).finally(() => stdout.end());
    const ids: number[] = [];
    for await (const line of linesOf(stdout)) ids.push(JSON.parse(String(line)).id);
    expect([await code, ids, warnings]).toEqual([0, pings.map((_, id) => id), []]);
  });
});
