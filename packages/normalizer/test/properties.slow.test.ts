import { NormalizerKind } from '@voiceloom/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findMarkup } from '../../text/src/index.ts';
import { cover } from '../src/markup.ts';
import { NORMALIZER_KINDS, normalizeText } from './support/normalize.ts';

const LOCALES = ['en-us', 'en-gb', 'de-de', 'fr-fr', 'es-es', 'it-it', 'pt-br', 'ja-jp', 'ko-kr', 'zh-cn'];
const RELATIVES = ['en-au', 'de-at', 'de-ch', 'fr-ca', 'es-mx', 'pt-pt', 'zh-tw'];
const PARTIAL = ['pl-pl', 'th-th', 'xx'];

const digits = (maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength });
/** The parts of scripts: digits, separators, symbols, letters of every script, markup. */
const piece = fc.oneof(
  digits(6),
  digits(25),
  fc.constantFrom(...'.,:;/-–—~+*=%°€$£¥&@#()[]{}<>\'"’^_|\\ \u00a0\u202f½Ⅲ№、。，・〜'),
  fc.constantFrom(
    ' ',
    '. ',
    ', ',
    ' - ',
    ' / ',
    '\n',
    ' x ',
    'km',
    ' kg',
    ' %',
    ' €',
    '$',
    ' Uhr',
    'h',
    ' pm',
    ' a.m.',
    'st',
    'th',
    'e',
    'er',
    'º',
    'ª',
  ),
  fc.constantFrom(
    'am ',
    'der ',
    'Louis XIV',
    'XXe',
    'siglo XX',
    ' Mai ',
    'January ',
    ' de mayo',
    'Dr. ',
    'St. ',
    'z. B.',
    'etc.',
    'U.S.',
    'www.',
    '.com',
    'a@b.co',
    'https://',
  ),
  fc.constantFrom(
    '本',
    '人',
    '月',
    '日',
    '年',
    '分',
    '時',
    '개',
    '시',
    '명',
    '원',
    '个',
    '点',
    '号',
    '元',
    '第',
    '제',
  ),
  fc.constantFrom('<b>', '</b>', '[pause 300ms]', '{name}', '%s', '{{0}}', '&amp;', '%1$d'),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
);
const script = fc.array(piece, { maxLength: 14 }).map((parts) => parts.join(''));
const locale = fc.constantFrom(...LOCALES, ...RELATIVES);

/** A voice would have to guess how to say them. */
const SYMBOL = /[$%&=°+<>~#*_^×÷±√€£¥§©™|\\/²³]/;

describe('normalizing', () => {
  test('leaves no symbol outside of markup, and reports every change', {
    timeout: 600_000,
  }, () => {
    fc.assert(
      fc.property(script, fc.oneof(locale, fc.constantFrom(...PARTIAL)), (text, of) => {
        const { spoken, changes, supported } = normalizeText(text, of);
        // Markup is what the text has: other words beside it can look like more or less of it (`&amp;0;`).
        const covered = cover(text, findMarkup(text));
        // The changes are ordered pieces that do not overlap, and nothing else differs.
        let at = 0;
        let rebuilt = '';
        let unmarked = '';
        for (const change of changes) {
          expect(change.start).toBeGreaterThanOrEqual(at);
          expect(text.slice(change.start, change.end)).toBe(change.written);
          rebuilt += text.slice(at, change.start) + change.spoken;
          unmarked += covered.slice(at, change.start) + change.spoken;
          at = change.end;
        }
        rebuilt += text.slice(at);
        unmarked += covered.slice(at);
        expect(spoken).toBe(rebuilt);
        if (supported) expect(unmarked).not.toMatch(SYMBOL);
      }),
      {
        numRuns: 8_000,
        // Accents that are characters of their own, after a letter and after a sign.
        examples: [
          ['%1$dA\u0300', 'en-us'],
          ['<\u0338', 'en-us'],
          ['&amp;0;', 'en-us'],
          ['0%1$d$.0', 'en-us'],
        ],
      },
    );
  });

  test('leaves no digit outside of markup', { timeout: 600_000 }, () => {
    const plain = /[0-9０-９]/;
    const unmarked = fc
      .array(piece, { maxLength: 10 })
      .map((parts) => parts.join('').replace(/[<>[\]{}&%$]/g, ' '));
    fc.assert(
      fc.property(unmarked, locale, (text, of) => {
        expect(normalizeText(text, of).spoken).not.toMatch(plain);
      }),
      { numRuns: 3_000 },
    );
  });

  test('never touches tags, bracketed directions and placeholders', { timeout: 600_000 }, () => {
    const markup = fc.constantFrom(
      '<b>',
      '</em>',
      '<break time="300ms"/>',
      '[pause 300ms]',
      '[x2]',
      '{name1}',
      '{{count}}',
      '%s',
      '%2$d',
      '&#39;',
      '<say-as interpret-as="date">',
    );
    const words = fc.constantFrom(' 12 ', ' $5 ', ' 5 km ', ' on 3.4.2024 ', ' 50% ', ' plain ', ' 1/2 ');
    fc.assert(
      fc.property(fc.array(fc.tuple(words, markup), { maxLength: 6 }), locale, (parts, of) => {
        const text = parts.flat().join('');
        const { spoken } = normalizeText(text, of);
        let at = 0;
        for (const [, mark] of parts) {
          const found = spoken.indexOf(mark, at);
          expect(found, `${mark} in ${spoken}`).toBeGreaterThanOrEqual(0);
          at = found + mark.length;
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test('a kind that is turned off stays completely as written', () => {
    const text = 'On 7/4/2026 at 5:30 pm it cost $5.50.';
    const without = NORMALIZER_KINDS.filter((kind) => kind !== 'date');
    expect(normalizeText(text, 'en-us', { kinds: without }).spoken).toBe(
      'On 7/4/2026 at five thirty P M it cost five dollars and fifty cents.',
    );
    expect(normalizeText(text, 'en-us', { kinds: [] })).toEqual({
      spoken: text,
      changes: [],
      supported: true,
    });
  });

  test('markup is removed from spoken text on request, but placeholders never are', () => {
    const { spoken } = normalizeText('<b>Hello</b> [pause 300ms]{name}, 5 times.', 'en-us', {
      keep_markup: false,
    });
    expect(spoken).toBe('Hello {name}, five times.');
  });

  test('languages without rules keep their text, and report it', () => {
    for (const of of ['pl-pl', 'xx', '', 'sv-se', 'cy-gb'])
      expect(normalizeText('12 %', of)).toEqual({ spoken: '12 %', changes: [], supported: false });
    for (const of of [...LOCALES, ...RELATIVES, 'en', 'EN_us', 'de'])
      expect(normalizeText('12', of), of).toMatchObject({ supported: true, changes: [{ written: '12' }] });
  });

  test('the contract lists exactly the existing kinds', () => {
    expect(NormalizerKind.options).toEqual([...NORMALIZER_KINDS]);
  });
});

describe('hostile lines', () => {
  const HOSTILE = [
    '1',
    '1.',
    '1,',
    '1 ',
    '1-',
    '1/',
    '1:',
    '12:',
    '1 000 ',
    '1.000.',
    '(',
    '((1',
    '<',
    '<a',
    '[',
    '{',
    '&',
    '%',
    '+1',
    '+1 ',
    '0 ',
    '01 ',
    '$',
    '$1',
    '€1-',
    'a@',
    'a.',
    'a-',
    'www.',
    'http://',
    'X',
    'XI ',
    'Louis ',
    'St. ',
    'A. ',
    'z. ',
    '1h',
    '1er ',
    '½',
    '3本',
    '三',
    '3~',
    '2024-',
    '1월',
    '1시',
    '2个',
    '12.12.',
    'am 1. ',
    'Montag, den ',
    '\u00a0',
    '\u202f1',
    '1\u202f000',
    "'",
    '1x',
    '1/2 ',
    '5 - ',
    'ab',
    '1/2 in ',
    '5 x ',
    '2^',
    '1+',
    'A1-',
    'Main ',
    '1 Main ',
    '"5',
    '# ',
    '< ',
    'A.',
    '12-',
    '1 000',
    'call ',
  ];
  const locales = [...LOCALES, 'pl-pl'];
  /** The CPU seconds for a line, without other work on the machine. */
  const secondsOf = (part: string, length: number, of: string): number => {
    const text = part.repeat(Math.ceil(length / part.length));
    const before = process.threadCpuUsage();
    const { supported } = normalizeText(text, of);
    const { user, system } = process.threadCpuUsage(before);
    expect(supported).toBe(of !== 'pl-pl');
    return (user + system) / 1e6;
  };

  for (const of of locales) {
    test(`take time in proportion to their length in ${of}`, () => {
      // Compiles the patterns before the measurement.
      for (const part of HOSTILE) secondsOf(part, 500, of);
      let [short, long] = [0, 0];
      for (const part of HOSTILE) {
        short += secondsOf(part, 2_000, of);
        long += secondsOf(part, 8_000, of);
      }
      // About 4 times as long; quadratic work would take 16 times as long. The constant allows for times that
      // are too short to compare.
      expect(long).toBeLessThan(6 * short + 0.2);
    });
  }

  test('of 50,000 characters take a bounded number of steps', () => {
    for (const [at, part] of HOSTILE.entries()) secondsOf(part, 50_000, locales[at % locales.length] ?? '');
  });
});
