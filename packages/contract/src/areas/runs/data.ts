import { z } from 'zod';
import { object, oneOf } from '../../named.ts';
import { RETRY_RUNGS } from '../../nodes/operator-generator.ts';
import { Availability, Count, Flag, Fraction, Score, Url, Uuid } from '../../primitives.ts';
import { RunStatus } from './events.ts';

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
    measure: z.string().describe('What was measured, such as `longest_pause`.'),
    value: z.number().describe('The measured value.'),
    least: z.number().nullable().describe('The lowest allowed value. Null if there is no lower limit.'),
    most: z.number().nullable().describe('The highest allowed value. Null if there is no upper limit.'),
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
  'Words of the script, and what the transcript has in their place.',
  {
    op: z
      .enum(['match', 'alike', 'substitute', 'insert', 'delete'])
      .describe(
        '`alike`: spelled differently but sounds the same. `insert`: transcribed but not in the script. `delete`: in the script but not transcribed.',
      ),
    script: z.string().describe('The words of the script. Empty for `insert`.'),
    heard: z.string().describe('The transcribed words. Empty for `delete`.'),
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
    'Whether the line moved on although this check rejected it, because no retries were left.',
  ),
  wer: z.number().min(0).nullable().describe('Word error rate, from 0. Null if it was not measured.'),
  cer: z.number().min(0).nullable().describe('Character error rate, from 0. Null if it was not measured.'),
  transcript: z.string().nullable().describe('The transcribed text. Null if the take was not transcribed.'),
  scored_on: z.string().nullable().describe('What was scored, such as `audio`.'),
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

const CardVoice = z.object({
  voice_id: Uuid,
  display_name: z.string(),
  status: Availability.describe('`unavailable` if the voice was deleted or is no longer offered.'),
});

export const Take = object('Take', 'One synthesis of a line, with its verdicts.', {
  iteration: Count.describe('0 for the first take.'),
  audio_id: z.string().describe('16 hexadecimal characters.'),
  playback_url: Url.nullable().describe('A signed URL of the audio. Null if the take is no longer stored.'),
  provider: z.string().nullable().describe('Null if the take is no longer stored.'),
  model: z.string().nullable().describe('Null if the take is no longer stored.'),
  voice: CardVoice.nullable().describe('Null if the take is no longer stored.'),
  credits: Count.describe('Credits that this run was charged for the take. 0 for a reused take.'),
  strategy: z
    .enum([...RETRY_RUNGS, 'plain'])
    .nullable()
    .describe(
      'The retry strategy after a check rejected an earlier take. `plain`: the same request again. Null for the first take.',
    ),
  verdicts: z.array(Verdict),
});
export type Take = z.infer<typeof Take>;

export const CardAudio = object('CardAudio', 'The delivered audio of a line in one locale.', {
  audio_id: z.string().nullable().describe('16 hexadecimal characters. Null if there is no audio.'),
  playback_url: Url.nullable().describe('A signed URL of the audio. Null if there is no audio.'),
  status: Availability,
  reason: z
    .string()
    .nullable()
    .describe(
      'Why the audio is not `available`. For delivered audio, a warning: it is too long, or misses its target level.',
    ),
  duration_ms: Count.nullable().describe('Null if there is no audio.'),
  content_type: z.string().nullable().describe('The media type of the audio. Null if there is no audio.'),
  provider: z.string().nullable().describe('Null if the line has no take.'),
  model: z.string().nullable().describe('Null if the line has no take.'),
});
export type CardAudio = z.infer<typeof CardAudio>;

export const CardTranslation = object('CardTranslation', 'Where a translation comes from.', {
  kind: z
    .enum(['provider', 'memory', 'run', 'pseudo'])
    .describe(
      '`provider`: translated in this run. `memory`: by an earlier run of the workspace. `run`: by the run that this one retries. `pseudo`: accents and filler instead of a translation.',
    ),
  provider: z.string().nullable().describe('The provider that translated the text, in this run or earlier.'),
  model: z.string().nullable().describe('Null if unknown.'),
  tries: Count.describe('Number of provider calls for the text in this run.'),
  billed: z
    .object({
      unit: z.string().describe('`characters` or `tokens`.'),
      amount: Count.describe('Number of units.'),
    })
    .nullable()
    .describe(
      'What the provider bills for the text. If one call translates several lines, the share of this line.',
    ),
});
export type CardTranslation = z.infer<typeof CardTranslation>;

export const RunCard = object(
  'RunCard',
  'A line card: one line in one locale, with its takes and verdicts.',
  {
    id: z.string().describe('Identifies the line in its locale, within the run.'),
    line_id: z.string(),
    source_line_id: z
      .string()
      .nullable()
      .describe('The line that this one was translated from. Null for a line of the script.'),
    line_index: Count.describe('Position in the script, from 0.'),
    locale_code: z.string(),
    character_name: z.string().nullable().describe('Null if the script names no character.'),
    notes: z.string().nullable().describe('The notes of the script on the line.'),
    direction: z.string().nullable().describe('How to speak the line, according to the script.'),
    max_duration_ms: Count.nullable().describe(
      'The maximum duration of the audio, in milliseconds. Null if there is no limit.',
    ),
    script: z.string(),
    spoken_script: z
      .string()
      .nullable()
      .describe('What is spoken instead, if a normalizer changed the text. Null means `script`.'),
    translation: CardTranslation.nullable().describe('Null if the script contains the line in this locale.'),
    audio: CardAudio,
    validations: z.array(Verdict).describe('The verdicts on the delivered take.'),
    voice: CardVoice.nullable().describe('Null if the line has no take.'),
    waveform_url: Url.nullable().describe(
      'URL of an SVG image of the waveform (200 levels). Null if there is no audio.',
    ),
    retry_count: Count.describe('How many times the line was synthesized again.'),
    takes: z.array(Take).describe('All takes of the line, oldest first.'),
    status: z
      .enum(['delivered', 'generated', 'not_delivered', 'dropped', 'skipped'])
      .describe('The result of the line in this locale. `skipped`: it has no text to speak.'),
    dropped: z
      .object({ verdicts: z.array(Verdict) })
      .nullable()
      .describe('Why the line was dropped.'),
  },
);
export type RunCard = z.infer<typeof RunCard>;

export const RunDataRow = object('RunDataRow', 'A line of the script, with a card per locale.', {
  id: z.string().describe('Identifies the row within the run.'),
  line_index: Count.describe('Position in the script, from 0.'),
  line_id: z.string(),
  source_line_id: z
    .string()
    .nullable()
    .describe('The line that this one was translated from. Null for a line of the script.'),
  script: z.string(),
  script_status: Availability.describe('Whether the text is available.'),
  cards: z.array(RunCard).describe('One card per locale.'),
});
export type RunDataRow = z.infer<typeof RunDataRow>;

export const RunData = object('RunData', 'A page of the lines of a run.', {
  workflow_id: Uuid,
  run_id: Uuid,
  run_status: RunStatus,
  rows: z.array(RunDataRow).describe('The lines of the page.'),
  partial: z
    .object({
      status: Availability,
      reason: z.string().nullable().describe('Why the rows are not final. Null if they are.'),
    })
    .describe('Whether the rows are final. `not_ready` while the run is active.'),
});
export type RunData = z.infer<typeof RunData>;

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
