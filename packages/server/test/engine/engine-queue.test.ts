import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { synthesizeInParts } from '../../src/engine/nodes/generator/speak.ts';
import type { SpeechModel, SpeechProvider } from '../../src/providers/speech/index.ts';
import { writeWav } from '../../src/providers/speech/wav.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Speaker = Parameters<typeof synthesizeInParts>[0];
type EngineApp = Parameters<typeof synthesizeInParts>[2]['app'];

const MINUTE_MS = 60_000;
const model: SpeechModel = {
  id: 'slow',
  display_name: 'Slow',
  credits_per_1000_characters: 10,
  max_characters: 5_000,
  locales: null,
  is_default: true,
};

/** A provider in this process, like a local model, whose line waits five minutes for the lines before it. */
function createSpeaker(): Speaker {
  const provider: SpeechProvider = {
    id: 'local',
    models: [model],
    voices: () => [],
    close: () => Promise.resolve(),
    async synthesize(_request, signal) {
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(resolve, 5 * MINUTE_MS);
        signal.addEventListener('abort', () => {
          clearTimeout(timer);
          reject(signal.reason);
        });
      });
      return {
        audio: writeWav({ samples: new Int16Array(160), sample_rate: 16_000 }),
        format: 'wav',
        sample_rate: 16_000,
        duration_ms: 10,
        words: [],
        spoken_text: null,
        syllables: null,
        request_id: null,
        dropped: [],
      };
    },
    has_own_deadline: true,
  };
  const rate = { paid_by: 'workspace' } as Pick<Speaker, 'paid_by'>;
  return {
    provider,
    model,
    ...rate,
    credentials: undefined,
    limiter: undefined,
    platform: undefined,
  } as Speaker;
}

function speak(speaker: Speaker) {
  const app = { metrics: { providerCalls: { observe: () => undefined } } } as unknown as EngineApp;
  const request = {
    model: 'slow',
    provider_voice_id: 'slow/0',
    locale_code: 'en-us',
    text: 'A short line.',
    speed: 1,
    pitch: 0,
    idempotency_key: 'one',
  };
  const signal = new AbortController().signal;
  return synthesizeInParts(speaker, request, {
    app,
    run: { workspace_id: '' },
    signal,
    waitsForRecovery: true,
  });
}

test('a line may wait for an engine that limits its own work, however many lines come before it', async () => {
  const result = speak(createSpeaker());
  await vi.advanceTimersByTimeAsync(6 * MINUTE_MS);
  expect(await result).toHaveProperty('result.duration_ms', 10);
});
