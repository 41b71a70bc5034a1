import { z } from 'zod';
import { example, EXAMPLE_IDS as ids } from '../../example.ts';
import { LocaleCode } from '../../locale-code.ts';
import { Count, DateTime, Flag, object, Url, Uuid } from '../../primitives.ts';
import { pagedQuery, QueryBoolean, textFilter } from '../../query.ts';
import { EXAMPLE_NODES } from '../workflows/example-definition.ts';
import { errorFields, NodeStatus, RunStatus } from './events.ts';
import { ValidatorKind } from './verdicts.ts';

export const RunStep = object('RunStep', 'One pass of a node in a run.', {
  id: Uuid,
  node_id: Uuid,
  node_type: z.string(),
  node_display_name: z.string().describe('The name of the node. If it has none, the name of its type.'),
  status: NodeStatus,
  iteration: Count.describe('The pass of the node, from 0.'),
  started_at: DateTime.nullable().describe('Null until the pass starts.'),
  completed_at: DateTime.nullable().describe('Null until the pass ends.'),
  result: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('Counts of the pass. Null unless `include_result` is true.'),
  has_result: Flag.describe('Whether the pass has a result.'),
  active_ports: z
    .array(z.string())
    .nullable()
    .describe('The output ports through which at least one line left the node.'),
  ...errorFields,
});
export type RunStep = z.infer<typeof RunStep>;

export const DownloadLink = object('DownloadLink', 'A signed URL of a file, valid for 15 minutes.', {
  url: Url.describe('Works without a credential until `expires_at`.'),
  filename: z.string().describe('The suggested file name.'),
  expires_at: DateTime.describe('When the URL expires.'),
});
export type DownloadLink = z.infer<typeof DownloadLink>;

export const OutputAudioFile = object('OutputAudioFile', 'A take of a delivered line.', {
  audio_id: z.string().describe('16 hexadecimal characters.'),
  iteration: Count.describe('0 for the first take.'),
  playback_url: Url.describe('A signed URL of the audio.'),
  duration_ms: Count,
  content_type: z.string().describe('The media type of the audio.'),
});
export type OutputAudioFile = z.infer<typeof OutputAudioFile>;

export const OutputLine = object('OutputLine', 'A line that a run delivers.', {
  line_id: z.string(),
  line_index: Count.describe('Position in the script, from 0.'),
  locale_code: z.string(),
  character_name: z.string().nullable().describe('Null if the script names no character.'),
  script: z.string(),
  audio_id: z.string().describe('16 hexadecimal characters.'),
  duration_ms: Count,
  file: z.string().describe('The path in the export.'),
  audio_files: z
    .array(OutputAudioFile)
    .describe(
      'The stored takes of the line, oldest first. The delivered take has the audio that this output delivers.',
    ),
  recommended_audio_file_index: Count.describe('The position in `audio_files` of the delivered take.'),
  delivery: z
    .object({
      passed: Flag.describe('Whether no check rejects the delivered take.'),
      failing_checks: z
        .array(ValidatorKind)
        .describe('The checks that reject the delivered take. It is delivered because no retries were left.'),
    })
    .describe('The results of the checks of the delivered take.'),
});
export type OutputLine = z.infer<typeof OutputLine>;

export const RunOutputs = object('RunOutputs', 'What a run delivers, per output node.', {
  run_id: Uuid,
  run_status: RunStatus,
  credits: Count.describe('Credits charged.'),
  outputs: z.array(
    z.object({
      node_id: Uuid,
      node_type: z.string(),
      display_name: z.string().describe('The name of the node. If it has none, the name of its type.'),
      status: NodeStatus,
      lines: z.array(OutputLine).describe('The first 100 lines. The run data has all of them.'),
      line_count: Count.describe('Number of all lines.'),
      truncated: Flag.describe('Whether there are more lines than `lines` contains.'),
    }),
  ),
});
export type RunOutputs = z.infer<typeof RunOutputs>;

/** Filters of run data. */
export const RunDataQuery = pagedQuery({
  search: textFilter('Text in the script, the line ID or the character. White space around it is removed.', {
    max: 200,
    example: 'harbor',
  }),
  language: LocaleCode.optional().describe('Return only cards of this locale. `total` does not change.'),
  include_dropped: QueryBoolean.default(false).describe('Whether to include lines that a check dropped.'),
});
export type RunDataQuery = z.output<typeof RunDataQuery>;

/** Server-sent events, each with the type, the ID and the JSON of a `RunEvent`. */
export const RunEventStream = z.string();

/** The format and the language of a script export. */
export const RunScriptQuery = z.object({
  format: z
    .enum(['csv', 'xliff-1.2', 'xliff-2.0'])
    .default('csv')
    .describe('XLIFF 2.0 supports one source and one target language, the other formats any number.'),
  language: LocaleCode.optional().describe(
    'Include only source lines and their translations into this locale.',
  ),
});
export type RunScriptQuery = z.output<typeof RunScriptQuery>;

/** What to download of a run. */
export const DownloadQuery = z.object({
  format: z
    .enum(['zip', 'files', 'pickups', 'pickups-json'])
    .default('zip')
    .describe(
      '`zip`: all files. `files`: JSON Lines with the path, URL, size and checksum of each audio file. `pickups`: a CSV ' +
        'script of the lines that need attention, each with its reasons: a reviewer sent the line back, it needs a new ' +
        'take, or someone should listen to it. `pickups-json`: the same as JSON.',
    ),
  only: z
    .enum(['approved'])
    .optional()
    .describe('`approved`: only lines whose delivered take was approved in the review of the run.'),
});

const completed_at = '2026-03-02T09:30:02.910Z';
const completed: NodeStatus = 'completed';
const delivered = [
  { line_id: 'L00001', script: 'The harbor sleeps.', audio_id: ids.audio_id, duration_ms: 1_180 },
  { line_id: 'L00002', script: 'One light is awake.', audio_id: '4d81e07c5a93b26f', duration_ms: 1_260 },
];

const status = {
  id: 9,
  type: 'run.status',
  run_id: ids.run_id,
  at: completed_at,
  data: { status: 'completed', previous_status: 'running', error: null, error_details: null, credits: 2 },
};

example(RunStep, {
  id: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d51',
  node_id: EXAMPLE_NODES.generator,
  node_type: 'operator_generator',
  node_display_name: 'Voice generator',
  status: completed,
  iteration: 0,
  started_at: '2026-03-02T09:30:00.410Z',
  completed_at,
  result: null,
  has_result: true,
  active_ports: ['audio'],
  error: null,
  error_details: null,
});
example(DownloadLink, {
  url: 'https://api.example.com/exports/eyJydW4iOiIwMTkzYTdjMiJ9.c2lnbmF0dXJl',
  filename: 'Harbor-lights-run-12.zip',
  expires_at: '2026-03-02T09:56:12.480Z',
});
example(RunOutputs, {
  run_id: ids.run_id,
  run_status: completed,
  credits: 2,
  outputs: [
    {
      node_id: ids.node_id,
      node_type: 'sink_preview',
      display_name: 'Delivery',
      status: completed,
      lines: delivered.map((line, line_index) => ({
        ...line,
        line_index,
        locale_code: 'en-us',
        character_name: null,
        file: `en-us/${line.line_id}.mp3`,
        audio_files: [
          {
            audio_id: line.audio_id,
            iteration: 0,
            playback_url: 'https://api.example.com/files/eyJrIjoidGFrZXMifQ.c2lnbmF0dXJl',
            duration_ms: line.duration_ms,
            content_type: 'audio/mpeg',
          },
        ],
        recommended_audio_file_index: 0,
        delivery: { passed: true, failing_checks: [] },
      })),
      line_count: 2,
      truncated: false,
    },
  ],
});
example(RunEventStream, `id: ${status.id}\nevent: ${status.type}\ndata: ${JSON.stringify(status)}\n\n`);
