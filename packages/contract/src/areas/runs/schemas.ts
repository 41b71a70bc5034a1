import { z } from 'zod';
import { ExecutionParams, WorkflowDefinition } from '../../definition-shape.ts';
import { object } from '../../named.ts';
import { Count, DateTime, Flag, Fraction, Url, Uuid } from '../../primitives.ts';
import { commaSeparated, pagedQuery, QueryBoolean } from '../../query.ts';
import { LocaleCode } from '../text/locales.ts';
import { errorFields, NodeStatus, RunStatus } from './events.ts';

/** What a run has used so far. */
export const RunUsage = object('RunUsage', 'What a run has used so far, in total and per locale.', {
  characters: Count.describe('Unicode code points of new takes. Reused takes do not count.'),
  lines: Count.describe(
    'Lines of the run. Lines with reused takes count; source lines that translations replaced do not. Usage reports count only lines with new audio.',
  ),
  audio_ms: Count.describe('Length of the new takes.'),
  retries: Count.describe('How many times lines were synthesized again.'),
  by_locale: z
    .record(z.string(), z.object({ characters: Count, lines: Count, audio_ms: Count }))
    .describe('Usage by locale code.'),
});
export type RunUsage = z.infer<typeof RunUsage>;

const listFields = {
  id: Uuid,
  status: RunStatus,
  run_number: z.int().min(1).describe('The number of the run in its workflow, from 1.'),
  total_nodes: Count.describe('Nodes of the definition.'),
  total_steps: Count.describe('Number of known steps. A step is the processing of one line at one node.'),
  finished_steps: Count.describe('Number of finished steps.'),
  credits: Count.describe('Credits charged so far.'),
  usage_summary: RunUsage,
  started_at: DateTime.nullable().describe('Null until the run starts.'),
  completed_at: DateTime.nullable().describe('Null until the run ends.'),
  pause_requested_at: DateTime.nullable().describe('Null if no pause was requested.'),
  paused_at: DateTime.nullable().describe('Null if the run is not paused.'),
  created_at: DateTime,
  has_export: Flag.describe(
    'Whether the run has ended and has audio to download. For a failed or cancelled run, this is what it delivered.',
  ),
  triggered_by: z.object({ user_id: Uuid, user_name: z.string() }).describe('The user who started the run.'),
};

const runFields = {
  ...listFields,
  workflow_id: Uuid,
  token_cost: Count.describe('The same as `credits`.'),
  updated_at: DateTime,
  ...errorFields,
};

export const RunListItem = object('RunListItem', 'A run in a list.', listFields);
export type RunListItem = z.infer<typeof RunListItem>;

/** A run, without its definition. */
export const Run = object('Run', 'A run of a workflow.', runFields);
export type Run = z.infer<typeof Run>;

export const RunDetail = object('RunDetail', 'A run with the definition that it was started with.', {
  ...runFields,
  definition_snapshot: WorkflowDefinition,
});
export type RunDetail = z.infer<typeof RunDetail>;

/** Overrides for one run. To override the script, the workflow must have exactly one `source_script`. */
export const StartRun = object('StartRun', 'Overrides for this run only.', {
  script_text: z
    .string()
    .min(1)
    .max(500_000)
    .optional()
    .describe('Replaces the script. The workflow must have exactly one `source_script`.'),
  source_language: LocaleCode.optional().describe('Replaces the source language of the script.'),
  params: ExecutionParams.optional().describe('Merged into the parameters of the definition.'),
});
export type StartRun = z.infer<typeof StartRun>;

const RetryLineId = z.string().min(1).max(500);

export const RetryRun = object(
  'RetryRun',
  'Which lines to run again. Default: all failed and dropped lines.',
  {
    line_ids: z
      .array(RetryLineId)
      .min(1)
      .max(100_000)
      .optional()
      .describe('IDs of lines to run again, in every locale.'),
    lines: z
      .array(
        z.object({
          line_id: RetryLineId,
          locale_code: LocaleCode.optional().describe('Default: the line in every locale.'),
        }),
      )
      .min(1)
      .max(100_000)
      .optional()
      .describe('Lines to run again, each in one locale or in all. Added to `line_ids`.'),
    respeak: Flag.default(false).describe(
      'Also create new takes for lines that used up their retries. Has no effect if lines are named.',
    ),
  },
);
export type RetryRun = z.infer<typeof RetryRun>;

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
  active_ports: z.array(z.string()).nullable().describe('The output ports that lines left through.'),
  ...errorFields,
});
export type RunStep = z.infer<typeof RunStep>;

export const RunSummary = object('RunSummary', 'Counts and averages over the runs of a workflow.', {
  total_runs: Count,
  completed: Count,
  failed: Count,
  cancelled: Count,
  pending: Count,
  running: Count,
  paused: Count,
  pass_rate: Fraction.nullable().describe(
    'completed / (completed + failed + cancelled). Null if no run has ended.',
  ),
  average_duration_seconds: z
    .number()
    .min(0)
    .nullable()
    .describe('Mean time from start to end of completed runs. Null if no run has completed.'),
});
export type RunSummary = z.infer<typeof RunSummary>;

export const DownloadLink = object('DownloadLink', 'A signed URL of a file, valid for 15 minutes.', {
  url: Url.describe('The signed URL.'),
  filename: z.string().describe('The suggested file name.'),
  expires_at: DateTime.describe('When the URL expires.'),
});
export type DownloadLink = z.infer<typeof DownloadLink>;

export const OutputLine = object('OutputLine', 'A line that a run delivers.', {
  line_id: z.string(),
  line_index: Count.describe('Position in the script, from 0.'),
  locale_code: z.string(),
  character_name: z.string().nullable().describe('Null if the script names no character.'),
  script: z.string(),
  audio_id: z.string().describe('16 hexadecimal characters.'),
  duration_ms: Count,
  file: z.string().describe('The path in the export.'),
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

/** Filters and order of the run list. */
export const RunListQuery = pagedQuery({
  status: commaSeparated(RunStatus)
    .optional()
    .meta({
      description: 'Return only runs with these statuses, separated by commas.',
      examples: ['failed,cancelled'],
    }),
  search: z
    .string()
    .max(100)
    .optional()
    .meta({
      description: 'Text in the name of the user who started the run. White space around it is removed.',
      examples: ['Ada'],
    }),
  sort: z
    .enum(['created_at', 'started_at', 'completed_at', 'status'])
    .default('created_at')
    .describe('The sort key.'),
  order: z.enum(['asc', 'desc']).default('desc').describe('The sort order.'),
});
export type RunListQuery = z.output<typeof RunListQuery>;

/** Filters of run data. */
export const RunDataQuery = pagedQuery({
  search: z
    .string()
    .max(200)
    .optional()
    .meta({
      description: 'Text in the script, the line ID or the character. White space around it is removed.',
      examples: ['harbor'],
    }),
  language: LocaleCode.optional().describe('Return only cards of this locale. `total` does not change.'),
  include_dropped: QueryBoolean.default(false).describe('Whether to include lines that a check dropped.'),
});
export type RunDataQuery = z.output<typeof RunDataQuery>;

/** Server-sent events, each with the type, the ID and the JSON of a `RunEvent`. */
export const RunEventStream = z.string();

/** The file to write the lines of a run to. */
export const RunScriptQuery = z.object({
  format: z
    .enum(['csv', 'xliff-1.2', 'xliff-2.0'])
    .default('csv')
    .describe('XLIFF 2.0 has one source and one target language, the other formats any number.'),
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
        'script of the lines that need a new take or a listener, with the reasons. `pickups-json`: the same as JSON.',
    ),
});
