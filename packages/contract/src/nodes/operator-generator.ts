import { z } from 'zod';
import { SpeechProviderId } from '../areas/providers/ids.ts';
import { LocaleCode } from '../areas/text/locales.ts';
import { Uuid } from '../primitives.ts';
import { AUDIO_FIELDS, LINE_FIELDS, nodeType } from './node-type.ts';

const Speed = z.number().min(0.5).max(2);
const Pitch = z.number().min(-12).max(12);
const VoicesByLocale = z.record(LocaleCode, Uuid);

const Model = z.string().min(1).max(200);

const LocaleVoice = z.strictObject({
  voice_id: Uuid,
  provider: SpeechProviderId.optional(),
  model: Model.optional(),
  speed: Speed.optional(),
  pitch: Pitch.optional(),
});

const CharacterVoice = z.strictObject({
  voice_id: Uuid.optional(),
  voices_by_locale: VoicesByLocale.optional(),
  speed: Speed.optional(),
  pitch: Pitch.optional(),
  provider: SpeechProviderId.optional().describe("Whose voice it is; left out, the generator's provider."),
  model: Model.optional().describe("Left out, the generator's where the provider is the same."),
  by_locale: z
    .record(LocaleCode, LocaleVoice)
    .optional()
    .describe('Locale code -> voice with a provider, model, speed and pitch of its own.'),
});

/** How the next take of a line differs from those that a check refused. */
export const RETRY_RUNGS = ['tempo', 'seed', 'sentences', 'respelling', 'model', 'provider'] as const;

const Candidate = z.strictObject({
  provider: SpeechProviderId,
  model: Model.optional().describe('Left out, every model of the provider.'),
  usd_per_1000_characters: z
    .number()
    .min(0)
    .max(1_000)
    .optional()
    .describe('What you pay, where no price is known or yours is another.'),
  quality: z
    .int()
    .min(1)
    .max(4)
    .optional()
    .describe('1 = robotic, 4 = the best there is; your own judgment.'),
});

const Routing = z.strictObject({
  mode: z
    .enum(['off', 'auto'])
    .default('off')
    .describe(
      "`auto` chooses a provider and model for each locale once per run, by the workspace's routing_price_sensitivity; `provider` and `model` are then those of characters' voices alone.",
    ),
  candidates: z
    .array(Candidate)
    .max(50)
    .default([])
    .describe('Among whom is chosen; empty = all that the workspace can speak with.'),
});

const config = z.strictObject({
  provider: SpeechProviderId.default('espeak').describe('Who speaks.'),
  model: Model.nullable().default(null).describe("null = the provider's default model."),
  voice_id: Uuid.nullable().default(null).describe('The voice of every line that nothing below names.'),
  voices_by_locale: VoicesByLocale.default({}).describe('Locale code -> voice id.'),
  voices_by_character: z
    .record(z.string().min(1).max(200), CharacterVoice)
    .default({})
    .describe('Character name -> voice, or voices per locale, and its own speed and pitch.'),
  casting_upload_id: Uuid.nullable()
    .default(null)
    .describe(
      'A csv with columns character, locale, voice and optionally provider, model, speed, pitch. Read when a run starts; voices_by_character comes before it.',
    ),
  routing: Routing.default({ mode: 'off', candidates: [] }).describe(
    'Who speaks, chosen by price and quality.',
  ),
  speed: Speed.default(1).describe('1 = as the voice speaks.'),
  pitch: Pitch.default(0).describe('Semitones.'),
  reuse_takes: z.boolean().default(true).describe('Take the stored take of the same text and voice, free.'),
  respeak: z
    .boolean()
    .default(false)
    .describe(
      'Let checks ask for new takes of lines whose retries were used up in an earlier run, and ask the provider for lines that the fallback spoke.',
    ),
  concurrency: z.int().min(1).max(64).nullable().default(null).describe('Calls at once; null = automatic.'),
  fallback_provider: SpeechProviderId.nullable()
    .default(null)
    .describe('Asked when the provider is away. Its takes are reused like those of the provider.'),
  retry_ladder: z
    .array(z.enum(RETRY_RUNGS))
    .max(RETRY_RUNGS.length)
    .default(['tempo', 'seed', 'sentences', 'respelling'])
    .describe(
      'What is tried, in this order, when a check refuses a take. `model` and `provider` change the voice or its sound, so they are used only where named.',
    ),
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
