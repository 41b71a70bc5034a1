import { checkDefinition, NODE_TYPES } from '@voiceloom/contract';
import { expect, test } from 'vitest';
import { graph, WorkflowError, type WorkflowProblem, workflow } from '../src/contract.ts';

function faultsOf(build: () => unknown): readonly WorkflowProblem[] {
  try {
    build();
  } catch (error) {
    expect(error).toBeInstanceOf(WorkflowError);
    return (error as WorkflowError).problems;
  }
  throw new Error('It was built.');
}

/** Connects nodes as an untyped program would. */
const untyped = (port: unknown) => port as { to(target: unknown): unknown };

test('a workflow with a retry loop is built as the service accepts it, and can run', () => {
  const flow = workflow();
  const script = flow.source_script({ text: 'Good evening.', source_language: 'en-us' });
  const spoken = flow.operator_normalizer();
  const voice = flow.operator_generator({ speed: 1.1 });
  const pacing = flow.validator_pacing({ max_retry: 1 }, { name: 'Not too fast' });
  const mastered = flow.operator_mastering({ preset: 'podcast' });
  const delivery = flow.sink_preview();
  script.lines.to(spoken.lines).lines.to(voice.lines).audio.to(pacing.audio);
  pacing.pass.to(mastered.audio).audio.to(delivery.audio);
  pacing.fail.to(voice.lines);
  const definition = flow.build({ params: { max_failed_lines: 2 } });
  const { definition: filledIn, errors, warnings } = checkDefinition(definition);
  expect([errors, warnings]).toEqual([[], []]);
  expect(filledIn?.graph.nodes.map(({ type, name }) => [type, name])).toContainEqual([
    'validator_pacing',
    'Not too fast',
  ]);
  const nameOf = (id: string) => filledIn?.graph.nodes.find((node) => node.id === id)?.type;
  const wires = filledIn?.graph.edges.map(({ source, sourcePort, target, targetPort }) =>
    [nameOf(source), sourcePort, nameOf(target), targetPort].join(' '),
  );
  expect(wires).toEqual([
    'source_script lines operator_normalizer lines',
    'operator_normalizer lines operator_generator lines',
    'operator_generator audio validator_pacing audio',
    'validator_pacing pass operator_mastering audio',
    'operator_mastering audio sink_preview audio',
    'validator_pacing fail operator_generator lines',
  ]);
  expect(filledIn?.execution.params.max_failed_lines).toBe(2);
});

test('nodes are placed in columns from left to right and never overlap', () => {
  const flow = workflow();
  const script = flow.source_script({ text: 'a' });
  const voices = [flow.operator_generator(), flow.operator_generator()];
  const delivery = flow.sink_preview({}, { position: { x: 9, y: 9 } });
  for (const voice of voices) script.lines.to(voice.lines).audio.to(delivery.audio);
  const places = flow.build().graph?.nodes?.map(({ position }) => `${position?.x} ${position?.y}`);
  expect(places).toEqual(['0 0', '240 0', '240 140', '9 9']);
});

test('an error names the node by its name and the port, and all errors are reported at once', () => {
  const flow = workflow();
  const script = flow.source_script({ text: 'a' }, { name: 'Chapter one' });
  const delivery = flow.sink_preview({ file_pattern: '../{nope}' });
  untyped(script.lines).to(delivery.audio);
  const loud = flow.operator_mastering({ loudness_lufs: -100 });
  untyped(loud.audio).to(loud.audio);
  const problems = faultsOf(() => flow.build());
  expect(problems).toMatchObject([
    { code: 'invalid_config', node: { id: delivery.id, type: 'sink_preview', name: 'Delivery' } },
    { code: 'invalid_config', node: { id: loud.id, type: 'operator_mastering' } },
    { code: 'port_mismatch', node: { id: delivery.id }, port: 'audio' },
    { code: 'cycle', node: { id: loud.id }, port: 'audio' },
  ]);
  expect(() => flow.build()).toThrow(
    'Delivery (sink_preview, config.file_pattern): Must not contain . or .. segments. ' +
      'Mastering (operator_mastering, config.loudness_lufs): Must be at least -40. ' +
      'Delivery (sink_preview, port audio): audio needs audio, which lines does not carry. And 1 more.',
  );
  // An unknown endpoint of an edge has a port and no node.
  expect(problems.every(({ node }) => node !== undefined)).toBe(true);
});

test('an error about connecting to a node instead of a port lists the ports of the node', () => {
  const flow = workflow();
  const to = flow.source_script().lines.to as (target: unknown) => unknown;
  expect(() => to(flow.operator_generator())).toThrow(
    'lines of source_script must connect to a port of operator_generator, not to the node. Ports: lines.',
  );
  expect(() => to(flow.source_script())).toThrow('not to the node. There are no ports.');
  expect(() => to(undefined)).toThrow(/can only connect to a port of the same workflow/);
});

test('the result has its graph, also for the compiler', () => {
  const script = { id: 'script', type: 'source_script', config: { text: 'a', source_language: 'en-us' } };
  const { nodes, edges } = graph({ nodes: [script] }).graph;
  expect([nodes.length, edges.length]).toEqual([1, 0]);
  const flow = workflow();
  flow.source_script({ text: 'a', source_language: 'en-us' });
  expect(flow.build().graph.nodes).toHaveLength(1);
});

test('a problem that would only stop a run is a warning with its node', () => {
  const flow = workflow();
  const script = flow.source_script();
  script.lines.to(flow.operator_generator().lines).audio.to(flow.sink_preview().audio);
  const { problems, warnings } = flow.check();
  expect(problems).toEqual([]);
  expect(warnings).toMatchObject([{ code: 'empty_script', node: { id: script.id } }]);
});

test('custom ids are kept, a duplicate id is reported, and the steps are those of the given nodes', () => {
  const id = '5a6b7c8d-9e0f-4a1b-8c2d-3e4f5a6b7c8d';
  const flow = workflow();
  const script = flow.source_script({ text: 'a' }, { id });
  const voice = flow.operator_generator();
  script.lines.to(voice.lines);
  expect(flow.build({ steps: [script, voice] }).execution?.steps).toEqual([id, voice.id]);
  expect(faultsOf(() => flow.build({ steps: [voice, script] }))).toMatchObject([{ code: 'step_order' }]);
  flow.sink_preview({}, { id });
  expect(faultsOf(() => flow.build())).toMatchObject([{ code: 'duplicate_node_id', node: { id } }]);
});

test('a port of another workflow, or a value that is not a port, is rejected at once', () => {
  const [one, other] = [workflow(), workflow()];
  const script = one.source_script({ text: 'a' });
  expect(() => script.lines.to(other.operator_generator().lines)).toThrow(WorkflowError);
  expect(() => untyped(script.lines).to('lines')).toThrow(WorkflowError);
});

test('a built definition does not change when the workflow is extended', () => {
  const flow = workflow();
  const script = flow.source_script({ text: 'a' });
  const before = flow.build();
  script.config.text = 'b';
  flow.sink_preview();
  expect(before.graph?.nodes).toHaveLength(1);
  expect(before.graph?.nodes?.[0]?.config).toEqual({ text: 'a' });
  expect(flow.build().graph?.nodes?.[0]?.config).toEqual({ text: 'b' });
});

test('no port has the name of a node field, and every node type has its method', () => {
  const flow = workflow();
  for (const { node_type, inputs, outputs } of Object.values(NODE_TYPES)) {
    expect(Object.keys(flow)).toContain(node_type);
    for (const { name } of [...inputs, ...outputs]) expect(['id', 'type', 'config']).not.toContain(name);
  }
});

test('the compiler rejects connections and configs that do not fit', () => {
  const flow = workflow();
  const script = flow.source_script({ text: 'a' });
  const voice = flow.operator_generator();
  const pacing = flow.validator_pacing();
  const delivery = flow.sink_preview();
  const wrong = () => {
    // @ts-expect-error: lines without audio do not fit into a port that needs audio.
    script.lines.to(delivery.audio);
    // @ts-expect-error: an output is no place to lead to.
    script.lines.to(pacing.pass);
    // @ts-expect-error: a source has no input.
    voice.audio.to(script.lines);
    // @ts-expect-error: there is no such port.
    voice.lines.to(pacing.audio);
    // @ts-expect-error: an output node has no output.
    delivery.audio.to(voice.lines);
    // @ts-expect-error: a node is not a port.
    script.lines.to(voice);
    // @ts-expect-error: a validator has no port called audio to lead from.
    pacing.audio.to(delivery.audio);
    // @ts-expect-error: there is no such node type.
    flow.operator_singer();
    // @ts-expect-error: the format is not one of those there are.
    flow.operator_mastering({ format: 'aiff' });
    // @ts-expect-error: there is no such field.
    flow.validator_pacing({ retries: 2 });
    // @ts-expect-error: a text is needed.
    flow.source_script({ text: 3 });
  };
  // This fits, because a line with audio has everything that a line without audio needs.
  pacing.fail.to(voice.lines);
  expect(wrong).toBeTypeOf('function');
});
