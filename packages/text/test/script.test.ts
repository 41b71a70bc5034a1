import { describe, expect, test } from 'vitest';
import { brief, faultOf, parse, read } from './support/script-parse.ts';

describe('text', () => {
  test('every non-empty line is a line with a stable id and its row', () => {
    const lines = parse('Hello.\r\n\r\n  \r\nGoodbye.  \n', { format: 'txt' });
    expect(lines.map((line) => [line.line_id, line.line_index, line.script, line.row])).toEqual([
      ['L00001', 0, 'Hello.', 1],
      ['L00002', 1, 'Goodbye.', 4],
    ]);
  });

  test('a file without text is EMPTY_SCRIPT in every format', () => {
    for (const format of ['txt', 'csv', 'tsv', 'srt'] as const) {
      expect(faultOf(' \n\u200b\n\n', { format }).code).toBe('EMPTY_SCRIPT');
      expect(faultOf('', { format }).code).toBe('EMPTY_SCRIPT');
    }
    expect(faultOf('id,script\n1,\n2,  \n').code).toBe('EMPTY_SCRIPT');
    expect(faultOf('id,script\n').code).toBe('EMPTY_SCRIPT');
  });

  test('exactly max_lines lines are accepted, and one more is TOO_MANY_LINES with its row', () => {
    expect(parse('a\nb\nc', { format: 'txt', max_lines: 3 })).toHaveLength(3);
    expect(faultOf('a\nb\nc\nd', { format: 'txt', max_lines: 3 })).toMatchObject({
      code: 'TOO_MANY_LINES',
      row: 4,
    });
  });
});

describe('csv columns', () => {
  test('every known column sets its field', () => {
    const [line] = parse(
      'line_id,Character Name,Language,Notes,max_duration_ms,Dialogue\nx1,Ada,de_DE,calm,1500,Hallo\n',
    );
    expect(line).toEqual({
      line_id: 'x1',
      line_index: 0,
      locale_code: 'de-de',
      script: 'Hallo',
      character_name: 'Ada',
      max_duration_ms: 1500,
      max_characters: null,
      notes: 'calm',
      direction: null,
      start_ms: null,
      row: 2,
    });
  });

  test.each([
    ['max_duration', '2.5', 2500],
    ['max_duration', '900 ms', 900],
    ['max_duration_s', '2,5', 2500],
    ['Max duration (ms)', '1500', 1500],
    ['max_duration_seconds', '3', 3000],
    ['max_duration', '0:02.5', 2500],
  ])('a duration under the header %s written %s is %d ms', (header, cell, expected) => {
    expect(parse(`${header};text\n${cell};Hello\n`)[0]?.max_duration_ms).toBe(expected);
  });

  test('a specified script column overrides the usual names and ignores case', () => {
    expect(brief('text,Spoken\nno,yes\n', { columns: { script: 'spoken' } })).toEqual(['L00001 en-us yes']);
  });

  test('a specified column that the file does not have is an error that lists its columns', () => {
    const fault = faultOf('id,script\n1,Hi\n', { columns: { script: 'dialog' } });
    expect(fault).toMatchObject({ code: 'UNKNOWN_COLUMN', column: 'dialog', field: 'columns.script' });
    expect(fault.message).toContain('"id", "script"');
  });

  test('the only text column is the script if no header names one', () => {
    expect(brief('id,status,Prompt\na,done,Please hold the line.\nb,open,Thank you.\n')).toEqual([
      'a en-us Please hold the line.',
      'b en-us Thank you.',
    ]);
    expect(faultOf('one,two\nGood day sir,Good night sir\n').code).toBe('UNKNOWN_COLUMN');
  });

  test('without a header, a specified column is a zero-based index', () => {
    const text = 'a,Hello there\nb,Bye now\n';
    expect(brief(text, { csv_has_header: false, columns: { script: 1 } })).toEqual([
      'L00001 en-us Hello there',
      'L00002 en-us Bye now',
    ]);
    expect(brief(text, { csv_has_header: false })).toHaveLength(2);
    for (const script of [2, '2', '-1', 'script', '1e1']) {
      expect(faultOf(text, { csv_has_header: false, columns: { script } }).code).toBe('UNKNOWN_COLUMN');
    }
  });
});

describe('csv locales', () => {
  const translated = 'id,character,en-us,DE_de,ja\ngreet,Ada,Hello,Hallo,こんにちは\nbye,,Bye,,\n';

  test('each filled cell of a locale column is a line of the same line_id', () => {
    expect(brief(translated)).toEqual([
      'greet en-us Hello',
      'greet de-de Hallo',
      'greet ja こんにちは',
      'bye en-us Bye',
    ]);
    expect(parse(translated).map((line) => line.line_index)).toEqual([0, 0, 0, 1]);
  });

  test('a script column next to locale columns is in the source language', () => {
    expect(brief('id,script,de-de\na,Hello,Hallo\n')).toEqual(['a en-us Hello', 'a de-de Hallo']);
  });

  test('selecting a locale column reads only that locale', () => {
    expect(brief(translated, { columns: { script: 'de_de' } })).toEqual(['greet de-de Hallo']);
  });

  test('ordinary short headers are not mistaken for languages', () => {
    expect(brief('no,id,vo,text\n1,x,y,Hello\n')).toEqual(['x en-us Hello']);
  });

  test('the locale comes from the cell, then the source language, then detection', () => {
    const text = 'text,locale\nBonjour à tous mes amis,fr\nWe are going home now,\n';
    expect(brief(text, { source_language: 'en_GB' })[1]).toContain(' en-gb ');
    expect(parse(text, { source_language: null }).map((line) => line.locale_code)).toEqual(['fr', 'en']);
  });

  test('an unknown locale and an undecidable line are errors that name the line', () => {
    expect(faultOf('text,locale\nHi,klingon\n')).toMatchObject({
      code: 'UNKNOWN_LOCALE',
      row: 2,
      column: 'locale',
    });
    expect(faultOf('text\nHi\n', { source_language: 'xx-yy' }).code).toBe('UNKNOWN_LOCALE');
    const fault = faultOf('id,text\ngreet_1,Ok\n', { source_language: null });
    expect(fault).toMatchObject({ code: 'UNDECIDABLE_LOCALE', row: 2 });
    expect(fault.message).toContain('greet_1');
  });

  test.each([
    ['txt', 'Der Hafen ist heute Nacht ganz still.\nOk.\nJa.\nWir müssen jetzt sofort gehen.\n', 'de', 2, 2],
    ['csv', 'id,locale,text\na,fr-ca,Oui.\nb,,Ok.\n', 'fr-ca', 3, 1],
    ['json', '["Bonjour à tous mes amis", "Ok.", "Oui."]', 'fr', 2, 2],
    [
      'srt',
      '1\n00:00:01,000 --> 00:00:02,000\nOui.\n\n2\n00:00:03,000 --> 00:00:04,000\nNous partons demain matin avec les enfants.\n',
      'fr',
      2,
      1,
    ],
    // No line is long enough alone.
    ['txt', 'Merci beaucoup.\nBonne nuit.\nDormez bien.\nNon merci.\n', 'fr', 1, 4],
  ] as const)(
    'a line that is too short to detect is in the language of its %s file, and that is reported',
    (format, text, locale, row, count) => {
      const { lines, reading } = read(text, { format, source_language: null });
      expect(new Set(lines.map(({ locale_code }) => locale_code))).toEqual(new Set([locale]));
      expect(reading).toMatchObject({
        warning_count: 1,
        warnings: [{ row, code: 'guessed_locale', message: expect.stringContaining(`${count} line`) }],
        locales: [{ locale_code: locale }],
      });
    },
  );

  test('a line that falls back to a language in which its ID exists is a duplicate', () => {
    const text = 'id,text\na,Bonjour à tous mes amis\na,Ok.\n';
    expect(faultOf(text, { source_language: null })).toMatchObject({ code: 'DUPLICATE_LINE_ID', row: 3 });
  });

  test('an id may occur once per locale, and a duplicate in one locale names both rows', () => {
    const text = 'id,locale,text\na,en,Hi\na,de,Hallo\n';
    expect(parse(text)).toHaveLength(2);
    const fault = faultOf(`${text}a,EN,Again\n`);
    expect(fault).toMatchObject({ code: 'DUPLICATE_LINE_ID', row: 4 });
    expect(fault.message).toContain('rows 2 and 4');
  });
});

describe('csv files', () => {
  test.each([',', ';', '\t', '|'])('the delimiter %j is detected', (delimiter) => {
    const rows = [
      ['id', 'text'],
      ['a', '"Hello, you; and | me"'],
      ['b', 'Bye'],
    ];
    expect(brief(rows.map((cells) => cells.join(delimiter)).join('\n'))).toEqual([
      'a en-us Hello, you; and | me',
      'b en-us Bye',
    ]);
  });

  test('a single column with commas in its text is one column', () => {
    expect(brief('script\nWell, well, well\n"Hello, world"\n')).toEqual([
      'L00001 en-us Well, well, well',
      'L00002 en-us Hello, world',
    ]);
  });

  test('rows are counted like in a spreadsheet, including blank rows and line breaks in cells', () => {
    const lines = parse('id,text\r\n\r\na,"two\r\nlines"\r\nb,one\r\n');
    expect(lines.map((line) => [line.line_id, line.script, line.row])).toEqual([
      ['a', 'two\nlines', 3],
      ['b', 'one', 4],
    ]);
  });

  test('a delimiter in unquoted text is an error instead of half a line', () => {
    expect(faultOf('id,text\na,Hi\nb,Hello, world\n')).toMatchObject({ code: 'BROKEN_FILE', row: 3 });
    expect(brief('id,text\na,Hi,,\n')).toEqual(['a en-us Hi']);
  });

  test('an unclosed quote is an error at the row that opens it', () => {
    expect(faultOf('id,text\na,Hi\nb,"Hello\nc,Bye\n')).toMatchObject({ code: 'BROKEN_FILE', row: 3 });
  });

  test('the delimiter line that Excel writes is recognized', () => {
    expect(parse('sep=;\nid;text\na;Hi, you\n')[0]).toMatchObject({
      line_id: 'a',
      script: 'Hi, you',
      row: 3,
    });
  });

  test('tsv uses tabs even if commas are more frequent', () => {
    expect(brief('id\ttext, one, two\na\tHi, you, all\n', { format: 'tsv' })).toEqual([
      'a en-us Hi, you, all',
    ]);
  });
});

describe('srt', () => {
  test('cues are lines with their start and with their duration as the limit', () => {
    const text =
      '1\n00:00:01,000 --> 00:00:02,500\n<i>Hello</i>\nworld\n\n2\n00:00:03,000 --> 00:00:03,000\nBye\n';
    expect(parse(text, { format: 'srt' })).toMatchObject([
      { line_id: 'L00001', script: 'Hello world', start_ms: 1000, max_duration_ms: 1500, row: 2 },
      { line_id: 'L00002', script: 'Bye', start_ms: 3000, max_duration_ms: null, row: 7 },
    ]);
  });

  test('text that is not a subtitle file and an unreadable timing are BROKEN_FILE', () => {
    expect(faultOf('just text', { format: 'srt' }).code).toBe('BROKEN_FILE');
    expect(faultOf('1\n00:00:01 --> soon\nHi\n', { format: 'srt' })).toMatchObject({
      code: 'BROKEN_FILE',
      row: 1,
    });
  });
});

test('speaker, role and actor name the speaker if there is no character column', () => {
  const names = (text: string) => parse(text).map((line) => line.character_name);
  for (const column of ['speaker', 'Role', 'ACTOR'])
    expect(names(`id,${column},script\nm1,Ada,Hello.\n`)).toEqual(['Ada']);
  expect(names('id,actor,character,script\nm1,Jane Doe,Ada,Hello.\n')).toEqual(['Ada']);
});
