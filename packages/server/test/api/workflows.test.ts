import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../src/ids.ts';
import { type Credential, startTestApp, type TestApp } from '../support/app.ts';
import { createKey, createMember, type Member } from '../support/factories.ts';
import {
  createNamed,
  edge,
  fieldsOf,
  narration,
  WORKFLOWS,
  type WorkflowBody,
} from '../support/workflows.ts';

let server: TestApp;
let member: Member;

beforeAll(async () => {
  server = await startTestApp();
});
beforeEach(async () => {
  member = await createMember(server);
});
afterAll(() => server.close());

const get = (path: string, as: Credential = member) => server.request('GET', path, { as });
const create = (body: object, as: Credential = member) => server.request('POST', WORKFLOWS, { as, body });

test('a workflow without a definition has an empty graph', async () => {
  const { status, body, headers } = await create({ name: '  Trailer  ' });
  expect(status).toBe(201);
  expect(body.data).toMatchObject({
    name: 'Trailer',
    description: null,
    user_id: member.user_id,
    definition: { graph: { nodes: [], edges: [] }, execution: { steps: [], params: {} } },
    runs_count: 0,
    last_run_at: null,
    last_run_status: null,
    run_status_counts: { pending: 0, running: 0, paused: 0, completed: 0, failed: 0, cancelled: 0 },
  });
  const read = await get(`${WORKFLOWS}/${body.data.id}`);
  expect(read.body.data).toEqual(body.data);
  expect(read.headers.get('etag')).toBe(headers.get('etag'));
  expect(read.headers.get('etag')).toMatch(/^"[\w-]{27}\.[\w-]{16}"$/);
});

test('a definition is stored with its defaults', async () => {
  const { body } = await create({ name: 'Full', description: 'All of it', definition: narration() });
  const [source] = body.data.definition.graph.nodes;
  expect(source).toMatchObject({
    position: { x: 0, y: 0 },
    config_version: 1,
    config: {
      input_type: 'text',
      text: 'Hello there.',
      upload_ids: [],
      csv_column: null,
      csv_has_header: true,
      columns: {},
    },
  });
  const read = await get(`${WORKFLOWS}/${body.data.id}`);
  expect(read.body.data.definition).toEqual(body.data.definition);
});

test.each([
  ['no name', {}, 'body.name'],
  ['an empty name', { name: '' }, 'body.name'],
  ['a blank name', { name: '   ' }, 'body.name'],
  ['a name of 201 characters', { name: 'a'.repeat(201) }, 'body.name'],
  ['a description of 5,001', { name: 'a', description: 'a'.repeat(5001) }, 'body.description'],
  ['null for a definition', { name: 'a', definition: null }, 'body.definition'],
])('a workflow with %s is rejected at its field', async (_what, fields, field) => {
  const { status, body } = await create(fields);
  expect(status).toBe(422);
  expect(fieldsOf(body)).toContain(field);
});

test('every error of a definition is in one response, each with its path', async () => {
  const definition = narration();
  const [source, generator, sink] = definition.graph.nodes;
  definition.graph.nodes.push({ id: sink!.id, type: 'no_such_type', config: {} });
  definition.graph.edges.push(
    edge([source!, 'audio'], [generator!, 'lines']),
    edge([source!, 'lines'], [{ id: randomUUID() }, 'lines']),
  );
  const { status, body } = await create({ name: '', definition });
  expect(status).toBe(422);
  expect(fieldsOf(body)).toEqual(
    expect.arrayContaining([
      'body.name',
      'body.definition.graph.nodes.3.id',
      'body.definition.graph.nodes.3.type',
      'body.definition.graph.edges.2.sourcePort',
      'body.definition.graph.edges.3.target',
    ]),
  );
});

test('validate returns the errors of a save without saving', async () => {
  const definition = narration();
  definition.graph.edges.push({ ...definition.graph.edges[0]! });
  const { status, body } = await server.request('POST', `${WORKFLOWS}/validate`, {
    as: member,
    body: { definition },
  });
  expect(status).toBe(200);
  expect(body.data.valid).toBe(false);
  expect(body.data.errors.map((fault: { path: string }) => fault.path)).toEqual(
    expect.arrayContaining(['definition.graph.edges.2', 'definition.graph.edges.2.id']),
  );
  expect((await get(WORKFLOWS)).body.pagination.total).toBe(0);
});

test('validate warns about problems that only prevent a run', async () => {
  const upload = newId();
  const voice = newId();
  const definition = narration(
    { input_type: 'file', upload_ids: [upload] },
    { provider: 'inworld', voices_by_locale: { 'de-de': voice } },
  );
  definition.graph.nodes.splice(2, 1);
  definition.graph.edges.splice(1, 1);
  const { body } = await server.request('POST', `${WORKFLOWS}/validate`, {
    as: member,
    body: { definition },
  });
  expect(body.data.valid).toBe(true);
  expect(body.data.warnings).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ code: 'no_sink', path: 'definition.graph.nodes' }),
      expect.objectContaining({
        code: 'upload_not_confirmed',
        path: 'definition.graph.nodes.0.config.upload_ids.0',
      }),
      expect.objectContaining({
        code: 'provider_key_missing',
        path: 'definition.graph.nodes.1.config.provider',
      }),
      expect.objectContaining({
        code: 'unknown_voice',
        path: 'definition.graph.nodes.1.config.voices_by_locale.de-de',
      }),
    ]),
  );
});

test('a definition that is ready to run has no warnings', async () => {
  const { body } = await server.request('POST', `${WORKFLOWS}/validate`, {
    as: member,
    body: { definition: narration() },
  });
  expect(body.data).toMatchObject({
    valid: true,
    errors: [],
    warnings: [],
    readings: [{ reading: { line_count: 1 } }],
  });
});

test('a name is available until a workflow has it, regardless of case', async () => {
  const workflow = await createNamed({ server, member }, 'Trailer');
  const ask = async (query: string) => (await get(`${WORKFLOWS}/name-availability?${query}`)).body.data;
  expect(await ask('name=Other')).toEqual({ name: 'Other', available: true });
  expect(await ask('name=trailer')).toEqual({ name: 'trailer', available: false });
  expect(await ask(`name=Trailer&exclude_id=${workflow.id}`)).toEqual({ name: 'Trailer', available: true });
  const stranger = await createMember(server);
  const { body } = await get(`${WORKFLOWS}/name-availability?name=Trailer`, stranger);
  expect(body.data.available).toBe(true);
  await server.request('DELETE', `${WORKFLOWS}/${workflow.id}`, { as: member });
  expect(await ask('name=Trailer')).toEqual({ name: 'Trailer', available: true });
  expect((await get(`${WORKFLOWS}/name-availability`)).status).toBe(422);
});

async function confirmedUpload(context_id: string): Promise<string> {
  const file = { filename: 'script.txt', category: 'script' };
  const { body } = await server.request('POST', '/api/v1/uploads', { as: member, body: file });
  const { upload, upload_url } = body.data;
  const headers = { 'Content-Type': upload.content_type };
  await fetch(upload_url, { method: 'PUT', body: 'Hello there.', headers });
  const confirmation = { context_type: 'workflow', context_id };
  await server.request('POST', `/api/v1/uploads/${upload.id}`, { as: member, body: confirmation });
  return upload.id;
}

test('the uploads of a workflow are those bound to it and those that its sources name', async () => {
  const other = await createNamed({ server, member }, 'Other');
  const foreign = await confirmedUpload(other.id);
  const { body } = await create({
    name: 'Mine',
    definition: narration({ input_type: 'file', upload_ids: [foreign] }),
  });
  const { id } = body.data;
  const own = [await confirmedUpload(id), await confirmedUpload(id)];
  await server.request('POST', '/api/v1/uploads', {
    as: member,
    body: { filename: 'p.txt', category: 'script' },
  });
  const whole = await get(`${WORKFLOWS}/${id}/uploads`);
  expect(whole.status).toBe(200);
  expect(whole.body.pagination).toEqual({ limit: 20, next: null, prev: null });
  expect(whole.body.data.map((upload: WorkflowBody) => upload.id)).toEqual([own[1], own[0], foreign]);
  expect(await (await fetch(whole.body.data[0].download_url)).text()).toBe('Hello there.');
  const first = await get(`${WORKFLOWS}/${id}/uploads?limit=2`);
  const second = await get(first.body.pagination.next);
  expect([...first.body.data, ...second.body.data].map((upload: WorkflowBody) => upload.id)).toEqual([
    ...own.reverse(),
    foreign,
  ]);
});

test('the preview of a run is free and predicts the cost of the run', async () => {
  const { body } = await create({ name: 'Priced', definition: narration() });
  const preview = await server.request('POST', `${WORKFLOWS}/${body.data.id}/runs/preview`, { as: member });
  expect(preview.status).toBe(200);
  const { min_credits, expected_credits, max_credits, breakdown, can_run } = preview.body.data;
  expect(min_credits).toBeGreaterThan(0);
  expect(expected_credits).toBeGreaterThanOrEqual(min_credits);
  expect(max_credits).toBeGreaterThanOrEqual(expected_credits);
  expect(breakdown.length).toBe(3);
  expect(can_run).toBe(true);
  const again = await server.request('POST', `${WORKFLOWS}/${body.data.id}/runs/preview`, { as: member });
  expect(again.body.data).toEqual(preview.body.data);
  expect((await get(`${WORKFLOWS}/${body.data.id}`)).body.data).toEqual(body.data);
});

test('an API key reads and writes with its scopes, but cannot use PATCH', async () => {
  const workflow = await createNamed({ server, member }, 'Keyed');
  const reader = await createKey(server, member, { scopes: ['workflows:read'] });
  const writer = await createKey(server, member, { scopes: ['workflows:write'] });
  expect((await get(`${WORKFLOWS}/${workflow.id}`, reader)).status).toBe(200);
  const refused = await create({ name: 'No' }, reader);
  expect(refused.status).toBe(403);
  expect(refused.body.error.code).toBe('INSUFFICIENT_SCOPE');
  expect((await create({ name: 'Yes' }, writer)).status).toBe(201);
  const patch = await server.request('PATCH', `${WORKFLOWS}/${workflow.id}`, {
    as: writer,
    body: { name: 'No' },
  });
  expect(patch.status).toBe(403);
  expect(patch.body.error.code).toBe('FORBIDDEN');
});
