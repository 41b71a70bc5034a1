import { z } from 'zod';
import { Count, DateTime, Uuid } from '../../primitives.ts';
import { UploadCategory } from '../uploads/schemas.ts';

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

const notice = <T extends string, D extends z.ZodType>(type: T, data: D) =>
  z.object({
    id: Uuid.describe('Also the `webhook-id` header: the same for every delivery of the event.'),
    type: z.literal(type),
    timestamp: DateTime.describe('When it happened.'),
    workspace_id: Uuid,
    data,
  });

const runNotice = {
  run_id: Uuid,
  workflow_id: Uuid,
  run_number: z.int().min(1).describe('1, 2, … within the workflow.'),
  started_at: DateTime.nullable(),
};
const runEndNotice = {
  ...runNotice,
  completed_at: DateTime,
  credits: Count,
  total_lines: Count,
  delivered_lines: Count,
  dropped_lines: Count,
  skipped_lines: Count,
  failed_lines: Count,
};

/** A worker took up the first work of a run. */
export const RunStartedNotice = notice('run.started', z.object({ ...runNotice, started_at: DateTime })).meta({
  id: 'RunStartedNotice',
  description: 'A worker took up the first work of a run.',
});
/** A run ended well: every line was delivered, dropped, skipped, or among the failures allowed. */
export const RunCompletedNotice = notice('run.completed', z.object(runEndNotice)).meta({
  id: 'RunCompletedNotice',
  description: 'A run ended well.',
});
/** A run failed. */
export const RunFailedNotice = notice('run.failed', z.object({ ...runEndNotice, ...errorFields })).meta({
  id: 'RunFailedNotice',
  description: 'A run failed.',
});
/** A run was cancelled. */
export const RunCancelledNotice = notice('run.cancelled', z.object(runEndNotice)).meta({
  id: 'RunCancelledNotice',
  description: 'A run was cancelled.',
});
/** The bytes of an upload arrived and were taken over. */
export const UploadConfirmedNotice = notice(
  'upload.confirmed',
  z.object({
    upload_id: Uuid,
    filename: z.string(),
    category: UploadCategory,
    size_bytes: Count,
    workflow_id: Uuid,
  }),
).meta({
  id: 'UploadConfirmedNotice',
  description: 'The bytes of an upload arrived and were taken over.',
});
const deliveryNotice = {
  delivery_id: Uuid.describe('As in the list of deliveries of the run.'),
  run_id: Uuid.describe('The run.'),
  workflow_id: Uuid.describe('Its workflow.'),
  run_number: z.int().min(1).describe('1, 2, … within the workflow.'),
  target: z.string().describe('The name of the delivery target.'),
  destination: z
    .string()
    .describe('Bucket and folder, as `s3://bucket/prefix`; empty where the target was gone.'),
  automatic: z.boolean().describe('Begun by the end of the run.'),
  files_done: Count.describe('Files that are there.'),
  files_failed: Count.describe('Files that could not be delivered.'),
  size_bytes: Count.describe('Bytes of the files that are there.'),
};

/** Every file of a run is in the bucket it was sent to. */
export const DeliveryCompletedNotice = notice('delivery.completed', z.object(deliveryNotice)).meta({
  id: 'DeliveryCompletedNotice',
  description: 'Every file of a run is in the bucket it was sent to.',
});
/** A delivery ended without all of its files in the bucket. */
export const DeliveryFailedNotice = notice(
  'delivery.failed',
  z.object({ ...deliveryNotice, error: z.string().describe('Why.') }),
).meta({
  id: 'DeliveryFailedNotice',
  description: 'A delivery ended without all of its files in the bucket.',
});
/** The credits of the workspace's owner fell below a tenth of the monthly grant of the plan. */
export const CreditsLowNotice = notice(
  'credits.low',
  z.object({
    balance: Count.describe('What is left.'),
    threshold: Count.describe('What it fell below: a tenth of the monthly grant.'),
    monthly_credits: Count,
  }),
).meta({
  id: 'CreditsLowNotice',
  description: "The credits of the workspace's owner fell below a tenth of the monthly grant of the plan.",
});
/** Sent on request, to try an endpoint. */
export const WebhookTestNotice = notice('webhook.test', z.object({ endpoint_id: Uuid })).meta({
  id: 'WebhookTestNotice',
  description: 'Sent on request, to try an endpoint.',
});

/** What outgoing webhooks carry: the body of a delivery, tagged by `type`. */
export const WebhookEvent = z
  .discriminatedUnion('type', [
    RunStartedNotice,
    RunCompletedNotice,
    RunFailedNotice,
    RunCancelledNotice,
    UploadConfirmedNotice,
    DeliveryCompletedNotice,
    DeliveryFailedNotice,
    CreditsLowNotice,
    WebhookTestNotice,
  ])
  .meta({ id: 'WebhookEvent', description: 'The body of a delivery of an outgoing webhook.' });
/** What outgoing webhooks carry. */
export type WebhookEvent = z.infer<typeof WebhookEvent>;

/** The events that an endpoint can ask for. */
export const WEBHOOK_EVENT_TYPES = [
  'run.started',
  'run.completed',
  'run.failed',
  'run.cancelled',
  'upload.confirmed',
  'delivery.completed',
  'delivery.failed',
  'credits.low',
] as const satisfies readonly WebhookEvent['type'][];
/** An event that an endpoint can ask for. */
export const WebhookEventType = z
  .enum(WEBHOOK_EVENT_TYPES)
  .meta({ id: 'WebhookEventType', description: 'An event that an endpoint can ask for.' });
/** An event that an endpoint can ask for. */
export type WebhookEventType = z.infer<typeof WebhookEventType>;
