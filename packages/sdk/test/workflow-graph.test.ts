import { createHash } from 'node:crypto';
import { checkDefinition } from '@voiceloom/contract';
import { expect, test } from 'vitest';
import { graph, nodeId, WorkflowError, workflow } from '../src/contract.ts';
import { VoiceloomError } from '../src/index.ts';
import { namedId } from '../src/workflow/named-id.ts';

const DNS = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';

/** A UUID of version 5, from the SHA-1 of Node. */
function v5(name: string): string {
  const space = Buffer.from(DNS.replaceAll('-', ''), 'hex');
  const hash = createHash('sha1').update(space).update(name).digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

const evening = (text = 'Good evening.') =>
  graph(
    {
      nodes: [
        { id: 'script', type: 'source_script', config: { text, source_language: 'en-us' } },
        { id: 'voice', type: 'operator_generator' },
        { id: 'pacing', type: 'validator_pacing' },
        { id: 'delivery', type: 'sink_preview' },
      ],
      edges: [
        'script.lines -> voice.lines',
        { source: 'voice', sourcePort: 'audio', target: 'pacing', targetPort: 'audio' },
        'pacing.pass -> delivery.audio',
        'pacing.fail -> voice.lines',
      ],
    },
    { params: { max_failed_lines: 1 }, steps: ['script', 'voice', 'pacing', 'delivery'] },
  );

/** The error that a function throws. */
function thrown(work: () => unknown): WorkflowError {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(WorkflowError);
    return error as WorkflowError;
  }
  throw new Error('It did not throw.');
}

test('the id of a name is its version 5 UUID of RFC 9562, as other SHA-1 implementations compute it', () => {
  // RFC 9562, appendix A.4.
  expect(namedId('www.example.com', DNS)).toBe('2ed6657d-e927-568b-95e1-2665a8aea6a2');
  for (const name of ['', 'Grüße', 'x'.repeat(55), 'x'.repeat(56), 'x'.repeat(200)]) {
    expect(namedId(name, DNS)).toBe(v5(name));
  }
});

test('a handwritten graph becomes a valid definition, with the same ids every time', () => {
  const built = evening();
  const { errors, warnings } = checkDefinition(built);
  expect([errors, warnings]).toEqual([[], []]);
  expect(built.graph?.nodes?.map(({ id }) => id)).toEqual(
    ['script', 'voice', 'pacing', 'delivery'].map(nodeId),
  );
  expect(built.execution?.steps?.[1]).toBe(nodeId('voice'));
  const again = evening('Good night.');
  expect(again.graph?.edges).toEqual(built.graph?.edges);
  expect(new Set(built.graph?.edges?.map(({ id }) => id)).size).toBe(4);
});

test('a UUID stays unchanged, and the builder derives the same ids from the same names', () => {
  const id = '5A6B7C8D-9E0F-4A1B-8C2D-3E4F5A6B7C8D';
  expect(nodeId(id)).toBe(id.toLowerCase());
  const flow = workflow();
  const script = flow.source_script({ text: 'a' }, { id: 'script' });
  script.lines.to(flow.operator_generator({}, { id: 'voice' }).lines);
  const [edge] = flow.build().graph?.edges ?? [];
  expect(edge).toEqual(evening().graph?.edges?.[0]);
});

test('edges that lead nowhere, are invalid or are duplicates are reported by name', () => {
  const nodes = [
    { id: 'script', type: 'source_script' },
    { id: 'voice', type: 'operator_generator' },
  ];
  const built = (...edges: string[]) => graph({ nodes, edges });
  expect(thrown(() => built('script.lines -> singer.lines')).message).toBe(
    'An edge uses the unknown node "singer". Nodes: script, voice.',
  );
  expect(thrown(() => built('script to voice')).message).toContain('script.lines -> voice.lines');
  const twice = thrown(() => built('script.lines -> voice.lines', 'script.lines -> voice.lines'));
  expect(twice.problems).toMatchObject([{ code: 'duplicate_edge', node: { name: 'script' } }]);
  const port = thrown(() => built('script.words -> voice.lines'));
  expect(port.message).toContain('script (source_script, port words)');
});

test('an error of a workflow is an error of the package, with a code and every problem by its path', () => {
  const flow = workflow();
  flow.sink_preview({ file_pattern: '../{line_id}' });
  const error = thrown(() => flow.build());
  expect(error).toBeInstanceOf(VoiceloomError);
  expect([error.name, error.code]).toEqual(['WorkflowError', 'INVALID_INPUT']);
  expect(error.details).toEqual([
    {
      field: 'definition.graph.nodes.0.config.file_pattern',
      message: 'Must not contain . or .. segments.',
    },
  ]);
});

test('untyped programs get an error that lists the available names when they use an unknown one', () => {
  // biome-ignore lint/suspicious/noExplicitAny: what a program without types does
  const flow = workflow() as any;
  expect(thrown(() => flow.operator_singer()).message).toMatch(
    /^There is no node type operator_singer\. Node types: source_script, /,
  );
  expect(thrown(() => flow.validator_pace()).message).toBe(
    'There is no node type validator_pace. Did you mean validator_pacing?',
  );
  const script = flow.source_script({ text: 'a' });
  const voice = flow.operator_generator();
  const delivery = flow.sink_preview();
  const there = 'operator_generator has no port aduio. Ports: lines, audio.';
  expect(thrown(() => voice.aduio.to(delivery.audio)).message).toBe(there);
  expect(thrown(() => script.lines.to(voice.aduio)).message).toBe(there);
  expect(thrown(() => voice.lines.to(delivery.audio)).message).toBe(
    'lines of operator_generator is not an output port. Ports: audio.',
  );
  expect(thrown(() => delivery.audio.to(voice.lines)).message).toBe(
    'audio of sink_preview is not an output port. There are no ports.',
  );
  expect(thrown(() => script.lines.to()).message).toContain('can only connect to a port');
});

test('an error names the node, and a graph without nodes is rejected', () => {
  // biome-ignore lint/suspicious/noExplicitAny: what a program without types does
  const flow = workflow() as any;
  flow.source_script({ text: () => 'a' }, { name: 'Chapter one' });
  expect(thrown(() => flow.build()).message).toContain(
    'The config of Chapter one contains a value that JSON does not support',
  );
  const nodes = [{ id: 'script', type: 'source_script', config: { text: Symbol('a') } }];
  expect(thrown(() => graph({ nodes } as never)).message).toContain('The config of script contains a value');
  const needed = 'A graph must have a list of nodes, each with an id.';
  for (const wrong of [{}, { nodes: [null] }, { nodes: [{ type: 'source_script' }] }]) {
    expect(thrown(() => graph(wrong as never)).message).toBe(needed);
  }
  const edges = [null];
  expect(thrown(() => graph({ nodes: [], edges } as never)).message).toContain('"null" is not an edge');
});

test('builders and nodes can be awaited, printed and compared like other objects', async () => {
  const flow = workflow();
  const node = flow.source_script({ text: 'a' });
  expect(await node).toBe(node);
  expect(await flow).toBe(flow);
  expect(JSON.parse(JSON.stringify(node))).toMatchObject({ type: 'source_script', config: { text: 'a' } });
  expect({ ...node }).toMatchObject({ id: node.id });
});
