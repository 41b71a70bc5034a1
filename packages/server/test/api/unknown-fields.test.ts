import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createMember, type Member } from '../support/factories.ts';
import { fieldsOf, narration } from '../support/workflows.ts';

let server: TestApp;
let member: Member;
beforeAll(async () => {
  server = await startTestApp({ checks_ledgers: true });
});
beforeEach(async () => {
  member = await createMember(server);
});
afterAll(() => server.close());

const ask = (method: string, path: string, body?: unknown) =>
  server.request(method, `/api/v1${path}`, { as: member, body });
const call = async (method: string, path: string, body?: unknown) => {
  const response = await ask(method, path, body);
  expect(response.status, response.text).toBeLessThan(300);
  return response.body.data;
};

const VIEW = { x: 1.5, y: -2, zoom: 0.75, note: 'Größe \u{1d11e}', constructor: ['c'] };

/** A definition as an editor sends it, with unknown fields in every part. */
function drawn(color = 'teal') {
  const { graph } = narration();
  return {
    graph: {
      viewport: VIEW,
      nodes: graph.nodes.map((node, index) => ({ ...node, color, data: { index } })),
      edges: graph.edges.map((edge) => ({ ...edge, label: 'to', animated: true })),
    },
    execution: { steps: [], params: { mine: 1 }, engine: 'editor-2' },
  };
}

function expectKept({ graph, execution }: ReturnType<typeof drawn>, color = 'teal') {
  expect(graph.viewport).toEqual(VIEW);
  expect(graph.nodes.map((node) => [node.color, node.data])).toEqual(
    [0, 1, 2].map((index) => [color, { index }]),
  );
  expect(graph.edges).toMatchObject([
    { label: 'to', animated: true },
    { label: 'to', animated: true },
  ]);
  expect(execution).toMatchObject({ engine: 'editor-2', params: { mine: 1 } });
}

test('unknown fields of a definition are kept in the workflow, its copies, templates and runs', async () => {
  const workflow = await call('POST', '/workflows', { name: 'Drawn', definition: drawn() });
  expectKept(workflow.definition);
  expectKept((await call('GET', `/workflows/${workflow.id}`)).definition);
  expectKept((await call('POST', `/workflows/${workflow.id}/duplicate`)).definition);
  const template = await call('POST', '/templates', { name: 'Drawn', definition: workflow.definition });
  expectKept((await call('GET', `/templates/${template.id}`)).definition);
  expectKept((await call('POST', `/templates/${template.id}/clone`)).definition);
  const run = await call('POST', `/workflows/${workflow.id}/runs`, { script_text: 'Good evening.' });
  const path = `/workflows/${workflow.id}/runs/${run.id}`;
  expectKept((await call('GET', path)).definition_snapshot);
  expectKept((await call('GET', `${path}/overview`)).workflow_snapshot.definition);
});

test('changing only an unknown field is a change, with another ETag', async () => {
  const { id } = await call('POST', '/workflows', { name: 'Drawn', definition: drawn() });
  const before = await ask('GET', `/workflows/${id}`);
  const changed = await ask('PATCH', `/workflows/${id}`, { definition: drawn('red') });
  expectKept(changed.body.data.definition, 'red');
  const after = await ask('GET', `/workflows/${id}`);
  expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
  expectKept(after.body.data.definition, 'red');
});

test('more than 64 KiB of unknown fields, NUL in one, and unknown config fields are 422', async () => {
  const definition = drawn();
  const refused = async (change: object) => {
    const { status, body } = await ask('POST', '/workflows', { name: 'Drawn', definition: change });
    expect(status).toBe(422);
    return { fields: fieldsOf(body), message: body.error.message as string };
  };
  const large = await refused({ ...definition, execution: { blob: 'x'.repeat(65_536) } });
  expect(large.fields).toEqual(['body.definition']);
  expect(large.message).toMatch(/at most 65,536 bytes/);
  const { nodes } = definition.graph;
  const [first, ...rest] = nodes.map((node) => ({ ...node }));
  const misspelled = { ...first, config: { ...first?.config, txt: 'x' } };
  const unknown = await refused({ graph: { ...definition.graph, nodes: [misspelled, ...rest] } });
  expect(unknown.fields).toEqual(['body.definition.graph.nodes.0.config.txt']);
  for (const bad of [{ label: 'a\u0000b' }, { 'a\u0000b': 1 }, { label: ['\ud800'] }]) {
    const { status } = await ask('POST', '/workflows', {
      name: 'Drawn',
      definition: { graph: { ...definition.graph, ...bad } },
    });
    expect([400, 422]).toContain(status);
  }
});

test('a file for editors may name its schema, in the workflow or in its definition', async () => {
  const $schema = 'https://voice.example.com/schemas/workflow.json';
  const file = { $schema, name: 'From a file', definition: { $schema, ...narration() } };
  const created = await ask('POST', '/workflows', file);
  expect([created.status, created.headers.get('warning')]).toEqual([201, null]);
  const { id, definition } = created.body.data;
  expect(definition.$schema).toBe($schema);
  expect((await call('GET', `/workflows/${id}`)).definition.$schema).toBe($schema);
  expect((await call('POST', `/workflows/${id}/duplicate`)).definition.$schema).toBe($schema);
  const { name: _, ...check } = file;
  const report = await ask('POST', '/workflows/validate', check);
  expect(report.body.data).toMatchObject({ valid: true, errors: [] });
  expect(report.headers.get('warning')).toBeNull();
  for (const [method, path] of [
    ['PUT', `/workflows/${id}`],
    ['PATCH', `/workflows/${id}`],
    ['POST', '/templates'],
  ] as const) {
    const written = await ask(method, path, file);
    expect([written.text, written.status < 300]).toEqual([written.text, true]);
    expect(written.headers.get('warning')).toBeNull();
  }
  const run = await call('POST', `/workflows/${id}/runs`, { script_text: 'Good evening.' });
  expect((await call('GET', `/workflows/${id}/runs/${run.id}`)).definition_snapshot.$schema).toBe($schema);
});

test('a field named __proto__ is dropped, and changes nothing else', async () => {
  const text = JSON.stringify({ name: 'Drawn', definition: drawn() }).replace(
    '"viewport"',
    '"__proto__":{"hurt":1},"viewport"',
  );
  const { graph } = (await call('POST', '/workflows', JSON.parse(text))).definition;
  expect(Object.keys(graph).sort()).toEqual(['edges', 'nodes', 'viewport']);
  expect(graph.viewport).toEqual(VIEW);
  expect(({} as Record<string, unknown>).hurt).toBeUndefined();
});
