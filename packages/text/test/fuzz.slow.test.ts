import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseScript, ScriptError, type ScriptFormat, splitSentences } from '../src/index.ts';

const format = fc.constantFrom<ScriptFormat>('txt', 'csv', 'tsv', 'srt');
const options = fc.record({
  csv_column: fc.option(fc.constant('character_name')),
  columns: fc.dictionary(
    fc.constantFrom('line_id', 'script', 'character_name', 'locale', 'notes', 'direction', 'max_duration_ms'),
    fc.constantFrom(0, 1, 'script', 'de-de', '', '99999999999'),
  ),
  csv_has_header: fc.boolean(),
  source_language: fc.option(fc.constantFrom('en', 'de_DE')),
});

const seeds = [
  'id,character,en-us,de-de,max_duration\na,Ada,"Hello, ""you""",Hallo,1.5\nb,,Bye,,\n',
  'sep=;\nid;text;locale\n1;"multi\r\nline";fr\n2;x;de\n',
  '1\n00:00:01,000 --> 00:00:02,500\n<i>Hello</i> {\\an8}\n\n2\n00:03.0 --> 00:04.0 align:start\nBye &amp; so\n',
  'WEBVTT\n\nNOTE x\n\n00:01.000 --> 00:02.000\n<v Ada>Hi\n',
  'one\ttwo\tthree\nVier\tfünf\tsechs\n',
];

function parseSafely(bytes: Uint8Array, chosen: { format: ScriptFormat } & Record<string, unknown>): void {
  try {
    const { lines } = parseScript({ bytes, max_lines: 1000, ...chosen } as Parameters<typeof parseScript>[0]);
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(line.script.trim()).not.toBe('');
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
  }
}

test('random bytes give only lines or a ScriptError', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 600 }), format, options, (bytes, chosen, rest) => {
      parseSafely(bytes, { format: chosen, ...rest });
    }),
    { numRuns: 600 },
  );
});

test('mutated scripts give only lines or a ScriptError', () => {
  const edit = fc.record({
    at: fc.nat(200),
    remove: fc.nat(6),
    insert: fc.constantFrom('"', ',', '\n', '-->', '\r', '<', '\t', 'é', ';', '00:'),
  });
  fc.assert(
    fc.property(
      fc.constantFrom(...seeds),
      fc.array(edit, { maxLength: 6 }),
      format,
      options,
      (seed, edits, chosen, rest) => {
        const text = edits.reduce(
          (now, { at, remove, insert }) => now.slice(0, at) + insert + now.slice(at + remove),
          seed,
        );
        parseSafely(new TextEncoder().encode(text), { format: chosen, ...rest });
      },
    ),
    { numRuns: 1000 },
  );
});

// A quadratic reader needs minutes for these, so the timeout of the test is the limit.
test.each([
  ['quotes', '"'.repeat(2_000_000)],
  ['delimiters', ','.repeat(900_000)],
  ['an open quote', `a,b\n1,"${'x\n'.repeat(400_000)}`],
  ['blank lines', '\n'.repeat(2_000_000)],
  ['open tags', `1\n00:00:01,000 --> 00:00:02,000\n${'<i '.repeat(600_000)}`],
  ['arrows', '-->'.repeat(600_000)],
  ['digits and colons', '1:'.repeat(900_000)],
  ['spaces', `a${' '.repeat(2_000_000)}b`],
])('a large file of %s is processed in bounded time', (_, text) => {
  const bytes = new TextEncoder().encode(text);
  for (const chosen of ['txt', 'csv', 'srt'] as const) {
    parseSafely(bytes, { format: chosen, csv_column: null, csv_has_header: true, source_language: null });
  }
});

test('splitting loses nothing but white space and respects the maximum length', () => {
  const word = fc.constantFrom(
    'Dr.',
    'Hi!',
    '„Ja.“',
    '(a',
    'b)',
    '3.',
    'z.',
    '世界。',
    'Really?',
    '"Oh',
    '👩🏽‍🚀',
    'word',
    '\n',
  );
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 60 }),
      fc.constantFrom('en-us', 'de-de', 'ja-jp', 'xx'),
      fc.integer({ min: 8, max: 60 }),
      (words, locale, cap) => {
        const text = words.join(' ');
        const pieces = splitSentences(text, locale, cap);
        expect(pieces.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
        for (const piece of pieces) expect([...piece].length).toBeLessThanOrEqual(cap);
      },
    ),
  );
});

/** Far below the limit of an upload, but long enough to take minutes if the time grows with the square. */
const LONG = 400_000;

test.each<[string, ScriptFormat, string]>([
  ['digits where a time may stand', 'srt', `1:${'1'.repeat(LONG)}`],
  ['settings of a cue', 'srt', `00:01.000 --> 00:02.000 ${'a:b'.repeat(LONG / 10)} !\nHi.\n`],
  ['cue numbers', 'srt', `00:01.000 --> 00:02.000\n${'1\n\n'.repeat(LONG / 10)}`],
  ['tags in a cue', 'vtt', `00:01.000 --> 00:02.000\n${'<v A><rt>'.repeat(LONG / 20)}\n`],
  ['brackets in a cue', 'srt', `00:01.000 --> 00:02.000\n${'(A [B '.repeat(LONG / 10)}\n`],
  ['labels in a cue', 'srt', `00:01.000 --> 00:02.000\n${'ADA: '.repeat(LONG / 10)}\n`],
  [
    'files with one ID',
    'xliff',
    `<xliff version="1.2">${Array.from({ length: 5_000 }, (_, n) => `<file original="a" source-language="en"><body><trans-unit id="1"><source>Text ${n}</source></trans-unit></body></file>`).join('')}</xliff>`,
  ],
  ['letters where a sentence may stand', 'csv', `a,b\n${'x'.repeat(LONG)},y\n`],
  ['spaces', 'txt', `x${' '.repeat(LONG)}x`],
])('an endless run of %s is read in one pass', (_name, chosen, text) => {
  parseSafely(new TextEncoder().encode(text), {
    format: chosen,
    csv_column: null,
    csv_has_header: true,
    source_language: 'en',
  });
});

test('a subtitle file with more lines than any script may have is rejected before they are listed', () => {
  const text = '\n'.repeat(2_000_001);
  const input = { bytes: new TextEncoder().encode(text), csv_column: null, csv_has_header: true };
  expect(() => parseScript({ ...input, format: 'srt', source_language: null })).toThrow(
    /more than 2,000,000/,
  );
});
