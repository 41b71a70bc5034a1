import { afterEach, expect, expectTypeOf, test, vi } from 'vitest';
import { callOperation, findOperation } from '../src/contract.ts';
import {
  call,
  connect,
  InputError,
  isError,
  list,
  logging,
  PreconditionFailedError,
  Voiceloom,
  VoiceloomError,
  voicesList,
  workflowsCreate,
  workflowsGet,
} from '../src/index.ts';
import { data, failure, json, META, scripted } from './support/scripted-server.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

const caught = async (promise: Promise<unknown>): Promise<unknown> => {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('The call succeeded.');
};

test('an error is narrowed by its operation and its code, and both are typed', async () => {
  const { client } = await scripted(failure(402, 'INSUFFICIENT_CREDITS'));
  const error = await caught(client().runs.start('w'));
  expect(isError(error, 'runs.start', 'INSUFFICIENT_CREDITS')).toBe(true);
  expect(isError(error, 'runs.start')).toBe(true);
  expect(isError(error, 'runs.start', 'VALIDATION_ERROR')).toBe(false);
  expect(isError(error, 'runs.retry')).toBe(false);
  expect(isError(new Error('no'), 'runs.start')).toBe(false);
  if (!isError(error, 'runs.start')) throw error;
  if (error.code === 'INSUFFICIENT_CREDITS') expectTypeOf(error.status).toEqualTypeOf<402>();
  // @ts-expect-error the contract names no such code for the operation
  expect(isError(error, 'voices.get', 'INSUFFICIENT_CREDITS')).toBe(false);
});

test('an error from the client or a proxy is not an error of the operation', async () => {
  const proxy = await scripted((res) => res.writeHead(502).end('<html>'));
  expect(isError(await caught(proxy.client({ maxRetries: 0 }).voices.get('v')), 'voices.get')).toBe(false);
  const error = await caught(proxy.client().voices.get(''));
  expect(error).toBeInstanceOf(VoiceloomError);
  expect(isError(error, 'voices.get')).toBe(false);
});

test('an API key in a browser is rejected unless the client allows it explicitly', () => {
  const make = (options: object) => new Voiceloom({ baseUrl: 'https://voice.example.com', ...options });
  vi.stubGlobal('document', {});
  vi.stubGlobal('process', undefined);
  expect(() => make({ apiKey: 'k' })).toThrow(InputError);
  expect(() => make({ apiKey: 'k', dangerouslyAllowBrowser: true })).not.toThrow();
  expect(() => make({ token: async () => 'token of the user' })).not.toThrow();
  expect(() => connect({ apiKey: 'k' })).toThrow(InputError);
});

test('options that are left out come from the environment, and explicit options override it', async () => {
  const { url, seen } = await scripted(data({}));
  vi.stubEnv('VOICELOOM_API_KEY', 'vl_live_environment');
  vi.stubEnv('VOICELOOM_BASE_URL', url);
  vi.stubEnv('VOICELOOM_WORKSPACE_ID', 'ws-9');
  await new Voiceloom().workflows.get('w');
  await new Voiceloom({ token: 'jwt', workspaceId: 'ws-1' }).workflows.get('w');
  expect(seen.map(({ headers }) => [headers.authorization, headers['x-workspace-id']])).toEqual([
    ['Bearer vl_live_environment', 'ws-9'],
    ['Bearer jwt', 'ws-1'],
  ]);
});

test('a lean client calls and lists like the full one', async () => {
  const { url, seen } = await scripted(
    failure(503, 'UNAVAILABLE', { 'retry-after': '0' }),
    data({ id: 'w', name: 'Harbor' }),
    data({ id: 'w2' }, 201),
    json({
      data: [{ name: 'Aria' }],
      meta: META,
      pagination: { limit: 1, next: null, prev: null, total: 1 },
    }),
  );
  const connection = connect({ apiKey: 'k', baseUrl: url, middleware: [logging({})] });
  const workflow = await call(connection, workflowsGet, 'w', { workspaceId: 'ws-1' });
  expectTypeOf(workflow.name).toEqualTypeOf<string>();
  expect(workflow.name).toBe('Harbor');
  const { response } = await call(connection, workflowsCreate, { name: 'a' }).withResponse();
  expect(response.status).toBe(201);
  const names: string[] = [];
  for await (const { name } of list(connection, voicesList, { language: 'ja-jp' })) names.push(name);
  expect(names).toEqual(['Aria']);
  expect(seen.map(({ method, url: path }) => `${method} ${path}`)).toEqual([
    'GET /api/v1/workflows/w',
    'GET /api/v1/workflows/w',
    'POST /api/v1/workflows',
    'GET /api/v1/voices?language=ja-jp',
  ]);
  expect(seen[1]?.headers['x-workspace-id']).toBe('ws-1');
  // @ts-expect-error a workflow is named by one id
  void (() => call(connection, workflowsGet, 1));
});

const workflow = (name: string) => ({ id: 'w', name, description: null, definition: { graph: {} } });

test('updating a workflow with a function starts again if someone else saved first', async () => {
  const { client, seen } = await scripted(
    data(workflow('one'), 200, { etag: '"1"' }),
    failure(412, 'PRECONDITION_FAILED'),
    data(workflow('two'), 200, { etag: '"2"' }),
    data(workflow('two!')),
  );
  const saved = await client().workflows.update('w', async ({ name }) => ({ name: `${name}!` }));
  expect(saved.name).toBe('two!');
  expect(seen.map(({ method, headers }) => [method, headers['if-match']])).toEqual([
    ['GET', undefined],
    ['PUT', '"1"'],
    ['GET', undefined],
    ['PUT', '"2"'],
  ]);
  expect(JSON.parse(String(seen[3]?.body))).toEqual({
    name: 'two!',
    description: null,
    definition: { graph: {} },
  });
});

test('a workflow that the function changes in place is saved with the change', async () => {
  const { client, seen } = await scripted(
    data(workflow('one'), 200, { etag: '"1"' }),
    data(workflow('one!')),
  );
  await client().workflows.update('w', (draft) => {
    draft.name += '!';
  });
  expect(JSON.parse(String(seen[1]?.body)).name).toBe('one!');
});

test('an update that always conflicts fails in the end, and a function that returns nothing saves nothing', async () => {
  const get = data(workflow('one'), 200, { etag: '"1"' });
  const { client, seen } = await scripted((res, one) =>
    (one.method === 'GET' ? get : failure(412, 'PRECONDITION_FAILED'))(res, one),
  );
  const change = client().workflows.update('w', () => ({ name: 'x' }), { maxConflicts: 1 });
  expect(await caught(change)).toBeInstanceOf(PreconditionFailedError);
  expect(seen).toHaveLength(4);
  expect((await client().workflows.update('w', () => undefined)).name).toBe('one');
  expect(seen).toHaveLength(5);
  const unversioned = await scripted(data(workflow('one')));
  await expect(unversioned.client().workflows.update('w', () => ({ name: 'x' }))).rejects.toMatchObject({
    code: 'INVALID_RESPONSE',
  });
});

test('a catalog operation that returns a redirect address accepts call options', async () => {
  const { client, seen } = await scripted(data({ url: 'https://files.example.com/a.wav' }));
  const operation = findOperation('voices.sample');
  if (!operation) throw new Error('The catalog lacks it.');
  const parameters = { voice_id: 'v', redirect: true };
  await callOperation(client(), operation, { parameters }, { workspaceId: 'ws-1' });
  expect(seen[0]?.url).toBe('/api/v1/voices/v/sample?redirect=false');
  expect(seen[0]?.headers['x-workspace-id']).toBe('ws-1');
});

test('the client of single operations accepts only options that it uses', () => {
  // @ts-expect-error the check of fields belongs to the whole client
  connect({ token: null, unknownFields: 'error' });
  // @ts-expect-error so does the logger, whose middleware is given
  connect({ token: null, logger: console });
});
