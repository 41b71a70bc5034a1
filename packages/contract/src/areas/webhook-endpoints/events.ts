import { z } from 'zod';
import { Count, DateTime, Uuid } from '../../primitives.ts';
import { errorFields } from '../runs/events.ts';
import { UploadCategory } from '../uploads/schemas.ts';

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
