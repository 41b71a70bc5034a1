import { z } from 'zod';
import { ExecutionParams, WorkflowDefinition } from '../../definition-shape.ts';
import { Count, DateTime, Url, Uuid } from '../../primitives.ts';
import { commaSeparated, pagedQuery, QueryBoolean } from '../../query.ts';
import { LocaleCode } from '../text/locales.ts';
import { errorFields, NodeStatus, RunStatus } from './events.ts';

/** What a run used so far. */
export const RunUsage = z
  .object({
    characters: Count.describe('Unicode code points of the takes that were made; reused ones count nothing.'),
    lines: Count.describe(
      'Lines that entered the run, those too whose takes were reused, but no line whose translations took its place. Reports of usage count only lines that audio was made for.',
    ),
    audio_ms: Count.describe('Audio of the takes that were made.'),
    retries: Count,
    by_locale: z.record(z.string(), z.object({ characters: Count, lines: Count, audio_ms: Count })),
  })
  .meta({ id: 'RunUsage', description: 'What a run used so far, in all and per locale.' });
/** What a run used so far. */
export type RunUsage = z.infer<typeof RunUsage>;

const listFields = {
  id: Uuid,
  status: RunStatus,
  run_number: z.int().min(1).describe('Counts the runs of the workflow from 1.'),
  total_nodes: Count,
  total_steps: Count.describe('Visits of lines to nodes that are known to be needed.'),
  finished_steps: Count,
  credits: Count,
  usage_summary: RunUsage,
  started_at: DateTime.nullable(),
  completed_at: DateTime.nullable(),
  pause_requested_at: DateTime.nullable(),
  paused_at: DateTime.nullable(),
  created_at: DateTime,
  has_export: z.boolean(),
  triggered_by: z.object({ user_id: Uuid, user_name: z.string() }),
};

const runFields = {
  ...listFields,
  workflow_id: Uuid,
  token_cost: Count.describe('The same as `credits`.'),
  updated_at: DateTime,
  ...errorFields,
};

/** A run as rows of the run list show it. */
export const RunListItem = z.object(listFields).meta({ id: 'RunListItem', description: 'A run in a list.' });
/** A run as rows of the run list show it. */
export type RunListItem = z.infer<typeof RunListItem>;

/** A run without its snapshot: what status polling reads. */
export const Run = z.object(runFields).meta({ id: 'Run', description: 'A run of a workflow.' });
/** A run without its snapshot. */
export type Run = z.infer<typeof Run>;

/** A run with the definition as it was at the start. */
export const RunDetail = z
  .object({ ...runFields, definition_snapshot: WorkflowDefinition })
  .meta({ id: 'RunDetail', description: 'A run with the definition as it was at the start.' });
/** A run with the definition as it was at the start. */
export type RunDetail = z.infer<typeof RunDetail>;

/** What a run start may override, for this run alone. Script overrides need exactly one source_script. */
export const StartRun = z
  .object({
    script_text: z.string().min(1).max(500_000).optional().describe('Replaces the script of the source.'),
    source_language: LocaleCode.optional(),
    params: ExecutionParams.optional().describe('Laid over the parameters of the definition.'),
  })
  .meta({ id: 'StartRun', description: 'Overrides for this run alone.' });
/** What a run start may override. */
export type StartRun = z.infer<typeof StartRun>;

const RetryLineId = z.string().min(1).max(500);

/** Which lines to run again; all failed and dropped ones when left out. */
export const RetryRun = z
  .object({
    line_ids: z.array(RetryLineId).min(1).max(100_000).optional(),
    lines: z
      .array(
        z.object({
          line_id: RetryLineId,
          locale_code: LocaleCode.optional().describe('Left out, the line in every locale.'),
        }),
      )
      .min(1)
      .max(100_000)
      .optional()
      .describe('Lines to run again, each in one locale or in all. Adds to `line_ids`.'),
    respeak: z
      .boolean()
      .default(false)
      .describe(
        'Also make new takes of lines whose retries were used up. Has no effect on a retry of named lines.',
      ),
  })
  .meta({
    id: 'RetryRun',
    description: 'Which lines to run again; the failed and dropped ones by default. No other line is spoken.',
  });
/** Which lines to run again. */
export type RetryRun = z.infer<typeof RetryRun>;

/** One attempt of a node in a run. */
export const RunStep = z
  .object({
    id: Uuid,
    node_id: Uuid,
    node_type: z.string(),
    node_display_name: z.string(),
    status: NodeStatus,
    iteration: Count.describe('0 for the first pass.'),
    started_at: DateTime.nullable(),
    completed_at: DateTime.nullable(),
    result: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('Counts of the pass; null unless `include_result` is true.'),
    has_result: z.boolean(),
    active_ports: z.array(z.string()).nullable().describe('Ports that lines left through.'),
    ...errorFields,
  })
  .meta({ id: 'RunStep', description: 'One pass of a node in a run.' });
/** One attempt of a node in a run. */
export type RunStep = z.infer<typeof RunStep>;

/** Counts and averages over the runs of a workflow. */
export const RunSummary = z
  .object({
    total_runs: Count,
    completed: Count,
    failed: Count,
    cancelled: Count,
    pending: Count,
    running: Count,
    paused: Count,
    pass_rate: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe('completed / (completed + failed + cancelled); null when no run has ended.'),
    average_duration_seconds: z
      .number()
      .min(0)
      .nullable()
      .describe('Mean of completed_at - started_at over completed runs; null without any.'),
  })
  .meta({ id: 'RunSummary', description: 'Counts and averages over the runs of a workflow.' });
/** Counts and averages over the runs of a workflow. */
export type RunSummary = z.infer<typeof RunSummary>;

/** A signed address of a file; it works for 15 minutes. */
export const DownloadLink = z
  .object({ url: Url, filename: z.string(), expires_at: DateTime })
  .meta({ id: 'DownloadLink', description: 'A signed address of a file, for 15 minutes.' });
/** A signed address of a file. */
export type DownloadLink = z.infer<typeof DownloadLink>;

/** One delivered line at a sink. */
export const OutputLine = z
  .object({
    line_id: z.string(),
    line_index: Count,
    locale_code: z.string(),
    character_name: z.string().nullable(),
    script: z.string(),
    audio_id: z.string(),
    duration_ms: Count,
    file: z.string().describe('Its path in the export.'),
  })
  .meta({ id: 'OutputLine', description: 'One line that a run delivers.' });
/** One delivered line at a sink. */
export type OutputLine = z.infer<typeof OutputLine>;

/** What a run delivers, per sink. */
export const RunOutputs = z
  .object({
    run_id: Uuid,
    run_status: RunStatus,
    credits: Count,
    outputs: z.array(
      z.object({
        node_id: Uuid,
        node_type: z.string(),
        display_name: z.string(),
        status: NodeStatus,
        lines: z.array(OutputLine).describe('The first 100 lines; run data has all.'),
        line_count: Count,
        truncated: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'RunOutputs', description: 'What a run delivers, per output node.' });
/** What a run delivers, per sink. */
export type RunOutputs = z.infer<typeof RunOutputs>;

/** Filters and order of the run list. */
export const RunListQuery = pagedQuery({
  status: commaSeparated(RunStatus)
    .optional()
    .meta({ description: 'Statuses, separated by commas.', examples: ['failed,cancelled'] }),
  search: z
    .string()
    .max(100)
    .optional()
    .meta({
      description: 'Part of the name of who started the run. White space around it is removed.',
      examples: ['Ada'],
    }),
  sort: z.enum(['created_at', 'started_at', 'completed_at', 'status']).default('created_at'),
  order: z.enum(['asc', 'desc']).default('desc'),
});
/** Filters and order of the run list, as the server reads them. */
export type RunListQuery = z.output<typeof RunListQuery>;

/** Filters of run data. */
export const RunDataQuery = pagedQuery({
  search: z
    .string()
    .max(200)
    .optional()
    .meta({
      description: 'Part of the script, the line id or the character. White space around it is removed.',
      examples: ['harbor'],
    }),
  language: LocaleCode.optional().describe('Only cards of this locale; `total` does not change.'),
  include_dropped: QueryBoolean.default(false),
});
/** Filters of run data, as the server reads them. */
export type RunDataQuery = z.output<typeof RunDataQuery>;

/** Server-sent events, each with the type, the id and the JSON of a `RunEvent`. */
export const RunEventStream = z.string();

/** Which file the lines of a run are written to. */
export const RunScriptQuery = z.object({
  format: z
    .enum(['csv', 'xliff-1.2', 'xliff-2.0'])
    .default('csv')
    .describe('XLIFF 2.0 holds one source language and one target language, the others any number.'),
  language: LocaleCode.optional().describe('Only sources and their translations into this locale.'),
});
/** Which file the lines of a run are written to, as the server reads it. */
export type RunScriptQuery = z.output<typeof RunScriptQuery>;

/** What to download of a run. */
export const DownloadQuery = z.object({
  format: z
    .enum(['zip', 'files', 'pickups', 'pickups-json'])
    .default('zip')
    .describe(
      'files = JSON lines, one per audio file: its path, address, size and checksum; pickups = the lines that need ' +
        'a new take or an ear, with the reasons, as a csv that reads as a script, or as JSON.',
    ),
});
