import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { operations } from '@voiceloom/sdk/contract';
import { expect, test } from 'vitest';
import { parametersFrom } from '../src/api/parameters.ts';
import { createProgram } from '../src/cli.ts';
import { data, json, META, service } from './support/service.ts';
import { folder, shell } from './support/shell.ts';

const KEY = { VOICELOOM_API_KEY: 'vl_live_test' };

test('every operation can be called by its id, with its parameters as arguments and options', async () => {
  const { run } = await shell();
  const help = (await run(['api', '--help'])).out;
  for (const operation of operations) {
    expect(help).toContain(`  ${operation.id} `);
    const { code, out } = await run(['api', operation.id, '--help']);
    expect([operation.id, code]).toEqual([operation.id, 0]);
    for (const { name, in: place } of operation.parameters)
      if (place !== 'header') expect(out).toContain(name.replaceAll('_', '-'));
    expect(out.includes('--body')).toBe(operation.body !== null);
    for (const field of Object.keys((operation.body?.schema.properties as object | undefined) ?? {}))
      expect(out).toContain(`  ${field}`);
  }
});

test('no option of the program hides a parameter of an operation', () => {
  const own = new Set([
    'json',
    'base_url',
    'workspace',
    'yes',
    'body',
    'set',
    'all',
    'strict',
    'profile',
    'verbose',
    'idempotency_key',
    'if_match',
    'help',
  ]);
  for (const { parameters } of operations)
    for (const { name, in: place } of parameters) if (place === 'query') expect(own.has(name)).toBe(false);
  expect(createProgram(worldOfNothing()).commands.map((one) => one.name())).toContain('api');
});

const worldOfNothing = () => ({
  env: {},
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signal: new AbortController().signal,
});

test('path parameters, numbers, lists and booleans are sent as the service expects them', async () => {
  const page = { data: [], meta: META, pagination: { limit: 2, next: null, prev: null, total: 0 } };
  const urls: string[] = [];
  const { url } = await service({
    'GET /api/v1/voices': (res, { route }) => {
      urls.push(`${route} ${res.req.url}`);
      json(page)(res, { route, headers: {}, body: '' });
    },
  });
  const { run } = await shell({ ...KEY, VOICELOOM_BASE_URL: url });
  const line = [
    'api',
    'voices.list',
    '--limit',
    '2',
    '--gender',
    'female',
    '--gender',
    'neutral',
    '--favorites-only',
    'true',
  ];
  const { code, out } = await run(line);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toEqual({ data: [], pagination: page.pagination });
  const { searchParams } = new URL(urls[0]?.split(' ')[2] ?? '', url);
  expect([...searchParams]).toEqual([
    ['limit', '2'],
    ['favorites_only', 'true'],
    ['gender', 'female'],
    ['gender', 'neutral'],
  ]);
  const operation = operations.find(({ id }) => id === 'runs.audio_url');
  expect(operation && parametersFrom(operation, ['w', 'r', 'a'], {})).toEqual({
    workflow_id: 'w',
    run_id: 'r',
    audio_id: 'a',
  });
});

test('a body is JSON, a file or a pipe, and --set overrides single fields', async () => {
  const { url, seen } = await service({ 'POST /api/v1/workflows': data({ id: 'w1' }, 201) });
  const { run } = await shell({ ...KEY, VOICELOOM_BASE_URL: url });
  const file = join(await folder(), 'workflow.json');
  await writeFile(file, '{"name":"From a file","definition":{}}');
  await run(['api', 'workflows.create', '--body', '{"name":"As JSON"}']);
  await run(['api', 'workflows.create', '--body', `@${file}`, '--set', 'definition.execution.steps=[]']);
  await run(['api', 'workflows.create', '--body', '-', '--set', 'name=Piped'], '{"description":"x"}');
  expect(seen.map(({ body }) => body)).toEqual([
    { name: 'As JSON' },
    { name: 'From a file', definition: { execution: { steps: [] } } },
    { description: 'x', name: 'Piped' },
  ]);
  expect(seen.every(({ headers }) => headers['idempotency-key'])).toBe(true);
});

test('lists print a line for each item of every page with --all', async () => {
  const answer = (ids: string[], next: string | null) =>
    json({ data: ids.map((id) => ({ id })), meta: META, pagination: { limit: 2, next, prev: null } });
  const { url } = await service({
    'GET /api/v1/templates': (res, seen) =>
      (res.req.url?.includes('cursor')
        ? answer(['c'], null)
        : answer(['a', 'b'], '/api/v1/templates?cursor=x'))(res, seen),
  });
  const { run } = await shell({ ...KEY, VOICELOOM_BASE_URL: url });
  const { out } = await run(['api', 'templates.list', '--all']);
  expect(
    out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).id),
  ).toEqual(['a', 'b', 'c']);
});

test.each([
  [['api', 'workflows.create'], 'requires a body'],
  [['api', 'workflows.create', '--body', '{'], 'not JSON'],
  [['api', 'workflows.create', '--set', 'name'], 'name=value'],
  [['api', 'workflows.create', '--set', '__proto__.x=1'], 'name=value'],
  [['api', 'workflows.get'], 'missing required argument'],
  [['api', 'voices.list', '--limit', 'many'], 'whole number'],
  [['api', 'voices.list', '--favorites-only', 'maybe'], 'true or false'],
  [['api', 'usage.summary', '--range', '9d'], 'Allowed choices'],
  [['api', 'nothing.at_all'], "unknown operation 'nothing.at_all'\n`voiceloom api` lists the operations."],
  [
    ['api', 'workflow.list', '--limit', '3'],
    "unknown operation 'workflow.list'\n(Did you mean workflows.list",
  ],
  [['workflow.list', '--limit', '3'], "unknown operation 'workflow.list'\n(Did you mean workflows.list"],
  [['api', 'run.start', 'w1', '--body', '{}'], "unknown operation 'run.start'\n(Did you mean runs.start"],
  [['api', 'voices.get', '--bogus'], "unknown option '--bogus'"],
  [['api', '--bogus'], "unknown option '--bogus'"],
  [['api', 'workflows.delete', 'w1'], '--yes'],
  [['workflows', 'delete', 'w1'], '--yes'],
  [['runs', 'cancel', 'w1', 'r1'], '--yes'],
  [['keys', 'delete', 'k1'], '--yes'],
])('%j is rejected before anything is sent', async (line, said) => {
  const { url, seen } = await service({});
  const { run } = await shell({ ...KEY, VOICELOOM_BASE_URL: url });
  const { code, err } = await run(line);
  expect(code).toBe(2);
  expect(err).toContain(said);
  expect(seen).toEqual([]);
});

test('with --yes, a command deletes without a question', async () => {
  const { url, seen } = await service({ 'DELETE /api/v1/workflows/w1': data({}) });
  const { run } = await shell({ ...KEY, VOICELOOM_BASE_URL: url });
  expect((await run(['api', 'workflows.delete', 'w1', '--yes'])).code).toBe(0);
  expect((await run(['--yes', 'workflows', 'delete', 'w1'])).code).toBe(0);
  expect(seen).toHaveLength(2);
});

test.each([
  [401, 'UNAUTHENTICATED', 3],
  [403, 'INSUFFICIENT_SCOPE', 3],
  [404, 'NOT_FOUND', 4],
  [409, 'CONFLICT', 5],
  [412, 'PRECONDITION_FAILED', 5],
  [402, 'INSUFFICIENT_CREDITS', 6],
  [422, 'VALIDATION_ERROR', 1],
])('%i %s ends with exit code %i and is reported in JSON', async (status, code, exit) => {
  const { url } = await service({
    'GET /api/v1/auth/whoami': json({ error: { code, message: 'No.' }, meta: META }, status),
  });
  const { run } = await shell({ ...KEY, VOICELOOM_BASE_URL: url });
  const answer = await run(['api', 'auth.whoami', '--json']);
  expect(answer.code).toBe(exit);
  expect(JSON.parse(answer.err).error.code).toBe(code);
  expect(answer.out).toBe('');
});

test('an unavailable service ends with exit code 7', async () => {
  const { run } = await shell({ ...KEY, VOICELOOM_BASE_URL: 'http://127.0.0.1:9' });
  expect((await run(['doctor'])).code).toBe(7);
  expect((await run(['api', 'health.live'])).code).toBe(7);
});
