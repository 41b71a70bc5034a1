import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { chain, Voiceloom } from '@voiceloom/sdk';
import { operations } from '@voiceloom/sdk/catalog';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DemoServer, startServer } from '../src/demo/server.ts';
import { createMcpServer } from '../src/mcp/server.ts';
import { inputSchemaOf, toolNameOf, toolsOf } from '../src/mcp/tools.ts';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const MINUTES = 60_000;

let home: string;
let server: DemoServer;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'voiceloom-mcp-'));
  server = await startServer(join(home, 'server'), AbortSignal.timeout(2 * MINUTES));
}, 2 * MINUTES);
afterAll(async () => {
  await server?.stop();
  await rm(home, { recursive: true, force: true });
}, MINUTES);

/** The protocol's own client, beside the program as people start it. */
async function connect(...args: string[]): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const env = { VOICELOOM_TOKEN: server.token, VOICELOOM_BASE_URL: server.url, HOME: home };
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [main, 'mcp', ...args], env }),
  );
  return client;
}

async function allTools(client: Client) {
  const found: Awaited<ReturnType<Client['listTools']>>['tools'] = [];
  let cursor: string | undefined;
  do {
    const page = await client.listTools(cursor === undefined ? {} : { cursor });
    found.push(...page.tools);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return found;
}

const textOf = (result: unknown) =>
  JSON.parse((result as { content: { text: string }[] }).content[0]?.text ?? 'null');

test('a model makes a workflow, estimates it, runs it and finds the result, by tools alone', async () => {
  const client = await connect();
  const definition = chain(
    ['source_script', { text: 'Good evening.', source_language: 'en-us' }],
    ['operator_generator'],
    ['sink_preview'],
  );
  const made = await client.callTool({
    name: 'workflows_create',
    arguments: { body: { name: 'By tools', definition } },
  });
  const { id: workflow_id } = textOf(made);
  const preview = textOf(await client.callTool({ name: 'workflows_preview', arguments: { workflow_id } }));
  expect(preview.can_run).toBe(true);
  const { id: run_id } = textOf(await client.callTool({ name: 'runs_start', arguments: { workflow_id } }));
  const events = textOf(await client.callTool({ name: 'runs_events', arguments: { workflow_id, run_id } }));
  expect(events.events.at(-1)).toMatchObject({ type: 'run.status', data: { status: 'completed' } });
  const link = await client.callTool({ name: 'runs_download', arguments: { workflow_id, run_id } });
  expect(textOf(link).url).toContain(server.url);
  await client.close();
});

test('what the service refuses is a result that names the fault', async () => {
  const client = await connect();
  const result = await client.callTool({ name: 'workflows_create', arguments: { body: { name: '' } } });
  expect(result.isError).toBe(true);
  expect(textOf(result).error).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ field: 'body.name' }] });
  await expect(client.callTool({ name: 'no_such_tool', arguments: {} })).rejects.toThrow('no tool');
  await client.close();
});

test('a set of tools holds what it says, with hints of what they do', async () => {
  const [reading, usual, all] = await Promise.all([
    connect('--tools', 'read'),
    connect(),
    connect('--tools', 'all'),
  ]);
  const [readTools, usualTools, allTools_] = [
    await allTools(reading),
    await allTools(usual),
    await allTools(all),
  ];
  expect(readTools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
  const names = usualTools.map(({ name }) => name);
  expect(names).toContain('runs_start');
  for (const name of ['api_keys_create', 'provider_keys_put', 'billing_checkout', 'members_remove'])
    expect(names).not.toContain(name);
  expect(allTools_.map(({ name }) => name).sort()).toEqual(operations.map(toolNameOf).sort());
  const hints = new Map(allTools_.map(({ name, annotations }) => [name, annotations]));
  expect(hints.get('workflows_delete')).toMatchObject({ readOnlyHint: false, destructiveHint: true });
  expect(hints.get('runs_get')).toMatchObject({ readOnlyHint: true, destructiveHint: false });
  await expect(reading.callTool({ name: 'runs_start', arguments: {} })).rejects.toThrow('no tool');
  await Promise.all([reading.close(), usual.close(), all.close()]);
});

test('the guides are resources', async () => {
  const client = await connect('--tools', 'read');
  const { resources } = await client.listResources();
  expect(resources.map(({ name }) => name)).toContain('Workflows');
  const { contents } = await client.readResource({ uri: 'voiceloom://docs/guides/workflows.md' });
  expect(contents[0]).toMatchObject({ mimeType: 'text/markdown' });
  expect((contents[0] as { text: string }).text).toMatch(/^# Workflows/);
  await expect(client.readResource({ uri: 'voiceloom://docs/../secret.md' })).rejects.toThrow('There is no');
  await client.close();
});

describe('the protocol', () => {
  const ask = createMcpServer({
    client: new Voiceloom({ baseUrl: 'http://127.0.0.1:9', token: 'x', maxRetries: 0 }),
    set: 'all',
    signal: new AbortController().signal,
  });
  const send = async (message: unknown) =>
    ask(typeof message === 'string' ? message : JSON.stringify(message));
  const request = (method: string, params?: unknown) => ({ jsonrpc: '2.0', id: 1, method, params });

  test.each([
    ['{', -32700, null],
    [{ id: 1, method: 'ping' }, -32600, null],
    [{ jsonrpc: '2.0', id: {}, method: 'ping' }, -32600, null],
    [request('no/such'), -32601, 1],
    [request('tools/list', { cursor: 'x' }), -32602, 1],
    [request('toString'), -32601, 1],
  ])('%j is fault %i', async (message, code, id) => {
    expect(await send(message)).toMatchObject({ jsonrpc: '2.0', id, error: { code } });
  });

  test('versions are agreed on, and unknown ones answered with the newest', async () => {
    const version = async (protocolVersion: string) =>
      ((await send(request('initialize', { protocolVersion }))) as { result: { protocolVersion: string } })
        .result.protocolVersion;
    expect([await version('2024-11-05'), await version('1999-01-01')]).toEqual(['2024-11-05', '2025-06-18']);
  });

  test('notifications and answers are not answered', async () => {
    expect(await send({ jsonrpc: '2.0', method: 'notifications/initialized' })).toBeUndefined();
    expect(await send({ jsonrpc: '2.0', id: 5, result: {} })).toBeUndefined();
  });

  test('a cancelled call is not answered', async () => {
    const silent = createMcpServer({
      client: new Voiceloom({
        baseUrl: 'http://127.0.0.1:9',
        token: 'x',
        fetch: () => new Promise(() => {}),
      }),
      set: 'all',
      signal: new AbortController().signal,
    });
    const open = silent(JSON.stringify(request('tools/call', { name: 'auth_whoami' })));
    await silent(
      JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }),
    );
    expect(await open).toBeUndefined();
  });

  test('the schema of every tool stands by itself', () => {
    for (const operation of toolsOf('all')) {
      const schema = inputSchemaOf(operation) as { $defs?: object };
      for (const [, name = ''] of JSON.stringify(schema).matchAll(/"#\/\$defs\/(\w+)"/g))
        expect(Object.keys(schema.$defs ?? {})).toContain(name);
    }
  });
});
