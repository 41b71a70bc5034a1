import { expect, test } from 'vitest';
import { contextBetween, rowNeighbors } from '../../src/index.ts';

const told = (text: string, more = {}) => ({ text, policy: { locale: 'en-us', ...more } });

test('context contains no tags or placeholders, and a line that is not spoken has no context', () => {
  const tagged = told('<i>Dr</i> {name},\n[sighs] <break time="1s"/> wait!');
  expect(contextBetween(tagged, undefined)).toEqual({ previous: 'Dr friend, wait!' });
  expect(contextBetween(told('{name}'), told('[laughs]'))).toBeUndefined();
  expect(contextBetween(told('Hi {name}.', { placeholders: 'skip' }), told('Bye.'))).toEqual({
    next: 'Bye.',
  });
});

test('context is limited, keeping the side next to the line', () => {
  const { previous = '', next = '' } =
    contextBetween(told(`${'a '.repeat(400)}end`), told('b '.repeat(400))) ?? {};
  expect([previous.length, next.length].every((length) => length > 290 && length <= 300)).toBe(true);
  expect([previous.startsWith('a '), previous.endsWith(' end'), next.endsWith('b b')]).toEqual([
    true,
    true,
    true,
  ]);
  const split = contextBetween(told(`${'😀'.repeat(200)}a`), told(`a${'😀'.repeat(200)}`));
  expect(
    [split?.previous, split?.next].every((text) => text?.isWellFormed() && !text.includes('\ufffd')),
  ).toBe(true);
});

test('neighbors come from the rows next to a line, in its locale', () => {
  const line = (line_index: number, locale_code: string) => ({ line_index, locale_code });
  const [en0, en1, de0, de2] = [line(0, 'en'), line(1, 'en'), line(0, 'de'), line(2, 'de')];
  const near = rowNeighbors([en0, en1, de0, de2]);
  expect(near(en0)).toEqual({ previous: undefined, next: en1 });
  expect(near(de0)).toEqual({ previous: undefined, next: undefined });
});
