import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { App } from '../../app.ts';
import { ApiError } from '../../errors.ts';
import { SpeechError, type SpeechModel, type SpeechProvider } from '../../providers/speech/index.ts';
import {
  findSample,
  type SampleOwner,
  type SampleState,
  storeSample,
  takeSampleLease,
} from './sample-queries.ts';
import { sampleTextFor } from './sample-text.ts';

export type SampleApp = Pick<App, 'db' | 'clock' | 'speech' | 'audio' | 'storage'>;

/** Raised when samples change in a way that their texts do not show: every sample is then made again. */
const VERSION = 1;
const LEASE_MS = 60_000;
const SPEAK_MS = 30_000;
const WAIT_MS = 60_000;
const LOOK_MS = 50;

interface Wanted {
  /** Names everything that decides how the sample sounds. */
  id: string;
  provider: SpeechProvider;
  model: SpeechModel;
  locale: string;
  text: string;
}

/** The sample that a voice should have; undefined if no available provider can speak with it. */
export function wantedSample({ speech }: Pick<App, 'speech'>, voice: SampleOwner): Wanted | undefined {
  const provider = speech.get(voice.provider);
  const model = provider?.models.find(({ is_default }) => is_default);
  // A sample serves all workspaces, so no customer's key may pay for it.
  if (provider === undefined || provider.listVoices || model === undefined) return undefined;
  const locale = voice.supported_languages[0] ?? 'en-us';
  const text = sampleTextFor(locale);
  const parts = [VERSION, provider.id, model.id, voice.provider_voice_id, locale, text];
  const id = createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
  return { id, provider, model, locale, text };
}

/**
 * The key of the voice's stored sample, synthesized now if it is missing; null if the voice has no sample.
 * Of all concurrent requests, in all processes, one synthesizes and the others wait.
 */
export async function ensureSample(app: SampleApp, voice: SampleOwner & SampleState): Promise<string | null> {
  const wanted = wantedSample(app, voice);
  if (wanted === undefined) return null;
  let state: SampleState = voice;
  for (const end = Date.now() + WAIT_MS; Date.now() < end; await delay(LOOK_MS)) {
    if (state.sample_id === wanted.id) return state.sample_key;
    const now = app.clock();
    const until = new Date(now.getTime() + LEASE_MS);
    if (await takeSampleLease(app.db, { id: voice.id, sampleId: wanted.id, now, until }))
      return makeSample(app, voice, { wanted, lease: until });
    state = (await findSample(app.db, voice.id)) ?? state;
  }
  throw busy();
}

type SampleTask = { wanted: Wanted; lease: Date };

async function makeSample(app: SampleApp, voice: SampleOwner, task: SampleTask): Promise<string | null> {
  const { wanted, lease } = task;
  const done = { id: voice.id, lease, sample_id: wanted.id };
  try {
    const audio = await speakSample(wanted, voice);
    if (audio === undefined) {
      await storeSample(app.db, { ...done, sample_key: null, duration_seconds: null });
      return null;
    }
    const { duration_ms } = await app.audio.inspect(audio);
    const sample_key = `${folderOf(voice)}/${voice.id}/${wanted.id}.wav`;
    await app.storage.put(sample_key, audio, { content_type: 'audio/wav' });
    await storeSample(app.db, { ...done, sample_key, duration_seconds: duration_ms / 1_000 });
    return sample_key;
  } catch (error) {
    // The next request tries again at once.
    await storeSample(app.db, { id: voice.id, lease });
    throw error;
  }
}

function folderOf({ workspace_id }: SampleOwner): string {
  return workspace_id === null ? 'voices' : `workspaces/${workspace_id}/voices`;
}

/** Undefined when the provider has no such voice, or it cannot speak the text. */
export async function speakSample(wanted: Wanted, voice: SampleOwner): Promise<Uint8Array | undefined> {
  const { provider, model, locale, text } = wanted;
  const request = {
    model: model.id,
    provider_voice_id: voice.provider_voice_id,
    locale_code: locale,
    text,
    speed: 1,
    pitch: 0,
    idempotency_key: `sample/${voice.id}/${wanted.id}`,
  };
  try {
    return (await provider.synthesize(request, AbortSignal.timeout(SPEAK_MS))).audio;
  } catch (error) {
    const isTimeout = error instanceof Error && error.name === 'TimeoutError';
    if (!(error instanceof SpeechError) && !isTimeout) throw error;
    if (error instanceof SpeechError && ['invalid_input', 'unsupported', 'gone'].includes(error.kind)) return;
    throw busy();
  }
}

function busy(): ApiError {
  return new ApiError('UNAVAILABLE', 'The provider of the voice does not respond at the moment.', {
    retryAfterSeconds: 5,
  });
}
