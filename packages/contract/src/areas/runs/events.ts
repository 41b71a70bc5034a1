import { z } from 'zod';
import { Count, DateTime, Uuid } from '../../primitives.ts';

/** The status of a run. The last three are final. */
export const RunStatus = z
  .enum(['pending', 'running', 'paused', 'completed', 'failed', 'cancelled'])
  .meta({ id: 'RunStatus', description: 'The status of a run; completed, failed and cancelled are final.' });
/** The status of a run. */
export type RunStatus = z.infer<typeof RunStatus>;

/** The statuses after which a run never changes. */
export const FINAL_RUN_STATUSES: readonly RunStatus[] = ['completed', 'failed', 'cancelled'];

/** The status of a node in a run. */
export const NodeStatus = z
  .enum(['pending', 'running', 'completed', 'failed', 'skipped', 'cancelled'])
  .meta({ id: 'NodeStatus', description: 'The status of a node in a run.' });
/** The status of a node in a run. */
export type NodeStatus = z.infer<typeof NodeStatus>;

/** What went wrong in a run: a code, one sentence, and the places. */
export const RunError = z
  .object({
    code: z.string().describe('Machine-readable cause, such as `script_invalid`.'),
    message: z.string().describe('One sentence for a person; the same as `error`.'),
    node_id: Uuid.nullable().describe('The node that failed; null when the cause is no single node.'),
    details: z
      .array(z.object({ field: z.string(), message: z.string() }))
      .describe('The fields or lines concerned; empty when the message says it all.'),
  })
  .meta({ id: 'RunError', description: 'What went wrong in a run, and where.' });
/** What went wrong in a run. */
export type RunError = z.infer<typeof RunError>;

/** The two fields that say why a run, a node or a line failed: the message, and the same with code and places. */
export const errorFields = {
  error: z.string().nullable().describe('Why it failed, in one sentence; null when it did not fail.'),
  error_details: RunError.nullable().describe('The error with its code and places; null when `error` is.'),
};

const lineErrorFields = {
  error: z.string().describe('Why it failed, in one sentence.'),
  error_details: RunError.describe('The error with its code and places.'),
};

/** Lines and credits of one locale of a run so far. */
export const LocaleProgress = z.object({ total_lines: Count, finished_lines: Count }).meta({
  id: 'LocaleProgress',
  description:
    'Lines of one locale, and how many of them have ended (delivered, dropped, skipped or failed).',
});
/** Lines of one locale so far. */
export type LocaleProgress = z.infer<typeof LocaleProgress>;

const event = <T extends string, D extends z.ZodType>(type: T, data: D) =>
  z.object({
    id: z.int().min(1).describe('Grows within the run; send it back as `Last-Event-ID` to resume.'),
    type: z.literal(type),
    run_id: Uuid,
    at: DateTime,
    data,
  });

/** The run changed its status. */
export const RunStatusEvent = event(
  'run.status',
  z.object({
    status: RunStatus,
    previous_status: RunStatus.nullable(),
    ...errorFields,
    credits: Count,
  }),
).meta({ id: 'RunStatusEvent', description: 'The run changed its status.' });
/** The run changed its status. */
export type RunStatusEvent = z.infer<typeof RunStatusEvent>;

/** A node changed its status or began another pass. */
export const NodeStateEvent = event(
  'node.state',
  z.object({
    node_id: Uuid,
    node_type: z.string(),
    status: NodeStatus,
    iteration: Count,
    ...errorFields,
  }),
).meta({ id: 'NodeStateEvent', description: 'A node changed its status or began another pass.' });
/** A node changed its status or began another pass. */
export type NodeStateEvent = z.infer<typeof NodeStateEvent>;

/** A line ended: delivered, dropped by a check, or skipped because it has nothing to speak. */
export const LineCompletedEvent = event(
  'line.completed',
  z.object({
    line_id: z.string(),
    line_index: Count,
    locale_code: z.string(),
    status: z.enum(['delivered', 'dropped', 'skipped']),
    audio_id: z.string().nullable(),
    duration_ms: Count.nullable(),
    retry_count: Count,
    credits: Count,
    reused: z.boolean().describe('A stored take was used, at no credits.'),
  }),
).meta({
  id: 'LineCompletedEvent',
  description: 'A line ended: delivered, dropped by a check, or skipped because it has nothing to speak.',
});
/** A line ended: delivered, dropped by a check, or skipped because it has nothing to speak. */
export type LineCompletedEvent = z.infer<typeof LineCompletedEvent>;

/** A line failed and is not delivered. */
export const LineFailedEvent = event(
  'line.failed',
  z.object({
    line_id: z.string(),
    line_index: Count,
    locale_code: z.string(),
    node_id: Uuid,
    ...lineErrorFields,
  }),
).meta({ id: 'LineFailedEvent', description: 'A line failed and is not delivered.' });
/** A line failed and is not delivered. */
export type LineFailedEvent = z.infer<typeof LineFailedEvent>;

/** How far the run is. */
export const ProgressEvent = event(
  'progress',
  z.object({
    total_steps: Count,
    finished_steps: Count,
    total_lines: Count,
    finished_lines: Count,
    failed_lines: Count,
    dropped_lines: Count,
    skipped_lines: Count,
    credits: Count,
    by_locale: z.record(z.string(), LocaleProgress),
  }),
).meta({ id: 'ProgressEvent', description: 'How far the run is.' });
/** How far the run is. */
export type ProgressEvent = z.infer<typeof ProgressEvent>;

/** One event of a run: what the event stream carries. */
export const RunEvent = z
  .discriminatedUnion('type', [
    RunStatusEvent,
    NodeStateEvent,
    LineCompletedEvent,
    LineFailedEvent,
    ProgressEvent,
  ])
  .meta({ id: 'RunEvent', description: 'One event of a run.' });
/** One event of a run. */
export type RunEvent = z.infer<typeof RunEvent>;

/** The types of run events. */
export type RunEventType = RunEvent['type'];
