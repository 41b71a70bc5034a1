import type { SpeechModel } from '../provider.ts';

/**
 * How good a model sounds, in four steps: 1 rules (formants), 2 recorded units and early neural vocoders, 3 neural,
 * 4 the generation that reads with expression. The step is the class in which its provider sells the model (names
 * and tables of its documentation, from copies of 2026); that a class sounds better than the one below is our
 * judgment, not a measurement. Models that are not here have no step.
 */
const STEPS: Readonly<Record<string, Readonly<Record<string, 1 | 2 | 3 | 4>>>> = {
  espeak: { 'espeak-ng': 1 },
  openai_compatible: { 'gpt-4o-mini-tts': 4, 'tts-1': 3, 'tts-1-hd': 3 },
  elevenlabs: { eleven_multilingual_v2: 4, eleven_v3: 4, eleven_flash_v2_5: 3 },
  google: { 'chirp3-hd': 4, studio: 4, neural2: 3, wavenet: 2, standard: 2 },
  azure: { neural: 3, 'neural-hd': 4 },
  cartesia: { 'sonic-3': 4, 'sonic-2': 3 },
  naver: { premium: 3 },
  fish_audio: { 's2.1-pro': 4, 's2-pro': 4, s1: 3 },
  rime: { coda: 4, arcana: 4, mistv3: 3, mistv2: 3 },
  respeecher: { 'en-rt': 3, 'ua-rt': 3 },
  deepgram: { 'aura-2': 3 },
  inworld: { 'inworld-tts-2': 4, 'inworld-tts-1.5-max': 4, 'inworld-tts-1.5-mini': 3 },
  minimax: {
    'speech-2.8-hd': 4,
    'speech-2.8-turbo': 3,
    'speech-2.6-hd': 4,
    'speech-2.6-turbo': 3,
    'speech-02-hd': 3,
    'speech-02-turbo': 3,
  },
  polly: { generative: 4, 'long-form': 4, neural: 3, standard: 2 },
};

/** 1 to 4; null where nothing is known. */
export function qualityOf(provider: string, model: Pick<SpeechModel, 'id' | 'quality'>): number | null {
  return model.quality ?? STEPS[provider]?.[model.id] ?? null;
}
