import { z } from 'zod';
import { Availability, Count, Flag, Fraction, object, oneOf, Score, Uuid } from '../../primitives.ts';

export const ValidatorKind = oneOf('ValidatorKind', 'What a validator measures.', [
  'error_rate',
  'naturalness',
  'noise',
  'pacing',
  'loudness',
  'pronunciation',
]);
export type ValidatorKind = z.infer<typeof ValidatorKind>;

export const VerdictStatus = oneOf(
  'VerdictStatus',
  'The status of a verdict. `unscored`: nothing could be measured.',
  ['pass', 'fail', 'unscored'],
);
export type VerdictStatus = z.infer<typeof VerdictStatus>;

export const Evidence = object(
  'Evidence',
  'A measurement behind a verdict: value, limits and part of the audio.',
  {
    metric: z.string().describe('The name of the measurement, such as `longest_pause`.'),
    value: z.number().describe('The result, in `unit`.'),
    min: z.number().nullable().describe('The lowest allowed value. Null if there is no lower limit.'),
    max: z.number().nullable().describe('The highest allowed value. Null if there is no upper limit.'),
    unit: z.string().nullable().describe('The unit of the value and its limits. Null if there is no unit.'),
    start_ms: Count.nullable().describe(
      'Start of the measured part, in milliseconds. Null if the value is for the whole audio.',
    ),
    end_ms: Count.nullable().describe(
      'End of the measured part, in milliseconds. Null if the value is for the whole audio.',
    ),
    passed: Flag.describe('Whether the value is within its limits.'),
  },
);
export type Evidence = z.infer<typeof Evidence>;

export const WordDiff = object(
  'WordDiff',
  'Words of the script, and the words of the transcript in the same place.',
  {
    op: z
      .enum(['match', 'homophone', 'substitute', 'insert', 'delete'])
      .describe(
        '`homophone`: spelled differently but sounds the same. `insert`: transcribed but not in the script. `delete`: in the script but not transcribed.',
      ),
    script: z.string().describe('The words of the script. Empty for `insert`.'),
    transcript: z.string().describe('The transcribed words. Empty for `delete`.'),
    start_ms: Count.nullable().describe(
      'Start in the audio, in milliseconds. Null if the transcription has no times.',
    ),
    end_ms: Count.nullable().describe(
      'End in the audio, in milliseconds. Null if the transcription has no times.',
    ),
  },
);
export type WordDiff = z.infer<typeof WordDiff>;

export const Verdict = object('Verdict', 'The result of one validator for one take.', {
  kind: ValidatorKind,
  label: z.string().describe('The display name of the check.'),
  score: Score.nullable().describe('From 0 to 100. Null if nothing could be measured.'),
  status: VerdictStatus,
  reason: z.string().nullable().describe('Why the take failed or was not scored. Null otherwise.'),
  threshold: Score.nullable().describe('The lowest score that passes. Null if there is no threshold.'),
  exhausted: Flag.describe(
    'Whether the line continued although this check rejected it, because no retries were left.',
  ),
  wer: z
    .number()
    .min(0)
    .nullable()
    .describe('Word error rate. 0 means no errors. Null if it was not measured.'),
  cer: z
    .number()
    .min(0)
    .nullable()
    .describe('Character error rate. 0 means no errors. Null if it was not measured.'),
  transcript: z.string().nullable().describe('The transcribed text. Null if the take was not transcribed.'),
  scored_on: z.string().nullable().describe('The scored part, such as `audio`.'),
  provider: z
    .string()
    .nullable()
    .describe('The provider that transcribed or scored. Null if the service did.'),
  model: z.string().nullable().describe('The model that transcribed or scored. Null if unknown.'),
  phonetic_score: Score.nullable().describe(
    'The score if words that sound the same count as correct. Null if sounds were not compared.',
  ),
  diff: z
    .array(WordDiff)
    .describe(
      'The script compared with the transcript. For `pronunciation`, only the words of the dictionary.',
    ),
  evidence: z.array(Evidence).describe('The measurements behind the score. May be empty.'),
});
export type Verdict = z.infer<typeof Verdict>;

export const DroppingVerdict = object(
  'DroppingVerdict',
  'A verdict that dropped a line, with its validator.',
  {
    ...Verdict.shape,
    validator_node_id: Uuid,
    validator_kind: ValidatorKind.describe('The same as `kind`.'),
    validator_label: z.string().describe('The same as `label`.'),
  },
);
export type DroppingVerdict = z.infer<typeof DroppingVerdict>;

export const ValidatorSummary = object('ValidatorSummary', 'The results of one validator over a whole run.', {
  node_id: Uuid,
  kind: ValidatorKind,
  label: z.string().describe('The display name of the check.'),
  status: Availability.describe('Whether there are results.'),
  avg_score: Score.nullable().describe('Mean score of the scored takes. Null if no take was scored.'),
  pass_rate: Fraction.nullable().describe('Share of takes that passed. Null if no take was scored.'),
  pass_count: Count.describe('Takes that passed.'),
  fail_count: Count.describe('Takes that failed.'),
  retry_count: Count.describe('How many times the check requested a new take.'),
  reason: z.string().nullable().describe('Why there are no results. Null otherwise.'),
});
export type ValidatorSummary = z.infer<typeof ValidatorSummary>;
