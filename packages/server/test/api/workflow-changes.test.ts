import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../src/ids.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createMember, type Member } from '../support/factories.ts';
import { createNamed, fieldsOf, insertRun, narration, WORKFLOWS } from '../support/workflows.ts';

let server: TestApp;
let member: Member;

beforeAll(async () => {
  server = await startTestApp();
});
beforeEach(async () => {
  member = await createMember(server);
});
afterAll(() => server.close());

const get = (path: string, as = member) => server.request('GET', path, { as });
const create = (body: object, as = member) => server.request('POST', WORKFLOWS, { as, body });

test('PUT replaces everything, and removes an omitted description', async () => {
  const { body } = await create({ name: 'Old', description: 'Old text' });
  const path = `${WORKFLOWS}/${body.data.id}`;
  const replaced = await server.request('PUT', path, {
    as: member,
    body: { name: 'New', definition: narration() },
  });
  expect(replaced.status).toBe(200);
  expect(replaced.body.data).toMatchObject({ name: 'New', description: null });
  expect(replaced.body.data.definition.graph.nodes.length).toBe(3);
  expect((await get(path)).body.data).toEqual(replaced.body.data);
  const refused = await server.request('PUT', path, { as: member, body: { name: 'Half' } });
  expect(refused.status).toBe(422);
  expect(fieldsOf(refused.body)).toContain('body.definition');
});

test('PATCH changes the named fields and distinguishes null from absent', async () => {
  const { body } = await create({ name: 'Kept', description: 'Text', definition: narration() });
  const path = `${WORKFLOWS}/${body.data.id}`;
  const patch = (fields: object) => server.request('PATCH', path, { as: member, body: fields });
  const { definition } = body.data;
  expect((await patch({ name: 'Named' })).body.data).toMatchObject({
    name: 'Named',
    description: 'Text',
    definition,
  });
  expect((await patch({ description: null })).body.data).toMatchObject({
    name: 'Named',
    description: null,
    definition,
  });
  expect((await patch({ name: null })).body.data).toMatchObject({ name: 'Named' });
  expect((await patch({ definition: null })).body.data).toMatchObject({ definition });
  const empty = { graph: { nodes: [], edges: [] }, execution: { steps: [], params: {} } };
  expect((await patch({ definition: {} })).body.data).toMatchObject({ name: 'Named', definition: empty });
});

test.each([
  [{ name: '' }, 'body.name'],
  [
    { definition: { graph: { nodes: [{ id: newId(), type: 'nothing' }] } } },
    'body.definition.graph.nodes.0.type',
  ],
])('the PATCH %j is rejected and changes nothing', async (fields, field) => {
  const workflow = await createNamed({ server, member }, 'Same');
  const { status, body } = await server.request('PATCH', `${WORKFLOWS}/${workflow.id}`, {
    as: member,
    body: fields,
  });
  expect(status).toBe(422);
  expect(fieldsOf(body)).toContain(field);
  expect((await get(`${WORKFLOWS}/${workflow.id}`)).body.data).toEqual(workflow);
});

test.each(['PUT', 'PATCH', 'DELETE'])('%s honors If-Match', async (method) => {
  const workflow = await createNamed({ server, member }, 'Guarded');
  const path = `${WORKFLOWS}/${workflow.id}`;
  const write = (etag: string) => {
    const body = method === 'DELETE' ? undefined : { name: `Changed by ${method}`, definition: {} };
    return server.request(method, path, { as: member, body, headers: { 'If-Match': etag } });
  };
  const etag = String((await get(path)).headers.get('etag'));
  for (const wrong of ['"other"', '"a", "b"']) {
    const refused = await write(wrong);
    expect(refused.status).toBe(412);
    expect(refused.body.error.code).toBe('PRECONDITION_FAILED');
  }
  expect((await get(path)).body.data).toEqual(workflow);
  expect((await write(etag)).status).toBe(200);
  if (method === 'DELETE') return;
  const after = await get(path);
  expect(after.headers.get('etag')).not.toBe(etag);
  expect((await write(etag)).status).toBe(412);
  expect((await write('*')).status).toBe(200);
});

test('exactly one of many writers with the same ETag succeeds', async () => {
  const workflow = await createNamed({ server, member }, 'Raced');
  const path = `${WORKFLOWS}/${workflow.id}`;
  const etag = String((await get(path)).headers.get('etag'));
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      server.request('PATCH', path, {
        as: member,
        body: { name: `Writer ${index}` },
        headers: { 'If-Match': etag },
      }),
    ),
  );
  const winners = answers.filter(({ status }) => status === 200);
  expect(winners.length).toBe(1);
  expect(answers.filter(({ status }) => status === 412).length).toBe(19);
  expect((await get(path)).body.data.name).toBe(winners[0]!.body.data.name);
});

test('writers without If-Match each create a version', async () => {
  const workflow = await createNamed({ server, member }, 'Busy');
  const path = `${WORKFLOWS}/${workflow.id}`;
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      server.request('PATCH', path, { as: member, body: { name: `Writer ${index}` } }),
    ),
  );
  expect(new Set(answers.map(({ headers }) => headers.get('etag'))).size).toBe(10);
});

test('a deleted workflow is not found by any operation, and its active run is canceled', async () => {
  const workflow = await createNamed({ server, member }, 'Gone');
  const path = `${WORKFLOWS}/${workflow.id}`;
  const run = await insertRun({ server, member }, workflow, { status: 'running' });
  const deleted = await server.request('DELETE', path, { as: member });
  expect(deleted.status).toBe(200);
  expect(deleted.body.data).toEqual({});
  const { status } = await server.app.db
    .selectFrom('run')
    .select('status')
    .where('id', '=', run)
    .executeTakeFirstOrThrow();
  expect(status).toBe('cancelled');
  expect((await get(path)).status).toBe(404);
  expect((await server.request('DELETE', path, { as: member })).status).toBe(404);
  expect((await server.request('PATCH', path, { as: member, body: { name: 'Back' } })).status).toBe(404);
  expect((await get(`${path}/uploads`)).status).toBe(404);
  expect((await get(WORKFLOWS)).body.data).toEqual([]);
});

test('a workflow is invisible to another workspace', async () => {
  const workflow = await createNamed({ server, member }, 'Private');
  const path = `${WORKFLOWS}/${workflow.id}`;
  const stranger = await createMember(server);
  const body = { name: 'Stolen', definition: {} };
  const answers = [
    await get(path, stranger),
    await server.request('PUT', path, { as: stranger, body }),
    await server.request('PATCH', path, { as: stranger, body }),
    await server.request('DELETE', path, { as: stranger }),
    await server.request('POST', `${path}/duplicate`, { as: stranger }),
    await server.request('POST', `${path}/runs/preview`, { as: stranger }),
    await get(`${path}/uploads`, stranger),
  ];
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
  expect((await get(WORKFLOWS, stranger)).body.data).toEqual([]);
  expect((await get(path)).body.data).toEqual(workflow);
});

test('a duplicate is a separate workflow without runs', async () => {
  const { body } = await create({ name: 'Original', description: 'Text', definition: narration() });
  await insertRun({ server, member }, body.data, { status: 'completed' });
  const copy = await server.request('POST', `${WORKFLOWS}/${body.data.id}/duplicate`, { as: member });
  expect(copy.status).toBe(201);
  expect(copy.body.data).toMatchObject({
    name: 'Original (Copy)',
    description: 'Text',
    definition: body.data.definition,
    runs_count: 0,
    last_run_status: null,
  });
  expect(copy.body.data.id).not.toBe(body.data.id);
});

test('the name of a duplicate has at most 200 characters and splits no character', async () => {
  const workflow = await createNamed({ server, member }, '😀'.repeat(200));
  const { body } = await server.request('POST', `${WORKFLOWS}/${workflow.id}/duplicate`, { as: member });
  expect(body.data.name).toBe(`${'😀'.repeat(193)} (Copy)`);
});
