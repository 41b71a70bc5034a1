import { z } from 'zod';
import { RunParams, WorkflowDefinition } from '../../definition-shape.ts';
import { example, EXAMPLE_IDS as ids, TIMES } from '../../example.ts';
import { LocaleCode } from '../../locale-code.ts';
import { Count, CreditCap, DateTime, Flag, Fraction, object, strictObject, Uuid } from '../../primitives.ts';
import { commaSeparated, pagedQuery, textFilter } from '../../query.ts';
import { EXAMPLE_DEFINITION } from '../workflows/example-definition.ts';
import { errorFields, pauseFields, RunStatus } from './events.ts';

export const RunUsage = object('RunUsage', 'What a run has used so far, in total and per locale.', {
  characters: Count.describe('Unicode code points of new takes. Reused takes do not count.'),
  lines: Count.describe(
    'Lines of the run, including lines with reused takes, but not source lines that translations replaced. Usage reports count only lines with new audio.',
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
  finished_steps: Count.describe('Of `total_steps`, those that have ended.'),
  credits: Count.describe('Credits charged so far.'),
  provider_usd_micros: Count.describe(
    "What providers bill to the workspace's own keys for the new takes, in millionths of a US dollar, by the list prices of the models.",
  ),
  unpriced_takes: Count.describe(
    'New takes of models without a list price. Their cost is unknown and not in `provider_usd_micros`.',
  ),
  usage_summary: RunUsage,
  started_at: DateTime.nullable().describe('Null until the run starts.'),
  completed_at: DateTime.nullable().describe('Null until the run ends.'),
  pause_requested_at: DateTime.nullable().describe('Null if no pause was requested.'),
  paused_at: DateTime.nullable().describe('Null if the run is not paused.'),
  ...pauseFields,
  max_credits: Count.nullable().describe(
    'The cap: the run pauses before it would charge more. Null without a cap.',
  ),
  created_at: DateTime,
  has_export: Flag.describe(
    'Whether the run has ended and has audio to download. A run with the status `failed` or `cancelled` has the lines that it delivered.',
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

export const Run = object('Run', 'A run of a workflow.', runFields);
export type Run = z.infer<typeof Run>;

export const RunDetail = object('RunDetail', 'A run with the definition that it was started with.', {
  ...runFields,
  definition_snapshot: WorkflowDefinition,
});
export type RunDetail = z.infer<typeof RunDetail>;

const cap = CreditCap.optional().describe(
  'The run pauses before it would charge more credits. Default: no cap.',
);

export const ResumeRun = strictObject('ResumeRun', 'The cap of the resumed run.', {
  max_credits: CreditCap.optional().describe(
    'Replaces the cap. At least what the run has charged and reserved.',
  ),
});
export type ResumeRun = z.infer<typeof ResumeRun>;

/** Overrides for one run, for its start and its estimate. To override the script, the workflow must have exactly one `source_script`. */
export const StartRun = strictObject('StartRun', 'Overrides for this run only.', {
  script_text: z
    .string()
    .min(1)
    .max(500_000)
    .optional()
    .describe('Replaces the script. The workflow must have exactly one `source_script`.'),
  source_language: LocaleCode.optional().describe('Replaces the source language of the script.'),
  params: RunParams.optional().describe('Merged into the parameters of the definition.'),
  max_credits: cap,
});
export type StartRun = z.infer<typeof StartRun>;

const RetryLineId = z.string().min(1).max(500);

export const RetryRun = strictObject(
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
        z.strictObject({
          line_id: RetryLineId,
          locale_code: LocaleCode.optional().describe('Default: the line in every locale.'),
        }),
      )
      .min(1)
      .max(100_000)
      .optional()
      .describe('Lines to run again, each in one locale or in all locales, in addition to `line_ids`.'),
    respeak: Flag.default(false).describe(
      'Also create new takes for lines that used up their retries, unless lines are named, and for lines that failed after they were spoken.',
    ),
    max_credits: cap,
  },
);
export type RetryRun = z.infer<typeof RetryRun>;

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

/** Filters and order of the run list. */
export const RunListQuery = pagedQuery({
  status: commaSeparated(RunStatus)
    .optional()
    .meta({
      description: 'Return only runs with these statuses, separated by commas.',
      examples: ['failed,cancelled'],
    }),
  search: textFilter(
    'Return only runs started by a user whose name contains this text. Leading and trailing whitespace is ignored.',
    {
      max: 100,
      example: 'Ada',
    },
  ),
  sort: z
    .enum(['created_at', 'started_at', 'completed_at', 'status'])
    .default('created_at')
    .describe('What to order the runs by.'),
  order: z.enum(['asc', 'desc']).default('desc').describe('`desc`: latest or last first.'),
});
export type RunListQuery = z.output<typeof RunListQuery>;

const times = {
  started_at: '2026-03-02T09:30:00.410Z',
  completed_at: '2026-03-02T09:30:02.910Z',
  created_at: TIMES.created_at,
};
const used = { characters: 37, lines: 2, audio_ms: 2_440 };

const item: RunListItem = {
  id: ids.run_id,
  status: 'completed',
  run_number: 12,
  total_nodes: 3,
  total_steps: 6,
  finished_steps: 6,
  credits: 2,
  provider_usd_micros: 0,
  unpriced_takes: 0,
  usage_summary: { ...used, retries: 0, by_locale: { 'en-us': used } },
  ...times,
  pause_requested_at: null,
  paused_at: null,
  pause_reason: null,
  pause_limit: null,
  pause_budget_id: null,
  pause_message: null,
  max_credits: 500,
  has_export: true,
  triggered_by: { user_id: ids.user_id, user_name: 'Ada Winter' },
};

const run: Run = {
  ...item,
  workflow_id: ids.workflow_id,
  token_cost: 2,
  updated_at: times.completed_at,
  error: null,
  error_details: null,
};

example(RunListItem, item);
example(Run, run);
example(RunDetail, { ...run, definition_snapshot: EXAMPLE_DEFINITION });
example(ResumeRun, { max_credits: 800 });
example(StartRun, { script_text: 'The harbor wakes.', source_language: 'en-us', max_credits: 500 });
example(RetryRun, { line_ids: ['L00002'], lines: [{ line_id: 'L00003', locale_code: 'de-de' }] });
example(RunSummary, {
  total_runs: 12,
  completed: 11,
  failed: 1,
  cancelled: 0,
  pending: 0,
  running: 0,
  paused: 0,
  pass_rate: 0.9167,
  average_duration_seconds: 2.5,
});
