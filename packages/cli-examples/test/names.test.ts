import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { operations } from '@voiceloom/sdk/contract';
import { expect, test } from 'vitest';
import { ignoredFields } from '../src/api/unknown-fields.ts';
import { EXIT, EXIT_MEANINGS } from '../src/errors/exit-codes.ts';
import { data, json, META, service } from './support/service.ts';
import { folder, shell } from './support/shell.ts';

const KEY = { VOICELOOM_API_KEY: 'vl_live_test' };
const guide = await readFile(new URL('../../../docs/guides/command-line.md', import.meta.url), 'utf8');

test('every operation is a command named after its id, with hyphens or underscores, or with its dot', async () => {
  const { run } = await shell();
  for (const { id } of operations) {
    const [area = '', name = ''] = id.split('.');
    const hyphens = [area, name].map((word) => word.replaceAll('_', '-'));
    for (const words of [[area, name], hyphens, [id]])
      expect([words, (await run([...words, '--help'])).code]).toEqual([words, 0]);
  }
});

test.each([
  [['templates', 'clone'], 'templates use'],
  [['templates', 'preview'], 'templates estimate'],
  [['provider-keys', 'put'], 'provider-keys set'],
  [['workflows', 'put'], 'workflows replace'],
  [['workflows', 'estimate'], 'workflows preview'],
  [['dictionary', 'create'], 'dictionary add'],
  [['uploads', 'create'], 'uploads add'],
  [['runs', 'start'], 'runs start'],
  [['runs', 'download'], 'runs download'],
  [['api-keys', 'revoke'], 'keys delete'],
  [['webhook_endpoints', 'list'], 'webhooks list'],
])('%j is another name of %s', async (words, shown) => {
  const { run } = await shell();
  expect((await run(['help', ...words])).out).toContain(`Usage: voiceloom ${shown}`);
});

test('the value of an option is never read as the name of an operation', async () => {
  const page = json({ data: [], meta: META, pagination: { limit: 1, next: null, prev: null } });
  const { url, seen } = await service({ 'GET /api/v1/voices': page });
  const { run } = await shell({ ...KEY, VOICELOOM_BASE_URL: url });
  expect(await run(['voices', '--search', 'list'])).toMatchObject({ code: 0, err: '' });
  expect(seen).toHaveLength(1);
});

test('help shows one name of a command', async () => {
  const { run } = await shell();
  expect((await run(['help', 'templates'])).out).not.toContain('clone');
  expect((await run(['help'])).out).toContain('  runs ');
});

test('the version is that of the package', async () => {
  const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));
  const { run } = await shell();
  for (const flag of ['--version', '-V'])
    expect(await run([flag])).toMatchObject({ code: 0, out: `${version}\n` });
});

test.each([
  [['wrokflows'], 'workflows'],
  [['runs', 'canel'], 'cancel'],
  [['api', 'runs.strat'], 'runs.start'],
  [['api', 'voices.list', '--langauge', 'de'], '--language'],
])('%j suggests a similar command', async (line, meant) => {
  const { run } = await shell();
  const { code, err } = await run(line);
  expect([code, err]).toEqual([2, expect.stringContaining(meant)]);
});

test('a misspelled field is reported, and with --strict nothing is sent', async () => {
  const { url, seen } = await service({ 'POST /api/v1/workflows': data({ id: 'w1' }, 201) });
  const { run } = await shell({ ...KEY, VOICELOOM_BASE_URL: url });
  const line = [
    'api',
    'workflows.create',
    '--set',
    'name=x',
    '--set',
    'descripton=y',
    '--set',
    'definition.graf=1',
    '--set',
    'definition.graph.nodes=[{"id":"0e3b5c1e-6f0a-4d4b-9a53-1f6f3a1c0001","type":"source_script"}]',
  ];
  const { code, err } = await run(line);
  expect(code).toBe(0);
  expect(err).toContain('body.descripton is not a field of the request. Did you mean description?');
  expect(err).toContain('body.definition.graf is not a field of the request. Did you mean graph?');
  expect(seen).toHaveLength(1);
  expect((await run([...line, '--strict'])).code).toBe(2);
  expect(seen).toHaveLength(1);
  const warnings = (await run([...line, '--json'])).err.trim().split('\n');
  expect(warnings.map((text) => JSON.parse(text))).toHaveLength(2);
  const file = join(await folder(), 'flow.json');
  await writeFile(file, '{"name":"x","definition":{"grap":{"nodes":[]}}}');
  expect((await run(['workflows', 'create', file])).err).toContain('Did you mean graph?');
});

test('known fields of every kind are not reported as unknown', () => {
  const node = { id: 'n', type: 'source_script', config: { whatever: { it: 1 } }, position: { x: 0, y: 0 } };
  const definition = { graph: { nodes: [node], edges: [] }, execution: { params: { own: 1 } } };
  expect(ignoredFields('workflows.create', { name: 'x', description: null, definition })).toEqual([]);
  // The service keeps fields of an editor at these places, so they are known.
  const kept = { name: 'x', definition: { graph: { nodes: [{ ...node, label: 'A' }], viewport: {} } } };
  expect(ignoredFields('workflows.create', kept)).toEqual([]);
  const wrong = { name: 'x', definition: { grap: {} } };
  expect(ignoredFields('workflows.create', wrong)).toEqual([
    { path: 'body.definition.grap', meant: 'graph' },
  ]);
});

test('the guide lists every exit code, every variable and every command', async () => {
  for (const [name, meaning] of Object.entries(EXIT_MEANINGS))
    expect(guide).toMatch(new RegExp(`^\\| ${EXIT[name as keyof typeof EXIT]} +\\| ${meaning} +\\|`, 'm'));
  const { run } = await shell();
  const help = (await run(['--help'])).out;
  for (const [variable] of help.matchAll(/VOICELOOM_\w+/g))
    expect(guide).toMatch(new RegExp(`^\\| \`${variable}\``, 'm'));
  const names = [
    ...help.slice(help.indexOf('Commands:'), help.indexOf('Environment:')).matchAll(/^ {2}([a-z-]+)/gm),
  ];
  for (const [, name = ''] of names) expect(guide).toContain(name);
});

test('events of a run are one line each, and continue after a given one', async () => {
  const events = [1, 2].map((id) => ({
    id,
    type: 'run.status',
    at: '2026',
    data: { status: id === 1 ? 'running' : 'completed' },
  }));
  const { url, seen } = await service({
    'GET /api/v1/workflows/w1/runs/r1/events': (res) =>
      res
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .end(events.map((event) => `id: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`).join('')),
  });
  const { run } = await shell({ ...KEY, VOICELOOM_BASE_URL: url });
  expect((await run(['runs', 'events', 'w1', 'r1'])).out).toBe(
    '1\t2026\trun.status\t{"status":"running"}\n2\t2026\trun.status\t{"status":"completed"}\n',
  );
  const { out } = await run(['runs', 'events', 'w1', 'r1', '--after', '1', '--json']);
  expect(
    out
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text).id),
  ).toEqual([2]);
  expect(seen.at(-1)?.headers['last-event-id']).toBe('1');
});
