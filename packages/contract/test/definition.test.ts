import { expect, test } from 'vitest';
import { CreateWorkflow, checkDefinition, MAX_EDGES, MAX_NODES } from '../src/index.ts';
import { definitionOf, type EdgeSpec, retryLoop, uuid } from './graph.ts';

const faults = (definition: unknown) =>
  checkDefinition(definition).errors.map(({ path, code }) => [path, code]);
const warnings = (definition: unknown) =>
  checkDefinition(definition).warnings.map(({ path, code }) => [path, code]);

const chain: EdgeSpec[] = [
  [0, 'lines', 1, 'lines'],
  [1, 'audio', 2, 'audio'],
];
const types = ['source_script', 'operator_generator', 'sink_preview'];

test('a retry loop through a fail port is a valid definition', () => {
  const check = checkDefinition(retryLoop());
  expect(check.errors).toEqual([]);
  expect(check.warnings).toEqual([]);
});

test('a missing definition is the empty graph', () => {
  const empty = { graph: { nodes: [], edges: [] }, execution: { steps: [], params: {} } };
  for (const input of [undefined, null, {}, { graph: {} }, { execution: { params: {} } }]) {
    expect(checkDefinition(input).definition).toEqual(empty);
  }
});

test('configs are stored complete, of the current version, with normalized locale codes', () => {
  const voices_by_locale = { EN_us: uuid(9).toUpperCase() };
  const node = { type: 'operator_generator', config: { voices_by_locale } };
  const stored = checkDefinition(definitionOf([node])).definition?.graph.nodes[0];
  expect(stored).toMatchObject({ config_version: 1, position: { x: 0, y: 0 } });
  expect(stored?.config).toMatchObject({
    provider: 'espeak',
    speed: 1,
    reuse_takes: true,
    voices_by_locale: { 'en-us': uuid(9) },
  });
});

const withUnknown = (value: unknown) => {
  const { graph, execution } = definitionOf(types, chain) as ReturnType<typeof definitionOf> & {
    execution?: object;
  };
  const mark = <T extends object>(part: T) => ({ ...part, label: value });
  return {
    graph: mark({ nodes: graph.nodes.map(mark), edges: graph.edges.map(mark) }),
    execution: mark({ ...execution, params: {} }),
  };
};

test('unknown fields are kept in graph, execution, nodes and edges', () => {
  const value = { x: [1, null, { é: 'ü' }], constructor: 'c', hasOwnProperty: 1 };
  const { definition, errors } = checkDefinition(withUnknown(value));
  expect(errors).toEqual([]);
  const { graph, execution } = definition!;
  for (const part of [graph, execution, ...graph.nodes, ...graph.edges]) expect(part.label).toEqual(value);
  expect(checkDefinition(definition).definition).toEqual(definition);
});

test('a field with the name of an inherited property is kept and does not change a prototype', () => {
  const input = JSON.parse(
    '{"graph": {"toString": 1, "constructor": {"prototype": {"hurt": 1}}, "__proto__": {"hurt": 1}, "nodes": []}}',
  );
  const graph = checkDefinition(input).definition!.graph as Record<string, unknown>;
  expect(Object.keys(graph).sort()).toEqual(['constructor', 'edges', 'nodes', 'toString']);
  expect(Object.getPrototypeOf(graph)).toBe(Object.prototype);
  expect([graph.hurt, ({} as Record<string, unknown>).hurt]).toEqual([undefined, undefined]);
});

test('unknown fields together take at most 64 KiB of JSON in UTF-8, wherever they are', () => {
  const spread = (bytes: number) => {
    const definition = definitionOf(types, chain) as { graph: object; execution?: object };
    // `"a":` and the quotes take six bytes each, and é takes two.
    const half = (bytes - 12) / 4;
    return {
      graph: { ...definition.graph, a: 'é'.repeat(Math.ceil(half)) },
      execution: { a: 'é'.repeat(Math.floor(half)) },
    };
  };
  expect(faults(spread(65_536))).toEqual([]);
  expect(faults(spread(65_538))).toEqual([['definition', 'unknown_fields_too_large']]);
  expect(checkDefinition(spread(65_538)).errors[0]?.message).toMatch(/at most 65,536 bytes/);
});

test('a value that contains itself is rejected as too large', () => {
  const round: Record<string, unknown> = {};
  round.round = round;
  expect(faults({ execution: { round } })).toEqual([['definition', 'unknown_fields_too_large']]);
});

test('ids are compared and stored in lowercase', () => {
  const upper = definitionOf(types, chain);
  for (const node of upper.graph.nodes) node.id = node.id.toUpperCase();
  expect(checkDefinition(upper).errors).toEqual([]);
});

test('a duplicate node id is reported at the second node', () => {
  const definition = definitionOf(['source_script', 'source_script']);
  definition.graph.nodes[1]!.id = uuid(0);
  expect(faults(definition)).toEqual([['definition.graph.nodes.1.id', 'duplicate_node_id']]);
});

test('a duplicate edge id is reported at the second edge', () => {
  const definition = definitionOf(types, chain);
  definition.graph.edges[1]!.id = uuid(1000);
  expect(faults(definition)).toEqual([['definition.graph.edges.1.id', 'duplicate_edge_id']]);
});

test('an unknown node type is an error, also if it is the name of an inherited property', () => {
  const path = (n: number) => `definition.graph.nodes.${n}.type`;
  expect(faults(definitionOf(['nope', 'constructor', '__proto__']))).toEqual(
    [0, 1, 2].map((n) => [path(n), 'unknown_node_type']),
  );
});

test('an error for an unknown node type or config field suggests the known one with similar spelling', () => {
  const nodes = [
    'operator_genrator',
    'generator',
    'nope',
    { type: 'validator_pacing', config: { max_retries: 2 } },
  ];
  const { errors } = checkDefinition(definitionOf(nodes));
  expect(errors.map(({ message }) => message)).toEqual([
    'There is no node type "operator_genrator". Did you mean operator_generator?',
    'There is no node type "generator". Did you mean operator_generator?',
    expect.stringMatching(/^There is no node type "nope"\. Allowed node types: source_script, /),
    'There is no field "max_retries". Did you mean max_retry?',
  ]);
});

test('a config that violates its schema is an error at the field', () => {
  const config = {
    speed: 9,
    voices_by_character: { Ann: { pitch: 40 } },
    loud: true,
    voices_by_locale: { x: uuid(1), de: 'Ann' },
    placeholder_values: { en: { count: 5 } },
  };
  expect(faults(definitionOf([{ type: 'operator_generator', config }]))).toEqual([
    ['definition.graph.nodes.0.config.voices_by_locale.x', 'invalid_config'],
    ['definition.graph.nodes.0.config.voices_by_locale.de', 'invalid_config'],
    ['definition.graph.nodes.0.config.voices_by_character.Ann.pitch', 'invalid_config'],
    ['definition.graph.nodes.0.config.speed', 'invalid_config'],
    ['definition.graph.nodes.0.config.placeholder_values.en.count', 'invalid_config'],
    ['definition.graph.nodes.0.config.loud', 'unknown_config_field'],
  ]);
});

test('placeholder values belong to a locale, in any spelling of its code', () => {
  const read = (placeholder_values: object) => {
    const voices_by_character = { Ann: { placeholder_values } };
    return faults(definitionOf([{ type: 'operator_generator', config: { voices_by_character } }]));
  };
  expect(read({ english: 'a word', EN_us: { who: 'Bo' }, 'eng-us': { who: 'Bo' } })).toEqual([]);
  const place = 'definition.graph.nodes.0.config.voices_by_character.Ann.placeholder_values';
  expect(read({ english: { who: 'Bo' } })).toEqual([[`${place}.english`, 'invalid_config']]);
});

test('a config version that does not exist is an error', () => {
  const nodes = [0, -1, 2].map((config_version) => ({ type: 'source_script', config_version }));
  expect(faults(definitionOf(nodes))).toEqual(
    nodes.map((_, n) => [`definition.graph.nodes.${n}.config_version`, 'unknown_config_version']),
  );
});

test('an edge to or from a missing node is an error at that end', () => {
  expect(
    faults(
      definitionOf(types, [
        [7, 'lines', 1, 'lines'],
        [1, 'audio', 8, 'audio'],
      ]),
    ),
  ).toEqual([
    ['definition.graph.edges.0.source', 'unknown_node'],
    ['definition.graph.edges.1.target', 'unknown_node'],
  ]);
});

test('a port that the node type does not have is an error at that end', () => {
  expect(
    faults(
      definitionOf(types, [
        [0, 'audio', 1, 'script'],
        [1, 'audio', 2, 'lines'],
      ]),
    ),
  ).toEqual([
    ['definition.graph.edges.0.sourcePort', 'unknown_port'],
    ['definition.graph.edges.0.targetPort', 'unknown_port'],
    ['definition.graph.edges.1.targetPort', 'unknown_port'],
  ]);
});

test('lines without audio cannot connect to a port that needs audio', () => {
  expect(faults(definitionOf(types, [[0, 'lines', 2, 'audio']]))).toEqual([
    ['definition.graph.edges.0.targetPort', 'port_mismatch'],
  ]);
});

test('two edges between the same ports are an error at the second', () => {
  expect(faults(definitionOf(types, [...chain, [0, 'lines', 1, 'lines']]))).toEqual([
    ['definition.graph.edges.2', 'duplicate_edge'],
  ]);
});

test('a cycle that no fail port breaks is an error at the edge that closes it', () => {
  const nodes = [...types, 'operator_mastering', 'operator_mastering'];
  const definition = definitionOf(nodes, [...chain, [3, 'audio', 4, 'audio'], [4, 'audio', 3, 'audio']]);
  expect(faults(definition)).toEqual([['definition.graph.edges.3', 'cycle']]);
});

test('a cycle through a node of an unknown type reports only the type', () => {
  const nodes = ['source_script', 'operator_generator', 'validater_noise'];
  const edges: EdgeSpec[] = [
    [0, 'lines', 1, 'lines'],
    [1, 'audio', 2, 'audio'],
    [2, 'fail', 1, 'lines'],
  ];
  expect(faults(definitionOf(nodes, edges)).map(([, code]) => code)).toEqual(['unknown_node_type']);
});

test('a cycle through the pass port of a validator is an error', () => {
  const definition = definitionOf(
    ['validator_noise', 'operator_mastering'],
    [
      [0, 'pass', 1, 'audio'],
      [1, 'audio', 0, 'audio'],
    ],
  );
  expect(faults(definition)).toEqual([['definition.graph.edges.1', 'cycle']]);
});

test('steps name existing nodes, each once, and follow the edges', () => {
  expect(faults(definitionOf(types, chain, [0, 1, 2]))).toEqual([]);
  expect(faults(definitionOf(types, chain, [0, 0, 9]))).toEqual([
    ['definition.execution.steps.2', 'unknown_step'],
    ['definition.execution.steps.1', 'duplicate_step'],
  ]);
  expect(faults(definitionOf(types, chain, [1, 0, 2]))).toEqual([
    ['definition.execution.steps.0', 'step_order'],
  ]);
});

test('an edge that returns from a fail port does not affect the order of steps', () => {
  const definition = retryLoop();
  definition.execution.steps = [0, 1, 2, 3, 4].map(uuid);
  expect(faults(definition)).toEqual([]);
});

test('a definition has at most 200 nodes and 1,000 edges', () => {
  const nodes = Array.from({ length: MAX_NODES }, () => 'source_script');
  expect(faults(definitionOf(nodes))).toEqual([]);
  expect(faults(definitionOf([...nodes, 'source_script']))).toEqual([
    ['definition.graph.nodes', 'too_many_nodes'],
  ]);
  const pairs = Array.from({ length: MAX_EDGES + 1 }, (_, n): EdgeSpec => {
    return [n % 32, 'lines', 32 + Math.floor(n / 32), 'lines'];
  });
  const wide = Array.from({ length: 64 }, (_, n) => (n < 32 ? 'source_script' : 'operator_generator'));
  expect(faults(definitionOf(wide, pairs.slice(1)))).toEqual([]);
  expect(faults(definitionOf(wide, pairs))).toEqual([['definition.graph.edges', 'too_many_edges']]);
});

test('a definition with too many errors is rejected for its size instead of listing them', () => {
  const flood = <T>(item: T) => Array.from({ length: 300_000 }, () => item);
  expect(faults({ graph: { nodes: flood(0), edges: flood({}) }, execution: { steps: flood('') } })).toEqual([
    ['definition.graph.nodes', 'too_many_nodes'],
    ['definition.graph.edges', 'too_many_edges'],
    ['definition.execution.steps', 'invalid_value'],
  ]);
  const config = Object.fromEntries(flood(0).map((value, index) => [`x${index}`, value]));
  const nested = { voices_by_character: config, voices_by_locale: config };
  for (const broken of [config, nested]) {
    const definition = definitionOf([{ type: 'operator_generator', config: broken }]);
    expect(faults(definition)).toEqual([['definition.graph', 'too_large']]);
  }
});

test('errors of shape and of structure are reported in one response', () => {
  const definition = {
    graph: {
      nodes: [
        { id: 'no uuid', type: 'source_script' },
        { id: uuid(1), type: 'nope' },
      ],
      edges: [{ id: uuid(2), source: uuid(1), sourcePort: 'audio', target: uuid(3) }],
    },
    execution: { params: { max_failed_lines: -1 } },
  };
  expect(faults(definition).map(([path]) => path)).toEqual([
    'definition.graph.nodes.0.id',
    'definition.graph.edges.0.targetPort',
    'definition.execution.params.max_failed_lines',
    'definition.graph.nodes.1.type',
  ]);
});

test('a body reports the errors of its definition together with its own', () => {
  const parsed = CreateWorkflow.safeParse({ name: '', definition: definitionOf(['nope']) });
  expect(parsed.error?.issues.map(({ path }) => path.join('.'))).toEqual([
    'name',
    'definition.graph.nodes.0.type',
  ]);
});

test.each([
  ['/abs/{line_id}.{ext}'],
  ['C:/x.{ext}'],
  ['a\\b.{ext}'],
  ['../{line_id}.{ext}'],
  ['a/../../{line_id}.{ext}'],
  ['{nope}.{ext}'],
  ['{line_id'],
  ['a//b'],
  [`${'x'.repeat(301)}`],
])('the file pattern %s is rejected when it is saved', (file_pattern) => {
  expect(faults(definitionOf([{ type: 'sink_preview', config: { file_pattern } }]))).toEqual([
    ['definition.graph.nodes.0.config.file_pattern', 'invalid_config'],
  ]);
});

test('a problem that only matters when a run starts is a warning', () => {
  expect(warnings(definitionOf([]))).toEqual([
    ['definition.graph.nodes', 'no_source'],
    ['definition.graph.nodes', 'no_sink'],
  ]);
  expect(warnings(definitionOf(['source_script', 'sink_preview']))).toEqual([
    ['definition.graph.nodes.0.config.text', 'empty_script'],
    ['definition.graph.nodes.1', 'no_generator'],
  ]);
  const file = { type: 'source_script', config: { input_type: 'file' } };
  expect(
    warnings(definitionOf([file, 'operator_generator', 'sink_preview'], [[0, 'lines', 1, 'lines']])),
  ).toEqual([
    ['definition.graph.nodes.0.config.upload_ids', 'no_upload'],
    ['definition.graph.nodes.2', 'unreachable_sink'],
  ]);
});
