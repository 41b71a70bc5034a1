import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { graph } from '@voiceloom/sdk/contract';
import { describe, expect, test } from 'vitest';
import { WRITTEN_EXAMPLE } from '../src/api/written-graph.ts';
import { toolsOf } from '../src/mcp/sets.ts';
import { callTool, connectTo } from './support/mcp.ts';
import { data, service } from './support/service.ts';
import { folder, shell } from './support/shell.ts';

const BUILT = graph(WRITTEN_EXAMPLE.graph);
const RIGHT = { valid: true, errors: [], warnings: [] };
/** No node type has this name. */
const FAULTY = { graph: { nodes: [{ id: 'script', type: 'no_such' }], edges: [] } };
const NESTED_WRONG = { definition: { nodes: WRITTEN_EXAMPLE.graph.nodes, edges: [] } };

/** A shell for a service that accepts workflows, and a file with `content`. */
async function stage(content: unknown) {
  const { url, seen } = await service({
    'POST /api/v1/workflows': data({ id: 'w9' }, 201),
    'PUT /api/v1/workflows/w9': data({ id: 'w9' }),
    'PATCH /api/v1/workflows/w9': data({ id: 'w9' }),
    'POST /api/v1/workflows/validate': data(RIGHT),
  });
  const { run } = await shell({ VOICELOOM_BASE_URL: url, VOICELOOM_API_KEY: 'k' });
  const file = join(await folder(), 'g.json');
  await writeFile(file, JSON.stringify(content));
  return { run, file, seen, url };
}

test('create and validate report the same path, and the allowed values of a list', async () => {
  const nodes = WRITTEN_EXAMPLE.graph.nodes.map((node) =>
    node.type === 'sink_preview' ? { ...node, config: { subtitles: 'srt' } } : node,
  );
  const { run, file } = await stage({ graph: { ...WRITTEN_EXAMPLE.graph, nodes } });
  const place = 'definition.graph.nodes.2.config.subtitles';
  const message = 'Must be an array of these values: srt, vtt.';
  expect((await run(['workflows', 'validate', file])).out).toContain(`${place}: ${message}`);
  const { err } = await run(['workflows', 'create', file]);
  expect(err).toContain(message);
  expect(err).toContain(`at ${place}\n`);
});

test('a file that names its schema is created and validated, also with --strict', async () => {
  const $schema = 'https://voice.example.com/schemas/workflow.json';
  for (const content of [
    { $schema, ...BUILT },
    { $schema, name: 'Narration', definition: BUILT },
  ]) {
    const { run, file, seen } = await stage(content);
    expect(await run(['workflows', 'validate', file])).toMatchObject({ code: 0, err: '' });
    expect(await run(['workflows', 'create', '--strict', file])).toMatchObject({ code: 0, err: '' });
    expect(JSON.stringify(seen.at(-1)?.body)).toContain($schema);
  }
});

test('a name and a description beside the graph of a file are those of the workflow', async () => {
  const facts = { name: 'Harbor lights', description: 'Two lines.' };
  const { run, file, seen } = await stage({ ...facts, ...BUILT });
  expect(await run(['workflows', 'validate', file])).toMatchObject({ code: 0, err: '' });
  expect(await run(['workflows', 'create', file, '--strict'])).toMatchObject({ code: 0, err: '' });
  expect(await run(['workflows', 'replace', 'w9', file, '--strict'])).toMatchObject({ code: 0, err: '' });
  for (const { body } of seen.slice(1)) {
    expect(body).toMatchObject(facts);
    expect((body as { definition: object }).definition).not.toHaveProperty('name');
  }
  await run(['workflows', 'create', file, '--name', 'Other']);
  expect(seen.at(-1)?.body).toMatchObject({ ...facts, name: 'Other' });
});

describe('a definition in the wrong place', () => {
  test.each(['create', 'replace'])(
    'is rejected by %s, and the error names the right place',
    async (command) => {
      const { run, file, seen } = await stage(NESTED_WRONG);
      const line = ['workflows', command, ...(command === 'replace' ? ['w9'] : []), file];
      const { code, err, out } = await run(line);
      expect([code, out, seen]).toEqual([2, '', []]);
      expect(err).toContain(
        `${file}: definition.nodes is not a field of the request. Did you mean definition.graph.nodes?`,
      );
      expect(err).toContain('would be empty');
    },
  );

  test('is also rejected by `api`, and if there is no definition at all', async () => {
    const { run, seen } = await stage({});
    const wrong = await run([
      'api',
      'workflows.create',
      '--body',
      JSON.stringify({ name: 'x', ...NESTED_WRONG }),
    ]);
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('definition.graph.nodes?')]);
    expect((await run(['api', 'workflows.create', '--body', '{"name":"x","nodes":[]}'])).code).toBe(2);
    expect(seen).toEqual([]);
    // Neither is a definition, and neither is close to one.
    for (const body of ['{"name":"x"}', '{"name":"x","descripton":"y"}'])
      expect((await run(['api', 'workflows.create', '--body', body])).code).toBe(0);
  });

  test('is reported by validate, which ends with exit code 1', async () => {
    const { run, file } = await stage(NESTED_WRONG);
    const { code, out } = await run(['workflows', 'validate', file]);
    expect([code, out]).toEqual([1, expect.stringContaining('Did you mean definition.graph.nodes?')]);
    const json = await run(['workflows', 'validate', file, '--json']);
    expect(JSON.parse(json.out)).toMatchObject({ ignored: [{ path: 'definition.nodes' }, {}] });
  });
});

test('an ignored field is a warning, and with --strict nothing is sent', async () => {
  const { run, file, seen } = await stage({ name: 'x', colour: 'red', definition: BUILT });
  const strict = await run(['workflows', 'create', file, '--strict']);
  expect([strict.code, strict.err]).toEqual([2, expect.stringContaining(`${file}: colour is not a field`)]);
  expect((await run(['workflows', 'replace', 'w9', file, '--strict'])).code).toBe(2);
  expect(seen).toEqual([]);
  const usual = await run(['workflows', 'create', file]);
  expect([usual.code, usual.err]).toEqual([0, expect.stringContaining('The service ignores colour.')]);
});

describe('a graph with names', () => {
  test('gets the ids that the SDK generates, in every command that sends one', async () => {
    const { run, file, seen } = await stage({ definition: WRITTEN_EXAMPLE });
    const body = `@${file}`;
    for (const line of [
      ['workflows', 'create', file],
      ['workflows', 'replace', 'w9', file],
      ['workflows', 'validate', file],
      ['api', 'workflows.create', '--body', body, '--set', 'name=x'],
      ['api', 'workflows.update', 'w9', '--body', body],
    ])
      expect([line, await run(line)]).toMatchObject([line, { code: 0, err: '' }]);
    expect(seen.map(({ body: sent }) => (sent as { definition: unknown }).definition)).toEqual(
      Array.from({ length: 5 }, () => JSON.parse(JSON.stringify(BUILT))),
    );
  });

  test('keeps its parameters and its order', async () => {
    const execution = { params: { max_failed_lines: 3 }, steps: ['script', 'voice', 'delivery'] };
    const { run, file, seen } = await stage({ ...WRITTEN_EXAMPLE, execution });
    expect((await run(['workflows', 'create', file])).code).toBe(0);
    const steps = BUILT.graph?.nodes?.map(({ id }) => id);
    const sent = { definition: { execution: { params: { max_failed_lines: 3 }, steps } } };
    expect(seen[0]?.body).toMatchObject(sent);
  });

  test('reports an error by the names of its nodes, and nothing is sent', async () => {
    const edges = ['script.lines -> choir.lines'];
    const { run, file, seen } = await stage({ graph: { ...WRITTEN_EXAMPLE.graph, edges } });
    for (const command of ['create', 'validate']) {
      const { code, err } = await run(['workflows', command, file]);
      expect([code, err]).toEqual([1, expect.stringContaining('"choir". Nodes: script, voice, delivery')]);
    }
    await writeFile(file, JSON.stringify(FAULTY));
    const report = await run(['workflows', 'validate', file]);
    expect([report.code, report.out]).toEqual([
      1,
      expect.stringContaining('error    definition.graph.nodes.0.type'),
    ]);
    expect(seen).toEqual([]);
  });

  test('is sent unchanged if it has ids', async () => {
    const definition = JSON.parse(await readFile('docs/guides/first-workflow.json', 'utf8'));
    const { run, file, seen } = await stage(definition);
    expect((await run(['workflows', 'create', file])).code).toBe(0);
    expect(seen[0]?.body).toEqual(definition);
  });

  test('is accepted by tools, whose descriptions show one', async () => {
    const { url, seen } = await stage({});
    const tools = toolsOf('workflows');
    const client = await connectTo(url, { tools });
    const body = { name: 'By name', definition: WRITTEN_EXAMPLE };
    for (const [name, args] of [
      ['workflows_create', { body }],
      ['workflows_update', { workflow_id: 'w9', body }],
      ['workflows_validate', { body: { definition: WRITTEN_EXAMPLE } }],
    ] as const)
      expect([name, (await callTool(client, name, args)).isError]).toEqual([name, false]);
    const sent = seen.map((one) => (one.body as { definition: unknown }).definition);
    expect(sent).toEqual(sent.map(() => JSON.parse(JSON.stringify(BUILT))));
    const wrong = await callTool(client, 'workflows_validate', { body: { definition: FAULTY } });
    expect(wrong).toMatchObject({ structuredContent: { valid: false, errors: [{}] } });
    const misplaced = await callTool(client, 'workflows_validate', { body: NESTED_WRONG });
    expect(JSON.stringify(misplaced)).toContain('Did you mean definition.graph.nodes?');
    expect(seen).toHaveLength(3);
  });
});
