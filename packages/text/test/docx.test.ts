import { describe, expect, test } from 'vitest';
import { documentXml, docxOf, paragraph, zipOf } from './support/docx.ts';
import { brief, faultOf, parse, read } from './support/script-parse.ts';

const options = { format: 'docx' } as const;
const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`;
const scripts = (body: string) => parse(docxOf(body), options).map((line) => line.script);

describe('docx', () => {
  test('a paragraph is a line; its runs are joined and empty ones are ignored', () => {
    const body = `<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr>${run('Act ')}${run('one')}</w:p><w:p/>${paragraph('Hello.')}`;
    expect(parse(docxOf(body), options).map(({ line_id, script, row }) => [line_id, script, row])).toEqual([
      ['L00001', 'Act one', 1],
      ['L00002', 'Hello.', 3],
    ]);
  });

  test('tabs, line breaks and hyphens are characters; tab stops and fields are not', () => {
    const body =
      '<w:p><w:pPr><w:tabs><w:tab w:val="left"/></w:tabs></w:pPr><w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t>' +
      '<w:noBreakHyphen/><w:instrText>PAGE</w:instrText><w:footnoteReference w:id="1"/><w:t>d</w:t></w:r></w:p>';
    expect(scripts(body)).toEqual(['a\tb\nc\u2011d']);
  });

  test('insertions are read; deletions and moved text are not', () => {
    const body =
      `<w:p>${run('Keep ')}<w:ins>${run('new')}</w:ins><w:del><w:r><w:delText>old</w:delText></w:r></w:del>` +
      `<w:moveFrom>${run('gone')}</w:moveFrom><w:moveTo>${run(' here')}</w:moveTo></w:p>`;
    expect(scripts(body)).toEqual(['Keep new here']);
  });

  test('a paragraph whose end was deleted continues in the next one, also at the end of the document', () => {
    const open = (text: string) => `<w:p><w:pPr><w:rPr><w:del w:id="1"/></w:rPr></w:pPr>${run(text)}</w:p>`;
    expect(scripts(`${open('One ')}${paragraph('two')}${open('three')}`)).toEqual(['One two', 'three']);
  });

  test('cells of tables are read row by row', () => {
    const row = (...cells: string[]) =>
      `<w:tr>${cells.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join('')}</w:tr>`;
    expect(scripts(`<w:tbl>${row('a', 'b')}${row('c', 'd')}</w:tbl>`)).toEqual(['a', 'b', 'c', 'd']);
  });

  test('text boxes follow their paragraph once; hidden text, prompts and ruby readings are skipped', () => {
    const box = `<mc:AlternateContent><mc:Choice><w:txbxContent>${paragraph('box')}</w:txbxContent></mc:Choice><mc:Fallback><w:txbxContent>${paragraph('box')}</w:txbxContent></mc:Fallback></mc:AlternateContent>`;
    expect(scripts(`<w:p><w:r>${box}</w:r>${run('around')}</w:p>`)).toEqual(['around', 'box']);
    const hidden = '<w:r><w:rPr><w:vanish/></w:rPr><w:t>secret</w:t></w:r>';
    const shown = '<w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t>shown</w:t></w:r>';
    const ruby = `<w:r><w:ruby><w:rt>${run('にほん')}</w:rt><w:rubyBase>${run('日本')}</w:rubyBase></w:ruby></w:r>`;
    const prompt = `<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>${run('Click here')}</w:sdtContent></w:sdt>`;
    expect(scripts(`<w:p>${hidden}${shown}${prompt}${ruby}</w:p>`)).toEqual(['shown日本']);
  });

  test('the document is found under another name, and in the strict format', () => {
    expect(brief(docxOf(paragraph('Hi'), 'word/document2.xml'), options)).toEqual(['L00001 en-us Hi']);
    const strict = documentXml(paragraph('Hi')).replace(
      'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
      'http://purl.oclc.org/ooxml/wordprocessingml/main',
    );
    expect(brief(zipOf([{ name: 'word/document.xml', content: strict, stored: true }]), options)).toEqual([
      'L00001 en-us Hi',
    ]);
  });

  test('paragraphs that were pasted from wrapped text are reported', () => {
    const body = ['Nobody on the pier could say when the', 'ferry would leave.'].map(paragraph).join('');
    expect(read(docxOf(body), options).reading.warnings).toMatchObject([{ row: 2, code: 'wrapped_lines' }]);
  });
});

const cell = (text: string, properties = '') =>
  `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraph(text)}</w:tc>`;
const rowOf = (...cells: string[]) =>
  `<w:tr>${cells.map((one) => (one.startsWith('<w:tc>') ? one : cell(one))).join('')}</w:tr>`;
const table = (...rows: string[]) => `<w:tbl><w:tblPr/><w:tblGrid/>${rows.join('')}</w:tbl>`;
const HEADER = rowOf('ID', 'Character', 'Text', 'Notes');
const wide = (text: string, span: number) => cell(text, `<w:gridSpan w:val="${span}"/>`);
const first = (text: string) => cell(text, '<w:vMerge w:val="restart"/>');
const below = () => cell('', '<w:vMerge/>');
const told = (body: string, more = {}) => {
  const { lines, reading } = read(docxOf(body), { ...options, ...more });
  const { skipped, warnings } = reading;
  const codes = (parts: typeof skipped) => parts.map(({ row, code }) => `${row} ${code}`);
  return {
    lines: lines.map(({ line_id, character_name, script, notes }) => [
      line_id,
      character_name,
      script,
      notes,
    ]),
    skipped: codes(skipped),
    warnings: codes(warnings),
  };
};

describe('tables of documents', () => {
  const control = (content: string) => `<w:sdt><w:sdtPr/><w:sdtContent>${content}</w:sdtContent></w:sdt>`;
  const LINES = [
    ['1', 'Ida', 'Stop.', 'calm'],
    ['2', 'Bo', 'Never.', 'loud'],
    ['3', 'Ida', 'Now.', 'calm'],
  ];
  const plain = LINES.map((cells) => rowOf(...cells));

  test.each([
    ['a row in a content control', [plain[0], control(plain[1] ?? ''), plain[2]]],
    ['several rows in one content control', [control(plain.join(''))]],
    [
      'a row in two wrappers',
      [plain[0], control(`<w:customXml w:element="row">${plain[1]}</w:customXml>`), plain[2]],
    ],
    [
      'an inserted row',
      [plain[0], (plain[1] ?? '').replace('<w:tr>', '<w:tr><w:trPr><w:ins w:id="1"/></w:trPr>'), plain[2]],
    ],
    [
      'a deleted row between',
      [
        plain[0],
        plain[1],
        `<w:tr><w:trPr><w:del w:id="1"/></w:trPr>${cell('9')}${cell('Bo')}${cell('Gone.')}</w:tr>`,
        plain[2],
      ],
    ],
    [
      'cells in a content control',
      [plain[0], `<w:tr>${cell('2')}${control(cell('Bo') + cell('Never.'))}${cell('loud')}</w:tr>`, plain[2]],
    ],
    [
      'runs in a smart tag, a link and an insertion',
      [
        plain[0],
        `<w:tr>${cell('2')}${cell('Bo')}<w:tc><w:p><w:smartTag>${run('Ne')}</w:smartTag><w:ins>${run('v')}</w:ins><w:hyperlink>${run('er.')}</w:hyperlink></w:p></w:tc>${cell('loud')}</w:tr>`,
        plain[2],
      ],
    ],
  ])('%s has its row and columns', (_what, rows) => {
    expect(told(table(HEADER, ...rows.map(String))).lines).toEqual(LINES);
  });

  test('a cell over two columns takes the place of both, and is reported', () => {
    const rows = [rowOf('1', 'Ida', 'Stop.', 'calm'), rowOf(wide('2, Bo', 2), 'Never.', 'not aloud')];
    expect(told(table(HEADER, ...rows))).toEqual({
      lines: [
        ['1', 'Ida', 'Stop.', 'calm'],
        ['2, Bo', null, 'Never.', 'not aloud'],
      ],
      skipped: [],
      warnings: ['9 merged_cells'],
    });
  });

  test.each([
    [
      'a heading over all columns',
      [rowOf(wide('Scene two', 4)), rowOf('2', 'Bo', 'Never.', '')],
      ['5 no_text'],
    ],
    [
      'columns before the first cell',
      [`<w:tr><w:trPr><w:gridBefore w:val="1"/></w:trPr>${cell('Bo')}${cell('Never.')}</w:tr>`],
      [],
    ],
    ['a text over the last two columns', [rowOf('2', 'Bo', wide('Never.', 2))], []],
    [
      'a span of no columns, or of too many',
      [rowOf('2', wide('Bo', 0), 'Never.', wide('', 999_999_999))],
      [],
    ],
  ])('%s moves no other cell', (_what, rows, skipped) => {
    const { lines, ...reported } = told(table(HEADER, ...rows));
    expect(lines).toEqual([[expect.stringMatching(/^(?:2|L0000\d)$/), 'Bo', 'Never.', null]]);
    expect(reported.skipped).toEqual(skipped);
  });

  test('a character over several rows is the character of each, also next to another merged cell', () => {
    const rows = [
      rowOf('1', first('Ida'), 'Stop.', first('calm')),
      rowOf('2', below(), 'Never.', below()),
      rowOf('3', below(), 'Now.', 'loud'),
      rowOf('4', 'Bo', 'Yes.', ''),
    ];
    expect(told(table(HEADER, ...rows)).lines).toEqual([
      ['1', 'Ida', 'Stop.', 'calm'],
      ['2', 'Ida', 'Never.', 'calm'],
      ['3', 'Ida', 'Now.', 'loud'],
      ['4', 'Bo', 'Yes.', null],
    ]);
  });

  test('a text over several rows is spoken once, and an ID over rows of several languages is the ID of each', () => {
    expect(
      told(table(HEADER, rowOf('1', 'Ida', first('Stop.'), ''), rowOf('2', 'Bo', below(), ''))),
    ).toMatchObject({
      lines: [['1', 'Ida', 'Stop.', null]],
      skipped: ['9 no_text'],
    });
    const languages = table(
      rowOf('ID', 'Language', 'Text'),
      rowOf(first('1'), 'en', 'Stop.'),
      rowOf(below(), 'de', 'Halt.'),
    );
    expect(brief(docxOf(languages), options)).toEqual(['1 en Stop.', '1 de Halt.']);
  });

  test('the header can have two rows', () => {
    const body = table(
      rowOf(first('ID'), wide('Text', 2)),
      rowOf(below(), 'en-us', 'de-de'),
      rowOf('1', 'Stop.', 'Halt.'),
    );
    expect(brief(docxOf(body), options)).toEqual(['1 en-us Stop.', '1 de-de Halt.']);
  });

  test('a table in a cell is part of the cell', () => {
    const nested = `<w:tr>${cell('1')}${cell('Ida')}<w:tc>${table(rowOf('a', 'b'))}${paragraph('c')}</w:tc>${cell('')}</w:tr>`;
    expect(told(table(HEADER, nested)).lines).toEqual([['1', 'Ida', 'a\nb\nc', null]]);
  });
});

describe('columns of documents in the config', () => {
  const own = table(rowOf('Nr', 'Who', 'Voice-over'), rowOf('1', 'Ida', 'Stop.'));
  const columns = { line_id: 'Nr', character_name: 'who', script: 'Voice-over' };

  test('headers of its own are used if the config names them', () => {
    expect(told(own, { columns })).toMatchObject({ lines: [['1', 'Ida', 'Stop.', null]], warnings: [] });
    expect(
      told(`${own}${paragraph('The end.')}${own.replace('>1<', '>2<')}`, { columns }).lines,
    ).toHaveLength(3);
  });

  test('without names, every cell is spoken and the table is reported', () => {
    expect(told(own)).toMatchObject({ warnings: ['1 table_without_text_column'] });
    expect(told(own).lines).toHaveLength(6);
  });

  test('texts by locale, indexes without a header, and null', () => {
    const texts = { 'en-us': 'Original', 'de-de': 'Fassung' };
    const body = table(rowOf('Nr', 'Original', 'Fassung'), rowOf('1', 'Stop.', 'Halt.'));
    expect(brief(docxOf(body), { ...options, columns: { texts } })).toEqual([
      'L00001 en-us Stop.',
      'L00001 de-de Halt.',
    ]);
    const indexes = { csv_has_header: false, columns: { line_id: 0, character_name: 1, script: 2 } };
    expect(told(table(rowOf('1', 'Ida', 'Stop.')), indexes).lines).toEqual([['1', 'Ida', 'Stop.', null]]);
    expect(told(paragraph('Stop.'), { columns: { script: null, notes: null } }).lines).toHaveLength(1);
  });

  test.each([
    [own, { columns: { script: 'Voice' } }, 'columns.script', '"Voice-over"'],
    [own, { columns: { ...columns, notes: 'Mood' } }, 'columns.notes', '"Nr"'],
    [own, { columns: { texts: { fr: 'Voix' } } }, 'columns.texts.fr', '"Who"'],
    [own, { columns: { character_name: 'Who' } }, 'columns.character_name', 'Name it in `columns.script`'],
    [paragraph('Stop.'), { columns }, 'columns.line_id', 'no table with a header'],
    [paragraph('Stop.'), { csv_column: 'character_name' }, 'csv_column', 'no table with a header'],
    [
      table(rowOf('ID', 'Text'), rowOf('1', 'Stop.')),
      { csv_column: 'character_name' },
      'csv_column',
      '"Text"',
    ],
  ])('a column that no table has is an error: case %#', (body, more, field, listed) => {
    const error = faultOf(docxOf(body), { ...options, ...more });
    expect(error).toMatchObject({ code: 'UNKNOWN_COLUMN', field });
    expect(error.message).toContain(listed);
  });
});

describe('content that is not plain text', () => {
  const math = (content: string) => `<m:oMath>${content}</m:oMath>`;
  const part = (name: string, ...content: string[]) => `<m:${name}>${content.join('')}</m:${name}>`;
  const value = (text: string) => part('r', part('t', text));

  test.each([
    ['a run', value('πr²'), 'πr²'],
    ['a power', part('sSup', part('e', value('c')), part('sup', value('2'))), 'c²'],
    ['an index', part('sSub', part('e', value('x')), part('sub', value('10'))), 'x₁₀'],
    ['a fraction', part('f', part('fPr'), part('num', value('a+b')), part('den', value('2'))), '(a+b)/2'],
    ['a root', part('rad', part('radPr'), part('deg'), part('e', value('9'))), '√9'],
    ['brackets', part('d', '<m:dPr><m:begChr m:val="["/></m:dPr>', part('e', value('x+1'))), '[x+1)'],
    [
      'a sum',
      part(
        'nary',
        '<m:naryPr><m:chr m:val="∑"/></m:naryPr>',
        part('sub', value('1')),
        part('sup', value('n')),
        part('e', value('x')),
      ),
      '∑₁^n x',
    ],
  ])(
    'an equation is spoken as plain text, apart from its neighbors, and reported: %s',
    (_what, content, text) => {
      const body = `<w:p>${run('It is')}${math(content)}${run('here.')}</w:p>`;
      expect(told(body)).toMatchObject({
        lines: [['L00001', null, `It is ${text} here.`, null]],
        warnings: ['1 equation'],
      });
      expect(scripts(`<w:p><m:oMathPara>${math(content)}</m:oMathPara></w:p>`)).toEqual([text]);
    },
  );

  test('an equation in a table, a text box and a deletion', () => {
    const e = math(value('x=1'));
    expect(
      told(table(rowOf('ID', 'Text'), `<w:tr>${cell('1')}<w:tc><w:p>${e}</w:p></w:tc></w:tr>`)).lines,
    ).toEqual([['1', null, 'x=1', null]]);
    expect(
      scripts(`<w:p><w:r><w:pict><w:txbxContent><w:p>${e}</w:p></w:txbxContent></w:pict></w:r></w:p>`),
    ).toEqual(['x=1']);
    expect(scripts(`<w:p>${run('Hi')}<w:del>${e}</w:del></w:p>`)).toEqual(['Hi']);
  });

  test('a symbol is spoken if it is a character, and reported if it is a picture of its font', () => {
    const symbol = (font: string, char: string) => `<w:r><w:sym w:font="${font}" w:char="${char}"/></w:r>`;
    expect(
      told(`<w:p>${run('angle ')}${symbol('Symbol', 'F061')}${symbol('Calibri', '00B0')}</w:p>`),
    ).toEqual({
      lines: [['L00001', null, 'angle α°', null]],
      skipped: [],
      warnings: [],
    });
    expect(told(`<w:p>${run('press')}${symbol('Wingdings', 'F0FC')}${run('now')}</w:p>`)).toMatchObject({
      lines: [['L00001', null, 'press now', null]],
      skipped: ['1 symbol'],
    });
  });

  test('raised and lowered digits stay apart from the number before them', () => {
    const raised = (text: string, value = 'superscript') =>
      `<w:r><w:rPr><w:vertAlign w:val="${value}"/></w:rPr><w:t>${text}</w:t></w:r>`;
    expect(
      scripts(
        `<w:p>${run('10')}${raised('23')}${run(' and 5')}${raised('1')}${run('/')}${raised('2', 'subscript')}${run(', the 1')}${raised('st')}${run(' at 10')}${raised('-3')}${run(', H')}${raised('2', 'subscript')}${run('O')}</w:p>`,
      ),
    ).toEqual(['10²³ and 5¹/₂, the 1st at 10⁻³, H2O']);
  });

  test('embedded parts, charts, hidden text and prompts are reported', () => {
    const graphic = (kind: string) =>
      `<w:r><w:drawing><a:graphic xmlns:a="a"><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/${kind}"/></a:graphic></w:drawing></w:r>`;
    const hidden = '<w:r><w:rPr><w:vanish/></w:rPr><w:t>secret</w:t></w:r>';
    const prompt = `<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>${run('Click here')}</w:sdtContent></w:sdt>`;
    const body = `${paragraph('Hi.')}<w:altChunk/><w:p>${graphic('chart')}${graphic('diagram')}${graphic('picture')}<w:r><w:object/></w:r></w:p><w:p>${hidden}${prompt}</w:p>`;
    expect(told(body)).toMatchObject({
      lines: [['L00001', null, 'Hi.', null]],
      skipped: [
        '1 embedded_object',
        '2 embedded_object',
        '2 embedded_object',
        '2 embedded_object',
        '3 hidden_text',
        '3 hidden_text',
      ],
    });
  });

  test('footnotes, endnotes, comments, headers and footers are reported with their text and row', () => {
    const wordPart = (name: string, root: string, content: string) => ({
      name: `word/${name}.xml`,
      content: `<w:${root} xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${content}</w:${root}>`,
    });
    const note = (kind: string, id: number, text: string) =>
      `<w:${kind} w:id="${id}">${paragraph(text)}</w:${kind}>`;
    const refer = (kind: string, id: number) => `<w:r><w:${kind}Reference w:id="${id}"/></w:r>`;
    const body = `${paragraph('Hi.')}<w:p>${run('There.')}${refer('footnote', 2)}${refer('endnote', 1)}${refer('comment', 0)}</w:p>`;
    const archive = zipOf([
      { name: 'word/document.xml', content: documentXml(body) },
      wordPart('footnotes', 'footnotes', note('footnote', -1, '') + note('footnote', 2, 'From a song.')),
      wordPart('endnotes', 'endnotes', note('endnote', 1, 'See above.')),
      wordPart('comments', 'comments', note('comment', 0, 'Is this right?')),
      wordPart('header1', 'hdr', paragraph('Draft')),
      wordPart('header2', 'hdr', paragraph('Draft')),
      wordPart('footer1', 'ftr', paragraph('')),
    ]);
    expect(read(archive, options).reading.skipped).toEqual([
      { row: 1, code: 'page_text', message: 'The header of a page is not spoken: "Draft".' },
      { row: 2, code: 'footnote', message: 'A footnote is not spoken: "From a song.".' },
      { row: 2, code: 'endnote', message: 'An endnote is not spoken: "See above.".' },
      { row: 2, code: 'comment', message: 'A comment is not spoken: "Is this right?".' },
    ]);
  });
});

describe('invalid archives', () => {
  const part = { name: 'word/document.xml', content: documentXml(paragraph('Hi')) };
  const bomb = { name: part.name, content: Buffer.alloc(60_000_000, ' ') };

  test.each([
    ['no archive', Buffer.from('just text'), 'BROKEN_FILE', /not a ZIP archive, or it is damaged/],
    ['an old or protected file', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'BROKEN_FILE', /password/],
    ['another archive', zipOf([{ name: 'a.txt', content: 'x' }]), 'BROKEN_FILE', /not a Word document/],
    ['another document', zipOf([{ ...part, content: '<a/>' }]), 'BROKEN_FILE', /no body/],
    ['a cut archive', zipOf([part]).subarray(0, -30), 'BROKEN_FILE', /list of files cannot be read/],
    ['a wrong checksum', zipOf([{ ...part, claims: { crc32: 1 } }]), 'BROKEN_FILE', /damaged/],
    ['a locked part', zipOf([{ ...part, claims: { flags: 1 } }]), 'BROKEN_FILE', /password/],
    [
      'a strange method',
      zipOf([{ ...part, claims: { method: 99 } }]),
      'BROKEN_FILE',
      /unsupported compression method/,
    ],
    [
      'a lying directory',
      zipOf([{ ...part, name: 'x', claims: { name: part.name } }]),
      'BROKEN_FILE',
      /list of files does not match its content/,
    ],
    ['two documents', zipOf([part, part]), 'BROKEN_FILE', /same name/],
    ['a zip bomb', zipOf([bomb]), 'UNSAFE_FILE', /zip bomb/],
    [
      'a zip bomb that lies',
      zipOf([{ ...bomb, claims: { size_bytes: 1000 } }]),
      'UNSAFE_FILE',
      /more than its declared size/,
    ],
    ['a huge document', zipOf([{ ...part, claims: { size_bytes: 70_000_000 } }]), 'UNSAFE_FILE', /64 MiB/],
    [
      'a huge archive',
      zipOf([part, { name: 'a', content: 'a', claims: { size_bytes: 2_000_000_000 } }]),
      'UNSAFE_FILE',
      /1 GiB/,
    ],
    [
      'countless files',
      zipOf(Array.from({ length: 10_001 }, (_, index) => ({ name: `${index}`, content: '' }))),
      'UNSAFE_FILE',
      /10000 files/,
    ],
    [
      'entities',
      zipOf([{ ...part, content: `<!DOCTYPE a [<!ENTITY b "c">]>${part.content}` }]),
      'UNSAFE_FILE',
      /has a DTD/,
    ],
  ])('%s is rejected by name', (_, bytes, code, message) => {
    const fault = faultOf(bytes, options);
    expect(fault.message).toMatch(message);
    expect(fault.code).toBe(code);
  });
});
