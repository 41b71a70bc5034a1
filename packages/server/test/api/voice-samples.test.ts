import { FACET_PLURALS } from '@voiceloom/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { espeakVoiceId } from '../../src/features/voices/index.ts';
import { newId } from '../../src/ids.ts';
import { SpeechError } from '../../src/providers/speech/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createKey, createMember, type Member } from '../support/factories.ts';
import { scriptedSpeech } from '../support/fake-speech.ts';
import { until } from '../support/until.ts';

type Similar = { id: string; name: string; similarity_score: number; gender: string };

let server: TestApp;
let member: Member;

beforeAll(async () => {
  server = await startTestApp();
});
beforeEach(async () => {
  member = await createMember(server);
});
afterAll(() => server.close());

const EMILY = espeakVoiceId('gmw/en-US+f2');
const get = (path: string, at = server, as = member) => at.request('GET', `/api/v1/voices/${path}`, { as });

async function insertVoice(columns: object = {}): Promise<string> {
  const [id, now] = [newId(), new Date()];
  const own = { id, workspace_id: member.workspace_id, name: 'Own', provider: 'espeak', source: 'recorded' };
  const times = { created_at: now, updated_at: now };
  await server.app.db
    .insertInto('voice')
    .values({ ...own, ...times, provider_voice_id: id, ...columns })
    .execute();
  return id;
}

describe('a sample', () => {
  test('is synthesized once and stored, and the response redirects to it', async () => {
    const first = await get(`${EMILY}/sample`);
    expect(first.status).toBe(302);
    const location = String(first.headers.get('location'));
    expect(first.body.data).toEqual({ url: location, filename: 'Emily.wav', expires_at: expect.any(String) });
    const audio = await fetch(location);
    expect([audio.status, audio.headers.get('content-type')]).toEqual([200, 'audio/wav']);
    const bytes = Buffer.from(await audio.arrayBuffer());
    expect(bytes.subarray(0, 4).toString()).toBe('RIFF');
    const again = await fetch(String((await get(`${EMILY}/sample`)).headers.get('location')));
    expect(Buffer.from(await again.arrayBuffer()).equals(bytes)).toBe(true);
    const { body } = await get(EMILY);
    expect(body.data.sample_url).toBe(`${server.url}/api/v1/voices/${EMILY}/sample`);
    expect(body.data.duration_seconds).toBeGreaterThan(1);
  });

  test('is returned as a link with status 200 for clients that cannot see the target of a redirect', async () => {
    const named = await get(`${EMILY}/sample?redirect=false`);
    expect([named.status, named.headers.get('location')]).toEqual([200, null]);
    expect(named.body.data).toMatchObject({ filename: 'Emily.wav', expires_at: expect.any(String) });
    expect((await fetch(named.body.data.url)).headers.get('content-type')).toBe('audio/wav');
    expect((await get(`${EMILY}/sample?redirect=true`)).status).toBe(302);
    const wrong = await get(`${EMILY}/sample?redirect=no`);
    expect([wrong.status, wrong.body.error.details[0].field]).toEqual([422, 'query.redirect']);
  });

  test('of a voice that has its own recording is that recording', async () => {
    const sample_url = 'https://voices.example.com/own.mp3';
    const id = await insertVoice({ sample_url });
    expect((await get(`${id}/sample`)).headers.get('location')).toBe(sample_url);
  });

  test('of a voice that its provider does not have is not found, and not tried again', async () => {
    const id = await insertVoice();
    expect((await get(`${id}/sample`)).status).toBe(404);
    expect((await get(`${id}/sample`)).status).toBe(404);
    expect((await get(id)).body.data.sample_url).toBeNull();
    expect((await get(`${id}/similar`)).body).toMatchObject({
      data: [],
      pagination: { limit: 10, next: null, prev: null },
    });
  });

  test('of a provider that is not set up here is not found', async () => {
    const id = await insertVoice({ provider: 'rime' });
    expect((await get(`${id}/sample`)).status).toBe(404);
    expect((await get(id)).body.data.sample_url).toBeNull();
  });

  test('is invisible with its voice to another workspace', async () => {
    const id = await insertVoice();
    const stranger = await createMember(server);
    for (const path of ['sample', 'similar'])
      expect((await get(`${id}/${path}`, server, stranger)).status).toBe(404);
  });

  test('that several processes request at once is synthesized once', async () => {
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const speech = scriptedSpeech({ before: () => gate });
    const database_url = server.app.config.database_url!;
    const config = { storage: server.app.config.storage };
    const parts = { speech: speech.providers, database_url, config };
    const [one, two] = [await startTestApp(parts), await startTestApp(parts)];
    try {
      const id = await insertVoice({ supported_languages: ['en-us'] });
      const members = await Promise.all(
        [one, two].map(async (at) => ({
          at,
          as: { ...member, token: (await createKey(server, member)).token },
        })),
      );
      // A key is valid in both processes. Their development issuers are separate.
      const asked = members.flatMap(({ at, as }) =>
        Array.from({ length: 5 }, () => get(`${id}/sample`, at, as)),
      );
      await until(() => Promise.resolve(speech.requests.length > 0));
      release();
      const answers = await Promise.all(asked);
      expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(302));
      expect(speech.requests.length).toBe(1);
    } finally {
      await one.close();
      await two.close();
    }
  });

  test('that failed temporarily is tried again with the next request', async () => {
    let away = true;
    const speech = scriptedSpeech({
      before: () => (away ? Promise.reject(new SpeechError('busy', 'Come back later.')) : Promise.resolve()),
    });
    const own = await startTestApp({ speech: speech.providers });
    try {
      const as = await createMember(own);
      const refused = await get(`${EMILY}/sample`, own, as);
      expect([refused.status, refused.body.error.code]).toEqual([503, 'UNAVAILABLE']);
      away = false;
      expect((await get(`${EMILY}/sample`, own, as)).status).toBe(302);
    } finally {
      await own.close();
    }
  });
});

describe('similar voices', () => {
  test('are found without speaking a sample', async () => {
    const speech = scriptedSpeech();
    const own = await startTestApp({ speech: speech.providers });
    try {
      const { status, body } = await get(`${EMILY}/similar`, own, await createMember(own));
      expect([status, body.data.length, speech.requests.length]).toEqual([200, 10, 0]);
    } finally {
      await own.close();
    }
  });

  test('omit voices without a measurement, and are empty for such a voice', async () => {
    const id = await insertVoice({ supported_languages: ['en-us'] });
    expect((await get(`${id}/similar`)).body).toMatchObject({
      data: [],
      pagination: { limit: 10, next: null, prev: null },
    });
    const found: Similar[] = (await get(`${EMILY}/similar?language=en-us&limit=50`)).body.data;
    expect(found.map((voice) => voice.id)).not.toContain(id);
  });

  test('include every voice of the embedded engine', async () => {
    const { body } = await server.request('GET', '/api/v1/voices?provider=espeak&limit=1', { as: member });
    const measured = await server.app.db
      .selectFrom('voice')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('provider', '=', 'espeak')
      .where('workspace_id', 'is', null)
      .where('features', 'is not', null)
      .executeTakeFirstOrThrow();
    expect(Number(measured.count)).toBe(body.pagination.total);
  });

  test('are sorted by similarity, in the same order at every request', async () => {
    const { status, body } = await get(`${EMILY}/similar?language=en&limit=50`);
    expect(status).toBe(200);
    const found: Similar[] = body.data;
    const scores = found.map(({ similarity_score }) => similarity_score);
    expect(scores).toEqual([...scores].sort((one, other) => other - one));
    for (const score of scores) {
      expect(score).toBeGreaterThan(0);
      expect(score).toBeLessThanOrEqual(1);
    }
    expect(found.map(({ id }) => id)).not.toContain(EMILY);
    expect(found[0]?.gender).toBe('female');
    expect(found.at(-1)?.gender).toBe('male');
    expect((await get(`${EMILY}/similar?language=en&limit=50`)).body.data).toEqual(found);
  });

  test('are limited as requested, and similarity is symmetric', async () => {
    const two = (await get(`${EMILY}/similar?language=en-us&limit=2`)).body.data as Similar[];
    expect(two.length).toBe(2);
    const back = (await get(`${two[0]!.id}/similar?language=en-us&limit=50`)).body.data as Similar[];
    expect(back.find(({ id }) => id === EMILY)?.similarity_score).toBe(two[0]!.similarity_score);
  });

  test('with the same sound are identical', async () => {
    const twin = await insertVoice({ name: 'Twin', supported_languages: ['en-us'] });
    const { features, sample_id, sample_key } = await server.app.db
      .selectFrom('voice')
      .selectAll()
      .where('id', '=', EMILY)
      .executeTakeFirstOrThrow();
    await server.app.db
      .updateTable('voice')
      .set({ features, sample_id, sample_key, provider: 'rime' })
      .where('id', '=', twin)
      .execute();
    const { body } = await get(`${EMILY}/similar?language=en-us&limit=1`);
    expect(body.data).toMatchObject([{ id: twin, similarity_score: 1 }]);
  });

  test('without a language filter come from all languages, ten of them', async () => {
    const { body } = await get(`${EMILY}/similar`);
    expect(body.data.length).toBe(10);
    const languages = body.data.flatMap(
      (voice: { supported_languages: string[] }) => voice.supported_languages,
    );
    expect(new Set(languages).size).toBeGreaterThan(1);
  });

  test.each(['limit=0', 'limit=51', 'language=x'])('%s is rejected', async (query) => {
    expect((await get(`${EMILY}/similar?${query}`)).status).toBe(422);
  });
});

describe('a favorite', () => {
  const send = (method: string, id: string, as: { token: string } = member) =>
    server.request(method, `/api/v1/voices/${id}/favorite`, { as });

  test('belongs to the whole workspace, and adding and removing it can be repeated', async () => {
    const teammate = await createMember(server, { workspace_id: member.workspace_id, role: 'editor' });
    for (let n = 0; n < 2; n++) {
      const { status, body } = await send('POST', EMILY);
      expect([status, body.data.id, body.data.is_favorite]).toEqual([200, EMILY, true]);
    }
    const listed = await server.request('GET', '/api/v1/voices?favorites_only=true', { as: teammate });
    expect(listed.body.data).toMatchObject([{ id: EMILY, is_favorite: true }]);
    for (let n = 0; n < 2; n++) {
      const { status, body } = await send('DELETE', EMILY);
      expect([status, body.data]).toEqual([200, {}]);
    }
    expect((await get(EMILY)).body.data.is_favorite).toBe(false);
  });

  test('can be added with a key that has the scope', async () => {
    const key = await createKey(server, member, { scopes: ['voices:write'] });
    expect((await send('POST', EMILY, key)).status).toBe(200);
  });

  test('cannot be a voice that the workspace does not see, and removing that changes nothing', async () => {
    const id = await insertVoice();
    expect((await send('POST', id)).status).toBe(200);
    const stranger = await createMember(server);
    expect((await send('POST', id, stranger)).status).toBe(404);
    const { status, body } = await send('DELETE', id, stranger);
    expect([status, body.data]).toEqual([200, {}]);
    expect((await get(id)).body.data.is_favorite).toBe(true);
  });
});

describe('facets', () => {
  const facets = async (query = '') => (await get(`facets${query}`)).body.data;
  const countOf = (facet: { value: string; count: number }[], value: string) =>
    facet.find((entry) => entry.value === value)?.count;

  test('match the list', async () => {
    const all = await facets();
    for (const [facet, parameter] of [
      ['gender', 'gender'],
      ['age', 'age'],
      ['language', 'language'],
      ['model', 'model'],
    ] as const) {
      for (const { value, count } of all[facet]) {
        const { body } = await server.request('GET', `/api/v1/voices?${parameter}=${value}`, { as: member });
        expect([value, body.pagination.total]).toEqual([value, count]);
      }
    }
    const plurals = Object.entries(FACET_PLURALS).map(([one, many]) => [all[one], all[many]]);
    for (const [one, many] of plurals) expect(many).toEqual(one);
    const counts = all.accent.map(({ count }: { count: number }) => count);
    expect(counts).toEqual([...counts].sort((one: number, other: number) => other - one));
  });

  test('apply every filter except their own', async () => {
    const [all, filtered] = [await facets(), await facets('?gender=female&language=de-de')];
    expect(countOf(filtered.gender, 'male')).toBeGreaterThan(0);
    expect(countOf(filtered.age, 'middle_aged')).toBeLessThan(countOf(all.age, 'middle_aged')!);
    expect(filtered.accent).toEqual([{ value: 'german', count: expect.any(Number) }]);
    expect(countOf(filtered.language, 'ja-jp')).toBeGreaterThan(0);
  });

  test('count voices of the workspace and of no other', async () => {
    await insertVoice();
    expect(countOf((await facets()).source, 'recorded')).toBe(1);
    const stranger = await createMember(server);
    const { body } = await get('facets', server, stranger);
    expect(countOf(body.data.source, 'recorded')).toBeUndefined();
  });
});
