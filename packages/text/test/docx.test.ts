import { describe, expect, test } from 'vitest';
import { documentXml, docxOf, paragraph, zipOf } from './support/docx.ts';
import { brief, faultOf, parse } from './support/script-parse.ts';

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

  test('100,000 paragraphs are accepted, and one more is not', () => {
    const body = (count: number) =>
      Array.from({ length: count }, (_, index) => paragraph(`Line ${index}`)).join('');
    expect(parse(docxOf(body(100_000)), options)).toHaveLength(100_000);
    expect(faultOf(docxOf(body(100_001)), options)).toMatchObject({ code: 'TOO_MANY_LINES', row: 100_001 });
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
