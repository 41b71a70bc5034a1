import { z } from 'zod';
import { Count, DateTime, Flag, oneOf, Uuid } from '../../primitives.ts';
import { errorFields, PauseReason } from '../runs/events.ts';
import { UploadCategory } from '../uploads/schemas.ts';
import { BudgetAction, BudgetScope } from '../usage/budgets.ts';

const notice = <T extends string, D extends z.ZodType>(type: T, data: D) =>
  z.object({
    id: Uuid.describe(
      'The ID of the event, which is the same in every attempt. Also sent in the `webhook-id` header.',
    ),
    type: z.literal(type),
    timestamp: DateTime.describe('When the event happened.'),
    workspace_id: Uuid,
    data,
  });

const runNotice = {
  run_id: Uuid,
  workflow_id: Uuid,
  run_number: z.int().min(1).describe('The number of the run in its workflow, from 1.'),
  started_at: DateTime.nullable().describe('Null if the run ended before it started.'),
};

const runEndNotice = {
  ...runNotice,
  completed_at: DateTime,
  credits: Count.describe('Credits charged.'),
  total_lines: Count,
  delivered_lines: Count,
  dropped_lines: Count.describe('Lines that a check dropped.'),
  skipped_lines: Count.describe('Lines without text to speak.'),
  failed_lines: Count,
};

export const RunStartedNotice = notice('run.started', z.object({ ...runNotice, started_at: DateTime })).meta({
  id: 'RunStartedNotice',
  description: 'A run started.',
});

/** A run completed: every line was delivered, dropped, skipped, or failed within the allowed number. */
export const RunCompletedNotice = notice('run.completed', z.object(runEndNotice)).meta({
  id: 'RunCompletedNotice',
  description: 'A run completed.',
});

export const RunFailedNotice = notice('run.failed', z.object({ ...runEndNotice, ...errorFields })).meta({
  id: 'RunFailedNotice',
  description: 'A run failed.',
});

export const RunPausedNotice = notice(
  'run.paused',
  z.object({
    ...runNotice,
    paused_at: DateTime,
    pause_reason: PauseReason,
    pause_message: z
      .string()
      .nullable()
      .describe('What stopped the run, and how to continue. Null if somebody paused it.'),
    credits: Count.describe('Credits charged so far.'),
  }),
).meta({
  id: 'RunPausedNotice',
  description:
    'A run paused: because of its cap or a budget, because a provider is unavailable, or because somebody paused it. While it waits for a provider, attempts to continue send no further events.',
});

export const RunResumedNotice = notice(
  'run.resumed',
  z.object({
    ...runNotice,
    resumed_at: DateTime,
    credits: Count.describe('Credits charged so far.'),
  }),
).meta({
  id: 'RunResumedNotice',
  description: 'A paused run continues. After a wait for a provider, sent with the first new take.',
});

export const RunCancelledNotice = notice('run.cancelled', z.object(runEndNotice)).meta({
  id: 'RunCancelledNotice',
  description: 'A run got the status `cancelled`.',
});

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
  description: 'An upload was confirmed.',
});

const deliveryNotice = {
  delivery_id: Uuid.describe("The ID of the delivery. The run's list of deliveries uses the same ID."),
  run_id: Uuid,
  workflow_id: Uuid,
  run_number: z.int().min(1).describe('The number of the run in its workflow, from 1.'),
  target: z.string().describe('The name of the delivery target.'),
  destination: z
    .string()
    .describe('Bucket and folder, as `s3://bucket/prefix`. Empty if the target was deleted.'),
  automatic: Flag.describe('Whether an output node started the delivery when the run ended.'),
  files_done: Count.describe('Files that were delivered.'),
  files_failed: Count.describe('Files that could not be delivered.'),
  size_bytes: Count.describe('Bytes of the files that were delivered.'),
};

export const DeliveryCompletedNotice = notice('delivery.completed', z.object(deliveryNotice)).meta({
  id: 'DeliveryCompletedNotice',
  description: 'All files of a delivery are in the bucket.',
});

export const DeliveryFailedNotice = notice(
  'delivery.failed',
  z.object({ ...deliveryNotice, error: z.string().describe('Why the delivery failed.') }),
).meta({
  id: 'DeliveryFailedNotice',
  description: 'A delivery failed: some files are not in the bucket.',
});

export const CreditsLowNotice = notice(
  'credits.low',
  z.object({
    balance: Count.describe('Remaining credits.'),
    threshold: Count.describe('10% of the monthly grant.'),
    monthly_credits: Count.describe('Credits that the plan grants per month.'),
  }),
).meta({
  id: 'CreditsLowNotice',
  description: 'The credits of the workspace owner fell below 10% of the monthly credits of the plan.',
});

export const BudgetReachedNotice = notice(
  'budget.reached',
  z.object({
    budget_id: Uuid,
    name: z.string(),
    scope: BudgetScope,
    scope_id: Uuid.nullable().describe('The user, API key or workflow. Null for the scope `workspace`.'),
    action: BudgetAction,
    percent: z.union([z.literal(80), z.literal(100)]),
    period_starts_at: DateTime,
    period_ends_at: DateTime,
    credits: Count.describe('Credits charged in the period.'),
    limit_credits: Count.nullable().describe('Null if the budget does not limit credits.'),
    provider_usd_micros: Count.describe('Provider cost in the period, in millionths of a US dollar.'),
    limit_usd_micros: Count.nullable().describe(
      'In millionths of a US dollar. Null if the budget does not limit money.',
    ),
  }),
).meta({
  id: 'BudgetReachedNotice',
  description:
    'A budget reached 80% or 100% of a limit, or stopped work because the rest was too small. Sent once for each percentage in a period.',
});

export const ScheduleFailedNotice = notice(
  'schedule.failed',
  z.object({
    schedule_id: Uuid,
    workflow_id: Uuid,
    name: z.string(),
    due_at: DateTime,
    code: z.string().describe('The error code, such as `INSUFFICIENT_CREDITS`.'),
    message: z.string(),
    failures_count: Count.describe('How many starts in a row failed.'),
    disabled: Flag.describe('Whether the schedule was disabled because of this failure.'),
  }),
).meta({ id: 'ScheduleFailedNotice', description: 'A schedule could not start a run.' });

const reviewNotice = {
  review_id: Uuid,
  workflow_id: Uuid,
  run_id: Uuid.describe('The latest run of the review.'),
};

const reviewCounts = {
  ...reviewNotice,
  items_count: Count,
  open_count: Count.describe('Lines without a decision.'),
  approved_count: Count,
  rejected_count: Count,
  needs_work_count: Count,
  waived_count: Count,
};

export const ReviewUpdatedNotice = notice('review.updated', z.object(reviewCounts)).meta({
  id: 'ReviewUpdatedNotice',
  description: 'Decisions of a review changed. Sent at most once a minute for each review.',
});

export const ReviewApprovedNotice = notice('review.approved', z.object(reviewCounts)).meta({
  id: 'ReviewApprovedNotice',
  description: 'Every line of a review is approved or waived.',
});

export const ReviewCommentedNotice = notice(
  'review.commented',
  z.object({
    ...reviewNotice,
    no: Count.describe('The position of the line in the review.'),
    line_id: z.string(),
    locale_code: z.string(),
    comment_id: Uuid,
    author: z.string().describe('The name of the author.'),
    body: z.string(),
  }),
).meta({ id: 'ReviewCommentedNotice', description: 'Someone commented in a review.' });

export const WebhookTestNotice = notice('webhook.test', z.object({ endpoint_id: Uuid })).meta({
  id: 'WebhookTestNotice',
  description: 'Sent when you test an endpoint.',
});

export const WebhookEvent = z
  .discriminatedUnion('type', [
    RunStartedNotice,
    RunPausedNotice,
    RunResumedNotice,
    RunCompletedNotice,
    RunFailedNotice,
    RunCancelledNotice,
    UploadConfirmedNotice,
    DeliveryCompletedNotice,
    DeliveryFailedNotice,
    ReviewUpdatedNotice,
    ReviewCommentedNotice,
    ReviewApprovedNotice,
    CreditsLowNotice,
    BudgetReachedNotice,
    ScheduleFailedNotice,
    WebhookTestNotice,
  ])
  .meta({ id: 'WebhookEvent', description: 'A webhook event: the body of a webhook request.' });
export type WebhookEvent = z.infer<typeof WebhookEvent>;

/** The events that an endpoint can subscribe to. */
export const WEBHOOK_EVENT_TYPES = [
  'run.started',
  'run.paused',
  'run.resumed',
  'run.completed',
  'run.failed',
  'run.cancelled',
  'upload.confirmed',
  'delivery.completed',
  'delivery.failed',
  'review.updated',
  'review.commented',
  'review.approved',
  'credits.low',
  'budget.reached',
  'schedule.failed',
] as const satisfies readonly WebhookEvent['type'][];

export const WebhookEventType = oneOf(
  'WebhookEventType',
  'An event that an endpoint can subscribe to.',
  WEBHOOK_EVENT_TYPES,
);
export type WebhookEventType = z.infer<typeof WebhookEventType>;
