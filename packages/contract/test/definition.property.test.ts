import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkDefinition, NODE_TYPE_IDS, startProblems, topologicalSteps } from '../src/index.ts';
import { uuid } from './graph.ts';

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

/** Graphs without faults: every node once, edges only between ports that fit. */
const sound = fc
  .array(fc.constantFrom(...NODE_TYPE_IDS), { minLength: 1, maxLength: 12 })
  .chain((types) => {
    const nodes = types.map((type, n) => ({ id: uuid(n), type }));
    return fc.array(edge, { maxLength: 60 }).map((edges) => ({
      graph: { nodes, edges: edges.map((item, n) => ({ ...item, id: uuid(1000 + n) })) },
    }));
  })
  .map((raw) => {
    const broken = new Set(
      checkDefinition(raw).errors.flatMap(({ path }) => /edges\.(\d+)/.exec(path)?.[1] ?? []),
    );
    const edges = raw.graph.edges.filter((_, n) => !broken.has(String(n)));
    return { graph: { nodes: raw.graph.nodes, edges } };
  });

test('checking never throws and its own output passes unchanged', () => {
  fc.assert(
    fc.property(fc.oneof(definition, sound), (input) => {
      const first = checkDefinition(input);
      expect(first.definition === null).toBe(first.errors.length > 0);
      if (first.definition !== null) expect(checkDefinition(first.definition)).toEqual(first);
    }),
    { numRuns: 400 },
  );
});

test('checking never throws on anything that JSON can carry', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (nodes, edges) => {
      for (const input of [nodes, { graph: nodes }, { graph: { nodes, edges }, execution: edges }]) {
        expect(Array.isArray(checkDefinition(input).errors)).toBe(true);
      }
    }),
    { numRuns: 400 },
  );
});

test('computed steps name every node once and are accepted as steps', () => {
  fc.assert(
    fc.property(sound, (input) => {
      const { definition: stored } = checkDefinition(input);
      if (stored === null) return;
      const steps = topologicalSteps(stored);
      expect([...steps].sort()).toEqual(stored.graph.nodes.map(({ id }) => id).sort());
      expect(checkDefinition({ ...stored, execution: { steps } }).errors).toEqual([]);
      expect(() => startProblems(stored)).not.toThrow();
    }),
    { numRuns: 400 },
  );
});
