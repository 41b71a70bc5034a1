import type { ControlSchema, DirectedModel } from './control-values.ts';

/**
 * The controls of speech models, as their providers document them. Each entry names its source: the
 * page, and the year in which we read it. Speed and pitch are fields of the generator, and mastering sets the level, so
 * none of them is here.
 */

const describeModel = (
  properties: Record<string, ControlSchema>,
  direction_control?: string,
): DirectedModel => ({
  controls: { type: 'object', properties, additionalProperties: false },
  ...(direction_control !== undefined && { direction_control }),
});

const share = (description: string): ControlSchema => ({
  type: 'number',
  minimum: 0,
  maximum: 1,
  description,
});
const choice = (description: string, values: readonly (string | number)[]): ControlSchema => ({
  type: typeof values[0] === 'number' ? 'number' : 'string',
  enum: values,
  description,
});
const freeText = (maxLength: number): ControlSchema => ({
  type: 'string',
  maxLength,
  description: 'How to say the line, in words. The direction of a line takes precedence.',
  examples: ['Whisper, out of breath.', 'Angry, but quiet.'],
});

const elevenlabsVoice = {
  stability: share(
    'Low values add emotion, and takes vary more. High values sound steadier. The highest values can sound monotone.',
  ),
  similarity_boost: share('How close the take stays to the original voice.'),
};

/**
 * Source: the ElevenLabs references "Create speech with timing" and of the voice settings, as of 2026. They do not
 * confirm that Eleven v3 accepts only three values of stability, and neither style nor speaker boost.
 */
export const ELEVENLABS_DIRECTION = describeModel({
  ...elevenlabsVoice,
  style: share('Exaggerates the style of the voice. Values above 0 make it less stable.'),
  use_speaker_boost: { type: 'boolean', description: 'More similarity to the speaker.' },
});
/** Eleven v3 of ElevenLabs. */
export const ELEVENLABS_V3_DIRECTION = describeModel({
  ...elevenlabsVoice,
  stability: choice('0 is creative, 0.5 natural, 1 robust.', [0, 0.5, 1]),
});

/**
 * Source: the OpenAI reference of `audio/speech`, in its generated client of 2026. `instructions` does not work with
 * tts-1 and tts-1-hd.
 */
export const OPENAI_DIRECTION = describeModel({ instructions: freeText(4_096) }, 'instructions');
/**
 * A customer's own server. Nothing is known about it, so it receives instructions only from controls, not directions.
 */
export const OTHER_SERVER_DIRECTION = describeModel({ instructions: freeText(4_096) });

/**
 * Source: the Azure documentation page "Customize voice and sound with SSML", section `mstts:express-as`, as of 2026.
 * A voice ignores styles and roles that it does not have. The styles are only examples, because new voices add styles.
 */
export const AZURE_DIRECTION = describeModel({
  style: {
    type: 'string',
    pattern: '^[a-z][a-z_-]{0,39}$',
    description: 'The speaking style. Each voice has its own; see its page at Azure.',
    examples:
      'angry,calm,cheerful,excited,fearful,friendly,hopeful,sad,serious,shouting,terrified,whispering'.split(
        ',',
      ),
  },
  style_degree: {
    type: 'number',
    minimum: 0.01,
    maximum: 2,
    description: 'The intensity of the style. 1 is normal. Applies only with a style.',
  },
  role: choice(
    'The voice plays another age or gender. Few voices can.',
    'Girl,Boy,YoungAdultFemale,YoungAdultMale,OlderAdultFemale,OlderAdultMale,SeniorFemale,SeniorMale'.split(
      ',',
    ),
  ),
});

/**
 * Source: the Cartesia documentation page "Volume, speed, and emotion", as of 2026. These emotions have the most data;
 * the page lists more.
 */
export const CARTESIA_DIRECTION = describeModel({
  emotion: {
    type: 'string',
    pattern: '^[a-z][a-z /-]{0,39}$',
    description: 'Guides the emotion. It works best where it fits the text.',
    examples: ['neutral', 'angry', 'excited', 'content', 'sad', 'scared'],
  },
});

const EMOTIONS = ['happy', 'sad', 'angry', 'fearful', 'disgusted', 'surprised', 'calm'];
const minimaxEmotion = (...more: string[]) =>
  describeModel({ emotion: choice('Without it, the model decides by the text.', [...EMOTIONS, ...more]) });
/**
 * Source: the MiniMax reference "T2A over HTTP", as of 2026. Only the 2.6 models have `fluent` and `whisper`. The
 * reference does not confirm `whisper`.
 */
export const MINIMAX_DIRECTION = minimaxEmotion();
/** The 2.6 models of MiniMax. */
export const MINIMAX_2_6_DIRECTION = minimaxEmotion('fluent', 'whisper');

/**
 * Source: the Inworld reference "Synthesize speech", as of 2026. The newest model has a delivery mode instead of the
 * temperature, and accepts free text in square brackets before the line.
 */
export const INWORLD_DIRECTION = describeModel({
  temperature: {
    type: 'number',
    exclusiveMinimum: 0,
    maximum: 2,
    description: 'Higher is more expressive and varies more. The default is about 1.',
  },
});
/** The newest model of Inworld. */
export const INWORLD_2_DIRECTION = describeModel(
  {
    delivery_mode: choice('How much the delivery varies.', ['STABLE', 'BALANCED', 'CREATIVE']),
    instructions: freeText(300),
  },
  'instructions',
);

const sampling = {
  temperature: share('Higher is more varied, lower more consistent.'),
  top_p: share('Limits the variety of the delivery.'),
};
/**
 * Source: the Fish Audio documentation pages "Convert text to speech" and "Emotion control", as of 2026. The S2 models
 * accept free text in square brackets before the line.
 */
export const FISH_AUDIO_DIRECTION = describeModel(sampling);
/** The S2 models of Fish Audio. */
export const FISH_AUDIO_S2_DIRECTION = describeModel(
  { ...sampling, instructions: freeText(300) },
  'instructions',
);

/** Source: the Rime HTTP reference of Arcana, as of 2026. */
export const RIME_ARCANA_DIRECTION = describeModel(sampling);

/** Source: the sampling parameters in a Respeecher client of 2026. The upper limit is not confirmed. */
export const RESPEECHER_DIRECTION = describeModel({
  temperature: {
    type: 'number',
    minimum: 0,
    maximum: 2,
    description: 'Higher is more varied, lower more consistent.',
  },
});

/** A control in whole steps. */
const step = (description: string, minimum: number, maximum: number): ControlSchema => ({
  type: 'integer',
  minimum,
  maximum,
  description,
});
/** Source: the NAVER CLOVA Voice reference of `tts` (Premium), as of 2026. Only some speakers have emotions. */
export const NAVER_DIRECTION = describeModel({
  emotion: choice('The emotion of speakers that have one, such as nara and vara.', [
    'neutral',
    'sad',
    'happy',
    'angry',
  ]),
  emotion_strength: step('0 is weak, 1 normal, 2 strong. Only some speakers have it.', 0, 2),
});

/**
 * Source: the Amazon Polly documentation page "Supported SSML tags", as of 2026. The standard engine can whisper and
 * speak softly. Some neural voices can speak as a newscaster.
 */
export const POLLY_STANDARD_DIRECTION = describeModel({
  effect: choice('Whispers, or speaks softly.', ['whispered', 'soft']),
});
/** The neural engine of Amazon Polly. */
export const POLLY_NEURAL_DIRECTION = describeModel({
  domain: choice('Newscaster style. The voices Matthew, Joanna, Lupe and Amy have it.', ['news']),
});
