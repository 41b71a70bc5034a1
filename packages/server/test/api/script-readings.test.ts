import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runJobs } from '../../src/engine/jobs.ts';
import { startWorker, type Worker } from '../../src/jobs/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createMember, type Member } from '../support/factories.ts';
import { putScript } from '../support/put-script.ts';
import { until } from '../support/until.ts';
import { narration } from '../support/workflows.ts';

const SCRIPT = [
  'key,speaker,text,reviewed by',
  ...['Hello there.', 'Good evening.', 'See you.'].map((text, index) => `m${index},Ada,${text},Bo`),
].join('\n');

describe('reading a script', () => {
  let server: TestApp;
  let worker: Worker;
  let member: Member;
  beforeAll(async () => {
    server = await startTestApp({ role: 'all' });
    worker = await startWorker(server.app, runJobs);
    member = await createMember(server);
  });
  afterAll(async () => {
    await worker.stop(1_000);
    await server.close();
  });

  const upload = (content: string | Uint8Array, format = 'csv') =>
    putScript(server, { user_id: member.user_id, workspace_id: member.workspace_id }, content, format);
  const get = (path: string, as = member) => server.request('GET', `/api/v1${path}`, { as });
  const read = (id: string, query = '') => get(`/uploads/${id}/script${query}`);
  const post = async (path: string, body?: object) => {
    const response = await server.request('POST', `/api/v1${path}`, { as: member, ...(body && { body }) });
    expect(response.status, response.text).toBeLessThan(300);
    return response.body.data;
  };

  const READING = {
    format: 'csv',
    line_count: 3,
    generated_id_count: 0,
    columns_unused: ['reviewed by'],
    locales: [{ locale_code: 'en-us', line_count: 3 }],
    characters: [{ character_name: 'Ada', line_count: 3 }],
  };

  test('an upload shows its columns, counts and first lines', async () => {
    const { status, body } = await read(await upload(SCRIPT), '?source_language=en-us');
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ filename: 'script.csv', reading: READING });
    const uses = body.data.reading.columns_used.map(({ used_as }: { used_as: string }) => used_as);
    expect(uses).toEqual(expect.arrayContaining(['line_id', 'character_name', 'script']));
    expect(body.data.lines[0]).toMatchObject({
      line_id: 'm0',
      row: 2,
      character_name: 'Ada',
      script: 'Hello there.',
    });
  });

  test('an upload shows at most 50 lines, and counts them all', async () => {
    const text = Array.from({ length: 60 }, (_, index) => `Line number ${index}.`).join('\n');
    const { body } = await read(await upload(text, 'txt'), '?source_language=en-us');
    expect(body.data.lines).toHaveLength(50);
    expect(body.data.reading).toMatchObject({ line_count: 60, generated_id_count: 60 });
  });

  test('without a header row, the columns are named by their index', async () => {
    const { body } = await read(
      await upload('Hello there.\nGood evening.\n'),
      '?csv_has_header=false&source_language=en-us',
    );
    expect(body.data.reading).toMatchObject({
      line_count: 2,
      columns_used: [{ column: '0', used_as: 'script' }],
    });
  });

  test('the columns of a csv file can be selected by header, or by index without a header row', async () => {
    const table = 'Ref,Who,Old,New\nm1,Ada,No.,Hello there.\n';
    const options = '&source_language=en-us&csv_column=character_name&columns.character_name=';
    const named = `?columns.script=New&columns.line_id=Ref${options}Who`;
    const indexed = `?csv_has_header=false&columns.script=3&columns.line_id=0${options}1`;
    for (const [text, query] of [
      [table, named],
      [table.split('\n')[1] ?? '', indexed],
    ] as const) {
      const { status, body } = await read(await upload(text), query);
      expect(status, JSON.stringify(body)).toBe(200);
      expect(body.data.lines).toMatchObject([
        { line_id: 'm1', character_name: 'Ada', script: 'Hello there.' },
      ]);
    }
    const { status, body } = await read(await upload(table), '?columns.script=Missing');
    expect([status, body.error.details[0].field]).toEqual([422, 'columns.script']);
  });

  test('an unreadable file is a 422 that names the row', async () => {
    const { status, body } = await read(
      await upload('id,script\nm1,"Hello\nm2,There\n'),
      '?source_language=en-us',
    );
    expect(status).toBe(422);
    expect(body.error.details[0]).toEqual({
      field: expect.stringMatching(/^script\.rows\.2$/),
      message: expect.stringContaining('script.csv, row 2'),
    });
  });

  test('a file of another type is a 422', async () => {
    const { status, body } = await read(await upload('RIFF', 'wav'));
    expect([status, body.error.details[0].field]).toEqual([422, 'script']);
  });

  test('an upload that is not confirmed is a 409, and one of another workspace a 404', async () => {
    const id = await upload(SCRIPT);
    const stranger = await createMember(server);
    expect((await get(`/uploads/${id}/script`, stranger)).status).toBe(404);
    await server.app.db.updateTable('upload').set({ status: 'pending' }).where('id', '=', id).execute();
    expect((await read(id)).status).toBe(409);
  });

  test('doubtful rows are shown before a run, and a file without columns rejects their names', async () => {
    const id = await upload('id,text\n1,Hello there.\n2,#REF!\n3,"Good\n4,evening" all.\n');
    const { body } = await read(id, '?source_language=en-us');
    const warnings = [
      { row: 3, code: 'spreadsheet_error' },
      { row: 4, code: 'unclosed_quote' },
    ];
    expect(body.data.reading).toMatchObject({ line_count: 4, warning_count: 2, warnings });
    const config = { input_type: 'file', upload_ids: [id], source_language: 'en-us' };
    const definition = narration(config);
    const checked = await post('/workflows/validate', { definition });
    expect(checked.warnings).toMatchObject([
      {
        path: 'definition.graph.nodes.0.config.upload_ids.0',
        code: 'parts_doubtful',
        message: expect.stringMatching(/^script\.csv: 2 parts may be wrong, the first in row 3\./),
      },
    ]);
    const plain = await upload('Hello there.\n', 'txt');
    const named = await read(plain, '?columns.script=Text');
    expect([named.status, named.body.error.details[0].field]).toEqual([422, 'columns.script']);
    const started = narration({ ...config, upload_ids: [plain], columns: { script: 'Text' } });
    const { warnings: problems } = await post('/workflows/validate', { definition: started });
    expect(problems).toMatchObject([
      { path: 'definition.graph.nodes.0.config.columns.script', code: 'unknown_column' },
    ]);
  });

  test('an ARB file is uploaded and read like JSON', async () => {
    const id = await upload('{"@@locale": "fr", "hi": "Bonjour, c\'\'est moi."}', 'arb');
    const { body } = await read(id);
    expect(body.data).toMatchObject({
      reading: { format: 'arb', line_count: 1 },
      lines: [{ line_id: 'hi', locale_code: 'fr', script: "Bonjour, c'est moi." }],
    });
  });

  test('validate, preview and the overview of the run show how each file is read', async () => {
    const id = await upload(SCRIPT);
    const definition = narration({ input_type: 'file', upload_ids: [id], source_language: 'en-us' });
    const [source] = definition.graph.nodes;
    const file = { node_id: source?.id, upload_id: id, filename: 'script.csv' };
    const { readings, warnings } = await post('/workflows/validate', { definition });
    expect(readings).toMatchObject([{ ...file, reading: READING }]);
    const message = 'script.csv: the column "reviewed by" is skipped.';
    expect(warnings).toEqual([
      { path: 'definition.graph.nodes.0.config.upload_ids.0', code: 'column_skipped', message },
    ]);
    const workflow = await post('/workflows', { name: crypto.randomUUID(), definition });
    const runs = `/workflows/${workflow.id}/runs`;
    const preview = await post(`${runs}/preview`);
    expect(preview.readings).toEqual(readings);
    expect(preview.notes).toEqual([{ node_id: source?.id, code: 'column_skipped', message }]);
    const { id: run } = await post(runs);
    const overview = async () => (await get(`${runs}/${run}/overview`)).body.data;
    await until(async () => (await overview()).run.completed_at !== null, 60_000);
    // The run reports what it read, not what it would read from the file now.
    await server.app.db.updateTable('upload').set({ filename: 'other.csv' }).where('id', '=', id).execute();
    expect((await overview()).readings).toEqual(readings);
  });
});
