import { expect, test } from 'vitest';
import { backEdges, checkDefinition, cycleClosers, stepsOf, topologicalSteps } from '../src/index.ts';
import { definitionOf, retryLoop, uuid } from './graph.ts';

test('steps follow the edges, and otherwise keep the order of the definition', () => {
  const nodes = ['sink_preview', 'operator_generator', 'source_script', 'source_script'];
  const definition = definitionOf(nodes, [
    [2, 'lines', 1, 'lines'],
    [1, 'audio', 0, 'audio'],
  ]);
  expect(topologicalSteps(definition)).toEqual([2, 1, 0, 3].map(uuid));
});

test('the edge that leads back from a fail port is a back edge', () => {
  expect(backEdges(retryLoop()).map(({ id }) => id)).toEqual([uuid(1003)]);
  expect(topologicalSteps(retryLoop())).toEqual([0, 1, 2, 3, 4].map(uuid));
});

test('a fail port that feeds another generator is not a back edge, in any order of the edges', () => {
  // If check 2 fails, generator 3 speaks. Check 4 after it sends failed lines back to generator 1.
  const nodes = [
    'source_script',
    'operator_generator',
    'validator_noise',
    'operator_generator',
    'validator_pacing',
    'sink_preview',
  ];
  const edges: Parameters<typeof definitionOf>[1] = [
    [4, 'fail', 1, 'lines'],
    [2, 'fail', 3, 'lines'],
    [0, 'lines', 1, 'lines'],
    [1, 'audio', 2, 'audio'],
    [3, 'audio', 4, 'audio'],
    [2, 'pass', 5, 'audio'],
    [4, 'pass', 5, 'audio'],
  ];
  for (const order of [edges, [...edges].reverse()]) {
    const definition = definitionOf(nodes, order);
    expect(checkDefinition(definition).errors).toEqual([]);
    expect(backEdges(definition).map(({ source }) => source)).toEqual([uuid(4)]);
    expect(topologicalSteps(definition)).toEqual([0, 1, 2, 3, 4, 5].map(uuid));
  }
});

test('a definition that has its own steps runs in that order', () => {
  const definition = checkDefinition(retryLoop()).definition;
  expect(definition && stepsOf(definition)).toEqual([0, 1, 2, 3, 4].map(uuid));
  const own = { graph: { nodes: [], edges: [] }, execution: { steps: [uuid(5)], params: {} } };
  expect(stepsOf(own)).toEqual([uuid(5)]);
});

test('each cycle is closed by its last edge', () => {
  const { edges } = definitionOf(
    [],
    [
      [0, 'a', 1, 'a'],
      [1, 'a', 0, 'a'],
      [2, 'a', 2, 'a'],
      [1, 'a', 2, 'a'],
    ],
  ).graph;
  expect(cycleClosers(edges)).toEqual([1, 2]);
});
