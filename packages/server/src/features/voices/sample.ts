import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { languageOf } from '@voiceloom/text';
import type { App } from '../../app.ts';
import { ApiError } from '../../errors.ts';
import { SpeechError, type SpeechModel, type SpeechProvider } from '../../providers/speech/index.ts';
import { findSample, type SampleOwner, type SampleState, storeSample, takeSampleLease } from './queries.ts';

export type SampleApp = Pick<App, 'db' | 'clock' | 'speech' | 'audio' | 'storage'>;

/** Increase this when samples change, but their texts do not. Then every sample is made again. */
const VERSION = 1;
const LEASE_MS = 60_000;
const SPEAK_MS = 30_000;
const WAIT_MS = 60_000;
const LOOK_MS = 50;

interface VoiceSample {
  /** Derived from everything that affects the sound of the sample. */
  id: string;
  provider: SpeechProvider;
  model: SpeechModel;
  locale: string;
  text: string;
}

/** The sample that a voice should have. Undefined if no available provider can speak it. */
export function describeSample({ speech }: Pick<App, 'speech'>, voice: SampleOwner): VoiceSample | undefined {
  const provider = speech.get(voice.provider);
  // A local voice is that of one model.
  const model =
    provider?.models.find(({ id }) => voice.supported_models?.includes(id)) ??
    provider?.models.find(({ is_default }) => is_default);
  // All workspaces share a sample, so no customer's key may pay for it.
  if (provider === undefined || provider.listVoices || model === undefined) return undefined;
  const locale = voice.supported_languages[0] ?? 'en-us';
  const text = sampleText(locale);
  const parts = [VERSION, provider.id, model.id, voice.provider_voice_id, locale, text];
  if (model.digest !== undefined) parts.push(model.digest);
  const id = createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
  return { id, provider, model, locale, text };
}

/**
 * The key of the voice's stored sample. Synthesizes a missing sample. Null if the voice has no sample. If several
 * requests need it, across all processes, one of them synthesizes it and the others wait.
 */
export async function ensureSample(app: SampleApp, voice: SampleOwner & SampleState): Promise<string | null> {
  const sample = describeSample(app, voice);
  if (sample === undefined) return null;
  let state: SampleState = voice;
  for (const end = Date.now() + WAIT_MS; Date.now() < end; await delay(LOOK_MS)) {
    if (state.sample_id === sample.id) return state.sample_key;
    const now = app.clock();
    const until = new Date(now.getTime() + LEASE_MS);
    if (await takeSampleLease(app.db, { id: voice.id, sampleId: sample.id, now, until }))
      return createSample(app, voice, { sample, lease: until });
    state = (await findSample(app.db, voice.id)) ?? state;
  }
  throw createBusyError();
}

/** Speaks and stores the sample of a voice, under a lease. Returns its key, or null if the voice cannot speak one. */
async function createSample(
  app: SampleApp,
  voice: SampleOwner,
  { sample, lease }: { sample: VoiceSample; lease: Date },
): Promise<string | null> {
  const lock = { id: voice.id, lease };
  const sample_id = sample.id;
  try {
    const audio = await speakSample(sample, voice);
    if (audio === undefined) {
      await storeSample(app.db, lock, { sample_id, sample_key: null, duration_seconds: null });
      return null;
    }
    const { duration_ms } = await app.audio.inspect(audio);
    const folder = voice.workspace_id === null ? 'voices' : `workspaces/${voice.workspace_id}/voices`;
    const sample_key = `${folder}/${voice.id}/${sample_id}.wav`;
    await app.storage.put(sample_key, audio, { content_type: 'audio/wav' });
    await storeSample(app.db, lock, { sample_id, sample_key, duration_seconds: duration_ms / 1_000 });
    return sample_key;
  } catch (error) {
    // Ends the lease, so that the next request tries again immediately.
    await storeSample(app.db, lock);
    throw error;
  }
}

/** Returns undefined if the provider does not have the voice, or if the voice cannot speak the text. */
export async function speakSample(sample: VoiceSample, voice: SampleOwner): Promise<Uint8Array | undefined> {
  const { provider, model, locale, text } = sample;
  const request = {
    model: model.id,
    provider_voice_id: voice.provider_voice_id,
    locale_code: locale,
    text,
    speed: 1,
    pitch: 0,
    idempotency_key: `sample/${voice.id}/${sample.id}`,
  };
  try {
    return (await provider.synthesize(request, AbortSignal.timeout(SPEAK_MS))).audio;
  } catch (error) {
    const isTimeout = error instanceof Error && error.name === 'TimeoutError';
    if (!(error instanceof SpeechError) && !isTimeout) throw error;
    if (error instanceof SpeechError && ['invalid_input', 'unsupported', 'gone'].includes(error.kind)) return;
    throw createBusyError();
  }
}

function createBusyError(): ApiError {
  return new ApiError('UNAVAILABLE', 'The provider of the voice does not respond at the moment.', {
    retryAfterSeconds: 5,
  });
}

/** A text for listening to a voice. */
export const sampleText = (locale: string): string => TEXTS[languageOf(locale)] ?? DIGITS;

/** One or two sentences with most of the sounds of a language, long enough to show its intonation. */
const TEXTS: Readonly<Record<string, string>> = {
  de: 'Guten Tag. So klinge ich, wenn ich eine kurze oder eine lange Geschichte erzähle.',
  en: 'Hello there. This is how I sound, whether the story is short or long.',
  es: 'Hola, buenos días. Así sueno cuando cuento una historia corta o larga.',
  fr: "Bonjour. Voici ma voix, que l'histoire soit courte ou longue.",
  it: 'Buongiorno. Ecco la mia voce, che la storia sia breve o lunga.',
  ja: 'こんにちは。これがわたしの声です。短い話でも、長い話でも読みます。',
  ko: '안녕하세요. 짧은 이야기든 긴 이야기든 이런 목소리로 들려드립니다.',
  pt: 'Olá, bom dia. É assim que eu soo, seja a história curta ou longa.',
  zh: '你好。无论故事长短，这就是我的声音。',
  // The engine cannot speak digits in these languages.
  chr: 'ᎣᏏᏲ. ᎣᏏᏲ. ᎣᏏᏲ.',
  cv: 'Салам. Салам. Салам.',
  sjn: 'Mae govannen. Mae govannen.',
};

/** For all other languages, because the engine can speak digits in them. */
const DIGITS = '1, 2, 3, 4, 5, 6, 7, 8, 9, 10.';
