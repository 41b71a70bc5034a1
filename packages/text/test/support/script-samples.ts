import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import iconv from 'iconv-lite';
import type { ScriptFormat, ScriptInput } from '../../src/index.ts';
import { docxOf, paragraph } from './docx.ts';

const FOLDER = new URL('../samples/', import.meta.url);

export interface Sample {
  name: string;
  input: Pick<ScriptInput, 'bytes' | 'format'> & Partial<ScriptInput>;
}

/** The source configs of samples. Most samples need none. */
const OPTIONS: Record<string, Partial<ScriptInput>> = {
  'no-header.csv': { csv_has_header: false, columns: { line_id: 0, character_name: 1, script: 2 } },
  'studio-sheet.csv': { csv_column: 'character_name' },
  'i2-unity.csv': { columns: { notes: 'Type', script: 'German' } },
};

const srt = (first: string, second: string): string =>
  `1\r\n00:00:01,000 --> 00:00:02,500\r\n${first}\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,500\r\n${second}\r\n`;

/** Text files in encodings that do not survive an editor. */
const ENCODED: [name: string, encoding: string, text: string][] = [
  ['czech-1250.srt', 'windows-1250', srt('Dobrý večer, vítejte.', 'Kde je ten člověk? Už přišel.')],
  ['polish-1250.csv', 'windows-1250', 'id;text\r\n1;Dzień dobry, źle śpię.\r\n2;Zażółć gęślą jaźń.\r\n'],
  ['russian-1251.srt', 'windows-1251', srt('Привет, как дела?', 'Хорошо, спасибо.')],
  ['russian-1251.csv', 'windows-1251', 'id,speaker,text\r\n1,Анна,"Добрый вечер, дамы и господа."\r\n'],
  ['japanese-sjis.csv', 'shift_jis', 'key,ja\r\na,今日はいい天気ですね。\r\nb,ゲームを始める\r\n'],
  ['chinese-gb18030.csv', 'gb18030', 'key,zh-CN\r\na,欢迎来到我们的城市，请进。\r\nb,你好，世界。\r\n'],
  ['korean-euc-kr.csv', 'euc-kr', 'key,ko\r\na,"안녕하세요, 여러분."\r\nb,오늘 날씨가 좋네요.\r\n'],
  ['german-1252.csv', 'windows-1252', 'id;text\r\n1;Schöne Grüße aus München.\r\n'],
  ['utf32.txt', 'utf-32le', '\ufeffGrüße 😀\r\nGood night.\r\n'],
  ['utf32-bare.csv', 'utf-32be', 'id,text\r\n1,Hello there.\r\n'],
  ['utf16.tsv', 'utf-16le', '\ufeffid\ttext\r\n1\tHello there.\r\n'],
];

const run = (text: string): string => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
const row = (...cells: string[]): string =>
  `<w:tr>${cells.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join('')}</w:tr>`;

const DOCUMENTS: [name: string, body: string][] = [
  [
    'tracked.docx',
    `<w:p>${run('Good ')}<w:ins>${run('evening')}</w:ins><w:del><w:r><w:delText>morning</w:delText></w:r></w:del>${run('.')}</w:p>`,
  ],
  [
    'script-table.docx',
    `${paragraph('Scene one')}<w:tbl>${row('ID', 'Character', 'Line', 'Status')}${row('a', 'Ada', 'Hello there.', 'ok')}${row('b', 'Brom', 'Good night.', '')}</w:tbl>${paragraph('The end.')}`,
  ],
  ['plain-table.docx', `<w:tbl>${row('Hello there.', 'Good night.')}</w:tbl>`],
];

export function scriptSamples(): Sample[] {
  const sample = (name: string, bytes: Uint8Array): Sample => {
    const format = extname(name).slice(1) as ScriptFormat;
    return { name, input: { bytes, format, ...OPTIONS[name] } };
  };
  const files = readdirSync(FOLDER).filter((name) => !name.endsWith('.expected'));
  return [
    ...files.map((name) => sample(name, readFileSync(new URL(name, FOLDER)))),
    ...ENCODED.map(([name, encoding, text]) =>
      sample(name, new Uint8Array(iconv.encode(text, encoding, { addBOM: false }))),
    ),
    ...DOCUMENTS.map(([name, body]) => sample(name, docxOf(body))),
  ];
}
