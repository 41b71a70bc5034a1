import { z } from 'zod';
import { DefinitionInput, DefinitionProblem } from '../../definition.ts';
import { WorkflowDefinition } from '../../definition-shape.ts';
import { Count, DateTime, keptWhenNull, Name, Uuid } from '../../primitives.ts';
import { fromBeforeTo, pagedQuery, QueryBoolean, QueryDateTime, repeated } from '../../query.ts';
import { RunStatus } from '../runs/events.ts';
import { SourceReading } from '../uploads/scripts.ts';

/** Runs of a workflow per status. */
export const RunStatusCounts = z
  .object({
    pending: Count,
    running: Count,
    paused: Count,
    completed: Count,
    failed: Count,
    cancelled: Count,
  })
  .meta({ id: 'RunStatusCounts', description: 'Runs of a workflow per status.' });
/** Runs of a workflow per status. */
export type RunStatusCounts = z.infer<typeof RunStatusCounts>;

const rowFields = {
  id: Uuid,
  user_id: Uuid,
  name: z.string(),
  created_at: DateTime,
  updated_at: DateTime,
  description: z.string().nullable(),
  runs_count: Count,
  last_run_at: DateTime.nullable(),
  last_run_status: RunStatus.nullable(),
  run_status_counts: RunStatusCounts,
};

/** A workflow as lists show it, without its definition. */
export const WorkflowListItem = z
  .object(rowFields)
  .meta({ id: 'WorkflowListItem', description: 'A workflow in a list, without its definition.' });
/** A workflow as lists show it. */
export type WorkflowListItem = z.infer<typeof WorkflowListItem>;

/** A workflow with its definition. */
export const Workflow = z
  .object({ ...rowFields, definition: WorkflowDefinition })
  .meta({ id: 'Workflow', description: 'A workflow: what turns a script into audio.' });
/** A workflow with its definition. */
export type Workflow = z.infer<typeof Workflow>;

const Description = z.string().max(5000).nullable();

/** A new workflow. Without a definition it has an empty graph. */
export const CreateWorkflow = z
  .object({ name: Name, description: Description.optional(), definition: DefinitionInput.optional() })
  .meta({ id: 'CreateWorkflow', description: 'A new workflow.' });
/** A new workflow. */
export type CreateWorkflow = z.input<typeof CreateWorkflow>;

/** Every field of a workflow; a description that is left out is removed. */
export const ReplaceWorkflow = z
  .object({ name: Name, description: Description.optional(), definition: DefinitionInput })
  .meta({ id: 'ReplaceWorkflow', description: 'All of a workflow; what is left out is removed.' });
/** Every field of a workflow. */
export type ReplaceWorkflow = z.input<typeof ReplaceWorkflow>;

/** Some fields of a workflow. A null name or definition changes nothing, a null description removes it. */
export const UpdateWorkflow = z
  .object({
    name: keptWhenNull(Name),
    description: Description.optional().describe('null removes it.'),
    definition: DefinitionInput.nullable().optional().describe('null leaves the definition unchanged.'),
  })
  .meta({ id: 'UpdateWorkflow', description: 'The fields to change; the others stay.' });
/** Some fields of a workflow. */
export type UpdateWorkflow = z.input<typeof UpdateWorkflow>;

/** What a save would say to a definition. */
export const DefinitionReport = z
  .object({
    valid: z.boolean().describe('Whether there are no errors.'),
    errors: z
      .array(DefinitionProblem)
      .describe(
        'What a save would reject. Where it would reject nothing: fields of sources that no run can use, such as a ' +
          'column that the file does not have or a `source_language` that does not exist.',
      ),
    warnings: z.array(DefinitionProblem).describe('What else could stop a run, and what it would skip.'),
    readings: z.array(SourceReading).describe('How the script files of the definition are read.'),
  })
  .meta({ id: 'DefinitionReport', description: 'What a save would say to a definition.' });
/** What a save would say to a definition. */
export type DefinitionReport = z.infer<typeof DefinitionReport>;

const costs = { min_credits: Count, expected_credits: Count, max_credits: Count };

/** What a run would cost: without retries, as expected, and with every retry used. */
export const RunEstimate = z
  .object({
    ...costs,
    new_takes: Count.describe('Lines that are spoken, retries apart.'),
    reused_takes: Count.describe('Lines whose take is stored: they cost nothing.'),
    breakdown: z.array(z.object({ node_id: Uuid, node_type: z.string(), ...costs })),
    current_balance: z.int(),
    deficit_at_max: Count.describe('Credits missing if every retry is used.'),
    can_run: z.boolean(),
    readings: z.array(SourceReading).describe('How the script files of the workflow are read.'),
    problems: z
      .array(DefinitionProblem)
      .describe('What a start would be refused for, the balance and runs that are active apart.'),
    notes: z
      .array(z.object({ node_id: Uuid, code: z.string(), message: z.string() }))
      .describe(
        'What the figures leave out or guess, and what would fail in the middle of the run, by node.',
      ),
  })
  .meta({ id: 'RunEstimate', description: 'What a run would cost.' });
/** What a run would cost. */
export type RunEstimate = z.infer<typeof RunEstimate>;

/** Filters and orders of the workflow list. `sort` and `order` pair by position. */
export const WorkflowListQuery = pagedQuery({
  status: z
    .enum(['draft', 'running', 'completed', 'failed', 'paused'])
    .optional()
    .describe('Status of the latest run; draft = no run.'),
  search: z
    .string()
    .max(100)
    .optional()
    .meta({
      description: 'Part of the name or the description. White space around it is removed.',
      examples: ['harbor'],
    }),
  sort: repeated(z.enum(['name', 'updated_at', 'runs_count'])).optional(),
  order: repeated(z.enum(['asc', 'desc'])).optional(),
  last_run_after: QueryDateTime.optional(),
  last_run_before: QueryDateTime.optional(),
  has_failed_run: QueryBoolean.optional(),
}).superRefine(fromBeforeTo('last_run_after', 'last_run_before'));
/** Filters and orders of the workflow list, as the server reads them. */
export type WorkflowListQuery = z.output<typeof WorkflowListQuery>;

/** Whether a name is in use. Advice: names need not be unique. */
export const NameAvailability = z
  .object({ name: z.string(), available: z.boolean() })
  .meta({ id: 'NameAvailability', description: 'Whether a name is in use.' });
/** Whether a name is in use. */
export type NameAvailability = z.infer<typeof NameAvailability>;

/** The definition to check. */
export const ValidateWorkflow = z
  .object({ definition: z.unknown().describe('A workflow definition, right or wrong.') })
  .meta({ id: 'ValidateWorkflow', description: 'The definition to check.' });
/** The definition to check. */
export type ValidateWorkflow = z.infer<typeof ValidateWorkflow>;
