import { z } from 'zod';
import { LocaleCode } from '../locales.ts';
import { Uuid } from '../primitives.ts';
import { SpeechProviderId } from '../providers.ts';
import { AUDIO_FIELDS, LINE_FIELDS, nodeType } from './node-type.ts';

const Speed = z.number().min(0.5).max(2);
const Pitch = z.number().min(-12).max(12);
const VoicesByLocale = z.record(LocaleCode, Uuid);

const CharacterVoice = z.strictObject({
  voice_id: Uuid.optional(),
  voices_by_locale: VoicesByLocale.optional(),
  speed: Speed.optional(),
  pitch: Pitch.optional(),
});

const config = z.strictObject({
  provider: SpeechProviderId.default('espeak').describe('Who speaks.'),
  model: z.string().min(1).max(200).nullable().default(null).describe("null = the provider's default model."),
  voice_id: Uuid.nullable().default(null).describe('The voice of every line that nothing below names.'),
  voices_by_locale: VoicesByLocale.default({}).describe('Locale code -> voice id.'),
  voices_by_character: z
    .record(z.string().min(1).max(200), CharacterVoice)
    .default({})
    .describe('Character name -> voice, or voices per locale, and its own speed and pitch.'),
  speed: Speed.default(1).describe('1 = as the voice speaks.'),
  pitch: Pitch.default(0).describe('Semitones.'),
  reuse_takes: z.boolean().default(true).describe('Take the stored take of the same text and voice, free.'),
  concurrency: z.int().min(1).max(64).nullable().default(null).describe('Calls at once; null = automatic.'),
  fallback_provider: SpeechProviderId.nullable().default(null).describe('Asked when the provider is away.'),
});

/** Speaks lines. */
export const operatorGenerator = nodeType({
  node_type: 'operator_generator',
  category: 'operator',
  display_name: 'Voice generator',
  description: 'Speaks every line with the voice of its character and locale.',
  version: 1,
  inputs: [{ name: 'lines', fields: LINE_FIELDS }],
  outputs: [{ name: 'audio', fields: AUDIO_FIELDS }],
  config,
});
