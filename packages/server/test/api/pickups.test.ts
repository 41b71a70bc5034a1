import { afterAll, beforeAll, expect, test } from 'vitest';
import { brief, parse } from '../../../text/test/support/script-parse.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { fullPipeline } from '../support/definitions.ts';
import { createMember, type Member } from '../support/factories.ts';
import { insertRun, insertWorkflow, nodeOf, type StoredRun } from '../support/run-factory.ts';
import { insertScriptRun, SCRIPT } from '../support/run-script.ts';

let server: TestApp;
let member: Member;

beforeAll(async () => {
  server = await startTestApp();
  member = await createMember(server);
});
afterAll(() => server.close());

async function pickups(run: StoredRun, format = 'pickups', below = '') {
  const path = `${run.path}${below}/download?format=${format}`;
  const { status, body, text } = await server.request('GET', path, { as: member });
  expect(status, text).toBe(200);
  const response = await fetch(body.data.url);
  expect(response.status).toBe(200);
  const type = response.headers.get('content-type');
  return { filename: body.data.filename, type, text: await response.text() };
}

test('the pick-up list of a run contains lines that failed, were dropped, or never passed their checks', async () => {
  const run = await insertScriptRun({ server, member });
  const { filename, type, text } = await pickups(run);
  expect([filename, type]).toEqual(['Café-Söhne-run-1-pickups.csv', 'text/csv; charset=utf-8']);
  expect(brief(text)).toEqual(['bye en-us Good bye, =now.', 'bye de-de Auf Wiedersehen.', 'hush en-us Shh!']);
  const json = await pickups(run, 'pickups-json');
  expect([json.filename, json.type]).toEqual(['Café-Söhne-run-1-pickups.json', 'application/json']);
  const { lines } = JSON.parse(json.text);
  expect(lines).toMatchObject([
    { line_id: 'bye', locale: 'en-us', reasons: ['exhausted'], file: 'en-us/bye.wav', source: null },
    {
      line_id: 'bye',
      locale: 'de-de',
      reasons: ['failed'],
      details: ['No voice speaks de-de.'],
      file: null,
      source: 'Good bye, =now.',
    },
    { line_id: 'hush', reasons: ['dropped'], details: ['Loudness check: Too quiet.'], file: null },
  ]);
  const sink = await pickups(run, 'pickups-json', `/nodes/${nodeOf(run, 'sink_preview')}`);
  expect(JSON.parse(sink.text)).toEqual(JSON.parse(json.text));
});

test('the line ids of the list can be used in a retry', async () => {
  const scene = { server, member };
  const definition = fullPipeline();
  const source = definition.graph.nodes.find(({ type }) => type === 'source_script');
  Object.assign(source?.config ?? {}, { text: SCRIPT.map(({ script }) => script).join('\n') });
  const workflow = await insertWorkflow(scene, definition);
  const run = await insertRun(scene, workflow, { status: 'completed', lines: SCRIPT, run_number: 1_000 });
  const line_ids = [...new Set(parse((await pickups(run)).text).map(({ line_id }) => line_id))];
  const retried = await server.request('POST', `${run.path}/retry`, { as: member, body: { line_ids } });
  expect(retried.status, retried.text).toBe(202);
  const { retry_line_ids, retry_of } = await server.app.db
    .selectFrom('run')
    .select(['retry_line_ids', 'retry_of'])
    .where('id', '=', retried.body.data.id)
    .executeTakeFirstOrThrow();
  expect([retry_of, [...new Set(retry_line_ids)].toSorted()]).toEqual([run.id, ['bye', 'hush']]);
});

test('rejected lines are in the list with the person, the reason and the note, and approved ones are not', async () => {
  const run = await insertScriptRun({ server, member });
  const opened = await server.request('POST', `${run.path}/review`, { as: member });
  const at = `/api/v1/reviews/${opened.body.data.id}/decisions`;
  const entries = [
    { no: 1, decision: 'rejected', reason: 'Wrong stress', note: 'On “there”' },
    { no: 2, decision: 'needs_work' },
    // The best of several rejected takes, and a line without audio. Without these decisions, the list would
    // contain both.
    { no: 3, decision: 'approved' },
    { no: 4, decision: 'waived' },
  ];
  const decided = await server.request('POST', at, { as: member, body: { entries } });
  expect(decided.body.data.saved_count, decided.text).toBe(4);
  const { name } = decided.body.data.saved[0].decided_by;
  const { lines } = JSON.parse((await pickups(run, 'pickups-json')).text);
  expect(lines).toMatchObject([
    {
      ...{ line_id: 'hello', locale: 'en-us', reasons: ['rejected'] },
      details: [`Rejected by ${name}: Wrong stress; On “there”`],
    },
    { line_id: 'hello', locale: 'de-de', reasons: ['needs_work'], details: [`Sent back by ${name}`] },
    { line_id: 'hush', reasons: ['dropped'] },
  ]);
});

test('a failed or canceled run has a list and a download, and a running one has neither', async () => {
  const scene = { server, member };
  const workflow = await insertWorkflow(scene, fullPipeline());
  for (const status of ['failed', 'cancelled'] as const) {
    const run = await insertRun(scene, workflow, { status, lines: SCRIPT });
    expect(brief((await pickups(run)).text)).toHaveLength(3);
    expect((await server.request('GET', `${run.path}/download`, { as: member })).status).toBe(200);
  }
  const run = await insertRun(scene, workflow, { status: 'running', lines: [] });
  const { status } = await server.request('GET', `${run.path}/download?format=pickups`, { as: member });
  expect(status).toBe(409);
});
