import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { Client, ProtocolErrorCode } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Voiceloom } from '@voiceloom/sdk';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runCli } from '../src/cli.ts';
import { eventsOf } from '../src/mcp/events.ts';
import { localTools } from '../src/mcp/local-files.ts';
import { callTool, connectTo } from './support/mcp.ts';
import { data, json, META, service } from './support/service.ts';
import { folder, shell } from './support/shell.ts';

const never = new AbortController().signal;
const NOWHERE = 'http://127.0.0.1:9';
const main = new URL('../src/main.ts', import.meta.url).pathname;

test.each([
  [
    'an unknown cursor',
    (client: Client) => client.request({ method: 'tools/list', params: { cursor: 'x' } }),
  ],
  ['an unknown tool', (client: Client) => client.callTool({ name: 'no_such_tool', arguments: {} })],
  ['an unknown prompt', (client: Client) => client.getPrompt({ name: 'no_such_prompt' })],
])('%s is a protocol error', async (_, send) => {
  const client = await connectTo(NOWHERE);
  await expect(send(client)).rejects.toMatchObject({ code: ProtocolErrorCode.InvalidParams });
});

test.each([
  ['2026-07-28', { mode: { pin: '2026-07-28' } }],
  ['2025-11-25', { mode: 'legacy' }],
] as const)(
  'a client of protocol revision %s gets tools, prompts and an error',
  async (revision, versionNegotiation) => {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation });
    const env = { VOICELOOM_TOKEN: 't', VOICELOOM_BASE_URL: NOWHERE, HOME: await folder() };
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [main, 'mcp'], env }));
    onTestFinished(() => client.close());
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    expect(client.getServerVersion()).toMatchObject({ name: 'voiceloom' });
    expect((await client.listTools()).tools).toHaveLength(39);
    expect((await client.listPrompts()).prompts).toHaveLength(2);
    const { isError } = await client.callTool({ name: 'auth_whoami', arguments: {} });
    expect(isError).toBe(true);
  },
  60_000,
);

test('a canceled call aborts its request to the service', async () => {
  const sent = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const fetch = (_: unknown, init?: RequestInit) =>
    new Promise<Response>((_resolve, reject) => {
      sent.resolve();
      init?.signal?.addEventListener('abort', () => {
        ended.resolve();
        reject(init.signal?.reason);
      });
    });
  const client = await connectTo(NOWHERE, { fetch });
  const stop = new AbortController();
  const call = client.callTool({ name: 'auth_whoami', arguments: {} }, { signal: stop.signal });
  await sent.promise;
  stop.abort(new Error('no longer needed'));
  await expect(call).rejects.toThrow('no longer needed');
  await ended.promise;
});

test('an unknown argument or field is named, and nothing is sent', async () => {
  const { url, seen } = await service({ 'POST /api/v1/workflows': data({ id: 'w1' }, 201) });
  const client = await connectTo(url);
  const wrong = await callTool(client, 'workflows_create', {
    ...{ body: { name: 'x', descripton: 'y' }, workflow: 1 },
  });
  expect([wrong.isError, wrong.value.error.message]).toEqual([
    true,
    expect.stringContaining('body.descripton. Did you mean description?'),
  ]);
  expect(wrong.value.error.message).toContain('no argument workflow');
  expect(await callTool(client, 'workflows_get')).toMatchObject({ isError: true });
  expect(seen).toEqual([]);
  expect(await callTool(client, 'workflows_create', { body: { name: 'x' } })).toMatchObject({
    ...{ isError: false, value: { id: 'w1' } },
  });
});

test('a response too large for the model is rejected with advice', async () => {
  const rows = Array.from({ length: 100 }, (_, id) => ({ id, name: 'x'.repeat(3000) }));
  const { url } = await service({
    'GET /api/v1/voices': json({ data: rows, meta: META, pagination: { limit: 100, next: null } }),
  });
  const answer = await callTool(await connectTo(url), 'voices_list');
  expect([answer.isError, answer.value.error.message]).toEqual([true, expect.stringContaining('with limit')]);
});

describe('events', () => {
  async function* endless(signal: AbortSignal) {
    for (let id = 1; id <= 5; id += 1) yield { id };
    signal.throwIfAborted();
    await new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  }

  test('beyond the limit of one response continue after the last one', async () => {
    expect(await eventsOf(endless, never, { most: 3 })).toEqual({
      ...{ events: [{ id: 1 }, { id: 2 }, { id: 3 }], complete: false, last_event_id: 3 },
    });
  });

  test('that take too long for a client are returned as far as they arrived', async () => {
    const late = new AbortController();
    const answer = eventsOf(endless, never, { late: late.signal });
    late.abort();
    expect(await answer).toMatchObject({ complete: false, last_event_id: 5 });
  });

  test('of a canceled call are not returned', async () => {
    const cancelled = new AbortController();
    const answer = eventsOf(endless, cancelled.signal);
    cancelled.abort(new Error('cancelled'));
    await expect(answer).rejects.toThrow('cancelled');
  });

  test('start after the given one', async () => {
    const { url, seen } = await service({
      'GET /api/v1/workflows/w1/runs/r1/events': (res) =>
        res
          .writeHead(200, { 'content-type': 'text/event-stream' })
          .end('id: 8\ndata: {"id":8,"type":"run.status","data":{"status":"completed"}}\n\n'),
    });
    const args = { workflow_id: 'w1', run_id: 'r1', after: 7 };
    const { value } = await callTool(await connectTo(url), 'runs_events', args);
    expect([seen[0]?.headers['last-event-id'], value.complete]).toEqual(['7', true]);
  });
});

test('a response that is too long is an error only if the call changed nothing', async () => {
  const workflow = { id: 'w1', name: 'Long', definition: { graph: 'x'.repeat(200_001) } };
  const { url } = await service({
    'POST /api/v1/workflows': data(workflow, 201),
    'GET /api/v1/workflows/w1': data(workflow),
  });
  const made = await callTool(await connectTo(url), 'workflows_create', { body: { name: 'Long' } });
  expect(made).toMatchObject({
    isError: false,
    value: { id: 'w1', name: 'Long', left_out: ['definition'] },
  });
  const read = await callTool(await connectTo(url), 'workflows_get', { workflow_id: 'w1' });
  expect([read.isError, read.value.error.message]).toEqual([true, expect.stringContaining('200000')]);
});

test('long events are returned in parts, and never rejected', async () => {
  const events = [1, 2, 3].map((id) => ({ id, type: 'line.failed', data: { error: 'x'.repeat(80_000) } }));
  const { url } = await service({
    'GET /api/v1/workflows/w1/runs/r1/events': (res) =>
      res
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .end(events.map((event) => `id: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`).join('')),
  });
  const { isError, value } = await callTool(await connectTo(url), 'runs_events', {
    ...{ workflow_id: 'w1', run_id: 'r1' },
  });
  expect([isError, value.complete, value.last_event_id, value.events?.length]).toEqual([false, false, 2, 2]);
});

test.each(['a folder', 'a file', 'nothing'])(
  'saving files follows no link out of the allowed folder, to %s',
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
    const peer = await connectTo(url, { tools: [], local: localTools(client, granted) });
    expect(await callTool(peer, 'files_save', { workflow_id: run_id, run_id })).toMatchObject({
      isError: true,
      value: { error: { code: 'INVALID_INPUT' } },
    });
    expect(await readdir(outside)).toEqual(there === 'a file' ? ['L1.mp3'] : []);
  },
);

describe('stdin and stdout', () => {
  const ping = (id: number) => `${JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' })}\n`;

  test('that end before the responses are written still transfer all of them', async () => {
    const { url } = await service({ 'GET /api/v1/auth/whoami': data({ id: 'u1' }) });
    const { run } = await shell({ VOICELOOM_TOKEN: 't', VOICELOOM_BASE_URL: url });
    const params = { name: 'auth_whoami', arguments: {} };
    const call = JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/call', params });
    const { code, out } = await run(['mcp'], `${ping(1)}${call}`);
    const ids = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).id);
    expect([code, ids.sort()]).toEqual([0, [1, 2]]);
  });

  test('a line that is not JSON is reported, and the next one is processed', async () => {
    const { run } = await shell({ VOICELOOM_TOKEN: 't', VOICELOOM_BASE_URL: NOWHERE });
    const { code, out } = await run(['mcp'], `{"jsonrpc": }\n${ping(1)}`);
    expect([code, JSON.parse(out).id]).toEqual([0, 1]);
  });

  test('a client that sends faster than it reads gets every response', async () => {
    const warnings: Error[] = [];
    const note = (warning: Error) => void warnings.push(warning);
    process.on('warning', note);
    onTestFinished(() => void process.off('warning', note));
    const pings = Array.from({ length: 1_000 }, (_, id) => ping(id));
    const stdout = new PassThrough({ highWaterMark: 1 });
    const env = { VOICELOOM_TOKEN: 't', VOICELOOM_CONFIG: '/nowhere/config.json' };
    const world = { env, stdin: Readable.from(pings), stdout, stderr: new PassThrough(), signal: never };
    const code = runCli(['mcp'], world).finally(() => stdout.end());
    let text = '';
    for await (const chunk of stdout) text += chunk;
    const ids = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).id);
    expect([await code, ids.toSorted((a, b) => a - b), warnings]).toEqual([0, pings.map((_, id) => id), []]);
  });
});
