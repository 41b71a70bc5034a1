import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { countScript, readCastingSheet, readRecordingList, type ScriptFormat } from '../src/index.ts';
import { docxOf, paragraph, zipOf } from './support/docx.ts';
import { faultOf, parse } from './support/script-parse.ts';

const binary = (text: string) =>
  Buffer.concat([Buffer.from(text, 'latin1'), deflateRawSync('x'.repeat(500))]);
const archive = (name: string, content = 'x') => zipOf([{ name, content, stored: true }]);

const FILES: [name: string, bytes: Buffer][] = [
  ['a PNG picture', binary('\x89PNG\r\n\x1a\n\0\0\0\rIHDR')],
  ['a JPEG picture', binary('\xff\xd8\xff\xe0\0\x10JFIF')],
  ['a PDF document', Buffer.from('%PDF-1.7\nHello.\n')],
  ['a document in Rich Text Format', Buffer.from('{\\rtf1\\ansi Hello.}')],
  ['a gzip archive', binary('\x1f\x8b\x08')],
  ['a wav recording', binary('RIFF\x24\0\0\0WAVEfmt ')],
  ['an mp3 recording', binary('ID3\x03\0\0\0\0')],
  ['an Ogg recording', binary('OggS\0\x02')],
  ['an MP4 file', binary('\0\0\0\x20ftypM4A ')],
  ['an old Office file', binary('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')],
  ['a Word document', docxOf(paragraph('Hello.'))],
  ['an Excel workbook (xlsx)', archive('xl/workbook.xml')],
  ['an EPUB book', archive('mimetype', 'application/epub+zip')],
  ['an OpenDocument text', archive('mimetype', 'application/vnd.oasis.opendocument.text')],
  ['a ZIP archive', archive('script.txt')],
];
const TEXT_FORMATS: ScriptFormat[] = ['txt', 'csv', 'tsv', 'srt', 'vtt', 'json', 'arb', 'xliff', 'xlf'];

test.each(FILES)('%s is named in the error, whatever its extension', async (name, bytes) => {
  for (const format of TEXT_FORMATS) {
    const { code, message } = faultOf(bytes, { format });
    expect([format, code, message]).toEqual([
      format,
      'UNSUPPORTED_FORMAT',
      expect.stringContaining(`The file is ${name}`),
    ]);
    expect(message).toContain('not text.');
    const counts = await countScript({ format, size_bytes: bytes.length, read: () => [bytes] });
    expect(counts).toBeNull();
  }
  for (const format of ['csv', 'tsv']) {
    expect(() => readCastingSheet(bytes, format)).toThrow(`The file is ${name}`);
    expect(() => readRecordingList(bytes, format)).toThrow(`The file is ${name}`);
  }
});

test.each(FILES.filter(([name]) => !/Word|ZIP|old Office/.test(name)))(
  '%s with the extension docx is named in the error',
  (name, bytes) => {
    const { code, message } = faultOf(bytes, { format: 'docx' });
    expect([code, message]).toEqual(['UNSUPPORTED_FORMAT', expect.stringContaining(`The file is ${name}`)]);
  },
);

test('the error says what to do with the file', () => {
  expect(faultOf(docxOf(paragraph('Hello.')), { format: 'csv' }).message).toBe(
    'The file is a Word document, not text. Give it the extension docx, and upload it again.',
  );
  expect(faultOf(archive('xl/workbook.xml'), { format: 'docx' }).message).toBe(
    'The file is an Excel workbook (xlsx), not a Word document. Save the sheet as CSV, and upload that.',
  );
});

test('a text that begins like a binary file is read', () => {
  for (const text of [
    'PK is a name.',
    'ID3,Hello',
    'GIF is a word.',
    'RIFF means a short tune.',
    'Rar! she said.',
  ])
    expect(parse(text, { format: 'txt' }).map(({ script }) => script)).toEqual([text]);
});
