import { describe, expect, test } from 'vitest';
import { brief, faultOf, parse, read } from './support/script-parse.ts';

const json = (value: unknown) => JSON.stringify(value);
const options = { format: 'json' } as const;

describe('json scripts', () => {
  test('strings are lines with ids by position; blank strings are skipped', () => {
    const lines = parse('["Hello.", "", "Say \\"hi\\"\\n now \\ud83d\\ude00"]', options);
    expect(lines.map(({ line_id, script, row }) => [line_id, script, row])).toEqual([
      ['L00001', 'Hello.', 1],
      ['L00002', 'Say "hi"\n now 😀', 3],
    ]);
  });

  test.each(['filename', 'cue'])(
    'a %s that several entries share is not an id, and is reported as unused',
    (name) => {
      const entries = [
        { text: 'Hello.', [name]: 'a.wav' },
        { text: 'Bye.', [name]: 'a.wav' },
      ];
      const { lines, reading } = read(json(entries), options);
      expect(lines.map(({ line_id }) => line_id)).toEqual(['L00001', 'L00002']);
      expect(reading).toMatchObject({ generated_id_count: 2, columns_unused: [name] });
    },
  );

  test('a filename that no two entries share is the id, and one that is not the id is unused', () => {
    expect(brief(json([{ text: 'Hello.', filename: 'a.wav' }]), options)).toEqual(['a.wav en-us Hello.']);
    const { reading } = read(json([{ text: 'Hello.', filename: ['a.wav'] }]), options);
    expect(reading).toMatchObject({ generated_id_count: 1, columns_unused: ['filename'] });
  });

  test('a duplicate id stays an error, even if there is a filename', () => {
    const entries = [
      { text: 'Hello.', id: 'a', filename: 'a.wav' },
      { text: 'Bye.', id: 'a', filename: 'b.wav' },
    ];
    expect(faultOf(json(entries), options).code).toBe('DUPLICATE_LINE_ID');
  });

  test('every known field sets its property, and the others are ignored', () => {
    const entry = {
      line_id: 'harbor-01',
      locale_code: 'de_DE',
      script: 'Der Hafen ist still.',
      character_name: 'Ada',
      max_duration_ms: 4000,
      max_characters: null,
      notes: 'calm',
      line_index: 7,
      takes: [{ deep: [1, { more: null }], off: true }],
    };
    expect(parse(json([entry]), options)).toEqual([
      {
        line_id: 'harbor-01',
        line_index: 0,
        locale_code: 'de-de',
        script: 'Der Hafen ist still.',
        character_name: 'Ada',
        max_duration_ms: 4000,
        max_characters: null,
        notes: 'calm',
        direction: null,
        start_ms: null,
        row: 1,
      },
    ]);
  });

  test('the names that csv headers can have are also known here', () => {
    const entries = [
      { id: 7, text: 'Hi', language: 'fr', character: 'Bo', max_duration: '2.5', notes: null },
      { id: 'b', dialogue: 'Ho', max_duration: 3 },
      'Plain.',
    ];
    expect(parse(json(entries), options)).toMatchObject([
      { line_id: '7', locale_code: 'fr', character_name: 'Bo', max_duration_ms: 2500, notes: null },
      { line_id: 'b', locale_code: 'en-us', max_duration_ms: 3000 },
      { line_id: 'L00003', script: 'Plain.' },
    ]);
  });

  test('fields named after locales are lines of the same id', () => {
    const entries = [{ id: 'greet', 'en-us': 'Hello', DE_de: 'Hallo', ja: '' }];
    expect(brief(json(entries), options)).toEqual(['greet en-us Hello', 'greet de-de Hallo']);
  });

  test.each([
    ['5', 'BROKEN_FILE', /array of strings.*line 1, column 1/, undefined],
    ['{"lines": [{"script": "a"}]}', 'INVALID_FIELD', /"lines" is an array of objects/, 1],
    ['{"lines": []}', 'EMPTY_SCRIPT', /no lines/, undefined],
    ['{"a": "b"', 'BROKEN_FILE', /The file ends early/, 1],
    ['{"a": ', 'BROKEN_FILE', /The file ends early/, undefined],
    ['{"a": "b"} x', 'BROKEN_FILE', /after the end of the JSON value/, 1],
    [`${'{"x":'.repeat(100)}1`, 'BROKEN_FILE', /deeper than 64/, undefined],
    ['["a", 5]', 'INVALID_FIELD', /^The entry is neither a string nor a line object/, 2],
    ['["a", ["b"]]', 'INVALID_FIELD', /^The entry is neither/, 2],
    [
      '[{"id": "x"}]',
      'INVALID_FIELD',
      /field `script` is missing\. Its fields are "id"\. Name the field of the text in `columns\.script`\.$/,
      1,
    ],
    [
      '["a", {"id": "x", "scirpt": "b"}]',
      'INVALID_FIELD',
      /Its fields are "id", "scirpt"\. Is "scirpt" misspelled\?$/,
      2,
    ],
    ['[{"Script": "b"}]', 'INVALID_FIELD', /Is "Script" misspelled\?$/, 1],
    ['[{"dialoge": "b"}]', 'INVALID_FIELD', /Is "dialoge" misspelled\?$/, 1],
    ['[{}]', 'INVALID_FIELD', /is missing\. It has no fields\.$/, 1],
    ['[{"script": 5}]', 'INVALID_FIELD', /^"script" must be a string/, 1],
    ['[{"script": "a", "script": "b"}]', 'INVALID_FIELD', /^"script" is a duplicate/, 1],
    ['[{"script": "a", "notes": {}}]', 'INVALID_FIELD', /^"notes" must be a string/, 1],
    ['["a",\n "b" "c"]', 'BROKEN_FILE', /Expected "\]".*line 2, column 6/, 2],
    ['["a"', 'BROKEN_FILE', /The file ends early/, 1],
    ['["a",', 'BROKEN_FILE', /The file ends early.*line 1, column 6/, 2],
    ['[{"script": "a"},\n', 'BROKEN_FILE', /The file ends early.*line 2, column 1/, 2],
    ['[{"script": "a",', 'BROKEN_FILE', /The file ends early/, 1],
    ['[{"script":', 'BROKEN_FILE', /The file ends early/, 1],
    ['[{"script": "a', 'BROKEN_FILE', /The file ends early/, 1],
    ['["a\nb"]', 'BROKEN_FILE', /or contains a line break/, 1],
    ['["a]', 'BROKEN_FILE', /not closed/, 1],
    ['["\\x"]', 'BROKEN_FILE', /not valid JSON/, 1],
    ['["a"] x', 'BROKEN_FILE', /after the end of the JSON value/, 1],
    [`[{"x": ${'['.repeat(100)}]`, 'BROKEN_FILE', /deeper than 64/, 1],
    ['[{"script": "a", "locale": "klingon"}]', 'UNKNOWN_LOCALE', /klingon/, 1],
    ['[]', 'EMPTY_SCRIPT', /no lines/, undefined],
    [' ', 'EMPTY_SCRIPT', /empty/, undefined],
  ])('%s is rejected as %s with its location', (text, code, message, row) => {
    const fault = faultOf(text, options);
    expect(fault).toMatchObject({ code, row });
    expect(fault.message).toMatch(message);
  });

  test('a duplicate id is an error that names both entries', () => {
    const fault = faultOf(json([{ id: 'a', text: 'x' }, 'y', { id: 'a', text: 'z' }]), options);
    expect(fault).toMatchObject({ code: 'DUPLICATE_LINE_ID', row: 3 });
    expect(fault.message).toContain('rows 1 and 3');
  });
});

describe('texts by key', () => {
  test('nested keys and array positions are joined with a dot', () => {
    const text = json({ menu: { start: 'Start', 'exit.now': 'Exit' }, tips: ['One.', 'Two.'] });
    expect(brief(text, options)).toEqual([
      'menu.start en-us Start',
      'menu.exit.now en-us Exit',
      'tips.0 en-us One.',
      'tips.1 en-us Two.',
    ]);
  });

  test('numbers, booleans, null and empty texts are skipped and reported', () => {
    const { lines, reading } = read(json({ a: 1, b: true, c: null, d: '', e: 'Hello.' }), options);
    expect(lines.map(({ line_id }) => line_id)).toEqual(['e']);
    expect(reading.skipped.map(({ row, code }) => [row, code])).toEqual([
      [1, 'not_a_string'],
      [2, 'not_a_string'],
      [3, 'not_a_string'],
      [4, 'no_text'],
    ]);
  });

  test('metadata of ARB is not spoken; its locale applies to the texts, wherever it appears', () => {
    const text = json({
      hi: 'Hallo {name}',
      '@hi': { description: 'Greeting', placeholders: {} },
      '@@locale': 'de',
    });
    const { lines, reading } = read(text, options);
    expect(lines.map(({ line_id, locale_code, script }) => [line_id, locale_code, script])).toEqual([
      ['hi', 'de', 'Hallo {name}'],
    ]);
    expect(reading).toMatchObject({
      skipped_count: 1,
      skipped: [{ row: 2, code: 'metadata' }],
      columns_used: [{ used_as: 'locale' }, { used_as: 'line_id' }],
    });
  });

  test('fields of line objects are reported as used and unused', () => {
    const { lines, reading } = read(
      json([{ id: 1, key: 'a', text: 'Hi', 'de-de': 'Hallo', emotion: 'sad', 'Max Length (s)': 2, x: {} }]),
      options,
    );
    expect(lines).toMatchObject([{ direction: 'sad', max_duration_ms: 2000 }, { locale_code: 'de-de' }]);
    expect(reading.columns_used.map(({ column }) => column)).toEqual([
      'id',
      'text',
      'de-de',
      'emotion',
      'Max Length (s)',
    ]);
    expect(reading.columns_unused).toEqual(['x', 'key']);
  });
});

describe('messages of a browser extension', () => {
  const message = (text: string, description = 'For translators') => ({ message: text, description });

  test('only the messages are spoken, and the rest is listed as metadata', () => {
    const { lines, reading } = read(
      json({
        hello: {
          description: 'Shown first',
          message: 'Hello $NAME$.',
          placeholders: { name: { content: '$1', example: 'Ann' } },
        },
        bye: message('Goodbye.'),
      }),
      options,
    );
    expect(lines.map(({ line_id, script }) => [line_id, script])).toEqual([
      ['hello', 'Hello $NAME$.'],
      ['bye', 'Goodbye.'],
    ]);
    expect(reading.skipped.map(({ code, message }) => [code, message.split('"')[1]])).toEqual([
      ['metadata', 'hello.description'],
      ['metadata', 'hello.placeholders.name.content'],
      ['metadata', 'hello.placeholders.name.example'],
      ['metadata', 'bye.description'],
    ]);
  });

  test.each([
    [
      'messages without a description',
      { a: { message: 'One.' }, b: { message: 'Two.' } },
      ['a One.', 'b Two.'],
    ],
    ['an empty message', { a: message('One.'), b: message('') }, ['a One.']],
    [
      'a section with another text',
      { a: message('One.'), errors: { message: 'Oops.', title: 'Error' } },
      ['a.message One.', 'a.description For translators', 'errors.message Oops.', 'errors.title Error'],
    ],
    [
      'a text beside the sections',
      { a: message('One.'), b: 'Two.' },
      ['a.message One.', 'a.description For translators', 'b Two.'],
    ],
    ['a section without a message', { a: { description: 'Nice.' } }, ['a.description Nice.']],
    ['messages that are sections', { a: { message: { title: 'Hi.' } } }, ['a.message.title Hi.']],
  ])('%s', (_what, content, expected) => {
    expect(parse(json(content), options).map(({ line_id, script }) => `${line_id} ${script}`)).toEqual(
      expected,
    );
  });
});

describe('ARB', () => {
  test('an .arb file is read like JSON', () => {
    const text = json({ '@@locale': 'fr', hi: 'Bonjour.', '@hi': { description: 'Greeting' } });
    expect(read(text, { format: 'arb', source_language: null })).toMatchObject({
      lines: [{ line_id: 'hi', locale_code: 'fr', script: 'Bonjour.' }],
      reading: { format: 'arb', skipped: [{ row: 3, code: 'metadata' }] },
    });
  });

  test('two apostrophes are one in the texts of ARB, and remain in other texts', () => {
    const texts = { a: "C''est l''heure.", b: "{n, plural, one {l''heure} other {d''accord}}" };
    const scripts = (content: object) => parse(json(content), options).map(({ script }) => script);
    expect(scripts({ ...texts, '@@locale': 'fr' })).toEqual([
      "C'est l'heure.",
      "{n, plural, one {l'heure} other {d'accord}}",
    ]);
    expect(scripts({ ...texts, '@a': {} })[0]).toBe("C'est l'heure.");
    expect(scripts(texts)).toEqual([texts.a, texts.b]);
  });
});

describe('fields that the config names', () => {
  const entry = {
    Ref: 'r1',
    Who: 'Ida',
    Words: 'Hello.',
    Wörter: 'Hallo.',
    Mood: 'sad',
    Limit: 900,
    text: 'No.',
  };

  test('every field can be named', () => {
    const columns = {
      ...{ line_id: 'Ref', character_name: 'Who', script: 'Words', direction: 'Mood' },
      max_duration_ms: 'Limit',
    };
    const { lines, reading } = read(json([entry]), { ...options, columns });
    expect(lines).toMatchObject([
      { line_id: 'r1', character_name: 'Ida', script: 'Hello.', direction: 'sad', max_duration_ms: 900 },
    ]);
    expect(reading.columns_used.map(({ column, used_as }) => [column, used_as])).toEqual([
      ['Ref', 'line_id'],
      ['Who', 'character_name'],
      ['Words', 'script'],
      ['Mood', 'direction'],
      ['Limit', 'max_duration_ms'],
    ]);
    expect(reading.columns_unused).toEqual(['Wörter', 'text']);
  });

  test('texts by locale, null, and a locale field as the script', () => {
    const texts = { 'en-us': 'Words', 'de-de': 'Wörter' };
    expect(brief(json([entry]), { ...options, columns: { texts, line_id: 'Ref' } })).toEqual([
      'r1 en-us Hello.',
      'r1 de-de Hallo.',
    ]);
    const known = json([{ id: 'a', text: 'Hi.', character: 'Ida', 'de-de': 'Hallo.' }]);
    expect(parse(known, { ...options, columns: { character_name: null } })[0]?.character_name).toBeNull();
    expect(brief(known, { ...options, columns: { script: 'de-de' } })).toEqual(['a de-de Hallo.']);
  });

  test.each([
    [{ columns: { script: 'Voice' } }, 'columns.script', 'Ref'],
    [{ columns: { script: 'Words', line_id: 'Nr' } }, 'columns.line_id', 'Ref'],
    [{ columns: { texts: { fr: 'Mots' } } }, 'columns.texts.fr', 'Words'],
    [{ columns: { script: 2 } }, 'columns.script', '"2"'],
    [{ csv_column: 'character_name' }, 'csv_column', 'Who'],
    [{ csv_column: 'character_name', columns: { character_name: null } }, 'csv_column', 'Who'],
  ])('a name that no entry has is an error that lists the fields: %j', (named, field, listed) => {
    const error = faultOf(json([entry]), { ...options, ...named });
    expect(error).toMatchObject({ code: 'UNKNOWN_COLUMN', field });
    expect(error.message).toContain(listed);
  });

  test('csv_column requires a field with characters', () => {
    const required = { ...options, csv_column: 'character_name' };
    expect(parse(json([{ speaker: 'Ida', text: 'Hi.' }]), required)).toHaveLength(1);
    const named = { ...required, columns: { character_name: 'Who', script: 'Words' } };
    expect(parse(json([entry]), named)[0]?.character_name).toBe('Ida');
  });
});

describe('columns for a format without columns', () => {
  const contents = {
    txt: 'Hello.\n',
    srt: '1\n00:00:01,000 --> 00:00:02,000\nHello.\n',
    vtt: 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ida>Hello.\n',
    xliff:
      '<xliff version="1.2"><file original="a" source-language="en"><body><trans-unit id="1"><source>Hello.</source></trans-unit></body></file></xliff>',
    json: '{"a": "Hello."}',
    arb: '{"@@locale": "en", "a": "Hello."}',
  };

  test.each(Object.entries(contents))(
    '%s: a named column is an error, and null is not',
    (format, content) => {
      const of = { format: format as 'txt' };
      expect(faultOf(content, { ...of, columns: { script: 'Words' } })).toMatchObject({
        code: 'UNKNOWN_COLUMN',
        field: 'columns.script',
      });
      expect(faultOf(content, { ...of, columns: { texts: { fr: 1 } } }).field).toBe('columns.texts.fr');
      expect(faultOf(content, { ...of, csv_column: 'character_name' }).field).toBe('csv_column');
      expect(parse(content, { ...of, columns: { script: null, line_id: null } })).toHaveLength(1);
    },
  );
});
