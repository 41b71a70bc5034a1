import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createMember, type Member } from '../support/factories.ts';

let server: TestApp;
let member: Member;

beforeAll(async () => {
  server = await startTestApp();
  member = await createMember(server);
});
afterAll(() => server.close());

test('the catalog of node types needs no credential and is one complete page', async () => {
  const { status, body } = await server.request('GET', '/api/v1/nodes');
  expect(status).toBe(200);
  expect(body.pagination).toEqual({ limit: body.data.length });
  const source = body.data.find((node: { node_type: string }) => node.node_type === 'source_script');
  expect(source.inputs).toEqual([]);
  expect(source.outputs).toEqual([{ name: 'lines', fields: ['locale_code', 'script'] }]);
  expect(source.config_schema.text).toMatchObject({ type: 'string', maxLength: 500_000 });
  expect(source).not.toHaveProperty('category');
});

test('one node type has its category and the values of its fields', async () => {
  const { status, body } = await server.request('GET', '/api/v1/nodes/operator_generator', { as: member });
  expect(status).toBe(200);
  expect(body.data.category).toBe('operator');
  expect(body.data.options.voice_id).toEqual({ kind: 'href', target: '/api/v1/voices' });
  expect(body.data.options.provider.value).toContainEqual({
    value: 'espeak',
    display_name: 'eSpeak NG (embedded)',
  });
});

test('every option target resolves for the caller', async () => {
  const list = await server.request('GET', '/api/v1/nodes');
  for (const { node_type } of list.body.data) {
    const { body } = await server.request('GET', `/api/v1/nodes/${node_type}`, { as: member });
    for (const option of Object.values<{ kind: string; target: string }>(body.data.options)) {
      if (option.kind !== 'href') continue;
      expect((await server.request('GET', option.target, { as: member })).status).toBe(200);
    }
  }
});

test('the detail of a node type needs a credential', async () => {
  const { status, body } = await server.request('GET', '/api/v1/nodes/source_script');
  expect(status).toBe(401);
  expect(body.error.code).toBe('UNAUTHENTICATED');
});

test.each(['no_such_type', 'toString', '__proto__'])('the node type %s is not found', async (type) => {
  const { status, body } = await server.request('GET', `/api/v1/nodes/${type}`, { as: member });
  expect(status).toBe(404);
  expect(body.error.code).toBe('NOT_FOUND');
});
