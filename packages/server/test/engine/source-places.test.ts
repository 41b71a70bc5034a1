import { expect, test } from 'vitest';
import { offsetOf } from '../../src/engine/sources/source-places.ts';

const earlier = new Map([
  ['first', { first: 0, last: 1 }],
  ['second', { first: 2, last: 4 }],
]);

const offset = (node_id: string, count: number, places: Partial<Parameters<typeof offsetOf>[0]> = {}) => {
  const lines = Array.from({ length: count }, (_, line_index) => ({ line_index }));
  return offsetOf({ node_id, lines, taken: new Map(), earlier, ...places });
};

test('in a retry, the lines of a source keep their positions, in whatever order the sources are read', () => {
  expect(offset('second', 3)).toBe(2);
  expect(offset('first', 2, { taken: new Map([['second', { first: 2, last: 4 }]]) })).toBe(0);
});

test('a source with another number of lines, or a new one, follows all others', () => {
  expect(offset('first', 3)).toBe(5);
  expect(offset('third', 1, { taken: new Map([['first', { first: 5, last: 7 }]]) })).toBe(8);
  expect(offset('first', 3, { earlier: new Map() })).toBe(0);
});
