import { mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { chain, Voiceloom } from '@voiceloom/sdk';
import { operations } from '@voiceloom/sdk/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoServer, startServer } from '../src/demo/server.ts';
import { toolNameOf } from '../src/mcp/sets.ts';

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

/** The protocol's official client, connected to the program as people start it. */
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

test('a model creates a workflow, estimates it, runs it and finds the result with tools alone', async () => {
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

test('an error of the service is a result that names the problem', async () => {
  const client = await connect();
  const result = await client.callTool({ name: 'workflows_create', arguments: { body: { name: '' } } });
  expect(result.isError).toBe(true);
  expect(textOf(result).error).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ field: 'body.name' }] });
  await expect(client.callTool({ name: 'no_such_tool', arguments: {} })).rejects.toThrow('no tool');
  await client.close();
});

test('a set has exactly its tools, and the default set fits in one page', async () => {
  const [reading, usual, all] = await Promise.all([
    connect('--tools', 'read'),
    connect(),
    connect('--tools', 'all'),
  ]);
  const first = await usual.listTools();
  expect(first.nextCursor).toBeUndefined();
  expect((await allTools(reading)).every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
  expect((await allTools(all)).map(({ name }) => name).sort()).toEqual(operations.map(toolNameOf).sort());
  await expect(reading.callTool({ name: 'runs_start', arguments: {} })).rejects.toThrow('no tool');
  await Promise.all([reading.close(), usual.close(), all.close()]);
});

test('an API key is offered only the tools that it may call', async () => {
  const api = new Voiceloom({ baseUrl: server.url, token: server.token });
  const { api_key } = await api.apiKeys.create({ name: 'Reader', scopes: ['voices:read'] });
  const client = new Client({ name: 'test', version: '1' });
  const env = { VOICELOOM_API_KEY: api_key, VOICELOOM_BASE_URL: server.url, HOME: home };
  const args = [main, 'mcp', '--tools', 'all'];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env }));
  const names = (await allTools(client)).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['auth_whoami', 'voices_list', 'nodes_list']));
  for (const name of ['workflows_list', 'runs_start', 'users_get_credits', 'api_keys_list'])
    expect(names).not.toContain(name);
  const refused = await client.callTool({ name: 'users_get_credits', arguments: {} });
  expect(textOf(refused).error.advice).toContain('requires a signed-in user');
  await client.close();
});

test('without a login, a tool explains how to get one, and the program keeps running', async () => {
  const client = new Client({ name: 'test', version: '1' });
  const env = { VOICELOOM_BASE_URL: server.url, HOME: home };
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [main, 'mcp'], env }));
  expect((await client.listTools()).tools).toHaveLength(39);
  const refused = await client.callTool({ name: 'workflows_list', arguments: {} });
  expect(refused.isError).toBe(true);
  expect(textOf(refused).error).toMatchObject({ code: 'UNAUTHENTICATED' });
  expect(textOf(refused).error.message).toMatch(/voiceloom login.*VOICELOOM_API_KEY/);
  const open = await client.callTool({ name: 'nodes_list', arguments: {} });
  expect(open.isError).toBeUndefined();
  await client.close();
});

test('a tool also returns its response as an object', async () => {
  const client = await connect();
  const answer = await client.callTool({ name: 'auth_whoami', arguments: {} });
  expect(answer.structuredContent).toEqual(textOf(answer));
  await client.close();
});

test('a message can contain characters that other programs treat as line ends', async () => {
  const client = await connect();
  const description = 'One\u2028two\u2029three\u0085four';
  const body = { name: 'Line ends', description };
  const made = await client.callTool({ name: 'workflows_create', arguments: { body } });
  expect(textOf(made).description).toBe(description);
  await client.close();
});

test('with --files, a model uploads a script from a folder, saves audio there, and has no other access', async () => {
  const folder = join(home, 'granted');
  await mkdir(folder);
  await writeFile(join(folder, 'script.txt'), 'Good evening.');
  await writeFile(join(home, 'secret.txt'), 'not for models');
  await symlink(join(home, 'secret.txt'), join(folder, 'link.txt'));
  const client = await connect('--files', folder);
  const call = async (name: string, args: object) =>
    textOf(await client.callTool({ name, arguments: { ...args } }));
  const { id: workflow_id } = await call('workflows_create', { body: { name: 'From a file' } });
  for (const path of ['../secret.txt', 'link.txt', join(home, 'secret.txt'), 'missing.txt', '.'])
    expect(await call('files_upload', { path, workflow_id })).toMatchObject({
      error: { code: 'INVALID_INPUT' },
    });
  const upload = await call('files_upload', { path: 'script.txt', workflow_id });
  const definition = chain(
    ['source_script', { input_type: 'file', upload_ids: [upload.id], source_language: 'en-us' }],
    ['operator_generator'],
    ['sink_preview', { format: 'mp3' }],
  );
  await call('workflows_replace', { workflow_id, body: { name: 'From a file', definition } });
  const { id: run_id } = await call('runs_start', { workflow_id });
  expect((await call('runs_events', { workflow_id, run_id })).complete).toBe(true);
  const { files } = await call('files_save', { workflow_id, run_id });
  expect(files).toHaveLength(1);
  expect((await stat(join(folder, run_id, 'en-us/L00001.mp3'))).size).toBeGreaterThan(1_000);
  expect(await call('files_save', { workflow_id, run_id: '../../x' })).toMatchObject({
    error: { code: 'INVALID_INPUT' },
  });
  await client.close();
  const without = await connect();
  await expect(without.callTool({ name: 'files_save', arguments: { workflow_id, run_id } })).rejects.toThrow(
    'no tool',
  );
  await without.close();
});

test('prompts insert their arguments, and name missing ones', async () => {
  const client = await connect();
  const { prompts } = await client.listPrompts();
  expect(prompts.map(({ name }) => name)).toEqual(['speak_script', 'fix_failed_lines']);
  const { messages } = await client.getPrompt({
    name: 'speak_script',
    arguments: { script: 'Good evening.' },
  });
  expect(messages[0]?.content).toMatchObject({
    type: 'text',
    text: expect.stringContaining('Good evening.'),
  });
  await expect(client.getPrompt({ name: 'speak_script', arguments: {} })).rejects.toThrow('script');
  await expect(client.getPrompt({ name: 'nothing' })).rejects.toThrow('no prompt');
  await client.close();
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
