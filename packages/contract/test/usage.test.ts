import { describe, expect, test } from 'vitest';
import { isTimeZone } from '../src/index.ts';

describe('a time zone', () => {
  test.each([...Intl.supportedValuesOf('timeZone'), 'UTC', 'Europe/Kyiv', 'Asia/Calcutta', 'US/Pacific'])(
    'may be %s',
    (name) => expect(isTimeZone(name)).toBe(true),
  );

  test('may be in any case', () => {
    expect(isTimeZone('europe/berlin')).toBe(true);
    expect(isTimeZone('utc')).toBe(true);
  });

  test.each([
    ['an offset', '+02:00'],
    ['an abbreviation that means different zones to different systems', 'IST'],
    ['another', 'PST'],
    ['a name of Java', 'SystemV/PST8PDT'],
    ['a made-up name', 'Mars/Olympus'],
    ['nothing', ''],
    ['a slash', '/'],
    ['text that only begins well', 'Europe/Berlin; drop table'],
    ['text with a NUL', 'Europe/Ber\0lin'],
  ])('may not be %s', (_what, name) => expect(isTimeZone(name)).toBe(false));
});
