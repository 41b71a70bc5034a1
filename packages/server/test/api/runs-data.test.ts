import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../src/ids.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { fullPipeline, shortPipeline } from '../support/definitions.ts';
import { createMember, type Member } from '../support/factories.ts';
import { insertRun, insertWorkflow, type LinePlan, type StoredRun } from '../support/run-factory.ts';
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

interface Card {
  locale_code: string;
  line_id: string;
  [field: string]: unknown;
}
interface Row {
  line_id: string;
  line_index: number;
  cards: Card[];
}

const NO_VOICE = { voice_id: null, display_name: null, status: 'unavailable' };

const get = (path: string) => server.request('GET', path, { as: member });

async function dataOf(run: StoredRun, query = '') {
  const { status, body } = await get(`${run.path}/data${query}`);
  expect(status).toBe(200);
  return { ...body.data, ...body.pagination } as { rows: Row[]; total: number; next: string | null } & Card;
}

function cardOf({ rows }: { rows: Row[] }, lineId: string, locale: string): Card {
  const cards = rows.flatMap((row) => row.cards);
  const card = cards.find((found) => found.line_id === lineId && found.locale_code === locale);
  if (!card) throw new Error(`There is no card of ${lineId} in ${locale}.`);
  return card;
}

test('rows contain a card for every locale, in the order of the script', async () => {
  const run = await insertScriptRun({ server, member });
  const data = await dataOf(run);
  expect(data).toMatchObject({ run_id: run.id, run_status: 'completed', total: 3 });
  expect(data.partial).toEqual({ status: 'available', reason: null });
  const shape = data.rows.map((row) => [row.line_id, row.cards.map((card) => card.locale_code)]);
  expect(shape).toEqual([
    ['hello', ['en-us', 'de-de']],
    ['bye', ['en-us', 'de-de']],
    ['again', ['en-us']],
  ]);
});

test('a delivered card plays its audio and names voice, takes and verdicts', async () => {
  const run = await insertScriptRun({ server, member });
  const card = cardOf(await dataOf(run), 'hello', 'de-de');
  const { takes, delivered, bytes } = run.audio.get('hello/de-de') ?? { takes: [] };
  expect(card).toMatchObject({
    status: 'delivered',
    character_name: 'Ada',
    retry_count: 1,
    dropped: null,
    audio: {
      audio_id: delivered,
      status: 'available',
      reason: null,
      duration_ms: 500,
      content_type: 'audio/wav',
      provider: 'espeak',
      model: 'espeak-ng',
    },
    voice: { voice_id: expect.any(String), display_name: expect.any(String), status: 'available' },
    takes: [
      { iteration: 0, audio_id: takes[0], verdicts: [{ kind: 'noise' }, { kind: 'pacing', status: 'fail' }] },
      {
        iteration: 1,
        audio_id: takes[1],
        verdicts: [{ kind: 'noise' }, { kind: 'pacing' }, { kind: 'loudness' }],
      },
    ],
  });
  expect(card.validations).toEqual((card.takes as Card[])[1]?.verdicts);
  const { playback_url } = card.audio as { playback_url: string };
  const played = await fetch(playback_url);
  expect(Buffer.from(await played.arrayBuffer()).equals(bytes ?? Buffer.alloc(0))).toBe(true);
});

test('each take of a card names provider, voice, model, credits and strategy, and plays', async () => {
  const workflow = await insertWorkflow({ server, member }, fullPipeline());
  const slow = { verdicts: { pacing: { score: 20, status: 'fail' as const } } };
  const line: LinePlan = {
    ...{ line_id: 'a', line_index: 0, locale_code: 'en-us', script: 'Hello.', status: 'delivered' },
    ...{ notes: 'At night.', direction: 'whispers', max_duration_ms: 900 },
    takes: [{ ...slow, reused: true }, { ...slow, strategy: 'tempo' }, { strategy: 'plain' }],
  };
  const run = await insertRun({ server, member }, workflow, { status: 'completed', lines: [line] });
  const card = cardOf(await dataOf(run), 'a', 'en-us');
  expect(card).toMatchObject({ notes: 'At night.', direction: 'whispers', max_duration_ms: 900 });
  const made = { provider: 'espeak', model: 'espeak-ng', voice: card.voice };
  expect(card.takes).toMatchObject([
    { ...made, credits: 0, strategy: null },
    { ...made, credits: 2, strategy: 'tempo' },
    { ...made, credits: 2, strategy: 'plain' },
  ]);
  const { bytes } = run.audio.get('a/en-us') ?? {};
  for (const { playback_url } of card.takes as { playback_url: string }[]) {
    const played = await fetch(playback_url);
    expect(Buffer.from(await played.arrayBuffer()).equals(bytes ?? Buffer.alloc(0))).toBe(true);
  }
  await server.app.db.deleteFrom('audio').where('run_id', '=', run.id).execute();
  const later = cardOf(await dataOf(run), 'a', 'en-us');
  const voice = { ...NO_VOICE, reason: 'The take is no longer stored.' };
  const gone = { provider: null, model: null, voice, playback_url: null, strategy: null };
  expect(later.takes).toMatchObject([gone, gone, { ...gone, credits: 2 }]);
});

test('the verdicts of a card belong to the delivered take, not to the last one', async () => {
  const run = await insertScriptRun({ server, member });
  const card = cardOf(await dataOf(run), 'bye', 'en-us');
  expect(card.validations).toMatchObject([
    { kind: 'noise' },
    { kind: 'pacing', score: 70, exhausted: false },
  ]);
  expect(card.takes).toMatchObject([
    {},
    { verdicts: [{}, { kind: 'pacing', score: 30, status: 'fail', exhausted: true, reason: 'Too slow.' }] },
  ]);
});

test('the voice of a card is unavailable if no provider offers it any more', async () => {
  const run = await insertScriptRun({ server, member });
  const { voice } = cardOf(await dataOf(run), 'hello', 'de-de') as unknown as { voice: { voice_id: string } };
  const copy = {
    ...(await server.app.db
      .selectFrom('voice')
      .selectAll()
      .where('id', '=', voice.voice_id)
      .executeTakeFirstOrThrow()),
  };
  const id = newId();
  await server.app.db
    .insertInto('voice')
    .values({ ...copy, id, provider_voice_id: id, workspace_id: member.workspace_id, is_active: false })
    .execute();
  await server.app.db
    .updateTable('audio')
    .set({ voice_id: id })
    .where('workspace_id', '=', member.workspace_id)
    .execute();
  expect(cardOf(await dataOf(run), 'hello', 'de-de')).toMatchObject({
    voice: { voice_id: id, status: 'unavailable', reason: 'The voice is no longer offered.' },
  });
});

test('the waveform of a card is an image with a signed link', async () => {
  const run = await insertScriptRun({ server, member });
  const { waveform_url } = cardOf(await dataOf(run), 'hello', 'en-us');
  const picture = await fetch(String(waveform_url));
  expect([picture.status, picture.headers.get('content-type')]).toEqual([
    200,
    'image/svg+xml; charset=utf-8',
  ]);
  expect((await picture.text()).match(/M\d/g)).toHaveLength(200);
  const forged = await fetch(String(waveform_url).replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')));
  expect(forged.status).toBe(403);
});

test('dropped lines are shown on request, with the verdicts that dropped them', async () => {
  const run = await insertScriptRun({ server, member });
  const data = await dataOf(run, '?include_dropped=true');
  expect(data.total).toBe(4);
  expect(cardOf(data, 'hush', 'en-us')).toMatchObject({
    status: 'dropped',
    dropped: { verdicts: [{ kind: 'loudness', status: 'fail', reason: 'Too quiet.' }] },
    audio: { audio_id: null, playback_url: null, status: 'unavailable', reason: 'A check dropped the line.' },
    waveform_url: null,
  });
});

test('a failed line shows why it was not delivered', async () => {
  const run = await insertScriptRun({ server, member });
  expect(cardOf(await dataOf(run), 'bye', 'de-de')).toMatchObject({
    status: 'not_delivered',
    audio: { status: 'unavailable', reason: 'No voice speaks de-de.' },
    takes: [],
    validations: [],
    voice: { ...NO_VOICE, reason: 'No voice speaks de-de.' },
  });
});

test('a search covers script, line id and character, and returns whole rows', async () => {
  const run = await insertScriptRun({ server, member });
  const found = async (search: string) => {
    const data = await dataOf(run, `?search=${encodeURIComponent(search)}`);
    return [data.total, data.rows.map((row) => [row.line_id, row.cards.length])];
  };
  expect(await found('GUTEN')).toEqual([1, [['hello', 2]]]);
  expect(await found('agai')).toEqual([1, [['again', 1]]]);
  expect(await found('ada')).toEqual([1, [['hello', 2]]]);
  expect(await found('%')).toEqual([0, []]);
});

test('a language filter selects cards and does not change the total', async () => {
  const run = await insertScriptRun({ server, member });
  const data = await dataOf(run, '?language=de_DE');
  expect(data.total).toBe(3);
  expect(data.rows.map((row) => row.cards.map((card) => card.locale_code))).toEqual([
    ['de-de'],
    ['de-de'],
    [],
  ]);
});

test('rows page by cursor, forward and back', async () => {
  const workflow = await insertWorkflow({ server, member }, fullPipeline());
  const lines = Array.from({ length: 25 }, (_, index): LinePlan[] => {
    const line = {
      line_id: `L${index}`,
      line_index: index,
      script: `Line ${index}`,
      status: 'delivered',
    } as const;
    return [
      { ...line, locale_code: 'en-us', takes: [{}] },
      { ...line, locale_code: 'de-de', takes: [{}] },
    ];
  }).flat();
  const run = await insertRun({ server, member }, workflow, { status: 'completed', lines });
  const indexes = (body: { data: { rows: Row[] } }) => body.data.rows.map((row) => row.line_index);
  const first = (await get(`${run.path}/data?limit=10`)).body;
  expect([indexes(first), first.pagination.total]).toEqual([[0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 25]);
  const second = (await get(first.pagination.next)).body;
  const third = (await get(second.pagination.next)).body;
  expect(indexes(third)).toEqual([20, 21, 22, 23, 24]);
  expect(third.pagination.next).toBeNull();
  expect(indexes((await get(third.pagination.prev)).body)).toEqual(indexes(second));
  expect(indexes((await get(`${run.path}/data?limit=10&offset=20`)).body)).toEqual(indexes(third));
  expect((await get(`${run.path}/data?limit=101`)).status).toBe(422);
});

test('while a run is active, its lines are generated or not ready, and the data is marked as partial', async () => {
  const workflow = await insertWorkflow({ server, member }, shortPipeline());
  const line = { line_index: 0, locale_code: 'en-us', script: 'Hi.', status: 'active' } as const;
  const lines: LinePlan[] = [
    { ...line, line_id: 'spoken', takes: [{ verdicts: { noise: {} } }] },
    { ...line, line_id: 'silent', line_index: 1 },
  ];
  const run = await insertRun({ server, member }, workflow, { status: 'running', lines });
  const data = await dataOf(run);
  expect(data.partial).toMatchObject({ status: 'not_ready' });
  const [take] = run.audio.get('spoken/en-us')?.takes ?? [];
  expect(cardOf(data, 'spoken', 'en-us')).toMatchObject({
    status: 'generated',
    audio: { audio_id: take, status: 'available' },
  });
  expect(cardOf(data, 'silent', 'en-us')).toMatchObject({
    status: 'not_delivered',
    audio: { status: 'not_ready', playback_url: null },
  });
});

test('a fresh link plays any audio of the run, including a reused take, and none of another run', async () => {
  const run = await insertScriptRun({ server, member });
  const other = await insertScriptRun({ server, member });
  const [take] = run.audio.get('again/en-us')?.takes ?? [];
  const { db } = server.app;
  await db.updateTable('audio').set({ run_id: other.id }).where('id', '=', String(take)).execute();
  const link = (await get(`${run.path}/audio/${take}/url`)).body.data;
  expect(link).toMatchObject({ filename: 'again-en-us.wav' });
  const minutes = (Date.parse(link.expires_at) - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(14);
  expect((await fetch(link.url)).headers.get('content-disposition')).toContain('again-en-us.wav');
  const [stranger] = other.audio.get('hello/en-us')?.takes ?? [];
  expect((await get(`${run.path}/audio/${stranger}/url`)).status).toBe(404);
  expect((await get(`${run.path}/audio/nothing/url`)).status).toBe(422);
});
