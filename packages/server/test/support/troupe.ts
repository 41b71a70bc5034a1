import { randomUUID } from 'node:crypto';
import { encodeWav } from '@voiceloom/audio';
import type {
  SpeechError,
  SpeechModel,
  SpeechProvider,
  SpeechRequest,
  SpeechResult,
} from '../../src/providers/speech/index.ts';
import type { Engine } from './engine.ts';
import type { ScriptedSpeech } from './fake-speech.ts';

/**
 * The quality of a take: clean, or clipped so that the noise check rejects it; with a number of syllables.
 */
type Answer = 'clean' | 'clipped' | { is_clipped: boolean; syllables: number } | SpeechError;

export interface Player {
  models?: Partial<SpeechModel>[];
  answer?: (request: SpeechRequest) => Answer;
}

export interface Asked extends SpeechRequest {
  provider: string;
}

export interface Troupe extends ScriptedSpeech {
  /** Every request, with its provider. */
  asked: Asked[];
}

/** Several speech providers without keys, which the test controls. */
export function troupe(players: Record<string, Player>): Troupe {
  const asked: Asked[] = [];
  const providers = Object.entries(players).map(([id, player]): [string, SpeechProvider] => [
    id,
    providerOf(id, player, asked),
  ]);
  return { asked, requests: asked, active: () => 0, providers: new Map(providers) };
}

const MODEL: SpeechModel = {
  id: 'one',
  display_name: 'One',
  credits_per_1000_characters: 10,
  max_characters: 10_000,
  locales: null,
  is_default: false,
};

function providerOf(id: string, { models = [{}], answer }: Player, asked: Asked[]): SpeechProvider {
  return {
    id,
    models: models.map((model, index) => ({ ...MODEL, is_default: index === 0, ...model })),
    voices: () => [],
    synthesize(request) {
      asked.push({ ...request, provider: id });
      const given = answer?.(request) ?? 'clean';
      if (given instanceof Error) return Promise.reject(given);
      const plain = { is_clipped: given === 'clipped', syllables: SYLLABLES };
      return Promise.resolve(takeOf(typeof given === 'string' ? plain : given));
    },
    close: () => Promise.resolve(),
  };
}

const RATE = 16_000;
/** In the 0.8 seconds that are not quiet. */
const SYLLABLES = 4;

/** Bursts of tone with quiet edges. Clipped: with the peaks cut off at full scale. */
function takeOf({ is_clipped, syllables }: { is_clipped: boolean; syllables: number }): SpeechResult {
  const samples = new Float32Array(RATE);
  const edge = RATE / 10;
  for (let i = edge; i < samples.length - edge; i++) {
    const burst = 0.5 - 0.5 * Math.cos((2 * Math.PI * 4 * (i - edge)) / RATE);
    const tone = (is_clipped ? 3 : 0.25) * burst * Math.sin((2 * Math.PI * 220 * i) / RATE);
    samples[i] = Math.max(-1, Math.min(1, tone));
  }
  return {
    audio: encodeWav({ channels: [samples], sampleRate: RATE }),
    format: 'wav',
    sample_rate: RATE,
    duration_ms: 1_000,
    words: [],
    spoken_text: null,
    syllables,
    request_id: null,
    dropped: [],
  };
}

export interface TroupeVoice {
  provider: string;
  name: string;
  locales?: string[];
  models?: string[];
  is_active?: boolean;
  /** Default: made from the provider and the name. */
  provider_voice_id?: string;
}

/** Voices for all workspaces. Resolves to their IDs by name. */
export async function addVoices(
  { app }: Pick<Engine, 'app'>,
  voices: TroupeVoice[],
): Promise<Record<string, string>> {
  const now = new Date();
  const rows = voices.map(({ provider, name, locales = ['en-us'], models, is_active = true, ...voice }) => ({
    ...{
      id: randomUUID(),
      name,
      provider,
      provider_voice_id: voice.provider_voice_id ?? `${provider}-${name}`,
    },
    ...{ source: 'platform', supported_languages: locales, supported_models: models ?? null, is_active },
    ...{ created_at: now, updated_at: now },
  }));
  await app.db.insertInto('voice').values(rows).execute();
  return Object.fromEntries(rows.map(({ name, id }) => [name, id]));
}
