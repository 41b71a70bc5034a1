import { z } from 'zod';
import { example, EXAMPLE_IDS as ids } from '../../example.ts';
import { LineControls, RETRY_STRATEGIES } from '../../nodes/operator-generator.ts';
import { Availability, Count, Flag, object, Url, Uuid } from '../../primitives.ts';
import { PaidBy, WordTimes } from '../../providers.ts';
import { RunStatus } from './events.ts';
import { DroppingVerdict, Verdict } from './verdicts.ts';

export const CardVoice = object('CardVoice', 'The voice of a take.', {
  voice_id: Uuid.nullable().describe('Null if there is no take, or if no voice is known.'),
  display_name: z.string().nullable().describe('Null if `voice_id` is null.'),
  status: Availability.describe(
    '`not_ready` while the line waits for its take. `unavailable` if it has no take, if the take has no voice or is no longer stored, or if the voice is no longer offered.',
  ),
  reason: z.string().nullable().describe('Why the voice is not available. Null if it is.'),
});
export type CardVoice = z.infer<typeof CardVoice>;

export const Take = object('Take', 'One synthesis of a line, with its verdicts.', {
  iteration: Count.describe('0 for the first take.'),
  audio_id: z.string().describe('16 hexadecimal characters.'),
  playback_url: Url.nullable().describe('A signed URL of the audio. Null if the take is no longer stored.'),
  provider: z.string().nullable().describe('Null if the take is no longer stored.'),
  model: z.string().nullable().describe('Null if the take is no longer stored.'),
  voice: CardVoice,
  credits: Count.describe('Credits that this run was charged for the take. 0 for a reused take.'),
  paid_by: PaidBy.nullable().describe(
    'Who paid the provider when the take was made. Null if the take is no longer stored.',
  ),
  strategy: z
    .enum([...RETRY_STRATEGIES, 'plain'])
    .nullable()
    .describe(
      'The retry strategy, if a check rejected an earlier take. `plain`: the same request again. Null for the first take.',
    ),
  dropped: z
    .array(z.string())
    .describe(
      'The parts of the request that the model does not support, such as `speed`, `direction`, `context` or `controls.stability`. Empty if the take is no longer stored.',
    ),
  word_times: WordTimes.nullable().describe('Null if the take is no longer stored.'),
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
      'If the audio is not `available`: the reason. If it is: a warning that it is too long or misses its target level, or null.',
    ),
  duration_ms: Count.nullable().describe('Null if there is no audio.'),
  content_type: z.string().nullable().describe('The media type of the audio. Null if there is no audio.'),
  provider: z.string().nullable().describe('Null if the line has no take.'),
  model: z.string().nullable().describe('Null if the line has no take.'),
  word_times: WordTimes.nullable().describe('Null if there is no audio.'),
});
export type CardAudio = z.infer<typeof CardAudio>;

export const CardTranslation = object('CardTranslation', 'Where a translation comes from.', {
  kind: z
    .enum(['provider', 'memory', 'run', 'pseudo'])
    .describe(
      '`provider`: translated in this run. `memory`: translated in an earlier run of the workspace. `run`: taken from the run that this run retries. `pseudo`: accents and filler instead of a translation.',
    ),
  provider: z.string().nullable().describe('The provider that translated the text, in this run or earlier.'),
  model: z.string().nullable().describe('Null if unknown.'),
  attempts: Count.describe('Number of provider calls for the text in this run.'),
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
    id: z.string().describe('The ID of the card. Unique for each line and locale of the run.'),
    line_id: z.string(),
    source_line_id: z
      .string()
      .nullable()
      .describe('The line that this line was translated from. Null for a line of the script.'),
    line_index: Count.describe('Position in the script, from 0.'),
    locale_code: z.string(),
    character_name: z.string().nullable().describe('Null if the script names no character.'),
    notes: z.string().nullable().describe('The notes of the script on the line.'),
    direction: z.string().nullable().describe('How to speak the line, according to the script.'),
    controls: LineControls.nullable().describe('The controls that the script sets for the line.'),
    max_duration_ms: Count.nullable().describe(
      'The maximum duration of the audio, in milliseconds. Null if there is no limit.',
    ),
    max_characters: Count.nullable().describe(
      'The maximum number of characters of the text. Null if there is no limit.',
    ),
    too_long: Flag.describe(
      'Whether the audio is longer than `max_duration_ms`, or the text has more than `max_characters`.',
    ),
    too_long_reason: z
      .string()
      .nullable()
      .describe('Which limits are exceeded, and by how much. Null if none.'),
    script: z.string(),
    spoken_script: z
      .string()
      .nullable()
      .describe('The spoken text, if a normalizer changed it. Null means `script`.'),
    translation: CardTranslation.nullable().describe('Null if the script contains the line in this locale.'),
    audio: CardAudio,
    validations: z.array(Verdict).describe('The verdicts on the delivered take.'),
    voice: CardVoice,
    waveform_url: Url.nullable().describe(
      'URL of an SVG image of the waveform (200 levels). Null if there is no audio.',
    ),
    retry_count: Count.describe('How many times the line was synthesized again.'),
    takes: z.array(Take).describe('All takes of the line, oldest first.'),
    status: z
      .enum(['delivered', 'generated', 'not_delivered', 'dropped', 'skipped'])
      .describe('The result of the line in this locale. `skipped`: it has no text to speak.'),
    dropped: z
      .object({ verdicts: z.array(DroppingVerdict) })
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
    .describe('The line that this line was translated from. Null for a line of the script.'),
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

const verdict: Verdict = {
  kind: 'loudness',
  label: 'Loudness check',
  score: 96.4,
  status: 'pass',
  reason: null,
  threshold: 80,
  exhausted: false,
  wer: null,
  cer: null,
  transcript: null,
  scored_on: 'audio',
  provider: null,
  model: null,
  phonetic_score: null,
  diff: [],
  evidence: [
    {
      metric: 'integrated_loudness',
      value: -16.2,
      min: -17,
      max: -15,
      unit: 'LUFS',
      start_ms: null,
      end_ms: null,
      passed: true,
    },
  ],
};

const accuracy: Verdict = {
  ...verdict,
  kind: 'error_rate',
  label: 'Word accuracy check',
  score: 66.7,
  status: 'fail',
  reason: 'Heard instead: “sleep”.',
  threshold: 85,
  exhausted: true,
  wer: 0.3333,
  transcript: 'The harbour sleep.',
  provider: 'elevenlabs',
  model: 'scribe_v2',
  phonetic_score: 66.7,
  diff: [
    { op: 'match', script: 'The', transcript: 'The', start_ms: 60, end_ms: 180 },
    { op: 'homophone', script: 'harbor', transcript: 'harbour', start_ms: 180, end_ms: 610 },
    { op: 'substitute', script: 'sleeps', transcript: 'sleep', start_ms: 640, end_ms: 1_020 },
  ],
  evidence: [
    {
      metric: 'word_error_rate',
      value: 0.33,
      min: null,
      max: 0.15,
      unit: null,
      start_ms: null,
      end_ms: null,
      passed: false,
    },
    {
      metric: 'wrong_words',
      value: 1,
      min: null,
      max: 0,
      unit: 'words',
      start_ms: 640,
      end_ms: 1_020,
      passed: false,
    },
  ],
};

example(RunData, {
  workflow_id: ids.workflow_id,
  run_id: ids.run_id,
  run_status: 'completed',
  rows: [
    {
      id: `${ids.run_id}:0`,
      line_index: 0,
      line_id: 'L00001',
      source_line_id: null,
      script: 'The harbor sleeps.',
      script_status: 'available',
      cards: [
        {
          id: `${ids.run_id}:1`,
          line_id: 'L00001',
          source_line_id: null,
          line_index: 0,
          locale_code: 'en-us',
          character_name: null,
          notes: 'Night, far from the shore.',
          direction: 'calm',
          controls: { stability: 0.3 },
          max_duration_ms: 2_000,
          max_characters: null,
          too_long: false,
          too_long_reason: null,
          script: 'The harbor sleeps.',
          spoken_script: null,
          translation: null,
          audio: {
            audio_id: ids.audio_id,
            playback_url: 'https://api.example.com/files/eyJrIjoidGFrZXMifQ.c2lnbmF0dXJl',
            status: 'available',
            reason: null,
            duration_ms: 1_180,
            content_type: 'audio/mpeg',
            provider: 'espeak',
            model: 'espeak-ng',
            word_times: 'engine',
          },
          validations: [verdict, accuracy],
          voice: {
            voice_id: ids.voice_id,
            display_name: 'English (America)',
            status: 'available',
            reason: null,
          },
          waveform_url: 'https://api.example.com/waveforms/eyJhIjoiOWYyYyJ9.c2lnbmF0dXJl',
          retry_count: 0,
          takes: [
            {
              iteration: 0,
              audio_id: ids.audio_id,
              playback_url: 'https://api.example.com/files/eyJrIjoidGFrZXMifQ.c2lnbmF0dXJl',
              provider: 'espeak',
              model: 'espeak-ng',
              voice: {
                voice_id: ids.voice_id,
                display_name: 'English (America)',
                status: 'available',
                reason: null,
              },
              credits: 18,
              paid_by: 'none',
              strategy: null,
              dropped: [],
              word_times: 'engine',
              verdicts: [verdict],
            },
          ],
          status: 'delivered',
          dropped: null,
        },
      ],
    },
  ],
  partial: { status: 'available', reason: null },
});
