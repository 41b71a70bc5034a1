import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entriesInOrder } from '../../src/index.ts';

const entry = (language: string, before: string[] = [], after: string[] = []) => ({
  language,
  context: before.length + after.length > 0 ? { before, after } : null,
});

test('entries with a context come first, then the most specific language, then contexts on two sides', () => {
  const inOrder = [
    entry('en-us', ['a'], ['b']),
    entry('en-us', ['a']),
    entry('en-us', [], ['b']),
    entry('en', ['a'], ['b']),
    entry('*', ['a']),
    entry('en-us'),
    entry('en'),
    entry('*'),
  ];
  fc.assert(
    fc.property(fc.shuffledSubarray([...inOrder, entry('de'), entry('en-gb')], { minLength: 10 }), (all) => {
      const found = entriesInOrder(all, 'en-us');
      expect(new Set(found.slice(1, 3))).toEqual(new Set(inOrder.slice(1, 3)));
      expect([...found.slice(0, 1), ...found.slice(3)]).toEqual([
        ...inOrder.slice(0, 1),
        ...inOrder.slice(3),
      ]);
      expect(found).toEqual(entriesInOrder(all.toReversed(), 'en-us'));
    }),
  );
});
