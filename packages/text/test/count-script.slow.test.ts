import fc from 'fast-check';
import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { countScript } from '../src/formats/count-script.ts';
import type { TextFormat } from '../src/formats/script.ts';
import { countCharacters, isTextFormat, parseScript, ScriptError } from '../src/index.ts';
import { scriptSamples } from './support/script-samples.ts';

type File = { bytes: Uint8Array; format: TextFormat };

function parsedCounts({ bytes, format }: File) {
  try {
    const options = { csv_column: null, csv_has_header: true, source_language: 'en' };
    const { lines } = parseScript({ ...options, bytes, format });
    const char_count = lines.reduce((sum, { script }) => sum + countCharacters(script), 0);
    return { char_count, line_count: lines.length };
  } catch (error) {
    if (error instanceof ScriptError) return null;
    throw error;
  }
}

/** `borders`: the lengths of the pieces, repeated. */
function streamedCounts({ bytes, format }: File, borders: number[]) {
  function* read(): Generator<Uint8Array> {
    for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
      const length = borders[turn % borders.length] ?? 1;
      yield bytes.slice(at, at + length);
      at += length;
    }
  }
  return countScript({ format, size_bytes: bytes.length, read });
}

const samples = scriptSamples().flatMap(({ name, input: { bytes, format } }) =>
  isTextFormat(format) ? [{ name, bytes, format }] : [],
);

test.each(samples)(
  '$name has the same counts in a stream, regardless of its chunk boundaries',
  async (sample) => {
    const counts = parsedCounts(sample);
    for (const borders of [[1], [2], [3], [7], [1, 64, 5], [1_000_000]]) {
      expect(await streamedCounts(sample, borders)).toEqual(counts);
    }
  },
);

const ENCODINGS = [
  ...['utf-8', 'utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'],
  ...['windows-1250', 'windows-1251', 'windows-1252', 'shift_jis', 'gb18030', 'euc-kr'],
];
const PIECES = [
  ...[
    'id,text\n',
    'id;character;text\r\n',
    'cue\ttext\n',
    'sep=;\r\n',
    'a,',
    'b;',
    '\t',
    '"',
    '""',
    '"a\nb"',
    ',,,',
  ],
  ...[
    'WEBVTT\n\n',
    '1\n00:00:01,000 --> 00:00:02,000\n',
    '00:01.000 --> 00:02.000 align:start\r\n',
    '9:9 --> x\n',
  ],
  ...[
    'NOTE n\n',
    '7\n',
    '-->',
    '<v Ada>',
    '&amp;',
    '\n',
    '\r',
    '\r\n',
    '\n\n',
    '\n \n\n',
    '\u2028',
    '  ',
    '\ufeff',
  ],
  ...[
    'Hello there. ',
    'Grüße ',
    'Привет, как дела? ',
    'Kde je ten člověk? ',
    '今日はいい天気ですね。',
    '欢迎来到我们的城市。',
  ],
  ...['안녕하세요, 여러분. ', '😀', '\u0000', '\u001b$B', '\u0007', 'Ã¼', 'â€™'],
];
const file = fc.record({
  text: fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((parts) => parts.join('')),
  encoding: fc.constantFrom(...ENCODINGS),
  addBOM: fc.boolean(),
  cut: fc.nat(20),
  format: fc.constantFrom<TextFormat>('txt', 'csv', 'tsv', 'srt', 'vtt'),
});
const borders = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });

test('a generated file in any encoding has the same counts in a stream', async () => {
  const seen = { counted: 0, rejected: 0 };
  await fc.assert(
    fc.asyncProperty(file, borders, async ({ text, encoding, addBOM, cut, format }, lengths) => {
      const whole = new Uint8Array(iconv.encode(text, encoding, { addBOM }));
      const bytes = cut > 17 ? whole.slice(0, -1) : whole;
      const counts = parsedCounts({ bytes, format });
      seen[counts ? 'counted' : 'rejected'] += 1;
      expect(await streamedCounts({ bytes, format }, lengths)).toEqual(counts);
    }),
    { numRuns: 1_500 },
  );
  expect(Math.min(seen.counted, seen.rejected)).toBeGreaterThan(100);
});

const few = 'Said again. ';
const row = 'Eight words are said again in this line. ';
test.each<[string, TextFormat, string]>([
  ['as many lines as a script may have', 'txt', `${few}\n`.repeat(100_000)],
  ['one line too many', 'txt', `${few}\r\n`.repeat(100_001)],
  ['one row too many', 'csv', `text\n${`"${few}"\n`.repeat(100_001)}`],
  ['a line of the greatest length', 'txt', `${'x'.repeat(1_000_000)}\r\nx`],
  ['a line that is too long', 'txt', 'x'.repeat(1_000_001)],
  ['a cue that is too long', 'srt', `00:01.000 --> 00:02.000\n${`${row}\n`.repeat(30_000)}`],
  ['a row that is too long', 'csv', `id,text\na,"${'x'.repeat(1_000_001)}"`],
  [
    'rows behind the sample',
    'csv',
    `id,text\n${Array.from({ length: 9_000 }, (_, n) => `${n},"${row.repeat(9)}\n\u00e4"\n`).join('')}`,
  ],
  [
    'weak ids that repeat behind the sample',
    'csv',
    `cue,text\n${Array.from({ length: 900 }, (_, n) => `${n % 800},${row}\n`).join('')}`,
  ],
  [
    'a duplicate id at the end',
    'csv',
    `id,text\n${Array.from({ length: 900 }, (_, n) => `${n % 899},${row}\n`).join('')}`,
  ],
  [
    'a declaration',
    'csv',
    `sep=;\r\nid;text\r\n${Array.from({ length: 40_000 }, (_, n) => `${n};${row}, ü\r\n`).join('')}`,
  ],
])('a script of %s has the same counts in a stream', async (_name, format, text) => {
  for (const encoding of ['utf-8', 'utf-16le']) {
    const bytes = new Uint8Array(iconv.encode(text, encoding, { addBOM: true }));
    expect(await streamedCounts({ bytes, format }, [65_536, 9_999])).toEqual(parsedCounts({ bytes, format }));
  }
});
