import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Credential, startTestApp, type TestApp } from '../support/app.ts';
import { createMember, type Member } from '../support/factories.ts';
import { insertScriptRun } from '../support/run-script.ts';

let server: TestApp;
let member: Member;

beforeAll(async () => {
  server = await startTestApp();
});
beforeEach(async () => {
  member = await createMember(server);
});
afterAll(() => server.close());

const normalize = (body: object, as: Credential = member) =>
  server.request('POST', '/api/v1/text/normalize', { as, body });

test('a text is returned as it will be spoken, with each changed piece', async () => {
  const { status, body } = await normalize({ text: '<b>Room 12</b>, {name}.', locale: 'EN_us' });
  expect(status).toBe(200);
  expect(body.data).toEqual({
    text: '<b>Room 12</b>, {name}.',
    spoken_script: '<b>Room twelve</b>, {name}.',
    changes: [{ start: 8, end: 10, written: '12', spoken: 'twelve', kind: 'number' }],
    supported: true,
  });
});

test('the dictionary of the workspace is applied first, and no other', async () => {
  const body = { word: 'GPU42', pronunciation: 'the big machine', language: 'en' };
  await server.request('POST', '/api/v1/dictionary', { as: member, body });
  const text = 'GPU42 costs $5';
  const said = async (more: object, as: Member = member) =>
    (await normalize({ text, locale: 'en-us', ...more }, as)).body.data;
  expect(await said({})).toMatchObject({
    text: 'the big machine costs $5',
    spoken_script: 'the big machine costs five dollars',
  });
  expect(await said({ apply_dictionary: false })).toMatchObject({ text });
  expect(await said({}, await createMember(server))).toMatchObject({ text });
});

test('a language without rules is reported', async () => {
  const { body } = await normalize({ text: 'Pokój 12', locale: 'pl-pl' });
  const changes = [{ start: 6, end: 8, written: '12', spoken: 'dwanaście', kind: 'number' }];
  expect(body.data).toEqual({
    text: 'Pokój 12',
    spoken_script: 'Pokój dwanaście',
    changes,
    supported: false,
  });
});

test('settings of the node have the same effect here', async () => {
  const text = 'Pay $5 <b>now</b> in room 12.';
  const { body } = await normalize({ text, locale: 'en-gb', kinds: ['currency'], keep_markup: false });
  expect(body.data.spoken_script).toBe('Pay five dollars now in room 12.');
  expect(body.data.changes.map(({ kind }: { kind: string }) => kind)).toEqual([
    'currency',
    'markup',
    'markup',
  ]);
});

test('the reading of ambiguous text can be selected', async () => {
  const text = 'On 3/4/2024 pay $5 and call 555-1234.';
  const choices = { date_order: 'dmy', telephone: 'grouped', currency: 'CAD' };
  const { body } = await normalize({ text, locale: 'en-us', ...choices });
  expect(body.data.spoken_script).toBe(
    'On April third, twenty twenty-four pay five Canadian dollars and call five fifty-five, twelve thirty-four.',
  );
  for (const wrong of [{ date_order: 'ydm' }, { telephone: 'fast' }, { currency: 'dollar' }])
    expect((await normalize({ text, locale: 'en-us', ...wrong })).status, JSON.stringify(wrong)).toBe(422);
});

test('texts that are empty or too long, and unknown kinds and fields, are rejected', async () => {
  const faults = [
    { text: '', locale: 'en' },
    { text: 'x'.repeat(5_001), locale: 'en' },
    { text: 'x', locale: 'not a locale' },
    { text: 'x', locale: 'en', kinds: ['poetry'] },
    { text: 'x', locale: 'en', voice: 'x' },
    { locale: 'en' },
  ];
  for (const fault of faults) expect((await normalize(fault)).status, JSON.stringify(fault)).toBe(422);
});

test('cards of a run show the spoken text if it differs from the script, and null otherwise', async () => {
  const run = await insertScriptRun({ server, member });
  await server.app.db
    .updateTable('run_line')
    .set({ spoken_script: 'Hello, twelve times.' })
    .where('run_id', '=', run.id)
    .where('line_id', '=', 'hello')
    .execute();
  const { body } = await server.request('GET', `${run.path}/data?language=en-us`, { as: member });
  const cards = body.data.rows.flatMap((row: { cards: object[] }) => row.cards);
  expect(cards).toMatchObject([
    { line_id: 'hello', spoken_script: 'Hello, twelve times.' },
    { line_id: 'bye', spoken_script: null },
    { line_id: 'again', spoken_script: null },
  ]);
});
