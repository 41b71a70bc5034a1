import { randomUUID } from 'node:crypto';
import { NODE_TYPES } from '@voiceloom/contract';
import { describe, expect, test } from 'vitest';
import { createVoiceAssigner, type Voice } from '../../src/engine/casting/voice-pool.ts';
import type { SpeechModel, SpeechProvider } from '../../src/providers/speech/index.ts';

const createModel = (id: string, is_default: boolean): SpeechModel => ({
  id,
  display_name: id,
  credits_per_1000_characters: 10,
  max_characters: 5_000,
  locales: null,
  is_default,
});

/** A provider whose voices belong to one model each, like the local one. */
function createProvider(installed: readonly string[]): SpeechProvider {
  return {
    id: 'local',
    models: installed.map((id, index) => createModel(id, index === 0)),
    otherModel: (id) => createModel(id, false),
    voices: () => [],
    unavailable: (id) => (id !== null && !installed.includes(id) ? `${id} is not installed.` : undefined),
    synthesize: () => Promise.reject(new Error('nothing is spoken')),
    close: () => Promise.resolve(),
  };
}

const VOICE_IDS = { one: randomUUID(), two: randomUUID() };

const createVoice = (model: 'one' | 'two'): Voice => ({
  id: VOICE_IDS[model],
  name: model,
  provider: 'local',
  provider_voice_id: `${model}/0`,
  supported_languages: ['en-us'],
  supported_models: [model],
  is_active: true,
});

function assign(installed: readonly string[], settings: Record<string, unknown>) {
  const config = NODE_TYPES.operator_generator.config.parse({ provider: 'local', ...settings });
  const voices = [createVoice('one'), createVoice('two')];
  const pool = {
    config,
    speech: new Map([['local', createProvider(installed)]]),
    byId: new Map(voices.map((voice) => [voice.id, voice])),
    byProvider: new Map([['local', voices]]),
  };
  const main = () => ({ provider: config.provider, model: config.model });
  const assignment = createVoiceAssigner(pool, { main })({ locale_code: 'en-us', character_name: null });
  return assignment && [assignment.voice.name, assignment.model.id];
}

describe('a voice of a local model', () => {
  test('is spoken by its own model, even if another one is named', () => {
    expect(assign(['one', 'two'], { voice_id: VOICE_IDS.two, model: 'one' })).toEqual(['two', 'two']);
    expect(assign(['one', 'two'], { voice_id: VOICE_IDS.two })).toEqual(['two', 'two']);
  });

  test('waits for its own model while that is not installed', () => {
    for (const installed of [['one'], []])
      expect(assign(installed, { voice_id: VOICE_IDS.two })).toEqual(['two', 'two']);
  });

  test('is chosen for the named model, or else for the default one', () => {
    expect(assign(['one', 'two'], { model: 'two' })).toEqual(['two', 'two']);
    expect(assign(['one', 'two'], {})).toEqual(['one', 'one']);
  });
});
