import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSpeechProviders } from '../../src/providers/speech/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createMember, type Member } from '../support/factories.ts';
import { resolveMissingEngine } from '../support/missing-engine.ts';
import { narration } from '../support/workflows.ts';

let server: TestApp;
let member: Member;

beforeAll(async () => {
  server = await startTestApp({ speech: createSpeechProviders({ resolve: resolveMissingEngine }) });
  member = await createMember(server);
});
afterAll(() => server.close());

const get = (path: string) => server.request('GET', `/api/v1${path}`, { as: member });

test('a server without the engine package lists the embedded provider as unavailable, without models', async () => {
  const { body } = await get('/providers/espeak');
  expect(body.data).toMatchObject({ available: false, models_count: 0, voices_count: 0 });
  expect((await get('/providers/espeak/models/espeak-ng')).status).toBe(404);
});

test('a server without the engine package suggests no pronunciation and says why', async () => {
  const body = { word: 'harbor', language: 'en-us' };
  const answer = await server.request('POST', '/api/v1/dictionary/suggest-pronunciation', {
    as: member,
    body,
  });
  expect(answer.body.data).toMatchObject({
    ...{ pronunciation: null, ipa: null },
    reason: 'The embedded speech engine is not installed on this server.',
  });
});

test('a server without the engine package lists no embedded voice as active and has no sample of it', async () => {
  const { body } = await get('/voices?provider=espeak&limit=100');
  expect(body.data.length).toBeGreaterThan(0);
  for (const voice of body.data) expect(voice).toMatchObject({ is_active: false, sample_url: null });
});

test('a server without the engine package rejects the start of a workflow with embedded speech and names the reason', async () => {
  const call = (method: string, path: string, body?: object) =>
    server.request(method, `/api/v1/workflows${path}`, { as: member, body });
  const definition = narration(
    { text: 'The storm passed.', source_language: 'en-us' },
    { provider: 'espeak' },
  );
  const { body: created } = await call('POST', '', { name: 'Storm' });
  await call('PUT', `/${created.data.id}`, { name: 'Storm', definition });
  const { status, body } = await call('POST', `/${created.data.id}/runs`);
  expect(status).toBe(422);
  expect(body.error.details).toContainEqual(
    expect.objectContaining({
      field: 'definition.graph.nodes.1.config.provider',
      message:
        'The embedded speech engine (espeak) is not installed on this server. Choose another provider.',
    }),
  );
});
