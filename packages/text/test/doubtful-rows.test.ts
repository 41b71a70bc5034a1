import { describe, expect, test } from 'vitest';
import { readTable } from '../src/formats/csv/csv.ts';
import { cleanScript, countCharacters } from '../src/index.ts';
import { measureCpu } from './support/cpu.ts';
import { faultOf, parse, read } from './support/script-parse.ts';

const texts = (content: string, options: Parameters<typeof parse>[1] = {}) =>
  parse(content, options).map(({ line_id, character_name, script }) => [line_id, character_name, script]);
const warnings = (content: string, options: Parameters<typeof parse>[1] = {}) =>
  read(content, options).reading.warnings.map(({ row, code }) => `${row} ${code}`);

describe('quotes that do not close', () => {
  test('a quote that opens on a row of a tsv swallows no row, and the row is reported', () => {
    const table =
      'id\tcharacter\ttext\na\tIda\t"No," she said.\nb\tBo\tWell.\nc\tIda\t"Hold on\nd\tBo\tIt needs a 5" pipe.\ne\tIda\tOff we go.\n';
    expect(texts(table, { format: 'tsv' })).toEqual([
      ['a', 'Ida', '"No," she said.'],
      ['b', 'Bo', 'Well.'],
      ['c', 'Ida', '"Hold on'],
      ['d', 'Bo', 'It needs a 5" pipe.'],
      ['e', 'Ida', 'Off we go.'],
    ]);
    expect(warnings(table, { format: 'tsv' })).toEqual(['4 unclosed_quote']);
  });

  test.each([
    [
      'in a csv, before a quoted cell',
      'id,who,text\n1,A,"Hold on\n2,B,"Well, well."\n3,A,Go.\n',
      ['"Hold on', 'Well, well.', 'Go.'],
    ],
    ['in the header', '"id,who,text\n1,A,Hi "you" there\n2,B,Yes.\n', ['Hi "you" there', 'Yes.']],
    ['in the first data row', 'id|text\n1|"Hold on\n2|He "knew" it.\n', ['"Hold on', 'He "knew" it.']],
    ['in a character', 'id\twho\tspeaker\ttext\n1\tx\t"A\tHi.\n2\ty\tB "the" C\tYes.\n', ['Hi.', 'Yes.']],
    [
      'with Windows line ends',
      'id;text\r\n1;"Hold on\r\n2;a 5" pipe.\r\n3;Go.\r\n',
      ['"Hold on', 'a 5" pipe.', 'Go.'],
    ],
  ])('%s', (_what, table, expected) => {
    expect(parse(table).map(({ script }) => script)).toEqual(expected);
    expect(warnings(table)).toEqual([expect.stringMatching(/^\d unclosed_quote$/)]);
  });

  test('a quote that the quote of a later row closes is reported, because it contains a row', () => {
    const table = 'id\ttext\n1\t"Hold on\n2\ta pipe of 5"\n3\tGo.\n';
    expect(read(table, { format: 'tsv' }).reading.warnings).toEqual([
      {
        row: 2,
        code: 'unclosed_quote',
        message: 'A quote opens on this row and closes on a later one. It contains "2 a pipe of 5".',
      },
    ]);
  });

  test.each([
    ['a text of two lines', 'id,who,text\n1,A,"One, two, three,\nand four, five, six."\n'],
    ['a dialogue with doubled quotes', 'id,who,text\n1,A,"He said ""no"",\nthen ""yes"", then left."\n'],
    ['a quotation before more text', 'id\ttext\n1\t"No," she said.\n'],
    ['inches', 'id,text\n1,A 5" pipe and a 3" nail\n2,Another 5" pipe\n'],
    ['spaces around the quotes', 'id, text\n1, "One, two" \n2, "Three, four"\n'],
  ])('%s is not doubtful', (_what, table) => {
    expect(warnings(table)).toEqual([]);
  });

  test('spaces around a quoted cell do not make its delimiters count', () => {
    expect(parse('id, text\n1, "One, two" \n2,"Three, ""four"""\n').map(({ script }) => script)).toEqual([
      'One, two',
      'Three, "four"',
    ]);
  });

  test('a row of more than 1,000,000 characters is rejected, in one piece and at the end of the file', () => {
    const long = 'x'.repeat(1_000_001);
    expect(faultOf(`id,text\na,Hi\nb,${long}\nc,Bye\n`)).toMatchObject({ code: 'BROKEN_FILE', row: 3 });
    expect(faultOf(`id,text\na,Hi\nb,"${long}"`)).toMatchObject({ code: 'BROKEN_FILE', row: 3 });
  });

  test('the time for open quotes grows with the file, not with its square', () => {
    const rows = (count: number) =>
      `id,text\n${Array.from({ length: count }, (_, index) => `${index},"open ${'""'.repeat(index % 3)}`).join('\n')}\nz,"end"x\n`;
    const time = (count: number): number =>
      measureCpu(() => expect(parse(rows(count))).toHaveLength(count + 1));
    time(2_000);
    expect(time(40_000)).toBeLessThan(40 * Math.max(time(4_000), 5));
  });
});

describe('the line that declares the delimiter', () => {
  test.each([
    ['in quotes', '"sep=;"\r\nid;character;text\r\n1;Ida;"Hold on; listen."\r\n', 'csv'],
    ['with empty cells', 'sep=;;\nid;character;text\n1;Ida;"Hold on; listen."\n', 'csv'],
    ['in quotes with empty cells', '"sep=;";;\nid;character;text\n1;Ida;"Hold on; listen."\n', 'csv'],
    ['in capitals with spaces', 'SEP = ; \nid;character;text\n1;Ida;Hold on; listen.\n', 'other'],
    ['a tab in words', 'sep=\\t\nid\tcharacter\ttext\n1\tIda\tHold on; listen.\n', 'tsv'],
    ['a caret', 'sep=^\nid^character^text\n1^Ida^Hold on; listen.\n', 'csv'],
    ['after a byte order mark', '\ufeff"sep=|"\nid|character|text\n1|Ida|Hold on; listen.\n', 'csv'],
  ])('%s', (_what, table, format) => {
    if (format === 'other') {
      expect(faultOf(table)).toMatchObject({ code: 'BROKEN_FILE', row: 3 });
      return;
    }
    expect(parse(table, { format: format as 'csv' })).toMatchObject([
      { line_id: '1', character_name: 'Ida', script: 'Hold on; listen.', row: 3 },
    ]);
  });

  test('applies to lists that are no scripts, and a text about it is no declaration', () => {
    const rows: string[][] = [];
    readTable('"sep=;"\na;b\n1;2\n', 'csv', (cells) => rows.push(cells));
    expect(rows).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
    expect(texts('sep=x\nHi there.\n', { csv_has_header: false })).toHaveLength(2);
  });
});

describe('values of a spreadsheet', () => {
  test.each([
    ...['#REF!', '#NAME?', '#N/A', '#DIV/0!', '#VALUE!', '#NULL!', '#SPILL!', '########', '###'],
    ...[
      '#BEZUG!',
      '#NV',
      '#ÜBERLAUF!',
      '#¿NOMBRE?',
      '#¡VALOR!',
      '#NOM?',
      '#RIF!',
      '#ЗНАЧ!',
      'Err:502',
      ' #REF! ',
    ],
  ])('the text %s is an error value', (text) => {
    expect(warnings(`id,character,text\n1,Ida,Fine.\n2,Bo,${text}\n`)).toEqual(['3 spreadsheet_error']);
  });

  test.each(['=A2&B2', '=SUM(A1:A3)', '="Hi "&$B$1', '=Lines!C4', '=WENN(A1;B1;C1)', '= A2', "'=A2&B2"])(
    'the text %s is a formula',
    (text) => {
      expect(warnings(`id;text\n1;Fine.\n2;"${text.replaceAll('"', '""')}"\n`)).toEqual([
        '3 spreadsheet_formula',
      ]);
    },
  );

  test.each(['#1 is here!', '#winning', 'Go #home!', '== Chapter A1 ==', '= yes', '# #', 'A2&B2', '#', '##'])(
    'the text %s is spoken without a warning',
    (text) => {
      expect(warnings(`id;text\n1;Fine.\n2;"${text}"\n`)).toEqual([]);
    },
  );

  test('a character, and the texts of other formats, are examined as well', () => {
    expect(warnings('id,character,text\n1,#N/A,Fine.\n')).toEqual(['2 spreadsheet_error']);
    expect(warnings('["Fine.", {"text": "#REF!"}]', { format: 'json' })).toEqual(['2 spreadsheet_error']);
    expect(warnings('Fine.\n#REF!\n', { format: 'txt' })).toEqual(['2 spreadsheet_error']);
  });
});

describe('characters that are removed', () => {
  test.each([
    ['a vertical tab', 'one\u000btwo', 'one\ntwo'],
    ['a form feed', 'one\u000ctwo', 'one\ntwo'],
    ['a record separator', 'one\u001etwo', 'one\ntwo'],
    ['a next line', 'one\u0085two', 'one\ntwo'],
    ['a null', 'one\u0000two', 'one two'],
    ['several', 'one\u0001\u0002\u007f\u0099two', 'one two'],
    ['one after a comma', 'one,\u0001two', 'one, two'],
    ['one before a period', 'one\u0001.', 'one.'],
    ['one next to a space', 'one \u0001two\u0001 three', 'one two three'],
    ['some at the ends', '\u0001one\u0001', 'one'],
    ['a Mac line end', 'one\rtwo', 'one\ntwo'],
  ])('%s keeps its neighbors apart', (_what, text, expected) => {
    expect(cleanScript(text)).toBe(expected);
  });

  test('in every format', () => {
    const control = '\u0007';
    const padding = 'Some longer words that surround it on both of its sides, '.repeat(3);
    const text = `${padding}one${control}two`;
    const expected = [expect.stringMatching(/one two$/)];
    const scripts = (content: string, format: 'txt') =>
      parse(content, { format }).map(({ script }) => script);
    expect(scripts(text, 'txt')).toEqual(expected);
    expect(scripts(`id,text\n1,"${text}"\n`, 'csv' as 'txt')).toEqual(expected);
    expect(scripts(`1\n00:00:01,000 --> 00:00:02,000\n${text}\n`, 'srt' as 'txt')).toEqual(expected);
    expect(scripts(JSON.stringify([text]), 'json' as 'txt')).toEqual(expected);
  });
});

describe('decomposed letters', () => {
  test('a text has the same letters and the same price in both forms, in every format and field', () => {
    const composed = 'Léna: l’été à Köln und 한국.';
    const decomposed = composed.normalize('NFD');
    expect(decomposed).not.toBe(composed);
    expect(countCharacters(decomposed)).toBe(countCharacters(composed));
    const formats = {
      txt: (text: string) => text,
      csv: (text: string) => `id,character,notes,text\n${text},${text},${text},${text}\n`,
      json: (text: string) => JSON.stringify([{ id: text, character: text, text }]),
      srt: (text: string) => `1\n00:00:01,000 --> 00:00:02,000\n${text}\n`,
    };
    for (const [format, write] of Object.entries(formats))
      expect(parse(write(decomposed), { format: format as 'txt' })).toEqual(
        parse(write(composed), { format: format as 'txt' }),
      );
  });

  test('an ID is the same line in both forms', () => {
    expect(faultOf('id,text\né,One.\né,Two.\n')).toMatchObject({ code: 'DUPLICATE_LINE_ID' });
  });
});

describe('lines that were wrapped at a width', () => {
  const WRAPPED = [
    'The harbor had been silent since the early morning, and',
    'nobody on the pier could say when the ferry was going',
    'to leave for the island.',
    '',
    '"Not today," said the captain. He looked at the',
    'sky.',
  ];

  test('are reported once, with their number and the first row', () => {
    expect(read(WRAPPED.join('\n'), { format: 'txt' }).reading).toMatchObject({
      line_count: 5,
      warnings: [
        {
          row: 2,
          code: 'wrapped_lines',
          message:
            '3 lines seem to continue the line before, but each line of the file is spoken separately. Remove line breaks within sentences.',
        },
      ],
    });
  });

  test.each([
    [
      'one long sentence',
      'Nobody on the pier could say when the ferry\r\nwould leave.\r\n',
      '2 wrapped_lines',
    ],
    [
      'German',
      'Der Hafen war seit dem frühen Morgen still, und niemand\nauf dem Pier wusste, wann die\nFähre fahren würde.\n',
      '2 wrapped_lines',
    ],
    [
      'after a comma',
      'Since the early morning, on the pier,\nnobody knew.\nNobody at all.\n',
      '2 wrapped_lines',
    ],
    [
      'Japanese',
      '港は朝からずっと静かで、桟橋にいる人は誰も\nフェリーがいつ島に向けて出発するのかを全く\n知らなかったので待っていた。\n',
      '2 wrapped_lines',
    ],
  ])('in %s', (_what, text, expected) => {
    expect(warnings(text, { format: 'txt' })).toEqual([expected]);
  });

  test.each([
    ['sentences', 'The harbor is silent this morning.\nNobody is on the pier.\n'],
    [
      'headings and titles',
      'The harbor in the early morning light\nThe captain and the ferry to the island\n',
    ],
    ['short words in small letters', 'yes\nno\nmaybe later\nwho knows\n'],
    ['paragraphs with blank lines', 'The harbor is silent since the morning\n\nand nobody is on the pier\n'],
    ['a quotation', '“Nobody is on the pier this morning.”\nsaid the captain, later on.\n'],
    [
      'one such line among many',
      `${Array.from({ length: 20 }, (_, index) => `The harbor is silent, day ${index}.`).join('\n')}\nNobody is on the pier this morning\nand so on.\n`,
    ],
    ['Chinese menu items', '开始一个新的游戏\n继续上一次的游戏\n退出\n'],
  ])('%s are not reported', (_what, text) => {
    expect(warnings(text, { format: 'txt' })).toEqual([]);
  });
});
