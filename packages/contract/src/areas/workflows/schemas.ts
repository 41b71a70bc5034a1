import { z } from 'zod';
import { DefinitionInput, DefinitionProblem } from '../../definition.ts';
import { WorkflowDefinition } from '../../definition-shape.ts';
import { example, EXAMPLE_IDS as ids, TIMES } from '../../example.ts';
import { Count, DateTime, Flag, keptWhenNull, Name, object, Uuid } from '../../primitives.ts';
import { PaidBy, SpeechProviderId } from '../../providers.ts';
import {
  fromBeforeTo,
  pagedQuery,
  pairOrders,
  QueryBoolean,
  QueryDateTime,
  repeated,
  textFilter,
} from '../../query.ts';
import { RunStatus } from '../runs/events.ts';
import { exampleReading } from '../uploads/example-reading.ts';
import { SourceReading } from '../uploads/scripts.ts';
import { BudgetAction } from '../usage/budgets.ts';
import { EXAMPLE_DEFINITION, EXAMPLE_INPUT, EXAMPLE_NODES } from './example-definition.ts';

export const RunStatusCounts = object('RunStatusCounts', 'Runs of a workflow per status.', {
  pending: Count,
  running: Count,
  paused: Count,
  completed: Count,
  failed: Count,
  cancelled: Count,
});
export type RunStatusCounts = z.infer<typeof RunStatusCounts>;

const rowFields = {
  id: Uuid,
  user_id: Uuid,
  name: z.string(),
  created_at: DateTime,
  updated_at: DateTime,
  description: z.string().nullable().describe('Null if there is no description.'),
  runs_count: Count.describe('How often the workflow was started.'),
  last_run_at: DateTime.nullable().describe(
    'When the latest run was created. Null if the workflow has no runs.',
  ),
  last_run_status: RunStatus.nullable().describe(
    'The status of the latest run. Null if the workflow has no runs.',
  ),
  run_status_counts: RunStatusCounts,
};

export const WorkflowListItem = object(
  'WorkflowListItem',
  'A workflow in a list, without its definition.',
  rowFields,
);
export type WorkflowListItem = z.infer<typeof WorkflowListItem>;

export const Workflow = object('Workflow', 'A workflow: a graph that turns a script into audio.', {
  ...rowFields,
  definition: WorkflowDefinition,
});
export type Workflow = z.infer<typeof Workflow>;

const Description = z.string().max(5000).nullable();

export const CreateWorkflow = object('CreateWorkflow', 'A new workflow.', {
  name: Name,
  description: Description.optional(),
  definition: DefinitionInput.optional().describe('Default: an empty graph.'),
});
export type CreateWorkflow = z.input<typeof CreateWorkflow>;

export const ReplaceWorkflow = object(
  'ReplaceWorkflow',
  'A full replacement of a workflow. Omitted fields are removed.',
  { name: Name, description: Description.optional(), definition: DefinitionInput },
);
export type ReplaceWorkflow = z.input<typeof ReplaceWorkflow>;

export const UpdateWorkflow = object('UpdateWorkflow', 'The fields to change.', {
  name: keptWhenNull(Name),
  description: Description.optional().describe('Null removes it.'),
  definition: DefinitionInput.nullable().optional().describe('Null leaves it unchanged.'),
});
export type UpdateWorkflow = z.input<typeof UpdateWorkflow>;

export const DefinitionReport = object('DefinitionReport', 'The problems of a definition.', {
  valid: Flag.describe('Whether the definition can be saved.'),
  errors: z.array(DefinitionProblem).describe('Problems that prevent saving.'),
  warnings: z
    .array(DefinitionProblem)
    .describe('Problems that currently prevent a run, and parts that a run would skip.'),
  readings: z.array(SourceReading).describe('How a run would read the script files of the definition.'),
});
export type DefinitionReport = z.infer<typeof DefinitionReport>;

const costs = {
  min_credits: Count.describe('The cost without retries.'),
  expected_credits: Count.describe(
    'The expected cost, if the checks send back one in ten of the lines that they have not judged yet.',
  ),
  max_credits: Count.describe('The cost with all retries.'),
};

export const CastVoice = object('CastVoice', 'The voice that speaks the lines of a character in a locale.', {
  node_id: Uuid.describe('The generator.'),
  character_name: z.string().nullable().describe('Null for lines without a character.'),
  locale_code: z.string(),
  voice: z
    .object({ id: Uuid, name: z.string(), provider: SpeechProviderId })
    .nullable()
    .describe('Null if no voice speaks the locale, which `problems` reports.'),
  chosen: Flag.describe(
    'Whether the config or the casting sheet names the voice. If not, it is the default voice of the provider for the locale.',
  ),
  paid_by: PaidBy.nullable().describe('Who pays the provider for these lines. Null if no voice speaks them.'),
});
export type CastVoice = z.infer<typeof CastVoice>;

export const RunLimit = object('RunLimit', 'A limit on the credits of a run, compared with its cost.', {
  source: z.enum(['cap', 'budget']).describe('`cap`: the `max_credits` of the request.'),
  budget_id: Uuid.nullable().describe('Null for the cap.'),
  name: z.string(),
  action: BudgetAction.describe('What happens before the run passes the limit.'),
  available_credits: z
    .int()
    .nullable()
    .describe('Credits that the run can spend. Null for a budget that limits only provider cost.'),
  available_usd_micros: z
    .int()
    .nullable()
    .describe('Provider cost that is left, in millionths of a US dollar. Null without such a limit.'),
  exceeded_by: z
    .enum(['none', 'maximum', 'expected', 'minimum'])
    .describe(
      'The smallest figure of the estimate that is over `available_credits`. `minimum`: the run cannot end without passing it.',
    ),
});
export type RunLimit = z.infer<typeof RunLimit>;

export const RunEstimate = object('RunEstimate', 'The credits that a run would cost.', {
  ...costs,
  new_takes: Count.describe('Lines to synthesize, without retries.'),
  reused_takes: Count.describe('Lines with a stored take, which cost nothing.'),
  locked_takes: Count.describe('Reused lines with a locked, approved take.'),
  breakdown: z
    .array(z.object({ node_id: Uuid, node_type: z.string(), ...costs }))
    .describe('The credits of each node.'),
  current_balance: z
    .int()
    .nullable()
    .describe('Credits that new runs can spend. Null if the plan of the workspace owner has no limit.'),
  deficit_at_max: Count.describe('Credits that are missing if all retries are used.'),
  limits: z.array(RunLimit).describe('The limits that apply to the run, and whether its cost is over them.'),
  can_run: Flag.describe(
    'Whether a run can start: `problems` is empty, no budget denies it, and the balance covers what it reserves, which is `min_credits` or less with a cap or budget. Ignores runs that are already active.',
  ),
  readings: z.array(SourceReading).describe('How a run would read the script files of the workflow.'),
  voices: z
    .array(CastVoice)
    .describe('The voice of each character in each locale, in the order of the script. At most 1,000.'),
  problems: z
    .array(DefinitionProblem)
    .describe('The reasons why the run cannot start. Does not consider the balance and active runs.'),
  notes: z
    .array(z.object({ node_id: Uuid, code: z.string(), message: z.string() }))
    .describe(
      'Omissions and assumptions of the estimate, and problems that would occur during the run, by node.',
    ),
});
export type RunEstimate = z.infer<typeof RunEstimate>;

/** Filters and orders of the workflow list. `sort` and `order` pair by position. */
export const WorkflowListQuery = pagedQuery({
  status: z
    .enum(['draft', 'running', 'completed', 'failed', 'paused'])
    .optional()
    .describe('Return only workflows whose latest run has this status. `draft`: no runs.'),
  search: textFilter('Text in the name or the description. White space around it is removed.', {
    max: 100,
    example: 'harbor',
  }),
  sort: repeated(z.enum(['name', 'updated_at', 'runs_count']))
    .optional()
    .describe('Default: `updated_at`, descending. Repeat it to sort by several keys.'),
  order: repeated(z.enum(['asc', 'desc']))
    .optional()
    .describe('The sort order of each `sort` key, by position. Must not have more values than `sort`.'),
  last_run_after: QueryDateTime.optional().describe(
    'Return only workflows whose latest run was created at this time or later.',
  ),
  last_run_before: QueryDateTime.optional().describe(
    'Return only workflows whose latest run was created at this time or earlier.',
  ),
  has_failed_run: QueryBoolean.optional().describe('Return only workflows with, or without, a failed run.'),
})
  .superRefine(fromBeforeTo('last_run_after', 'last_run_before'))
  .superRefine(pairOrders);
export type WorkflowListQuery = z.output<typeof WorkflowListQuery>;

/** Whether a name is in use. This is only advice, because names need not be unique. */
export const NameAvailability = object('NameAvailability', 'Whether a name is in use.', {
  name: z.string(),
  available: Flag,
});
export type NameAvailability = z.infer<typeof NameAvailability>;

export const ValidateWorkflow = object('ValidateWorkflow', 'The definition to check.', {
  definition: z.unknown().describe('A workflow definition. It may be invalid.'),
});
export type ValidateWorkflow = z.infer<typeof ValidateWorkflow>;

const row: WorkflowListItem = {
  id: ids.workflow_id,
  user_id: ids.user_id,
  name: 'Harbor lights',
  ...TIMES,
  description: 'Two lines for the trailer.',
  runs_count: 12,
  last_run_at: TIMES.updated_at,
  last_run_status: 'completed',
  run_status_counts: { pending: 0, running: 0, paused: 0, completed: 11, failed: 1, cancelled: 0 },
};

const credits = { min_credits: 2, expected_credits: 2, max_credits: 2 };

const free = { min_credits: 0, expected_credits: 0, max_credits: 0 };

example(WorkflowListItem, row);
example(Workflow, { ...row, definition: EXAMPLE_DEFINITION });
example(CreateWorkflow, {
  name: 'Harbor lights',
  description: 'Two lines for the trailer.',
  definition: EXAMPLE_INPUT,
});
example(ReplaceWorkflow, { name: 'Harbor lights', description: null, definition: EXAMPLE_INPUT });
example(UpdateWorkflow, { name: 'Harbor lights, second draft' });
example(NameAvailability, { name: 'Harbor lights', available: false });
example(ValidateWorkflow, { definition: EXAMPLE_INPUT });
example(DefinitionReport, {
  valid: false,
  errors: [
    {
      path: 'definition.graph.edges.1.targetPort',
      code: 'unknown_port',
      message: 'sink_preview has no input port "lines"; it has audio.',
    },
  ],
  warnings: [],
  readings: [],
});
example(RunEstimate, {
  ...credits,
  new_takes: 2,
  reused_takes: 0,
  locked_takes: 0,
  breakdown: [
    { node_id: EXAMPLE_NODES.source, node_type: 'source_script', ...free },
    { node_id: EXAMPLE_NODES.generator, node_type: 'operator_generator', ...credits },
    { node_id: ids.node_id, node_type: 'sink_preview', ...free },
  ],
  readings: [{ node_id: EXAMPLE_NODES.source, upload_id: null, filename: null, reading: exampleReading }],
  voices: [
    {
      node_id: EXAMPLE_NODES.generator,
      ...{ character_name: null, locale_code: 'en-us', chosen: false },
      voice: { id: ids.voice_id, name: 'English (America)', provider: 'espeak' },
      paid_by: 'none',
    },
  ],
  current_balance: 9_480,
  deficit_at_max: 0,
  limits: [
    {
      ...{ source: 'cap', budget_id: null, name: 'max_credits', action: 'pause' },
      ...{ available_credits: 500, available_usd_micros: null, exceeded_by: 'none' },
    },
  ],
  can_run: true,
  problems: [],
  notes: [],
});
