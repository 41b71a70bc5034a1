import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SpeechError, type SpeechProvider, type SpeechRequest } from '../../src/providers/speech/index.ts';
import { shortPipeline } from '../support/definitions.ts';
import { auditRun, type Engine, startEngine } from '../support/engine.ts';
import { scriptedSpeech } from '../support/fake-speech.ts';

/* Lines whose providers return nothing usable, with a provider and its fallback. */

/** The responses to each provider's requests, in order; the last one repeats. Undefined: speech. */
let answers: Record<string, (string | undefined)[]>;
const speakers = new Map(
  ['espeak', 'rime'].map((id) => {
    const calls: SpeechRequest[] = [];
    const scripted = scriptedSpeech({
      before: (request) => {
        const own = answers[id] ?? [];
        const message = own[Math.min(calls.length, own.length - 1)];
        calls.push(request);
        return message === undefined
          ? Promise.resolve()
          : Promise.reject(new SpeechError('unusable', message));
      },
    });
    const provider = { ...(scripted.providers.get('espeak') as SpeechProvider), id };
    return [id, { provider, calls }];
  }),
);
const speech = {
  ...scriptedSpeech(),
  providers: new Map([...speakers].map(([id, { provider }]) => [id, provider])),
};

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine({ speech });
  const now = new Date();
  const provider_voice_id = speakers.get('rime')?.provider.voices()[0]?.provider_voice_id ?? '';
  const names = { name: 'Second', provider: 'rime', provider_voice_id, source: 'platform' };
  await engine.app.db
    .insertInto('voice')
    .values({ ...names, id: randomUUID(), supported_languages: ['en-us'], created_at: now, updated_at: now })
    .execute();
});
beforeEach(() => {
  for (const { calls } of speakers.values()) calls.length = 0;
});
afterAll(() => engine.close());

/** The calls of each provider for one line, and how the line ended. */
async function spoken(generator: Record<string, unknown> = {}, text = 'One line.') {
  const owner = await engine.owner();
  const id = await engine.start(owner, shortPipeline({ text, generator }));
  const run = await engine.until(id, ['completed', 'failed']);
  expect(await auditRun(engine.app, id)).toEqual([]);
  const line = await engine.app.db
    .selectFrom('run_line')
    .select(['status', 'error'])
    .where('run_id', '=', id)
    .executeTakeFirstOrThrow();
  const calls = [...speakers.values()].map((speaker) => speaker.calls.length);
  return { calls, status: line.status, error: line.error, credits: run.credits };
}

test('the same response twice ends the line with its message, without a charge', async () => {
  answers = { espeak: ['The returned audio is silent.'] };
  expect(await spoken()).toMatchObject({
    calls: [2, 0],
    status: 'failed',
    credits: 0,
    error: { code: 'provider_unusable', message: 'espeak: The returned audio is silent.' },
  });
});

test('different responses end the line after three calls', async () => {
  answers = { espeak: ['One.', 'Two.', 'Three.', 'Four.'] };
  expect(await spoken()).toMatchObject({ calls: [3, 0], error: { message: 'espeak: Three.' } });
});

test('a usable third response is a take', async () => {
  answers = { espeak: ['One.', 'Two.', undefined] };
  expect(await spoken()).toMatchObject({ calls: [3, 0], status: 'delivered', error: null });
});

test.each([
  ['equal', ['One.'], ['One.'], [2, 1], 'failed'],
  ['different', ['One.', 'Two.', 'Three.'], ['Four.', 'Five.'], [2, 1], 'failed'],
  ['and the fallback speaks', ['One.', 'Two.'], [undefined], [2, 1], 'delivered'],
])('a line with a fallback makes at most three calls in all: %s', async (_, espeak, rime, calls, status) => {
  answers = { espeak, rime };
  expect(await spoken({ fallback_provider: 'rime' })).toMatchObject({ calls, status });
});
