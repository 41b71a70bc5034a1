import { expect, test } from 'vitest';
import { findOffset } from '../../src/engine/sources/source-places.ts';

const earlier = new Map([
  ['first', { first: 0, last: 1 }],
  ['second', { first: 2, last: 4 }],
]);

const offset = (node_id: string, count: number, places: Partial<Parameters<typeof findOffset>[0]> = {}) => {
  const lines = Array.from({ length: count }, (_, line_index) => ({ line_index }));
  return findOffset({ node_id, lines, otherRanges: new Map(), earlierRanges: earlier, ...places });
};

test('in a retry, the lines of a source keep their positions, in whatever order the sources are read', () => {
  expect(offset('second', 3)).toBe(2);
  expect(offset('first', 2, { otherRanges: new Map([['second', { first: 2, last: 4 }]]) })).toBe(0);
});

test('a source with another number of lines, or a new one, follows all others', () => {
  expect(offset('first', 3)).toBe(5);
  expect(offset('third', 1, { otherRanges: new Map([['first', { first: 5, last: 7 }]]) })).toBe(8);
  expect(offset('first', 3, { earlierRanges: new Map() })).toBe(0);
});
