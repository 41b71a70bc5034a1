import { z } from 'zod';
import { RETRY_RUNGS } from '../../nodes/operator-generator.ts';
import { Availability, Count, Fraction, Url, Uuid } from '../../primitives.ts';
import { RunStatus } from './events.ts';

/** What a validator measures. */
export const ValidatorKind = z
  .enum(['error_rate', 'naturalness', 'noise', 'pacing', 'loudness', 'pronunciation'])
  .meta({ id: 'ValidatorKind', description: 'What a validator measures.' });
/** What a validator measures. */
export type ValidatorKind = z.infer<typeof ValidatorKind>;

/** The judgment of a validator; `unscored` when it could not measure. */
export const VerdictStatus = z
  .enum(['pass', 'fail', 'unscored'])
  .meta({ id: 'VerdictStatus', description: 'The judgment; unscored when nothing could be measured.' });
/** The judgment of a validator. */
export type VerdictStatus = z.infer<typeof VerdictStatus>;

/** One number behind a verdict: what it was held against, and the part of the audio that it is about. */
export const Evidence = z
  .object({
    measure: z.string().describe('What was measured, such as `longest_pause`.'),
    value: z.number(),
    least: z.number().nullable().describe('The least that is allowed; null where there is no such limit.'),
    most: z.number().nullable().describe('The most that is allowed; null where there is no such limit.'),
    unit: z.string().nullable(),
    start_ms: Count.nullable().describe('Where in the audio; null where it is about the whole.'),
    end_ms: Count.nullable(),
    passed: z.boolean(),
  })
  .meta({
    id: 'Evidence',
    description: 'One number behind a verdict, its limits and its place in the audio.',
  });
/** One number behind a verdict. */
export type Evidence = z.infer<typeof Evidence>;

/** A stretch of a script and what was heard in its place. */
export const WordDiff = z
  .object({
    op: z
      .enum(['match', 'alike', 'substitute', 'insert', 'delete'])
      .describe(
        '`alike` is written otherwise and sounds the same; `insert` was heard and is not in the script.',
      ),
    script: z.string().describe('The words of the script; empty for `insert`.'),
    heard: z.string().describe('The words that were heard; empty for `delete`.'),
    start_ms: Count.nullable().describe('Where in the audio; null where the recognizer gave no times.'),
    end_ms: Count.nullable().describe('Where in the audio it ends; null where the recognizer gave no times.'),
  })
  .meta({ id: 'WordDiff', description: 'A stretch of a script and what was heard in its place.' });
/** A stretch of a script and what was heard in its place. */
export type WordDiff = z.infer<typeof WordDiff>;

/** One validator's judgment of one take. */
export const Verdict = z
  .object({
    kind: ValidatorKind,
    label: z.string(),
    score: z.number().min(0).max(100).nullable(),
    status: VerdictStatus,
    reason: z.string().nullable(),
    threshold: z.number().min(0).max(100).nullable(),
    exhausted: z.boolean().describe('The line went on although it failed: its retries were used up.'),
    wer: z.number().min(0).nullable().describe('Word error rate.'),
    cer: z.number().min(0).nullable().describe('Character error rate.'),
    transcript: z.string().nullable(),
    scored_on: z.string().nullable().describe('What the score was taken from, such as `audio`.'),
    provider: z.string().nullable().describe('Who listened or scored; null where the service did itself.'),
    model: z.string().nullable().describe('The model that listened or scored; null where none is known.'),
    phonetic_score: z
      .number()
      .min(0)
      .max(100)
      .nullable()
      .describe('The score where what sounds the same is no error; null where sounds were not compared.'),
    diff: z
      .array(WordDiff)
      .describe(
        'The script and what was heard, stretch by stretch; for `pronunciation` the words of the dictionary alone.',
      ),
    evidence: z.array(Evidence).describe('The numbers behind the score; empty where none were kept.'),
  })
  .meta({ id: 'Verdict', description: "One validator's judgment of one take." });
/** One validator's judgment of one take. */
export type Verdict = z.infer<typeof Verdict>;

const CardVoice = z.object({
  voice_id: Uuid,
  display_name: z.string(),
  status: Availability.describe('`unavailable` once the voice is gone or no longer offered.'),
});

/** One synthesis of a line, with its verdicts. */
export const Take = z
  .object({
    iteration: Count.describe('0 for the first take.'),
    audio_id: z.string().describe('16 hexadecimal characters.'),
    playback_url: Url.nullable().describe('A signed address of the take; null when it is no longer stored.'),
    provider: z
      .string()
      .nullable()
      .describe('Null when the take is no longer stored, as for `model` and `voice`.'),
    model: z.string().nullable(),
    voice: CardVoice.nullable(),
    credits: Count.describe('What this run paid for the take; 0 for a reused one.'),
    strategy: z
      .enum([...RETRY_RUNGS, 'plain'])
      .nullable()
      .describe(
        'What was changed after a check rejected an earlier take; `plain`: the same request again; null: the first take.',
      ),
    verdicts: z.array(Verdict),
  })
  .meta({ id: 'Take', description: 'One synthesis of a line, with its verdicts.' });
/** One synthesis of a line. */
export type Take = z.infer<typeof Take>;

/** The audio of a card; `reason` says why it is not `available`, or what is to be known of it. */
export const CardAudio = z
  .object({
    audio_id: z.string().nullable(),
    playback_url: Url.nullable(),
    status: Availability,
    reason: z
      .string()
      .nullable()
      .describe(
        'Why it is not `available`; of delivered audio, what is to be known of it: that it is over its limit, or misses its level.',
      ),
    duration_ms: Count.nullable(),
    content_type: z.string().nullable(),
    provider: z.string().nullable(),
    model: z.string().nullable(),
  })
  .meta({ id: 'CardAudio', description: 'The delivered audio of a line in one locale.' });
/** The audio of a card. */
export type CardAudio = z.infer<typeof CardAudio>;

/** Where the script of a translated line is from. */
export const CardTranslation = z
  .object({
    kind: z
      .enum(['provider', 'memory', 'run', 'pseudo'])
      .describe(
        '`provider`: translated in this run; `memory`: by an earlier one of the workspace; `run`: by the run that this one does again; `pseudo`: accents and filler, no translation.',
      ),
    provider: z.string().nullable().describe('Who translated it, whenever that was.'),
    model: z.string().nullable(),
    tries: Count.describe('How often the provider was asked for it in this run.'),
    billed: z
      .object({
        unit: z.string().describe('`characters` or `tokens`.'),
        amount: Count.describe('How many of them.'),
      })
      .nullable()
      .describe("What the provider bills for it: a line's part where several were asked for together."),
  })
  .meta({ id: 'CardTranslation', description: 'Where the script of a translated line is from.' });
/** Where the script of a translated line is from. */
export type CardTranslation = z.infer<typeof CardTranslation>;

/** One line in one locale: its delivered take, earlier takes and verdicts. */
export const RunCard = z
  .object({
    id: z.string(),
    line_id: z.string(),
    source_line_id: z.string().nullable(),
    line_index: Count,
    locale_code: z.string(),
    character_name: z.string().nullable(),
    notes: z.string().nullable().describe('What the script notes on the line.'),
    direction: z.string().nullable().describe('How the script wants the line spoken.'),
    max_duration_ms: Count.nullable().describe('How long the audio of the line may be.'),
    script: z.string(),
    spoken_script: z
      .string()
      .nullable()
      .describe('What is spoken instead, where a normalizer changed it; null = the script.'),
    translation: CardTranslation.nullable().describe('null where the script has the line in this locale.'),
    audio: CardAudio,
    validations: z.array(Verdict),
    voice: CardVoice.nullable(),
    waveform_url: Url.nullable(),
    retry_count: Count,
    takes: z.array(Take),
    status: z.enum(['delivered', 'generated', 'not_delivered', 'dropped', 'skipped']),
    dropped: z
      .object({ verdicts: z.array(Verdict) })
      .nullable()
      .describe('Why the line was dropped.'),
  })
  .meta({ id: 'RunCard', description: 'One line in one locale with its takes and verdicts.' });
/** One line in one locale. */
export type RunCard = z.infer<typeof RunCard>;

/** One line of the script with a card for each of its locales. */
export const RunDataRow = z
  .object({
    id: z.string(),
    line_index: Count,
    line_id: z.string(),
    source_line_id: z.string().nullable(),
    script: z.string(),
    script_status: Availability,
    cards: z.array(RunCard),
  })
  .meta({ id: 'RunDataRow', description: 'One line of the script with a card per locale.' });
/** One line of the script. */
export type RunDataRow = z.infer<typeof RunDataRow>;

/** A page of the lines of a run. */
export const RunData = z
  .object({
    workflow_id: Uuid,
    run_id: Uuid,
    run_status: RunStatus,
    rows: z.array(RunDataRow),
    partial: z
      .object({ status: Availability, reason: z.string().nullable() })
      .describe('Whether the rows are complete: `not_ready` while the run is active.'),
  })
  .meta({ id: 'RunData', description: 'A page of the lines of a run.' });
/** A page of the lines of a run. */
export type RunData = z.infer<typeof RunData>;

/** What the validators of one node said over a whole run. */
export const ValidatorSummary = z
  .object({
    node_id: Uuid,
    kind: ValidatorKind,
    label: z.string(),
    status: Availability,
    avg_score: z.number().min(0).max(100).nullable(),
    pass_rate: Fraction.nullable(),
    pass_count: Count,
    fail_count: Count,
    retry_count: Count,
    reason: z.string().nullable(),
  })
  .meta({ id: 'ValidatorSummary', description: 'What one validator said over a whole run.' });
/** What the validators of one node said over a whole run. */
export type ValidatorSummary = z.infer<typeof ValidatorSummary>;
