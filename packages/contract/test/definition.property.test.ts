import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  backEdges,
  checkDefinition,
  NODE_TYPE_IDS,
  NODE_TYPES,
  type NodeTypeId,
  startProblems,
  topologicalSteps,
} from '../src/index.ts';
import { definitionOf, type EdgeSpec, uuid } from './graph.ts';

const ids = fc.integer({ min: 0, max: 12 }).map(uuid);
const ports = fc.constantFrom('lines', 'audio', 'pass', 'fail', 'nope');
const config = fc.oneof(
  fc.constant({}),
  fc.record(
    { speed: fc.double({ min: 0, max: 3, noNaN: true }), threshold: fc.integer() },
    { requiredKeys: [] },
  ),
  fc.dictionary(fc.string(), fc.jsonValue()),
);
const node = fc.record(
  {
    id: ids,
    type: fc.constantFrom(...NODE_TYPE_IDS, 'nope'),
    config,
    config_version: fc.constantFrom(1, 1, 2),
  },
  { requiredKeys: ['id', 'type'] },
);
const edge = fc.record({
  id: fc.integer({ min: 100, max: 400 }).map(uuid),
  source: ids,
  sourcePort: ports,
  target: ids,
  targetPort: ports,
});
const definition = fc.record({
  graph: fc.record({ nodes: fc.array(node, { maxLength: 12 }), edges: fc.array(edge, { maxLength: 24 }) }),
  execution: fc.record({
    steps: fc.array(ids, { maxLength: 6 }),
    params: fc.dictionary(fc.string(), fc.jsonValue()),
  }),
});

type Plan = { types: NodeTypeId[]; links: [number, number, number][] };

/** Random edges between ports of nodes that are compatible. */
function linked({ types, links }: Plan) {
  const edges = links.flatMap(([from, to, pick]): EdgeSpec[] => {
    const [source, target] = [from % types.length, to % types.length];
    const outputs = NODE_TYPES[types[source]!].outputs;
    const [output, input] = [outputs[pick % outputs.length], NODE_TYPES[types[target]!].inputs[0]];
    const carried: readonly string[] = output?.fields ?? [];
    if (output === undefined || input === undefined) return [];
    return input.fields.every((field) => carried.includes(field))
      ? [[source, output.name, target, input.name]]
      : [];
  });
  const unique = new Map(edges.map((spec) => [JSON.stringify(spec), spec]));
  return definitionOf(types, [...unique.values()]);
}

/** Removes the edges that close forbidden cycles. */
function withoutFaults(raw: ReturnType<typeof linked>): ReturnType<typeof linked> {
  const closing = checkDefinition(raw).errors.flatMap(({ path }) => /edges\.(\d+)/.exec(path)?.[1] ?? []);
  if (closing.length === 0) return raw;
  const edges = raw.graph.edges.filter((_, n) => !closing.includes(String(n)));
  return withoutFaults({ ...raw, graph: { ...raw.graph, edges } });
}

/** Valid graphs, with retry loops, fan-out and fan-in. */
const sound = fc
  .record({
    types: fc.array(fc.constantFrom(...NODE_TYPE_IDS), { minLength: 2, maxLength: 12 }),
    links: fc.array(fc.tuple(fc.nat(11), fc.nat(11), fc.nat(1)), { minLength: 10, maxLength: 80 }),
  })
  .map((plan) => withoutFaults(linked(plan)));

test('a check never throws, and accepts its own output unchanged', () => {
  fc.assert(
    fc.property(fc.oneof(definition, sound), (input) => {
      const first = checkDefinition(input);
      expect(first.definition === null).toBe(first.errors.length > 0);
      if (first.definition !== null) expect(checkDefinition(first.definition)).toEqual(first);
    }),
    { numRuns: 400 },
  );
});

test('a check never throws on any JSON value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (nodes, edges) => {
      for (const input of [nodes, { graph: nodes }, { graph: { nodes, edges }, execution: edges }]) {
        expect(Array.isArray(checkDefinition(input).errors)).toBe(true);
      }
    }),
    { numRuns: 400 },
  );
});

test('computed steps name every node once and pass a check as steps', () => {
  fc.assert(
    fc.property(sound, (input) => {
      const { definition: stored } = checkDefinition(input);
      if (stored === null) throw new Error('The graph has faults.');
      const steps = topologicalSteps(stored);
      expect([...steps].sort()).toEqual(stored.graph.nodes.map(({ id }) => id).sort());
      expect(checkDefinition({ ...stored, execution: { steps } }).errors).toEqual([]);
      const returning = new Set(backEdges(stored));
      const place = (id: string) => steps.indexOf(id);
      for (const edge of stored.graph.edges) {
        expect(returning.has(edge) || place(edge.source) < place(edge.target)).toBe(true);
      }
      expect(() => startProblems(stored)).not.toThrow();
    }),
    { numRuns: 400 },
  );
});
