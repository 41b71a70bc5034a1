import { z } from 'zod';
import { Count, DateTime, Flag, object, oneOf, Uuid } from '../../primitives.ts';

export const RunStatus = oneOf(
  'RunStatus',
  'The status of a run. `completed`, `failed` and `cancelled` are final.',
  ['pending', 'running', 'paused', 'completed', 'failed', 'cancelled'],
);
export type RunStatus = z.infer<typeof RunStatus>;

export const PauseReason = oneOf(
  'PauseReason',
  'Why a run is paused. `requested`: somebody paused it. `budget`: the next line would have passed a limit, which `pause_limit` names. `provider_unavailable`: a provider cannot be called now; the run resumes by itself.',
  ['requested', 'budget', 'provider_unavailable'],
);
export type PauseReason = z.infer<typeof PauseReason>;

export const PauseLimit = oneOf(
  'PauseLimit',
  'The limit that paused a run. `cap`: its `max_credits`. `estimate`: the maximum that its estimate named at the start. `budget`: a budget of the workspace.',
  ['cap', 'estimate', 'budget'],
);
export type PauseLimit = z.infer<typeof PauseLimit>;

/** Why a run is paused. */
export const pauseFields = {
  pause_reason: PauseReason.nullable().describe('Null if the run is not paused.'),
  pause_limit: PauseLimit.nullable().describe('Null if `pause_reason` is not `budget`.'),
  pause_budget_id: Uuid.nullable().describe(
    'The budget that paused the run, which may have been deleted since. Null if `pause_limit` is not `budget`.',
  ),
  pause_message: z
    .string()
    .nullable()
    .describe(
      'What stopped the run, and how to continue. Null if the run is not paused, or if somebody paused it.',
    ),
};

/** The final statuses of a run. */
export const FINAL_RUN_STATUSES: readonly RunStatus[] = ['completed', 'failed', 'cancelled'];

export const NodeStatus = oneOf('NodeStatus', 'The status of a node in a run.', [
  'pending',
  'running',
  'completed',
  'failed',
  'skipped',
  'cancelled',
]);
export type NodeStatus = z.infer<typeof NodeStatus>;

export const RunError = object('RunError', 'An error of a run.', {
  code: z.string().describe('A machine-readable code, such as `empty_script`.'),
  message: z.string().describe('The message, the same as `error`.'),
  node_id: Uuid.nullable().describe('The node that failed. Null if no single node caused the error.'),
  details: z
    .array(z.object({ field: z.string().describe('A dotted path, or a line.'), message: z.string() }))
    .describe('The fields or lines with errors. May be empty.'),
});
export type RunError = z.infer<typeof RunError>;

/** The error of a run, a node or a line: the message, and the message with code and details. */
export const errorFields = {
  error: z.string().nullable().describe('The error message. Null if there is no error.'),
  error_details: RunError.nullable().describe(
    'The error with its code and details. Null if there is no error.',
  ),
};

const lineErrorFields = {
  error: z.string().describe('Why the line failed.'),
  error_details: RunError.describe('The error with its code and details.'),
};

export const LocaleProgress = object('LocaleProgress', 'The progress of one locale of a run.', {
  total_lines: Count,
  finished_lines: Count.describe('Lines that were delivered, dropped, skipped or failed.'),
});
export type LocaleProgress = z.infer<typeof LocaleProgress>;

const event = <T extends string, D extends z.ZodType>(type: T, data: D) =>
  z.object({
    id: z.int().min(1).describe('Increases within the run. Send it as `Last-Event-ID` to resume after it.'),
    type: z.literal(type),
    run_id: Uuid,
    at: DateTime.describe('When the event happened.'),
    data,
  });

export const RunStatusEvent = event(
  'run.status',
  z.object({
    status: RunStatus,
    previous_status: RunStatus.nullable().describe('Null for the first status.'),
    ...errorFields,
    ...pauseFields,
    credits: Count.describe('Credits charged so far.'),
  }),
).meta({ id: 'RunStatusEvent', description: 'The run changed its status.' });
export type RunStatusEvent = z.infer<typeof RunStatusEvent>;

export const NodeStateEvent = event(
  'node.state',
  z.object({
    node_id: Uuid,
    node_type: z.string(),
    status: NodeStatus,
    iteration: Count.describe('The pass of the node, from 0.'),
    ...errorFields,
  }),
).meta({ id: 'NodeStateEvent', description: 'A node changed its status or started another iteration.' });
export type NodeStateEvent = z.infer<typeof NodeStateEvent>;

export const LineTakeEvent = event(
  'line.take',
  z.object({
    line_id: z.string(),
    line_index: Count.describe('Position in the script, from 0.'),
    locale_code: z.string(),
    node_id: Uuid.describe('The generator.'),
    iteration: Count.describe('The pass of the generator, from 0. Retries have higher numbers.'),
    audio_id: z
      .string()
      .describe('The take. It can be downloaded, but later nodes may still reject or master it.'),
    credits: Count.describe('Credits charged for the take.'),
    reused: Flag.describe('Whether a stored take was used, which costs no credits.'),
  }),
).meta({ id: 'LineTakeEvent', description: 'A generator made or reused a take of a line.' });
export type LineTakeEvent = z.infer<typeof LineTakeEvent>;

export const LineCompletedEvent = event(
  'line.completed',
  z.object({
    line_id: z.string(),
    line_index: Count.describe('Position in the script, from 0.'),
    locale_code: z.string(),
    status: z.enum(['delivered', 'dropped', 'skipped']),
    audio_id: z.string().nullable().describe('Null if the line has no audio.'),
    duration_ms: Count.nullable().describe('Null if the line has no audio.'),
    retry_count: Count.describe('How many times the line was synthesized again.'),
    credits: Count.describe('Credits charged for the line.'),
    reused: Flag.describe('Whether a stored take was used, which costs no credits.'),
  }),
).meta({
  id: 'LineCompletedEvent',
  description: 'A line was delivered, dropped by a check, or skipped because it has no text to speak.',
});
export type LineCompletedEvent = z.infer<typeof LineCompletedEvent>;

export const LineFailedEvent = event(
  'line.failed',
  z.object({
    line_id: z.string(),
    line_index: Count.describe('Position in the script, from 0.'),
    locale_code: z.string(),
    node_id: Uuid.describe('The node that could not process the line.'),
    ...lineErrorFields,
  }),
).meta({ id: 'LineFailedEvent', description: 'A line failed and was not delivered.' });
export type LineFailedEvent = z.infer<typeof LineFailedEvent>;

export const ProgressEvent = event(
  'progress',
  z.object({
    total_steps: Count.describe('Number of known steps. A step is the processing of one line at one node.'),
    finished_steps: Count.describe('Of `total_steps`, those that have ended.'),
    total_lines: Count.describe('Lines of the run so far.'),
    finished_lines: Count.describe('Lines that were delivered, dropped, skipped or failed.'),
    failed_lines: Count,
    dropped_lines: Count.describe('Lines that a check dropped.'),
    skipped_lines: Count.describe('Lines without text to speak.'),
    credits: Count.describe('Credits charged so far.'),
    by_locale: z.record(z.string(), LocaleProgress).describe('The progress of each locale, by locale code.'),
  }),
).meta({ id: 'ProgressEvent', description: 'The progress of the run.' });
export type ProgressEvent = z.infer<typeof ProgressEvent>;

export const RunEvent = z
  .discriminatedUnion('type', [
    RunStatusEvent,
    NodeStateEvent,
    LineTakeEvent,
    LineCompletedEvent,
    LineFailedEvent,
    ProgressEvent,
  ])
  .meta({ id: 'RunEvent', description: 'An event of a run.' });
export type RunEvent = z.infer<typeof RunEvent>;

/** The types of run events. */
export type RunEventType = RunEvent['type'];
