import { z } from 'zod';
import { LocaleCode } from '../locale-code.ts';
import { Concurrency, Flag, ModelId, Uuid } from '../primitives.ts';
import { SpeechProviderId } from '../providers.ts';
import { AUDIO_FIELDS, LINE_FIELDS, nodeType, withRule } from './node-type.ts';

const Speed = z.number().min(0.5).max(2);
const Pitch = z.number().min(-12).max(12);
const VoicesByLocale = z.record(LocaleCode, Uuid);

/** The server knows which controls a model has. The contract only requires that they are flat. */
export const LineControls = z.record(
  z.string().regex(/^[a-z][a-z0-9_]{0,63}$/),
  z.union([z.string().max(4_096), z.number(), z.boolean()]).nullable(),
);
const Controls = LineControls.describe(
  'Values by control name. The `controls` of the model list the names. Null removes a control.',
);

const Placeholders = z.enum(['sample', 'skip']);
const PlaceholderText = z.string().max(500);
const PlaceholderName = z.string().min(1).max(200);
const PlaceholderValues = z.record(
  PlaceholderName,
  z.union([PlaceholderText, z.record(PlaceholderName, PlaceholderText)]),
);
const AudioTags = z.enum(['auto', 'remove']);

const LocaleVoice = z.strictObject({
  voice_id: Uuid,
  provider: SpeechProviderId.optional(),
  model: ModelId.optional(),
  speed: Speed.optional(),
  pitch: Pitch.optional(),
  controls: Controls.optional(),
});

const CharacterVoice = z.strictObject({
  voice_id: Uuid.optional(),
  voices_by_locale: VoicesByLocale.optional(),
  speed: Speed.optional(),
  pitch: Pitch.optional(),
  controls: Controls.optional(),
  provider: SpeechProviderId.optional().describe(
    'The provider of the voice. Default: the provider of the generator.',
  ),
  model: ModelId.optional().describe('Default: the model of the generator, if the provider is the same.'),
  by_locale: z
    .record(LocaleCode, LocaleVoice)
    .optional()
    .describe('By locale code: a voice with its own provider, model, speed and pitch.'),
  placeholders: Placeholders.optional().describe('Default: the setting of the generator.'),
  placeholder_values: PlaceholderValues.optional().describe(
    'Values for the lines of this character. The values of the generator apply to other names.',
  ),
  audio_tags: AudioTags.optional().describe('Default: the setting of the generator.'),
});

/** The retry strategies: how the next take differs from those that a check rejected. */
export const RETRY_STRATEGIES = ['tempo', 'seed', 'sentences', 'respelling', 'model', 'provider'] as const;

const Candidate = z.strictObject({
  provider: SpeechProviderId,
  model: ModelId.optional().describe('Default: every model of the provider.'),
  usd_per_1000_characters: z
    .number()
    .min(0)
    .max(1_000)
    .optional()
    .describe('Your price, if the list price is unknown or differs.'),
  quality: z.int().min(1).max(4).optional().describe('Your own rating, from 1 (robotic) to 4 (best).'),
});

const Routing = z.strictObject({
  mode: z
    .enum(['off', 'auto'])
    .default('off')
    .describe(
      '`auto`: once per run, selects a provider and model for each locale, weighing price and quality by the `routing_price_sensitivity` of the workspace. `provider` and `model` then apply only to voices that are assigned to a character.',
    ),
  candidates: z
    .array(Candidate)
    .max(50)
    .default([])
    .describe('The candidates for provider selection. Empty means everything that the workspace can use.'),
});

const config = withRule(
  z.strictObject({
    provider: SpeechProviderId.default('espeak').describe('The speech provider.'),
    model: ModelId.nullable().default(null).describe('Null means the default model of the provider.'),
    voice_id: Uuid.nullable()
      .default(null)
      .describe('The default voice, for lines without a voice in another setting.'),
    voices_by_locale: VoicesByLocale.default({}).describe('Voice ID by locale code.'),
    voices_by_character: z
      .record(z.string().min(1).max(200), CharacterVoice)
      .default({})
      .describe('By character name: the voice, or voices by locale, with speed and pitch.'),
    casting_upload_id: Uuid.nullable()
      .default(null)
      .describe(
        'A CSV file with the columns character, locale, voice and optionally provider, model, speed, pitch. It is read when a run starts. `voices_by_character` takes precedence.',
      ),
    routing: Routing.default({ mode: 'off', candidates: [] }).describe(
      'Selects the provider by price and quality.',
    ),
    speed: Speed.default(1).describe('Speaking rate. 1 is the normal rate of the voice.'),
    pitch: Pitch.default(0).describe('The pitch, in semitones. 0 is the normal pitch of the voice.'),
    controls: Controls.default({}).describe(
      "How lines are said: a value by control name, such as 0.3 for `stability`, as the `controls` of the model describe them. The most specific value wins: the direction of a line, then its controls, then the character's locale, then the character, then the generator. Null takes a control away. A control that the speaking model does not have is reported as dropped.",
    ),
    context: z
      .enum(['none', 'neighbors'])
      .default('none')
      .describe(
        '`neighbors` also sends the model the words of the script rows before and after a line, so that lines follow from each other. A change of a line then makes new takes of the lines next to it, too. A model that takes no context reports `context` as dropped.',
      ),
    reuse_takes: Flag.default(true).describe('Reuse the stored take of the same text and voice, at no cost.'),
    respeak: Flag.default(false).describe(
      'Create new takes for lines that used up their retries in an earlier run, and call the provider for lines that the fallback synthesized.',
    ),
    concurrency: Concurrency.describe('Concurrent provider calls. Null means automatic.'),
    fallback_provider: SpeechProviderId.nullable()
      .default(null)
      .describe('Called if the provider is unavailable. Its takes are reused like those of the provider.'),
    placeholders: Placeholders.default('sample').describe(
      'Lines with placeholders such as `{player_name}` or `%s`: `sample` speaks a neutral word in their place, `skip` skips the line. `placeholder_values` takes precedence.',
    ),
    placeholder_values: PlaceholderValues.default({}).describe(
      'Text to speak by placeholder name, or by locale code and placeholder name. Values are billed as spoken. At most 1,000, including those in `voices_by_character`, and 100,000 characters in total.',
    ),
    audio_tags: AudioTags.default('auto').describe(
      'Audio tags such as `[whispers]` or `(laughs)`: `auto` passes them to models that support them and removes them for others, `remove` always removes them.',
    ),
    retry_strategies: z
      .array(z.enum(RETRY_STRATEGIES))
      .max(RETRY_STRATEGIES.length)
      .default(['tempo', 'seed', 'sentences', 'respelling'])
      .describe(
        'The retry strategies after a check rejects a take: `tempo` as long as the pacing check asks for another speed, otherwise the first in the list that the line has not tried. The strategies `model` and `provider` change how the voice sounds, so they are not in the default.',
      ),
  }),
  'placeholder_values',
);

/** Synthesizes lines. */
export const operatorGenerator = nodeType({
  node_type: 'operator_generator',
  category: 'operator',
  display_name: 'Voice generator',
  description: 'Synthesizes every line with the voice of its character and locale.',
  version: 1,
  inputs: [{ name: 'lines', fields: LINE_FIELDS }],
  outputs: [{ name: 'audio', fields: AUDIO_FIELDS }],
  config,
});
