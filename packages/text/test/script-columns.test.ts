import { describe, expect, test } from 'vitest';
import type { ScriptInput } from '../src/index.ts';
import { brief, faultOf, parse, read } from './support/script-parse.ts';

const roles = (text: string, options: Partial<ScriptInput> = {}) =>
  read(text, options).reading.columns_used.map(({ column, used_as }) => `${column}: ${used_as}`);

describe('csv_column', () => {
  test.each(['character_name', 'Character', 'SPEAKER', 'role', 'Actor', '# Character'])(
    'character_name accepts a column named %s, which holds the speaker',
    (name) => {
      const [line] = parse(`id,${name},script\n1,Ada,Hello.\n`, { csv_column: 'character_name' });
      expect(line?.character_name).toBe('Ada');
    },
  );

  test('character_name is an error of csv_column if no column holds a speaker', () => {
    const error = faultOf('id,who,script\n1,Ada,Hello.\n', { csv_column: 'character_name' });
    expect(error).toMatchObject({ code: 'UNKNOWN_COLUMN', field: 'csv_column' });
    expect(error.message).toContain('"id", "who", "script"');
    expect(error.message).toContain('`columns.character_name`');
    const headless = { csv_column: 'character_name', csv_has_header: false };
    expect(faultOf('1,Ada\n', headless)).toMatchObject({ field: 'csv_column' });
  });

  test('a column assigned in `columns` satisfies character_name, with a header and without', () => {
    const given = { csv_column: 'character_name', columns: { character_name: 'who' } };
    expect(parse('id,who,script\n1,Ada,Hello.\n', given)[0]?.character_name).toBe('Ada');
    const headless = { ...given, csv_has_header: false, columns: { character_name: 0, script: 1 } };
    expect(parse('Ada,Hello.\n', headless)[0]?.character_name).toBe('Ada');
  });
});

describe('columns', () => {
  const TABLE = 'A,B,C,D,E,F,G\n7,Hallo.,Ada,de,note,loud,900\n';
  const EVERY = { line_id: 'A', script: 'B', character_name: 'C', locale: 'D', notes: 'E', direction: 'F' };

  test('every field can be named by its header', () => {
    expect(parse(TABLE, { columns: { ...EVERY, max_duration_ms: 'G' } })[0]).toMatchObject({
      ...{ line_id: '7', script: 'Hallo.', character_name: 'Ada', locale_code: 'de' },
      ...{ notes: 'note', direction: 'loud', max_duration_ms: 900 },
    });
  });

  test('every field can be named by its index without a header row', () => {
    const columns = {
      line_id: 0,
      script: 1,
      character_name: 2,
      locale: 3,
      notes: 4,
      direction: '5',
      max_duration_ms: 6,
    };
    const text = TABLE.slice(TABLE.indexOf('\n') + 1);
    expect(parse(text, { columns, csv_has_header: false })[0]).toMatchObject({
      ...{ line_id: '7', script: 'Hallo.', character_name: 'Ada', locale_code: 'de' },
      ...{ notes: 'note', direction: 'loud', max_duration_ms: 900 },
    });
  });

  test('`texts` names the text columns by locale, and no other column then has texts', () => {
    const { lines, reading } = read('id,One,Two,fr\n1,Hello.,Hallo.,Salut.\n', {
      columns: { texts: { en: 'One', de: 'Two' } },
    });
    expect(lines.map(({ locale_code, script }) => `${locale_code} ${script}`)).toEqual([
      'en Hello.',
      'de Hallo.',
    ]);
    expect(reading.columns_unused).toEqual(['fr']);
    const error = faultOf('id,One\n1,Hello.\n', { columns: { texts: { de: 'Two' } } });
    expect(error).toMatchObject({ code: 'UNKNOWN_COLUMN', field: 'columns.texts.de', column: 'Two' });
  });

  test('null means that no column is used for a field, even if one has its name', () => {
    const columns = { line_id: null, character_name: null, notes: null, max_duration_ms: null };
    const { lines, reading } = read('id,character,notes,max_duration,text\n1,Ada,Loud,2,Hello.\n', {
      columns,
    });
    expect(lines[0]).toMatchObject({
      line_id: 'L00001',
      character_name: null,
      notes: null,
      max_duration_ms: null,
    });
    expect(reading.columns_unused).toEqual(['id', 'character', 'notes', 'max_duration']);
  });

  test('an error lists the columns that were found, and how they were used', () => {
    expect(faultOf('id,first,second\n1,Hello there.,Good morning.\n').reading).toMatchObject({
      ...{ format: 'csv', line_count: 0, columns_used: [], columns_unused: ['id', 'first', 'second'] },
    });
    expect(faultOf('id,text,x\n1,Hello.,\n1,Bye.,\n').reading).toMatchObject({
      columns_used: [
        { column: 'text', used_as: 'script' },
        { column: 'id', used_as: 'line_id' },
      ],
      columns_unused: ['x'],
    });
  });

  test('a named column overrides the one that would be detected', () => {
    const text = 'id,key,script,text\n1,greet,no,Yes.\n';
    expect(brief(text, { columns: { line_id: 'key', script: 'text' } })).toEqual(['greet en-us Yes.']);
    expect(read(text, { columns: { line_id: 'key', script: 'text' } }).reading.columns_unused).toEqual([
      'id',
      'script',
    ]);
  });

  test.each(['line_id', 'script', 'character_name', 'locale', 'notes', 'direction', 'max_duration_ms'])(
    'an unknown column in columns.%s is an error that names the field and lists the headers',
    (field) => {
      const error = faultOf('id,script\n1,Hi\n', { columns: { [field]: 'dialog' } });
      expect(error).toMatchObject({ code: 'UNKNOWN_COLUMN', field: `columns.${field}`, column: 'dialog' });
      expect(error.message).toContain(`columns.${field}`);
      expect(error.message).toContain('"id", "script"');
    },
  );

  test('an assigned duration column without a unit in its header is in milliseconds', () => {
    const max = (header: string) =>
      parse(`text,${header}\nHi there,2\n`, { columns: { max_duration_ms: header } })[0]?.max_duration_ms;
    expect([max('Limit'), max('Limit (s)'), max('limit_ms'), max('Slot [sec]')]).toEqual([2, 2000, 2, 2000]);
  });
});

describe('column names', () => {
  test.each([
    'String ID',
    'stringid',
    'String Key',
    'StringID',
    'Key',
    'keys',
    'Identifier',
    'cue',
    'Filename',
    'File Name',
    '',
  ])('a first column named "%s" holds the ids', (name) => {
    expect(brief(`${name},text\ngreet,Hello.\n`)).toEqual(['greet en-us Hello.']);
  });

  test.each(['notes', 'Context', 'description', 'Comment', '?context', '_notes'])(
    '%s holds notes',
    (name) => {
      expect(parse(`id,text,${name}\n1,Hello.,In the rain\n`)[0]?.notes).toBe('In the rain');
    },
  );

  test.each(['direction', 'Emotion', 'style', 'Acting notes', 'Regieanweisung'])(
    '%s holds the direction',
    (name) => {
      expect(parse(`id,text,${name}\n1,Hello.,angry\n`)[0]).toMatchObject({
        direction: 'angry',
        script: 'Hello.',
      });
    },
  );

  test.each([
    ['Max Length (s)', 2500],
    ['Max Length [s]', 2500],
    ['max length, seconds', 2500],
    ['Maximum Duration (ms)', 3],
    ['maxDuration', 2500],
    ['Max Length (chars)', null],
  ])('%s is read with the unit of its header', (name, max_duration_ms) => {
    expect(parse(`id;text;${name}\n1;Hello.;2,5\n`)[0]?.max_duration_ms).toBe(max_duration_ms);
  });

  test('a file name that several lines share is not an id, and is reported as unused', () => {
    const { lines, reading } = read('Filename,text\nintro.rpy,Hello.\nintro.rpy,Bye.\n');
    expect(lines.map(({ line_id }) => line_id)).toEqual(['L00001', 'L00002']);
    expect(reading).toMatchObject({ generated_id_count: 2, columns_unused: ['Filename'] });
  });

  test('a file name that repeats only in a late row is not an id either', () => {
    const rows = Array.from({ length: 350 }, (_, index) => `take${index}.wav,Hello ${index}.`);
    const { lines, reading } = read(['filename,text', ...rows, 'take0.wav,Bye.'].join('\n'));
    expect(lines).toHaveLength(351);
    expect(lines.map(({ line_id }) => line_id)).toEqual(expect.arrayContaining(['L00001', 'L00351']));
    expect(reading).toMatchObject({ generated_id_count: 351, columns_unused: ['filename'] });
  });

  test('a file name that repeats in a late row is an error if `columns` assigns it as the id', () => {
    const options = { columns: { line_id: 'filename' } };
    expect(faultOf('filename,text\na.wav,Hello.\na.wav,Bye.\n', options).code).toBe('DUPLICATE_LINE_ID');
  });

  test('a better name for an id column wins, wherever it is', () => {
    expect(roles('Filename,Identifier,Dialogue\na.ogg,x1,Hello.\n')).toEqual([
      'Identifier: line_id',
      'Dialogue: script',
    ]);
  });

  test.each([
    ['German', 'de'],
    ['English(en)', 'en'],
    ['German (de-DE)', 'de-de'],
    ['Text (pt_BR)', 'pt-br'],
  ])('the column %s is a locale column', (name, locale) => {
    expect(parse(`key,${name}\n1,Hallo.\n`)[0]?.locale_code).toBe(locale);
  });

  test.each([
    ['English Text', 'en'],
    ['German Translation', 'de'],
    ['Dialogue EN', 'en'],
    ['Source EN', 'en'],
    ['text_de', 'de'],
    ['script-fr-FR', 'fr-fr'],
    ['TextDE', 'de'],
    ['Spanish (Mexico) line', 'es-mx'],
    ['English (US)', 'en-us'],
    ['English UK', 'en-gb'],
    ['Deutsch', 'de'],
    ['Français', 'fr'],
    ['日本語', 'ja'],
    ['Texte allemand', 'de'],
  ])('the column %s has the texts of one locale', (name, locale) => {
    const { lines, reading } = read(`key,Notes,Other,${name}\n1,Be quick,Such a thing,Hallo.\n`);
    expect(lines[0]).toMatchObject({ locale_code: locale, script: 'Hallo.', notes: 'Be quick' });
    expect(reading.columns_unused).toEqual(['Other']);
  });

  test.each([
    'German Notes',
    'English voice actor',
    'Text length',
    'Translation status',
    'Source file',
    'Target length',
    'Line no',
    'Text 1',
    'US',
  ])('the column %s has no texts', (name) => {
    const { reading } = read(`key,en,${name}\n1,Hello.,Such a thing\n`);
    expect(reading).toMatchObject({ line_count: 1, columns_unused: [name] });
  });

  test('a plain locale name wins over one with more words, and among these the first one wins', () => {
    const { reading } = read('key,German Text,German,French Text,FR line\n1,Alt.,Neu.,Un.,Deux.\n');
    expect(reading.columns_unused).toEqual(['German Text', 'FR line']);
  });

  test.each(['Deutsch (DE)', 'German (DE)', 'Deutsch (de)'])('the column %s is read once', (name) => {
    const { lines, reading } = read(`key,${name},French (FR)\n1,Hallo.,Salut.\n`);
    expect(lines.map(({ locale_code }) => locale_code)).toEqual(['de', 'fr']);
    expect(reading.columns_used.map(({ column }) => column)).toEqual(['key', name, 'French (FR)']);
  });

  test('column names in other languages are recognized, in a file as Excel saves it in Germany', () => {
    const text = 'ID;Figur;English;Deutsch;Français;Anmerkungen\r\nm1;Ada;Hello.;Schön.;Salut.;leise\r\n';
    const { lines, reading } = read(Buffer.from(text, 'latin1'));
    expect(lines.map(({ locale_code, script }) => `${locale_code} ${script}`)).toEqual([
      'en Hello.',
      'de Schön.',
      'fr Salut.',
    ]);
    expect(lines[0]).toMatchObject({ character_name: 'Ada', notes: 'leise' });
    expect(reading.columns_unused).toEqual([]);
  });

  test('a note for one locale is not a script in that locale', () => {
    expect(read('key,en,Comment (de)\n1,Hello.,Note\n').reading).toMatchObject({
      line_count: 1,
      columns_unused: ['Comment (de)'],
    });
  });
});

describe('reading a table', () => {
  test('every column is reported as used or unused, and unnamed ones by position', () => {
    const text = 'id,EN-US,de-DE,Status,,\n1,Hello.,Hallo.,final,x,\n2,Bye.,,draft,,\n';
    expect(read(text).reading).toEqual({
      format: 'csv',
      encoding: 'utf-8',
      encoding_guessed: false,
      line_count: 3,
      generated_id_count: 0,
      columns_used: [
        { column: 'id', used_as: 'line_id' },
        { column: 'EN-US', used_as: 'script', locale_code: 'en-us' },
        { column: 'de-DE', used_as: 'script', locale_code: 'de-de' },
      ],
      columns_unused: ['Status', 'column 5'],
      skipped_count: 1,
      skipped: [{ row: 3, code: 'empty_text', message: 'The column "de-DE" is empty.' }],
      warning_count: 0,
      warnings: [],
      locales: [
        { locale_code: 'en-us', line_count: 2 },
        { locale_code: 'de-de', line_count: 1 },
      ],
      characters: [{ character_name: null, line_count: 3 }],
    });
  });

  test.each([
    ['commas', 'id,script\n1,Hello.\n,\n2,There.\n , \n', {}],
    [
      'commas, without a header row',
      '0,Zero.\n1,Hello.\n,\n2,There.\n , \n',
      { csv_has_header: false, columns: { script: 1 } },
    ],
    ['tabs', 'id\tscript\n1\tHello.\n\t\n2\tThere.\n\t\n', { format: 'tsv' as const }],
  ])('a row with only separators is skipped and reported with its row: %s', (_what, text, options) => {
    const { reading } = read(text, options);
    expect(reading.skipped).toEqual(
      [3, 5].map((row) => ({ row, code: 'empty_row', message: 'All cells of the row are empty.' })),
    );
    expect(reading.skipped_count).toBe(2);
  });

  test('an empty line of a table is not a row, and is not reported', () => {
    expect(read('id,script\n1,Hello.\n\n2,There.\n').reading).toMatchObject({ line_count: 2, skipped: [] });
  });

  test('a row without text is skipped and reported, and of many the first 50 by row', () => {
    const rows = Array.from({ length: 60 }, (_, index) => `${index + 2},`);
    const { reading } = read(`id,script\n1,Hello.\n${rows.join('\n')}\n`);
    expect(reading.skipped_count).toBe(60);
    expect(reading.skipped).toHaveLength(50);
    expect(reading.skipped[0]).toMatchObject({ row: 3, code: 'no_text' });
  });

  test('names of unused columns are limited', () => {
    const names = Array.from({ length: 150 }, (_, index) => `x${index}`);
    const { reading } = read(`script,${names.join(',')}\nHello.\n`);
    expect(reading.columns_unused).toHaveLength(100);
  });
});
