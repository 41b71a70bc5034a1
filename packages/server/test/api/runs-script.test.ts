import type { ScriptFormat } from '@voiceloom/text';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { brief, parse } from '../../../text/test/support/script-parse.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { fullPipeline } from '../support/definitions.ts';
import { createMember, type Member } from '../support/factories.ts';
import { insertRun, insertWorkflow, type LinePlan, type StoredRun } from '../support/run-factory.ts';
import { insertScriptRun } from '../support/run-script.ts';

let server: TestApp;
let member: Member;
let shift_ms = 0;

beforeAll(async () => {
  server = await startTestApp({ clock: () => new Date(Date.now() + shift_ms) });
});
beforeEach(async () => {
  shift_ms = 0;
  member = await createMember(server);
});
afterAll(() => server.close());

const ask = (run: StoredRun, query = '', as = member) =>
  server.request('GET', `${run.path}/script${query}`, { as });

async function download(run: StoredRun, query = '') {
  const { status, body } = await ask(run, query);
  expect(status).toBe(200);
  const response = await fetch(body.data.url);
  expect(response.status).toBe(200);
  return {
    filename: body.data.filename as string,
    type: response.headers.get('content-type'),
    text: await response.text(),
  };
}

const lineOf = (line_index: number, locale_code: string, script: string): LinePlan => ({
  ...{ line_id: `l${line_index}`, line_index, locale_code, script, status: 'dropped' },
});

async function runOf(lines: LinePlan[], status: 'completed' | 'failed' = 'completed'): Promise<StoredRun> {
  const scene = { server, member };
  return insertRun(scene, await insertWorkflow(scene, fullPipeline(), 'Demo'), {
    status,
    lines,
    run_number: 4,
  });
}

/** The result of a translator node: the translation has its own ID and refers to its source. */
async function translate(run: StoredRun, locale: string): Promise<void> {
  const { db } = server.app;
  const lines = db.selectFrom('run_line').select(['no', 'line_id']).where('run_id', '=', run.id);
  for (const { no, line_id } of await lines.where('locale_code', '=', locale).execute()) {
    const change = { line_id: `${line_id}.${locale}`, source_line_id: line_id };
    await db.updateTable('run_line').set(change).where('run_id', '=', run.id).where('no', '=', no).execute();
  }
}

test('a csv has every line of a run with the source next to its translation, and reads as the same lines', async () => {
  const run = await insertScriptRun({ server, member });
  const { filename, type, text } = await download(run);
  expect([filename, type]).toEqual(['Café-Söhne-run-1.csv', 'text/csv; charset=utf-8']);
  expect(text.split('\r\n').slice(0, 4)).toEqual([
    'line_id,source_line_id,locale,character_name,max_duration_ms,max_characters,notes,direction,source,script',
    'hello,,en-us,Ada,,,,,,Hello there.',
    'hello,hello,de-de,Ada,,,,,Hello there.,Guten Tag.',
    'bye,,en-us,,,,,,,"Good bye, =now."',
  ]);
  expect(brief(text)).toEqual([
    'hello en-us Hello there.',
    'hello de-de Guten Tag.',
    'bye en-us Good bye, =now.',
    'bye de-de Auf Wiedersehen.',
    'hush en-us Shh!',
    'again en-us Once more.',
  ]);
});

test.each<[string, string, ScriptFormat]>([
  ['xliff-1.2', 'xmlns="urn:oasis:names:tc:xliff:document:1.2"', 'xliff'],
  ['xliff-2.0', 'xmlns="urn:oasis:names:tc:xliff:document:2.0"', 'xliff'],
])(
  'an %s file contains translations by the id of their source, and sources without one',
  async (format, sign, read) => {
    const run = await insertScriptRun({ server, member });
    await translate(run, 'de-de');
    const { filename, type, text } = await download(run, `?format=${format}`);
    expect([filename, type]).toEqual(['Café-Söhne-run-1.xliff', 'application/xliff+xml; charset=utf-8']);
    expect(text).toContain(sign);
    expect(text).toContain('<source>Hello there.</source>\n<target>Guten Tag.</target>');
    const lines = parse(text, { format: read, source_language: null });
    expect(lines.map((line) => `${line.line_id} ${line.locale_code} ${line.script}`)).toEqual([
      'hello de-de Guten Tag.',
      'bye de-de Auf Wiedersehen.',
      'hush en-us Shh!',
      'again en-us Once more.',
    ]);
    expect(lines[0]?.character_name).toBe('Ada');
  },
);

test('several target languages are several files in XLIFF 1.2, and XLIFF 2.0 requires a selected one', async () => {
  const run = await runOf([
    lineOf(0, 'en-us', 'One'),
    lineOf(0, 'de-de', 'Eins'),
    lineOf(0, 'fr-fr', 'Un'),
    lineOf(1, 'en-us', 'Two'),
    lineOf(2, 'nl-nl', 'Drie'),
  ]);
  const all = await download(run, '?format=xliff-1.2');
  expect(all.text.match(/target-language="[\w-]+"/g)).toEqual([
    'target-language="de-DE"',
    'target-language="fr-FR"',
  ]);
  expect(brief(all.text, { format: 'xliff' })).toEqual([
    ...['l0 de-de Eins', 'l1 en-us Two', 'l0 fr-fr Un', 'l2 nl-nl Drie'],
  ]);
  const refused = await ask(run, '?format=xliff-2.0');
  expect(refused.status).toBe(422);
  expect(refused.body.error.details).toEqual([
    { field: 'query.format', message: expect.stringContaining('en-us, nl-nl. Use xliff-1.2') },
  ]);
  const csv = await download(run, '?language=fr-FR');
  expect(brief(csv.text)).toEqual(['l0 en-us One', 'l0 fr-fr Un', 'l1 en-us Two', 'l2 nl-nl Drie']);
});

test('XLIFF 2.0 accepts a selected one of several targets, and one that is not translated yet', async () => {
  const run = await runOf(['en-us', 'de-de', 'fr-fr'].map((locale) => lineOf(0, locale, `In ${locale}`)));
  const { body } = await ask(run, '?format=xliff-2.0');
  expect(body.error.details).toEqual([
    { field: 'query.language', message: expect.stringContaining('de-de, fr-fr. Name one') },
  ]);
  const french = await download(run, '?format=xliff-2.0&language=fr-fr');
  expect(french.filename).toBe('Demo-run-4-fr-fr.xliff');
  expect(brief(french.text, { format: 'xliff' })).toEqual(['l0 fr-fr In fr-fr']);
  const dutch = await download(run, '?format=xliff-2.0&language=nl-nl');
  expect(dutch.text).toContain('srcLang="en-US" trgLang="nl-NL"');
  expect(brief(dutch.text, { format: 'xliff' })).toEqual(['l0 en-us In en-us']);
  const source = await download(run, '?format=xliff-2.0&language=en-us');
  expect(source.text).not.toContain('trgLang');
});

test.each<[string, ScriptFormat]>([
  ['csv', 'csv'],
  ['xliff-2.0', 'xliff'],
])('the controls of lines are read back from %s', async (format, read) => {
  const run = await runOf([lineOf(0, 'en-us', 'One.'), lineOf(1, 'en-us', 'Two.')]);
  const controls = { stability: 0.3, style: null, mood: 'true' };
  const change = { controls: JSON.stringify(controls) };
  await server.app.db
    .updateTable('run_line')
    .set(change)
    .where('run_id', '=', run.id)
    .where('no', '=', 1)
    .execute();
  const { text } = await download(run, `?format=${format}`);
  const lines = parse(text, { format: read, source_language: null });
  expect(lines.map((line) => line.controls)).toEqual([undefined, controls]);
});

test('a script with more lines than one database read is complete and in order', async () => {
  const run = await runOf([]);
  const template = await insertedLine();
  const rows = Array.from({ length: 1_001 }, (_, index) => ({
    ...{ ...template, run_id: run.id, no: index, line_id: `l${index}`, controls: null },
    ...{ line_index: index * 3, script: `Line ${index}` },
  }));
  await server.app.db.insertInto('run_line').values(rows).execute();
  const lines = parse((await download(run)).text);
  expect(lines.map((line) => line.script)).toEqual(rows.map((row) => row.script));
});

/** A row to copy with changes. */
async function insertedLine() {
  const { id } = await runOf([lineOf(0, 'en-us', 'One')]);
  const line = server.app.db.selectFrom('run_line').selectAll().where('run_id', '=', id);
  const {
    error: _error,
    translation: _translation,
    markup: _markup,
    ...row
  } = await line.executeTakeFirstOrThrow();
  return row;
}

test('a failed run also has its script; an active one does not yet, and one without lines has none', async () => {
  expect((await ask(await runOf([lineOf(0, 'en-us', 'One')], 'failed'))).status).toBe(200);
  expect((await ask(await runOf([], 'failed'))).status).toBe(404);
  const scene = { server, member };
  const running = await insertRun(scene, await insertWorkflow(scene, fullPipeline()), { status: 'running' });
  const { status, body } = await ask(running);
  expect([status, body.error.code]).toEqual([409, 'CONFLICT']);
});

test('another workspace gets 404, and a link ends with its time and with its workflow', async () => {
  const run = await runOf([lineOf(0, 'en-us', 'One')]);
  expect((await ask(run, '', await createMember(server))).status).toBe(404);
  const { url } = (await ask(run)).body.data;
  expect((await fetch(url, { method: 'HEAD' })).status).toBe(200);
  const forged = url.replace('/scripts/', '/exports/');
  expect((await fetch(forged)).status).toBe(403);
  await server.request('DELETE', `/api/v1/workflows/${run.workflow.id}`, { as: member });
  expect((await fetch(url)).status).toBe(404);
  shift_ms = 901_000;
  expect((await fetch(url)).status).toBe(403);
});

const HALF = `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
<file original="game" source-language="en-US" target-language="de-DE" datatype="plaintext"><body>
<trans-unit id="l0"><source>Hello <x id="1"/>.</source><target>Hallo <x id="1"/>.</target></trans-unit>
<trans-unit id="l1"><source>Bye &lt;b>now&lt;/b>, %s.</source></trans-unit></body></file></xliff>`;

test('a partly translated XLIFF keeps the source and the target of each unit', async () => {
  const lines = parse(HALF, { format: 'xliff', source_language: null });
  const run = await runOf(lines.map((line) => lineOf(line.line_index, line.locale_code, line.script)));
  for (const { line_id, source_script, source_locale_code, markup } of lines) {
    const change = {
      source_script: source_script ?? null,
      source_locale_code: source_locale_code ?? null,
      markup: markup ? JSON.stringify(markup) : null,
    };
    const rows = server.app.db.updateTable('run_line').set(change);
    await rows.where('run_id', '=', run.id).where('line_id', '=', line_id).execute();
  }
  for (const format of ['xliff-1.2', 'xliff-2.0']) {
    const { text } = await download(run, `?format=${format}`);
    expect(parse(text, { format: 'xliff', source_language: null })).toMatchObject(
      lines.map(({ row: _row, markup: _markup, ...line }) => line),
    );
    const element = format === 'xliff-1.2' ? 'x' : 'ph';
    expect(text).toContain(`<source>Hello <${element} id="1"/>.</source>`);
    expect(text).toContain(`<target>Hallo <${element} id="1"/>.</target>`);
    expect(text.match(/<target>/g)).toHaveLength(1);
  }
  const csv = await download(run);
  expect(brief(csv.text)).toEqual(['l0 de-de Hallo {ph:1}.', 'l1 en-us Bye <b>now</b>, %s.']);
});
