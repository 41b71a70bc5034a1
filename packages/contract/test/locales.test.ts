import { expect, test } from 'vitest';
import { LocaleCode, localeName, normalizeLocale } from '../src/index.ts';

test.each([
  ['en_US', 'en-us'],
  ['EN', 'en'],
  [' de-DE ', 'de-de'],
  ['zh-Hant-TW', 'zh-hant-tw'],
  ['iw', 'he'],
])('%s is normalized to %s', (input, expected) => {
  expect(normalizeLocale(input)).toBe(expected);
  expect(LocaleCode.parse(input.trim())).toBe(expected);
});

test.each(['', 'e', 'script', 'en-', '12', 'x-private', 'en-us-u-ca-gregory', 'en us', 'a'.repeat(40)])(
  '%s is not a locale code',
  (input) => {
    expect(normalizeLocale(input)).toBeUndefined();
    expect(LocaleCode.safeParse(input).success).toBe(false);
  },
);

test('a locale has an English name, and an unknown language has none', () => {
  expect(localeName('de_at')).toBe('Austrian German');
  expect(localeName('qqx')).toBeUndefined();
});
