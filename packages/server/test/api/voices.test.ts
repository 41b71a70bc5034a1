import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readPlans, SELLER_PLANS_FILE } from '../../src/config/plans-file.ts';
import { seedPlans } from '../../src/db/seed-plans.ts';
import { espeakVoiceId, seedVoices } from '../../src/features/voices/index.ts';
import { newId } from '../../src/ids.ts';
import { ESPEAK_VOICES } from '../../src/providers/speech/embedded/voices.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createMember, type Member } from '../support/factories.ts';

type Voice = Record<string, unknown> & { id: string; name: string };

let server: TestApp;
let member: Member;

beforeAll(async () => {
  server = await startTestApp();
});
beforeEach(async () => {
  member = await createMember(server);
});
afterAll(() => server.close());

const list = (query = '', as = member) => server.request('GET', `/api/v1/voices${query}`, { as });

async function insertVoice(workspaceId: string | null, columns: Record<string, unknown> = {}) {
  const now = new Date();
  const id = newId();
  const row = {
    id,
    workspace_id: workspaceId,
    user_id: null,
    name: `Voice ${id}`,
    provider: 'espeak',
    provider_voice_id: id,
    source: 'recorded',
    created_at: now,
    updated_at: now,
    ...columns,
  };
  await server.app.db.insertInto('voice').values(row).execute();
  return id;
}

async function collect(query: string, as = member): Promise<Voice[]> {
  const found: Voice[] = [];
  for (let url: string | null = `/api/v1/voices${query}`; url !== null; ) {
    const { status, body } = await server.request('GET', url, { as });
    expect(status).toBe(200);
    found.push(...body.data);
    url = body.pagination.next;
  }
  return found;
}

test('the voices of the embedded engine exist from the start', async () => {
  const { status, body } = await list('?provider=espeak&source=platform&limit=100');
  expect(status).toBe(200);
  expect(body.pagination.total).toBe(ESPEAK_VOICES.length);
  for (const voice of body.data) expect(voice.quality).toBe('draft');
  const locales = new Set(ESPEAK_VOICES.map(({ locale_code }) => locale_code));
  for (const locale of ['en-us', 'de-de', 'fr-fr', 'es-es', 'ja-jp']) expect(locales).toContain(locale);
});

test('a platform voice has the same id on every installation', async () => {
  const id = espeakVoiceId('gmw/en-US+f2');
  const { status, body } = await server.request('GET', `/api/v1/voices/${id}`, { as: member });
  expect(status).toBe(200);
  expect(body.data).toMatchObject({
    id,
    provider: 'espeak',
    provider_voice_id: 'gmw/en-US+f2',
    source: 'platform',
    is_active: true,
    gender: 'female',
    accent: 'american',
    supported_languages: ['en-us'],
    user_id: null,
    is_favorite: false,
  });
});

test('restarting keeps the seeded rows and repairs those that differ', async () => {
  const { db } = server.app;
  const rows = () =>
    db.selectFrom('voice').selectAll().where('workspace_id', 'is', null).orderBy('id').execute();
  const plans = () => db.selectFrom('plan').selectAll().orderBy('id').execute();
  const [voicesBefore, plansBefore] = [await rows(), await plans()];
  const id = espeakVoiceId('gmw/de+f2');
  const seed = async (now: Date) => {
    await db.transaction().execute((tx) => seedPlans(tx, readPlans(SELLER_PLANS_FILE), now));
    await seedVoices(db, { isInstalled: true, now });
  };
  await seed(new Date('2040-01-01T00:00:00Z'));
  expect(await rows()).toEqual(voicesBefore);
  expect(await plans()).toEqual(plansBefore);
  await db.updateTable('voice').set({ name: 'Changed' }).where('id', '=', id).execute();
  await Promise.all([seed(new Date()), seed(new Date())]);
  const repaired = voicesBefore.map((voice) =>
    voice.id === id ? { ...voice, updated_at: expect.any(Date) } : voice,
  );
  expect(await rows()).toEqual(repaired);
});

test('the free plan applies by default', async () => {
  const plan = await server.app.db
    .selectFrom('plan')
    .selectAll()
    .where('is_default', '=', true)
    .executeTakeFirst();
  expect(plan).toMatchObject({
    name: 'Free',
    tier: 'free',
    amount: 0,
    limits: {
      monthly_credits: 1_000,
      workspaces_per_owner: 1,
      concurrent_runs_per_user: 1,
      storage_bytes_per_workspace: 1_073_741_824,
      retention_days: 30,
      byok_enabled: 0,
      seats: 1,
    },
  });
});

test.each([
  ['gender=female', (voice: Voice) => voice.gender === 'female'],
  ['gender=female&gender=male', (voice: Voice) => voice.gender === 'female' || voice.gender === 'male'],
  ['age=old', (voice: Voice) => voice.age === 'old'],
  ['category=news', (voice: Voice) => voice.category === 'news'],
  ['accent=british', (voice: Voice) => voice.accent === 'british'],
  ['language=de-DE', (voice: Voice) => JSON.stringify(voice.supported_languages) === '["de-de"]'],
  [
    'model=espeak-ng&language=ja',
    (voice: Voice) => JSON.stringify(voice.supported_languages) === '["ja-jp"]',
  ],
])('the filter %s keeps only matching voices', async (filter, fits) => {
  const all = await collect('?limit=100');
  const found = await collect(`?limit=100&${filter}`);
  expect(found.length).toBeGreaterThan(0);
  expect(found.map(({ id }) => id)).toEqual(all.filter(fits).map(({ id }) => id));
});

test('all filters must match', async () => {
  const found = await collect('?gender=male&language=en-us&age=young');
  expect(found.map(({ name }) => name)).toEqual(['Tyler']);
});

test('a voice without a declared locale never matches a language filter', async () => {
  const id = await insertVoice(member.workspace_id);
  expect((await collect('?source=recorded')).map((voice) => voice.id)).toEqual([id]);
  expect(await collect('?source=recorded&language=en&language=de-de')).toEqual([]);
});

test('voices without a declared locale have their own filter', async () => {
  const id = await insertVoice(member.workspace_id);
  expect((await collect('?any_language=true')).map((voice) => voice.id)).toEqual([id]);
  expect(await collect('?any_language=true&language=en')).toEqual([]);
  expect((await collect('?any_language=false')).length).toBeGreaterThan(1);
});

test('search covers names and descriptions, and % is not a wildcard', async () => {
  const id = await insertVoice(member.workspace_id, {
    name: 'Ünïque 100%',
    description: 'Has a TWANG to it',
  });
  expect((await collect('?search=twang')).map((voice) => voice.id)).toEqual([id]);
  expect((await collect('?search=00%25')).map((voice) => voice.id)).toEqual([id]);
  expect(await collect('?source=recorded&search=%25x')).toEqual([]);
  expect(await collect('?source=recorded&search=_')).toEqual([]);
});

test('a favorite belongs to the workspace', async () => {
  const voice_id = espeakVoiceId('roa/fr+f2');
  const created_at = new Date();
  const favorite = { workspace_id: member.workspace_id, voice_id, created_at };
  await server.app.db.insertInto('voice_favorite').values(favorite).execute();
  const mine = await list('?favorites_only=true');
  expect(mine.body.data).toMatchObject([{ id: voice_id, is_favorite: true }]);
  expect(mine.body.pagination.total).toBe(1);
  const stranger = await createMember(server);
  expect((await list('?favorites_only=true', stranger)).body.data).toEqual([]);
  const seen = await server.request('GET', `/api/v1/voices/${voice_id}`, { as: stranger });
  expect(seen.body.data.is_favorite).toBe(false);
});

test('unfavorite returns an empty object for any id, and removes only favorites of the workspace', async () => {
  const voice_id = espeakVoiceId('roa/fr+f2');
  const other = await createMember(server);
  const at = (id: string) => `/api/v1/voices/${id}/favorite`;
  for (const as of [member, other]) await server.request('POST', at(voice_id), { as });
  for (const id of [voice_id, voice_id, newId(), await insertVoice(other.workspace_id)]) {
    const { status, body } = await server.request('DELETE', at(id), { as: member });
    expect([status, body.data]).toEqual([200, {}]);
  }
  expect((await list('?favorites_only=true')).body.data).toEqual([]);
  expect((await list('?favorites_only=true', other)).body.data).toMatchObject([{ id: voice_id }]);
  expect((await server.request('DELETE', at('no-id'), { as: member })).status).toBe(422);
});

test('a voice of a workspace is invisible to another workspace', async () => {
  const id = await insertVoice(member.workspace_id);
  const stranger = await createMember(server);
  expect((await server.request('GET', `/api/v1/voices/${id}`, { as: member })).status).toBe(200);
  const refused = await server.request('GET', `/api/v1/voices/${id}`, { as: stranger });
  expect(refused.status).toBe(404);
  expect(refused.body.error.code).toBe('NOT_FOUND');
  expect((await collect('?source=recorded', stranger)).length).toBe(0);
});

test.each(['name', 'created_at', 'uses_count'])(
  'pages by %s are complete with equal values, in both directions',
  async (sort) => {
    const created_at = new Date();
    for (let index = 0; index < 7; index++) {
      await insertVoice(member.workspace_id, {
        name: index < 4 ? 'Same' : 'Other',
        created_at,
        uses_count: index % 2,
      });
    }
    for (const order of ['asc', 'desc']) {
      const query = `?source=recorded&sort=${sort}&order=${order}`;
      const whole = (await list(`${query}&limit=100`)).body.data.map((voice: Voice) => voice.id);
      expect(new Set(whole).size).toBe(7);
      expect((await collect(`${query}&limit=2`)).map((voice) => voice.id)).toEqual(whole);
    }
  },
);

test('sort and order are paired by position, and the default order is asc', async () => {
  const rows = [
    ['Bo', 1],
    ['Ada', 1],
    ['Cy', 2],
  ] as const;
  for (const [name, uses_count] of rows) await insertVoice(member.workspace_id, { name, uses_count });
  const names = async (query: string) =>
    (await list(`?source=recorded&${query}`)).body.data.map((voice: Voice) => voice.name);
  expect(await names('sort=uses_count&order=desc&sort=name')).toEqual(['Cy', 'Ada', 'Bo']);
  expect(await names('sort=uses_count&sort=name&order=asc&order=desc')).toEqual(['Bo', 'Ada', 'Cy']);
  expect(await names('order=desc')).toEqual(['Cy', 'Bo', 'Ada']);
});

test('a cursor can be the complete URL of a neighboring page', async () => {
  const first = await list('?limit=5');
  const { next } = first.body.pagination;
  const second = await server.request('GET', next, { as: member });
  const byUrl = await list(`?limit=5&cursor=${encodeURIComponent(next)}`);
  expect(byUrl.body.data).toEqual(second.body.data);
  const back = await list(`?limit=5&cursor=${encodeURIComponent(byUrl.body.pagination.prev)}`);
  expect(back.body.data).toEqual(first.body.data);
});

test('the previous page contains the items before', async () => {
  const first = await list('?limit=5');
  const second = await server.request('GET', first.body.pagination.next, { as: member });
  const back = await server.request('GET', second.body.pagination.prev, { as: member });
  expect(back.body.data).toEqual(first.body.data);
  expect(first.body.pagination.prev).toBeNull();
});

test.each([
  ['limit=0', 'query.limit'],
  ['limit=101', 'query.limit'],
  ['gender=robot', 'query.gender'],
  ['language=x', 'query.language'],
  ['sort=color', 'query.sort'],
  ['cursor=nonsense', 'query.cursor'],
])('the query %s is rejected at its field', async (query, field) => {
  const { status, body } = await list(`?${query}`);
  expect(status).toBe(422);
  expect(body.error.code).toBe('VALIDATION_ERROR');
  expect(
    body.error.details.map((fault: { field: string }) => fault.field.split('.').slice(0, 2).join('.')),
  ).toContain(field);
});

test('a cursor of another order is rejected', async () => {
  const { body } = await list('?limit=5');
  const cursor = new URL(body.pagination.next).searchParams.get('cursor');
  const refused = await list(`?limit=5&sort=created_at&cursor=${cursor}`);
  expect(refused.status).toBe(422);
  expect(refused.body.error.details[0].field).toBe('query.cursor');
});

test('an id that is not a UUID is rejected, and an unknown one is not found', async () => {
  expect((await server.request('GET', '/api/v1/voices/abc', { as: member })).status).toBe(422);
  expect((await server.request('GET', `/api/v1/voices/${newId()}`, { as: member })).status).toBe(404);
});

test('a search of more than 200 characters is rejected', async () => {
  expect((await list(`?search=${'a'.repeat(200)}`)).status).toBe(200);
  expect((await list(`?search=${'a'.repeat(201)}`)).status).toBe(422);
});
