import { decode, measureVoiceFeatures } from '@voiceloom/audio';
import pMap from 'p-map';
import { featureVector } from '../src/features/voices/features.ts';
import { espeakVoiceId } from '../src/features/voices/index.ts';
import { describeSample, speakSample } from '../src/features/voices/sample.ts';
import type { ProviderVoice, SpeechProvider } from '../src/providers/speech/index.ts';

/** One voice of the embedded engine, as `src/db/generated/voice-features.json` holds it. */
export interface MeasuredVoice {
  /** Names everything that decides how the sample sounds; another one means that the voice has to be measured again. */
  sample: string;
  /** Null where the sample has no voiced speech. */
  features: number[] | null;
}

/** What is known of every voice of the engine. Voices whose `known` sample is still the same are not measured again. */
export async function measureVoices(
  provider: SpeechProvider,
  known: Readonly<Record<string, MeasuredVoice>> = {},
): Promise<Record<string, MeasuredVoice>> {
  // A few at once: the time limit of a sample begins when it is requested.
  const measure = async ({ provider_voice_id, locale_codes }: ProviderVoice) => {
    const owner = {
      id: espeakVoiceId(provider_voice_id),
      workspace_id: null,
      provider: provider.id,
      provider_voice_id,
      supported_languages: [...locale_codes],
      supported_models: null,
    };
    const sample = describeSample({ speech: new Map([[provider.id, provider]]) }, owner);
    if (sample === undefined) throw new Error(`${provider_voice_id} has no sample.`);
    const before = known[provider_voice_id];
    if (before?.sample === sample.id) return [provider_voice_id, before] as const;
    const audio = await speakSample(sample, owner);
    if (audio === undefined) throw new Error(`${provider_voice_id} cannot speak its sample.`);
    const features = measureVoiceFeatures((await decode(audio)).pcm);
    return [provider_voice_id, { sample: sample.id, features: features && featureVector(features) }] as const;
  };
  return Object.fromEntries(await pMap(provider.voices(), measure, { concurrency: 4 }));
}
