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
    ['["a", 5]', 'INVALID_FIELD', /^\[1\] is neither a string nor a line object/, 2],
    ['["a", ["b"]]', 'INVALID_FIELD', /^\[1\] is neither/, 2],
    ['[{"id": "x"}]', 'INVALID_FIELD', /^\[0\]\.script is missing/, 1],
    ['[{"script": 5}]', 'INVALID_FIELD', /^\[0\]\.script must be a string/, 1],
    ['[{"script": "a", "script": "b"}]', 'INVALID_FIELD', /^\[0\]\.script is a duplicate/, 1],
    ['[{"script": "a", "notes": {}}]', 'INVALID_FIELD', /^\[0\]\.notes must be a string/, 1],
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
    ['[{"script": "a", "max_duration_ms": -5}]', 'INVALID_DURATION', /not a valid maximum duration/, 1],
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

  test('100,000 entries are accepted, and one more is not', () => {
    const entries = Array.from({ length: 100_000 }, (_, index) => ({
      id: `l${index}`,
      text: `Line ${index}`,
    }));
    expect(parse(json(entries), options)).toHaveLength(100_000);
    expect(faultOf(json([...entries, 'x']), options)).toMatchObject({ code: 'TOO_MANY_LINES', row: 100_001 });
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
      [1, 'not_text'],
      [2, 'not_text'],
      [3, 'not_text'],
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
