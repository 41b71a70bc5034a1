import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { documentXml, docxOf, paragraph, zipOf } from '../../../text/test/support/docx.ts';
import { scriptText } from '../../src/features/runs/export/index.ts';
import { shortPipeline } from '../support/definitions.ts';
import { auditRun, type Engine, type Owner, startEngine } from '../support/engine.ts';
import { type ScriptedSpeech, scriptedSpeech } from '../support/fake-speech.ts';
import { putScript } from '../support/put-script.ts';

let speech: ScriptedSpeech;
let engine: Engine;
let owner: Owner;

beforeAll(async () => {
  speech = scriptedSpeech();
  engine = await startEngine({ speech });
});
beforeEach(async () => {
  owner = await engine.owner();
  speech.requests.length = 0;
});
afterAll(() => engine.close());

async function runOf(content: string | Uint8Array, format: string) {
  const source = { input_type: 'file', upload_ids: [await putScript(engine, owner, content, format)] };
  const id = await engine.start(owner, shortPipeline({ source }));
  return engine.until(id, ['completed', 'failed']);
}

const xliff12 = `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
<file original="a" source-language="en-us" target-language="de-de" datatype="plaintext"><body>
<trans-unit id="one"><source>Hello <g id="1">there</g>.</source><target>Guten <g id="1">Tag</g>.</target></trans-unit>
<trans-unit id="two"><source>Bye.</source></trans-unit></body></file></xliff>`;

const xliff20 = `<xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en-us" trgLang="de-de">
<file id="f"><unit id="one"><segment><source>Hello there.</source><target>Guten Tag.</target></segment></unit>
<unit id="two"><segment><source>Bye.</source></segment></unit></file></xliff>`;

const TRANSLATED = ['one de-de Guten Tag.', 'two en-us Bye.'];

test.each<[string, string, string | Uint8Array, string[]]>([
  [
    'json',
    'json',
    '["Hello.", {"id": "b", "locale": "de-de", "text": "Tag."}]',
    ['L00001 en-us Hello.', 'b de-de Tag.'],
  ],
  ['XLIFF 1.2', 'xliff', xliff12, TRANSLATED],
  ['XLIFF 2.0', 'xlf', xliff20, TRANSLATED],
  [
    'Word',
    'docx',
    docxOf(`${paragraph('Hello.')}<w:p/>${paragraph('Bye.')}`),
    ['L00001 en-us Hello.', 'L00002 en-us Bye.'],
  ],
  ['tab-separated', 'tsv', 'id\tscript\na\tHello, you.\n', ['a en-us Hello, you.']],
  ['WebVTT', 'vtt', 'WEBVTT\n\n00:01.000 --> 00:09.000\n<v Ada>Hello.\n', ['L00001 en-us Hello.']],
])('a %s script is read, spoken line by line and charged once', async (_name, format, content, lines) => {
  const run = await runOf(content, format);
  expect([run.error, run.status, run.lines_delivered]).toEqual([null, 'completed', lines.length]);
  const rows = await engine.app.db
    .selectFrom('run_line')
    .selectAll()
    .where('run_id', '=', run.id)
    .orderBy('no')
    .execute();
  expect(rows.map((row) => `${row.line_id} ${row.locale_code} ${row.script}`)).toEqual(lines);
  expect(speech.requests.map(({ text }) => text).sort()).toEqual(rows.map((row) => row.script).sort());
  expect(await auditRun(engine.app, run.id)).toEqual([]);
});

const CODES =
  '<unit id="a"><originalData><data id="d">%s</data></originalData><segment id="s"><source>Hi <pc id="1">dear <ph id="2" dataRef="d"/></pc>.<cp hex="0000"/></source></segment></unit>';

test('the script of a run has the inline markup of the uploaded XLIFF', async () => {
  const file =
    '<xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en-us"><file id="f">';
  const run = await runOf(`${file}${CODES}</file></xliff>`, 'xliff');
  const script = {
    ...{ run_id: run.id, name: 'a', format: 'xliff-2.0' as const, language: null },
    pairs: [{ source: 'en-us', target: null }],
  };
  let text = '';
  for await (const piece of scriptText(engine.app.db, script)) text += piece.toString();
  const markup = CODES.replace('<unit id="a">', '');
  expect(text.replaceAll('>\n', '>')).toContain(markup);
});

const bomb = { name: 'word/document.xml', content: documentXml(' '.repeat(60_000_000)) };

test.each<[string, string, string | Uint8Array, string, string, string]>([
  [
    'a field of the wrong kind',
    'json',
    '["a", {"script": 5}]',
    'invalid_field',
    'script.json, entry 2, field script: "script" must be a string.',
    'rows.2',
  ],
  [
    'the same id twice',
    'json',
    '[{"id": "a", "text": "x"}, {"id": "a", "text": "y"}]',
    'duplicate_line_id',
    'script.json, entry 2: Line "a" in en-us is a duplicate: it is in rows 1 and 2.',
    'rows.2',
  ],
  [
    'an open element',
    'xliff',
    xliff12.replace('</g>', ''),
    'broken_file',
    'script.xliff, row 3: The XML is not well-formed: unexpected close tag.',
    'rows.3',
  ],
  [
    'a DTD',
    'xliff',
    `<!DOCTYPE xliff [<!ENTITY a "b">]>${xliff20}`,
    'unsafe_file',
    'script.xliff, row 1: The file has a DTD, which is not allowed, because it can define entities.',
    'rows.1',
  ],
  [
    'a zip bomb',
    'docx',
    zipOf([bomb]),
    'unsafe_file',
    'script.docx: The archive may be a zip bomb: its text unpacks to more than 300 times its size.',
    '',
  ],
])('%s fails the run at its source, with its location, and nothing is charged', async (...given) => {
  const [, format, content, code, message, rows] = given;
  const run = await runOf(content, format);
  const field = ['upload_ids.0', rows].filter(Boolean).join('.');
  expect(run.error).toMatchObject({ code, message, details: [{ field, message }] });
  expect(run).toMatchObject({ status: 'failed', credits: 0, lines_total: 0, hold: 0 });
  expect(speech.requests).toEqual([]);
});
