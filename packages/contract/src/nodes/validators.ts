import { z } from 'zod';
import { Concurrency, Flag, Fraction, ModelId, Score } from '../primitives.ts';
import { TranscriptionProviderId } from '../providers.ts';
import { AUDIO_FIELDS, type NodeTypeDefinition, nodeType, withRule } from './node-type.ts';

/** The ports of every validator. */
const PORTS = {
  inputs: [{ name: 'audio', fields: AUDIO_FIELDS }],
  outputs: [
    { name: 'pass', fields: AUDIO_FIELDS },
    { name: 'fail', fields: AUDIO_FIELDS },
  ],
} as const;

/** The definition of a validator: what differs between them. */
function validator<const N extends Omit<NodeTypeDefinition, 'category' | 'version' | 'inputs' | 'outputs'>>(
  definition: N,
) {
  return nodeType({ ...definition, category: 'validation', version: 1, ...PORTS });
}

/** The settings of every validator. */
const common = {
  threshold: Score.default(85).describe('The lowest score that passes, from 0 to 100.'),
  max_retry: z.int().min(0).max(10).default(2).describe('The maximum number of retries of a line.'),
};

/** The settings of every validator that transcribes takes. */
const transcription = {
  provider: TranscriptionProviderId.nullable()
    .default(null)
    .describe('The transcription provider. Null means the first one that the workspace has a key for.'),
  model: ModelId.nullable()
    .default(null)
    .describe('The transcription model. Null means the default model of the provider.'),
  language: z
    .enum(['line', 'detect'])
    .default('line')
    .describe('line: send the language of the line. detect: let the provider detect it.'),
  concurrency: Concurrency.describe('Concurrent transcriptions. Null means automatic.'),
};

/** Compares the transcript of a take with the script. */
export const validatorErrorRate = validator({
  node_type: 'validator_error_rate',
  display_name: 'Word accuracy check',
  description: 'Transcribes takes and compares the transcript with the script.',
  config: z.strictObject({
    ...common,
    threshold: common.threshold.describe(
      'The lowest score that passes, from 0 to 100: 100 × (1 - error rate). 85 allows 15 errors in 100 words.',
    ),
    ...transcription,
    phonetic: Flag.default(true).describe(
      'Whether words that are spelled differently but sound the same count as correct.',
    ),
  }),
});

/** Scores the naturalness of takes with an endpoint of the workspace. */
export const validatorNaturalness = validator({
  node_type: 'validator_naturalness',
  display_name: 'Naturalness check',
  description: 'Scores the naturalness of takes with the scoring endpoint of the workspace.',
  config: z.strictObject({
    ...common,
    threshold: common.threshold.describe(
      'The lowest score that passes, from 0 to 100: (MOS - 1) / 4 × 100. 85 requires a MOS of 4.4.',
    ),
    concurrency: Concurrency.describe('Concurrent calls of the scoring endpoint. Null means automatic.'),
  }),
});

const Silence = z.int().min(0).max(60_000);

/** Checks takes for clipping, clicks, silence, noise and truncated ends. */
export const validatorNoise = validator({
  node_type: 'validator_noise',
  display_name: 'Noise check',
  description: 'Measures clipping, clicks, silence, noise floor and truncated ends.',
  config: z.strictObject({
    ...common,
    noise_floor_max_dbfs: z
      .number()
      .min(-120)
      .max(0)
      .default(-50)
      .describe('The maximum level of the quietest parts.'),
    max_clipped_runs: z
      .int()
      .min(0)
      .max(10_000)
      .default(0)
      .describe('The maximum number of places where consecutive samples are clipped.'),
    max_silence_ratio: Fraction.default(0.5).describe('The maximum share of silence, from 0 to 1.'),
    max_lead_silence_ms: Silence.default(1000).describe('The maximum silence at the start.'),
    max_tail_silence_ms: Silence.default(1500).describe('The maximum silence at the end.'),
    max_inner_silence_ms: Silence.default(2000).describe('The maximum silence within the speech.'),
    check_truncated_end: Flag.default(true).describe('Fail takes that end in the middle of a sound.'),
    check_clicks: Flag.default(true).describe(
      'Fail takes with short bursts of sound before, after or between the speech.',
    ),
  }),
});

const Rate = z.number().min(0.1).max(30).nullable().default(null);

/** Checks the speaking rate. */
export const validatorPacing = validator({
  node_type: 'validator_pacing',
  display_name: 'Pacing check',
  description:
    'Compares the speaking rate with the norm of the locale, and the length with the `max_duration_ms` of the line.',
  config: withRule(
    z.strictObject({
      ...common,
      min_syllables_per_second: Rate.describe('Null means the norm of the locale.'),
      max_syllables_per_second: Rate.describe('Null means the norm of the locale.'),
      enforce_max_duration: Flag.default(true).describe(
        'Fail takes that are longer than the `max_duration_ms` of the line.',
      ),
    }),
    'syllable_rates',
  ),
});

/** Checks loudness and true peak. */
export const validatorLoudness = validator({
  node_type: 'validator_loudness',
  display_name: 'Loudness check',
  description: 'Measures loudness (LUFS) and true peak against a target.',
  config: z.strictObject({
    ...common,
    target_lufs: z.number().min(-40).max(-5).default(-16).describe('The target integrated loudness.'),
    tolerance_lu: z.number().min(0.1).max(20).default(1).describe('The allowed distance from the target.'),
    max_true_peak_dbtp: z.number().min(-9).max(0).default(-1).describe('The maximum true peak.'),
  }),
});

/** Checks the words of the dictionary in the transcript of a take. */
export const validatorPronunciation = validator({
  node_type: 'validator_pronunciation',
  display_name: 'Pronunciation check',
  description: 'Transcribes takes and checks the pronunciation of dictionary words.',
  config: z.strictObject({
    ...common,
    threshold: common.threshold.describe(
      'The lowest score that passes, from 0 to 100: the share of dictionary words that are pronounced correctly.',
    ),
    ...transcription,
  }),
});
