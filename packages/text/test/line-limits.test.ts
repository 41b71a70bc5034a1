import { describe, expect, test } from 'vitest';
import { findHeaderLimit } from '../src/formats/csv/line-limits.ts';
import { charactersOver, overLimit, readRecordingList } from '../src/index.ts';
import { parse, read } from './support/script-parse.ts';

const TEXT = 'The harbor is quiet tonight.';

/** The limits of a line of 28 characters, and how its column was read. */
function limitsOf(header: string, cell: string, text = TEXT) {
  const { lines, reading } = read(`id;${header};text\n1;${cell};${text}\n2;${cell};${text}\n`);
  const use = reading.columns_used.find(({ column }) => column === header);
  const [line] = lines;
  return {
    ms: line?.max_duration_ms,
    characters: line?.max_characters,
    used_as: use?.used_as,
    unit: use?.unit,
    warnings: reading.warnings.map(({ code }) => code),
  };
}

describe('a column of limits', () => {
  test.each([
    'max_chars',
    'Max. chars',
    'max_characters',
    'Character limit',
    'char_limit',
    'charLimit',
    'Max length (chars)',
    'Max Length (characters)',
    'maximum_length_chars',
    'Zeichenlimit',
    'Max. Zeichen',
    'Limite de caractères',
    'Límite de caracteres',
    'Nb max. de signes',
    'Máx. caracteres',
    'Tope de caracteres',
    'Max. tekens',
    'Maks. karakter',
    'Макс. символов',
    'Limite caratteri',
    'Limite de caracteres',
    '最大文字数',
    '字数限制',
    '글자수 제한',
  ])('with characters in its header is never read as time: %s', (header) => {
    expect(limitsOf(header, '40')).toEqual({
      ...{ ms: null, characters: 40, used_as: 'max_characters', unit: 'characters', warnings: [] },
    });
  });

  test.each([
    ['max_duration_ms', '1500', 1_500, 'ms'],
    ['Max length (s)', '2,5', 2_500, 's'],
    ['max_time_seconds', '3', 3_000, 's'],
    ['max_duration', '3', 3_000, 's'],
    ['max_length', '3', 3_000, 's'],
    ['max_length', '2.5', 2_500, 's'],
    ['max_length', '2.5 s', 2_500, undefined],
    ['max_duration', '0:02.5', 2_500, undefined],
    ['Max. Dauer (s)', '3', 3_000, 's'],
    ['Max. Dauer (Sek.)', '3', 3_000, 's'],
    ['Maximaldauer in Sekunden', '3', 3_000, 's'],
    ['Höchstdauer', '2.5 Sek.', 2_500, undefined],
    ['Zeitlimit (ms)', '1500', 1_500, 'ms'],
    ['Max. Länge (s)', '40', 40_000, 's'],
    ['Durée max (s)', '2,5', 2_500, 's'],
    ['Durée maximale', '3 secondes', 3_000, undefined],
    ['Duración máx. (seg)', '3', 3_000, 's'],
    ['Tiempo máximo', '3', 3_000, 's'],
    ['Durata massima (s)', '3', 3_000, 's'],
    ['Duração máxima (s)', '3', 3_000, 's'],
    ['Max. duur (sec)', '3', 3_000, 's'],
    ['Макс. длительность (сек)', '3', 3_000, 's'],
    ['最大秒数', '3', 3_000, 's'],
    ['制限時間（秒）', '3', 3_000, 's'],
    ['最大时长（秒）', '3', 3_000, 's'],
    ['최대 시간(초)', '3', 3_000, 's'],
    ['Time limit', '3', 3_000, 's'],
    ['Max. Länge', '3', 3_000, 's'],
  ])('of time shows its unit: %s with %s', (header, cell, ms, unit) => {
    expect(limitsOf(header, cell)).toEqual({
      ...{ ms, characters: null, used_as: 'max_duration_ms', unit, warnings: [] },
    });
  });

  test.each([
    ['max_length', '40', { ms: null, characters: 40, used_as: 'max_characters', unit: 'characters' }],
    ['Max Len', '30', { ms: null, characters: 30, used_as: 'max_characters', unit: 'characters' }],
    ['length_limit', '60', { ms: null, characters: 60, used_as: 'max_characters', unit: 'characters' }],
    ['Max. Länge', '40', { ms: null, characters: 40, used_as: 'max_characters', unit: 'characters' }],
    ['Maximale Länge', '40', { ms: null, characters: 40, used_as: 'max_characters', unit: 'characters' }],
    ['Längenlimit', '40', { ms: null, characters: 40, used_as: 'max_characters', unit: 'characters' }],
    ['Longueur max', '40', { ms: null, characters: 40, used_as: 'max_characters', unit: 'characters' }],
    ['Longitud máxima', '40', { ms: null, characters: 40, used_as: 'max_characters', unit: 'characters' }],
    ['Lunghezza massima', '40', { ms: null, characters: 40, used_as: 'max_characters', unit: 'characters' }],
    ['Comprimento máximo', '40', { ms: null, characters: 40, used_as: 'max_characters', unit: 'characters' }],
    ['Maximale lengte', '40', { ms: null, characters: 40, used_as: 'max_characters', unit: 'characters' }],
    ['最大の長さ', '40', { ms: null, characters: 40, used_as: 'max_characters', unit: 'characters' }],
    ['最大长度', '40', { ms: null, characters: 40, used_as: 'max_characters', unit: 'characters' }],
    ['최대 길이', '40', { ms: null, characters: 40, used_as: 'max_characters', unit: 'characters' }],
    // Neither 12 seconds nor 12 characters are likely.
    ['max_length', '12', { ms: null, characters: null, used_as: undefined, unit: undefined }],
    ['max_length', '4000', { ms: null, characters: null, used_as: undefined, unit: undefined }],
    ['max_duration', '1500', { ms: 1_500, characters: null, used_as: 'max_duration_ms', unit: 'ms' }],
    ['max_duration', '40', { ms: 40_000, characters: null, used_as: 'max_duration_ms', unit: 's' }],
  ])(
    'without a unit is read by its values, with a warning if that is unsure: %s with %s',
    (header, cell, limits) => {
      expect(limitsOf(header, cell)).toEqual({ ...limits, warnings: ['guessed_unit'] });
    },
  );

  test('without a unit is never read as seconds because its texts are far too long', () => {
    expect(limitsOf('Max. Länge', '80', TEXT.repeat(11))).toEqual({
      ...{ ms: null, characters: null, used_as: undefined, unit: undefined, warnings: ['guessed_unit'] },
    });
  });

  test.each([
    ['Länge (s)', '3', 3_000, 's'],
    ['Dauer in Sekunden', '3', 3_000, 's'],
    ['Length [ms]', '1500', 1_500, 'ms'],
    ['Durée (s)', '3', 3_000, 's'],
    ['時間（秒）', '3', 3_000, 's'],
  ])('that only names a length with its unit is a limit, with a warning: %s', (header, cell, ms, unit) => {
    expect(limitsOf(header, cell)).toEqual({
      ...{ ms, characters: null, used_as: 'max_duration_ms', unit, warnings: ['guessed_limit'] },
    });
    const text = `id;Max. Dauer (s);${header};text\n1;2;${cell};${TEXT}\n`;
    expect(read(text)).toMatchObject({
      lines: [{ max_duration_ms: 2_000 }],
      reading: { columns_unused: [header], warnings: [] },
    });
    const unlimited = read(`${header};text\n${cell};${TEXT}\n`, { columns: { max_duration_ms: null } });
    expect(unlimited).toMatchObject({ lines: [{ max_duration_ms: null }], reading: { warnings: [] } });
  });

  test('is read by most of its values, so that a text over its limit does not change the unit', () => {
    const rows = [`1,30,${TEXT}`, `2,30,${TEXT}`, `3,30,${TEXT.repeat(6)}`];
    const { lines } = read(`id,max_length,text\n${rows.join('\n')}\n`);
    expect(lines.map(({ max_characters }) => max_characters)).toEqual([30, 30, 30]);
  });

  test('can have characters in a cell, and both kinds of limits can be side by side', () => {
    expect(limitsOf('max_length', '40 chars')).toMatchObject({ ms: null, characters: 40 });
    expect(limitsOf('max_duration', '40 Zeichen')).toMatchObject({ ms: null, characters: 40 });
    const text = `id,max_duration_ms,max_chars,text\n1,1500,40,${TEXT}\n2,,,${TEXT}\n`;
    expect(parse(text)).toMatchObject([
      { max_duration_ms: 1_500, max_characters: 40 },
      { max_duration_ms: null, max_characters: null },
    ]);
  });

  test('that the config names has the unit of its header', () => {
    const text = `id,Limit,Max chars,text\n1,900,40,${TEXT}\n`;
    const read = (columns: object) => parse(text, { columns })[0];
    expect(read({ max_duration_ms: 'Limit' })).toMatchObject({ max_duration_ms: 900, max_characters: 40 });
    expect(read({ max_duration_ms: 'Max chars' })).toMatchObject({
      max_duration_ms: null,
      max_characters: 40,
    });
    expect(read({ max_characters: 'Limit' })).toMatchObject({ max_duration_ms: null, max_characters: 900 });
    expect(read({ max_characters: null })).toMatchObject({ max_characters: null });
    const bare = { csv_has_header: false, columns: { script: 1, max_characters: 0 } };
    expect(parse(`40,${TEXT}\n`, bare)[0]).toMatchObject({ max_duration_ms: null, max_characters: 40 });
  });

  test('with a cell that is not a number of characters is reported', () => {
    for (const cell of ['none', '-', '40 px', '4.5'])
      expect(limitsOf('max_chars', cell)).toMatchObject({
        characters: null,
        warnings: ['invalid_limit', 'invalid_limit'],
      });
  });

  test.each([
    ['max_length', 'abc', 'a length'],
    ['Max. Länge', 'kurz', 'a length'],
    ['max_duration', 'soon', 'a duration'],
    ['max_duration_ms', '-5', 'a duration'],
    ['Durée max (s)', '3 px', 'a duration'],
  ])(
    'with a cell that is not a limit is reported with its row and column: %s with %s',
    (header, cell, kind) => {
      const { lines, reading } = read(`${header};text\n${cell};${TEXT}\n3;${TEXT}\n`);
      expect(lines.map(({ max_duration_ms }) => max_duration_ms === null)).toEqual([true, false]);
      expect(reading.warnings).toEqual([
        {
          row: 2,
          code: 'invalid_limit',
          message: `"${cell}" in the column "${header}" is not ${kind}, so the line has no limit.`,
        },
      ]);
    },
  );

  test.each([
    'Character',
    'characters',
    'char_count',
    'max_chars_per_line',
    'Length',
    'max_width_px',
    'maxCharsPerLine',
    'Max. Länge (px)',
    'Zeilenlänge max',
    'Dauer',
    'Länge',
    'duration_ms',
    'Duration (s)',
    'Mindestlänge',
    'max_lines',
    'Maximum',
    'Timeline',
    'Limit',
    'Notes',
  ])('is not one with another meaning: %s', (header) => {
    expect(findHeaderLimit(header)).toBeNull();
  });
});

describe('limits in other formats', () => {
  test('fields of json', () => {
    const entry = (field: string, value: unknown) =>
      read(JSON.stringify([{ text: TEXT, [field]: value }]), { format: 'json' });
    expect(entry('max_chars', 40).lines[0]).toMatchObject({ max_duration_ms: null, max_characters: 40 });
    expect(entry('characterLimit', '40').lines[0]).toMatchObject({ max_characters: 40 });
    const guessed = entry('max_length', 40);
    expect(guessed.lines[0]).toMatchObject({ max_duration_ms: null, max_characters: 40 });
    expect(guessed.reading).toMatchObject({
      columns_used: [
        { used_as: 'script' },
        { column: 'max_length', used_as: 'max_characters', unit: 'characters' },
      ],
      warnings: [{ code: 'guessed_unit' }],
    });
    const invalid = entry('max_duration_ms', -5);
    expect(invalid.lines[0]).toMatchObject({ max_duration_ms: null });
    expect(invalid.reading.warnings).toMatchObject([{ row: 1, code: 'invalid_limit' }]);
    expect(entry('max_chars', { de: 40 }).reading.columns_unused).toEqual(['max_chars']);
  });

  test('the maximum width of a unit of XLIFF in characters', () => {
    const unit = (attributes: string) =>
      parse(
        `<xliff version="1.2"><file original="a" source-language="en" datatype="x"><body><trans-unit id="1" ${attributes}><source>${TEXT}</source></trans-unit></body></file></xliff>`,
        { format: 'xliff' },
      )[0];
    expect(unit('maxwidth="40" size-unit="char"')).toMatchObject({
      max_characters: 40,
      max_duration_ms: null,
    });
    expect(unit('maxwidth="40" size-unit="pixel"')).toMatchObject({ max_characters: null });
    expect(unit('maxwidth="40"')).toMatchObject({ max_characters: null });
  });

  test('a list of recordings does not read characters as time', () => {
    const list = (header: string) =>
      readRecordingList(new TextEncoder().encode(`file,script,${header}\na.wav,${TEXT},40\n`), 'csv')[0];
    expect(list('max_chars')).toMatchObject({ max_duration_ms: null });
    expect(list('max_length')).toMatchObject({ max_duration_ms: null });
    expect(list('max_duration')).toMatchObject({ max_duration_ms: 40_000 });
    expect(list('Max. Dauer (ms)')).toMatchObject({ max_duration_ms: 40, limit_problem: null });
    // The length of the recording.
    expect(list('Duration (s)')).toMatchObject({ max_duration_ms: null });
    const invalid = new TextEncoder().encode(`file,max_duration\na.wav,soon\n`);
    expect(readRecordingList(invalid, 'csv')[0]).toMatchObject({
      max_duration_ms: null,
      limit_problem: '"soon" in the column "max_duration" is not a duration, so the line has no limit.',
    });
  });
});

test('a line over its limits says by how much; markup does not count', () => {
  const over = (script: string) => charactersOver({ script, locale_code: 'en-us', max_characters: 10 });
  expect([
    over('0123456789'),
    over('<b>0123456789</b>'),
    over('0123456789AB'),
    over('😀'.repeat(12)),
  ]).toEqual([null, null, 2, 2]);
  expect(
    overLimit({ duration_ms: 1_800, max_duration_ms: 1_500, max_characters: 10, characters_over: 2 }),
  ).toBe(
    'The file lasts 1800 ms, 300 ms over its limit of 1500 ms. The text has 12 characters, 2 over its limit of 10 characters.',
  );
  expect(overLimit({ duration_ms: 1_500, max_duration_ms: 1_500 })).toBeNull();
  expect(overLimit({ duration_ms: null, max_duration_ms: 1_500 })).toBeNull();
});
