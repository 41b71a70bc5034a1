import { PROVIDER_IDS, SpeechProviderId } from '@voiceloom/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../src/ids.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createMember, type Member } from '../support/factories.ts';

let server: TestApp;
let member: Member;

beforeAll(async () => {
  server = await startTestApp();
});
beforeEach(async () => {
  member = await createMember(server);
});
afterAll(() => server.close());

const get = (path: string, as = member) => server.request('GET', path, { as });
const ids = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id);

test('the catalog has every provider, in its own order, over all pages', async () => {
  const found: string[] = [];
  for (let url: string | null = '/api/v1/providers?limit=5'; url !== null; ) {
    const { status, body } = await get(url);
    expect(status).toBe(200);
    found.push(...ids(body));
    url = body.pagination.next;
  }
  expect(found).toEqual([...PROVIDER_IDS]);
});

test('the embedded engine is available and needs no key', async () => {
  const { body } = await get('/api/v1/providers/espeak');
  expect(body.data).toMatchObject({
    id: 'espeak',
    embedded: true,
    available: true,
    key_status: null,
    models_count: 1,
  });
  const { body: voices } = await get('/api/v1/voices?provider=espeak');
  const { total } = voices.pagination;
  expect(body.data).toMatchObject({
    provider: 'espeak',
    kind: 'speech',
    model_count: 1,
    voices_count: total,
  });
  expect(body.data.voice_count).toBe(total);
  const { body: models } = await get('/api/v1/providers/espeak/models');
  expect(models.data).toMatchObject([{ id: 'espeak-ng', kind: 'speech', voice_count: total }]);
});

test('every known provider has models, and is unavailable without its key if it needs one', async () => {
  for (const id of SpeechProviderId.options) {
    const { body } = await get(`/api/v1/providers/${id}`);
    // No local model is installed here.
    const isLocal = id === 'local';
    const isEmbedded = isLocal || id === 'espeak';
    expect(body.data).toMatchObject({ available: isEmbedded && !isLocal, embedded: isEmbedded });
    expect(body.data.key_status).toBe(isEmbedded ? null : 'not_configured');
    const models = await get(`/api/v1/providers/${id}/models`);
    expect(models.body.data.length, id).toBe(body.data.models_count);
    expect(body.data.models_count > 0, id).toBe(!isLocal);
    expect(models.body.pagination).toEqual({ limit: 20, next: null, prev: null });
  }
});

test('a model lists its costs and its settings', async () => {
  const { body } = await get('/api/v1/providers/espeak/models/espeak-ng');
  expect(body.data).toMatchObject({
    id: 'espeak-ng',
    provider: 'espeak',
    is_default: true,
    credits_per_1000_characters: 10,
  });
  expect(body.data.supported_languages).toContain('ja-jp');
  expect((await get('/api/v1/providers/espeak/models')).body.data).toEqual([body.data]);
});

test('models of providers name the requirements of their provider and their retirement dates', async () => {
  const { body } = await get('/api/v1/providers/fish_audio/models/s1');
  expect(body.data).toMatchObject({
    credits_per_1000_characters: 10,
    provider_price: { usd: 15, per: 1_000_000, unit: 'bytes' },
    retires_at: '2026-12-31',
    successor: 's2.1-pro',
  });
  const { body: espeak } = await get('/api/v1/providers/espeak/models/espeak-ng');
  expect(espeak.data).toMatchObject({ provider_price: null, retires_at: null, successor: null });
  for (const provider of PROVIDER_IDS) {
    const { body: list } = await get(`/api/v1/providers/${provider}/models`);
    const defaults = list.data.filter((model: { is_default: boolean }) => model.is_default);
    expect(defaults.length, provider).toBe(list.data.length === 0 ? 0 : 1);
  }
});

test('the voices of a model are counted and paged, including those of this workspace and no other', async () => {
  const path = '/api/v1/providers/espeak/models/espeak-ng/voices';
  const before = (await get(path)).body.pagination.total;
  const [id, now] = [newId(), new Date()];
  await server.app.db
    .insertInto('voice')
    .values({
      id,
      workspace_id: member.workspace_id,
      name: 'Aaa Own',
      provider: 'espeak',
      provider_voice_id: id,
      source: 'recorded',
      supported_models: ['espeak-ng'],
      created_at: now,
      updated_at: now,
    })
    .execute();
  const { body } = await get(`${path}?limit=2`);
  expect(body.data[0].id).toBe(id);
  expect(body.pagination).toMatchObject({ limit: 2, total: before + 1, prev: null });
  const next = await get(body.pagination.next);
  expect(ids(next.body)).not.toContain(id);
  const stranger = await createMember(server);
  expect((await get(path, stranger)).body.pagination.total).toBe(before);
});

test('unknown providers are rejected, and unknown models are not found', async () => {
  expect((await get('/api/v1/providers/nobody')).status).toBe(422);
  for (const path of ['espeak/models/none', 'espeak/models/none/voices', 'elevenlabs/models/espeak-ng'])
    expect((await get(`/api/v1/providers/${path}`)).status).toBe(404);
});
