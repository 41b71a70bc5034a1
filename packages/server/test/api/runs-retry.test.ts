import { afterAll, beforeAll, expect, test } from 'vitest';
import { runJobs } from '../../src/engine/jobs.ts';
import { startWorker, type Worker } from '../../src/jobs/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createMember, type Member } from '../support/factories.ts';
import { scriptedSpeech } from '../support/fake-speech.ts';
import { putScript } from '../support/put-script.ts';
import { until } from '../support/until.ts';
import { fieldsOf, narration } from '../support/workflows.ts';

/** A retry of selected lines over HTTP: which lines are spoken, and which names are rejected. */
const SHEET = ['id,en-us,de-de', 'a,"It rains.","Es regnet."', 'b,"It snows.","Es schneit."'].join('\n');

let server: TestApp;
let worker: Worker;
let member: Member;
let path: string;
let run: string;

beforeAll(async () => {
  const speech = scriptedSpeech({ durationMs: () => 500 }).providers;
  server = await startTestApp({ role: 'all', speech });
  worker = await startWorker(server.app, runJobs);
  member = await createMember(server);
  const owner = { user_id: member.user_id, workspace_id: member.workspace_id };
  const upload = await putScript({ app: server.app }, owner, SHEET, 'csv');
  const definition = narration({ input_type: 'file', upload_ids: [upload] });
  const made = await server.request('POST', '/api/v1/workflows', {
    as: member,
    body: { name: 'Weather', definition },
  });
  path = `/api/v1/workflows/${made.body.data.id}/runs`;
  run = await ended(await server.request('POST', path, { as: member }));
});
afterAll(async () => {
  await worker.stop(1_000);
  await server.close();
});

async function ended({
  status,
  text,
  body,
}: {
  status: number;
  text: string;
  body: { data: { id: string } };
}) {
  expect(status, text).toBe(202);
  const { id } = body.data;
  await until(async () => {
    const found = await server.app.db.selectFrom('run').select('completed_at').where('id', '=', id).execute();
    return found[0]?.completed_at != null;
  }, 60_000);
  return id;
}

const retry = (of: string, body: object) =>
  server.request('POST', `${path}/${of}/retry`, { as: member, body });

async function spokenIn(id: string): Promise<string[]> {
  const rows = await server.app.db
    .selectFrom('attempt')
    .innerJoin('run_line', (join) =>
      join.onRef('run_line.run_id', '=', 'attempt.run_id').onRef('run_line.no', '=', 'attempt.line_no'),
    )
    .select(['run_line.line_id', 'run_line.locale_code'])
    .where('attempt.run_id', '=', id)
    .where('attempt.credits', '>', 0)
    .execute();
  return rows.map(({ line_id, locale_code }) => `${line_id}/${locale_code}`).sort();
}

test.each([
  ['a line in one locale', { lines: [{ line_id: 'a', locale_code: 'de-de' }] }, ['a/de-de']],
  ['a line in every locale', { lines: [{ line_id: 'b' }] }, ['b/de-de', 'b/en-us']],
  [
    'lines of both kinds',
    { line_ids: ['b'], lines: [{ line_id: 'a', locale_code: 'en-us' }] },
    ['a/en-us', 'b/de-de', 'b/en-us'],
  ],
])('a retry speaks only what it names: %s', async (_, body, spoken) => {
  const again = await ended(await retry(run, body));
  expect(await spokenIn(again)).toEqual(spoken);
  const { credits, status, lines_delivered } = await server.app.db
    .selectFrom('run')
    .selectAll()
    .where('id', '=', again)
    .executeTakeFirstOrThrow();
  expect([status, credits, lines_delivered]).toEqual(['completed', spoken.length, 4]);
});

test('a retry reports the line or the locale that the run does not have', async () => {
  const lines = [
    { line_id: 'a', locale_code: 'fr-fr' },
    { line_id: 'z', locale_code: 'en-us' },
    { line_id: 'y' },
  ];
  const { status, body } = await retry(run, { line_ids: ['a', 'x'], lines });
  expect(status).toBe(422);
  expect(fieldsOf(body)).toEqual([
    'body.line_ids.1',
    'body.lines.0.locale_code',
    'body.lines.1.line_id',
    'body.lines.2.line_id',
  ]);
  expect(body.error.details[1].message).toBe('The run has no line "a" in fr-fr.');
});

test('a failed line that is not named fails again as before, and costs nothing', async () => {
  const { db } = server.app;
  const error = { code: 'line_failed', message: 'It failed before.' };
  await db
    .updateTable('run_line')
    .set({ status: 'failed', error: JSON.stringify(error), audio_id: null })
    .where('run_id', '=', run)
    .where('line_id', '=', 'b')
    .execute();
  // No stored take can be used for the line.
  const made = await db
    .selectFrom('attempt')
    .innerJoin('run_line', (join) =>
      join.onRef('run_line.run_id', '=', 'attempt.run_id').onRef('run_line.no', '=', 'attempt.line_no'),
    )
    .select('attempt.output_id')
    .where('run_line.line_id', '=', 'b')
    .execute();
  const ids = made.flatMap(({ output_id }) => output_id ?? []);
  await db
    .deleteFrom('audio')
    .where('workspace_id', '=', member.workspace_id)
    .where('id', 'in', ids)
    .execute();
  const again = await ended(await retry(run, { lines: [{ line_id: 'a' }] }));
  expect(await spokenIn(again)).toEqual(['a/de-de', 'a/en-us']);
  const left = await db
    .selectFrom('run_line')
    .select(['status', 'error'])
    .where('run_id', '=', again)
    .where('line_id', '=', 'b')
    .execute();
  expect(left).toEqual([
    { status: 'failed', error },
    { status: 'failed', error },
  ]);
});

test('a retry with nothing to do reports this, also if it may speak lines again', async () => {
  const clean = await ended(await server.request('POST', path, { as: member }));
  for (const [body, message] of [
    [{}, /was delivered/],
    [{ respeak: true }, /passed its checks/],
  ] as const) {
    const { status, body: answer } = await retry(clean, body);
    expect([status, answer.error.code]).toEqual([409, 'CONFLICT']);
    expect(answer.error.message).toMatch(message);
  }
});

test('a retry is rejected for a missing voice only when a named line lacks one', async () => {
  const done = await ended(await server.request('POST', path, { as: member }));
  await server.app.db
    .updateTable('voice')
    .set({ supported_languages: ['en-us'] })
    .execute();
  const rejected = await retry(done, { lines: [{ line_id: 'a', locale_code: 'de-de' }] });
  expect(rejected.status).toBe(422);
  expect(rejected.body.error.details[0].message).toMatch(
    /^No voice speaks de-de, which 1 line \("a"\) needs\./,
  );
  const again = await ended(await retry(done, { lines: [{ line_id: 'a', locale_code: 'en-us' }] }));
  expect(await spokenIn(again)).toEqual(['a/en-us']);
  const kept = await server.app.db
    .selectFrom('run')
    .select(['status', 'lines_delivered'])
    .where('id', '=', again)
    .executeTakeFirst();
  expect(kept).toEqual({ status: 'completed', lines_delivered: 4 });
});
