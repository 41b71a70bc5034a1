import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SpeechError, type SpeechProvider } from '../../src/providers/speech/index.ts';
import { numberedLines, shortPipeline } from '../support/definitions.ts';
import { auditRun, type Engine, startEngine } from '../support/engine.ts';
import { estimateOf } from '../support/estimate.ts';
import { scriptedSpeech } from '../support/fake-speech.ts';

/** The first provider rejects some lines permanently. The fallback costs ten times as much. */
const first = scriptedSpeech({
  before: ({ text }) =>
    /number 1 /.test(text) ? Promise.reject(new SpeechError('quota', 'Nothing is left.')) : Promise.resolve(),
});
const dear = scriptedSpeech({ credits_per_1000_characters: 100 }).providers.get('espeak') as SpeechProvider;
const speech = { ...first, providers: new Map([...first.providers, ['rime', { ...dear, id: 'rime' }]]) };
const definition = shortPipeline({
  text: numberedLines(2, 'is ten letters and more'),
  generator: { fallback_provider: 'rime', concurrency: 1 },
});

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine({ speech });
  const now = new Date();
  const provider_voice_id = dear.voices()[0]?.provider_voice_id ?? '';
  const names = { name: 'Dear', provider: 'rime', provider_voice_id, source: 'platform' };
  await engine.app.db
    .insertInto('voice')
    .values({ ...names, id: randomUUID(), supported_languages: ['en-us'], created_at: now, updated_at: now })
    .execute();
});
afterAll(() => engine.close());

test('the maximum cost of a run includes a more expensive fallback', async () => {
  const owner = await engine.owner();
  const request = { workspace_id: owner.workspace_id, account_id: owner.user_id, definition };
  expect(await estimateOf(engine.app, request)).toMatchObject({
    min_credits: 2,
    expected_credits: 2,
    max_credits: 8,
  });
});

test('each line costs the price of the provider that speaks it', async () => {
  const owner = await engine.owner();
  const id = await engine.start(owner, definition);
  expect(await engine.until(id, ['completed', 'failed'])).toMatchObject({
    status: 'completed',
    credits: 5,
    hold: 0,
  });
  expect(await auditRun(engine.app, id)).toEqual([]);
});

test('an account that cannot pay the more expensive fallback is rejected before anything is spoken', async () => {
  const owner = await engine.owner(3);
  const before = first.requests.length;
  const id = await engine.start(owner, definition);
  expect(await engine.until(id, ['completed', 'failed'])).toMatchObject({
    status: 'failed',
    credits: 0,
    hold: 0,
  });
  expect(first.requests.length).toBe(before);
});
