import { z } from 'zod';
import { example, EXAMPLE_IDS as ids, TIMES } from '../../example.ts';
import { Count, DateTime, Flag, object, Url, Uuid } from '../../primitives.ts';
import {
  BudgetReachedNotice,
  CreditsLowNotice,
  DeliveryCompletedNotice,
  DeliveryFailedNotice,
  ReviewApprovedNotice,
  ReviewCommentedNotice,
  ReviewUpdatedNotice,
  RunCancelledNotice,
  RunCompletedNotice,
  RunFailedNotice,
  RunPausedNotice,
  RunResumedNotice,
  RunStartedNotice,
  ScheduleFailedNotice,
  UploadConfirmedNotice,
  WEBHOOK_EVENT_TYPES,
  WebhookEvent,
  WebhookEventType,
  WebhookTestNotice,
} from './events.ts';

const endpointFields = {
  id: Uuid,
  workspace_id: Uuid,
  created_by: Uuid,
  url: Url.describe('The URL that events are sent to.'),
  description: z.string().nullable(),
  events: z.array(WebhookEventType).describe('The types of webhook events that are sent to it.'),
  active: Flag.describe('Whether events are sent.'),
  disabled_at: DateTime.nullable().describe('Null while the endpoint is active.'),
  disabled_reason: z
    .enum(['manual', 'gone', 'failures'])
    .nullable()
    .describe(
      '`manual`: by a user. `gone`: the endpoint returned 410. `failures`: every attempt failed for about a day. Null while the endpoint is active.',
    ),
  failing_since: DateTime.nullable().describe('When attempts started to fail. Null while attempts succeed.'),
  previous_secret_expires_at: DateTime.nullable().describe(
    'After a rotation, requests are also signed with the old secret until this time.',
  ),
  created_at: DateTime,
  updated_at: DateTime,
};

export const WebhookEndpoint = object(
  'WebhookEndpoint',
  'A webhook endpoint, without its secret.',
  endpointFields,
);
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>;

export const NewWebhookEndpoint = object(
  'NewWebhookEndpoint',
  'A webhook endpoint with its signing secret, which is returned only once.',
  {
    ...endpointFields,
    secret: z.string().describe('The signing secret, `whsec_…`. It is returned only once.'),
  },
);
export type NewWebhookEndpoint = z.infer<typeof NewWebhookEndpoint>;

const Target = z
  .url({ protocol: /^https?$/, error: 'Must be an https:// URL.' })
  .max(2_000)
  .describe('A public https URL.');

const Description = z.string().trim().max(500).nullable();

const Events = z
  .array(WebhookEventType)
  .min(1)
  .max(WEBHOOK_EVENT_TYPES.length * 2);

export const CreateWebhookEndpoint = object('CreateWebhookEndpoint', 'A new webhook endpoint.', {
  url: Target,
  description: Description.optional(),
  events: Events.optional().describe('Default: all events.'),
});
export type CreateWebhookEndpoint = z.infer<typeof CreateWebhookEndpoint>;

export const UpdateWebhookEndpoint = object('UpdateWebhookEndpoint', 'The fields to change.', {
  url: Target.optional(),
  description: Description.optional(),
  events: Events.optional(),
  active: Flag.optional().describe('`true` enables the endpoint again, regardless of why it was disabled.'),
});
export type UpdateWebhookEndpoint = z.infer<typeof UpdateWebhookEndpoint>;

export const WebhookDelivery = object(
  'WebhookDelivery',
  'A webhook event for one endpoint, and its last attempt.',
  {
    id: Uuid,
    endpoint_id: Uuid,
    event: WebhookEvent.describe('The body that is sent.'),
    status: z
      .enum(['pending', 'succeeded', 'failed'])
      .describe(
        '`pending` while attempts follow. The final status depends on whether an attempt got a 2xx response.',
      ),
    attempts: Count.describe('Number of attempts so far.'),
    next_attempt_at: DateTime.nullable().describe('Null if no more attempts follow.'),
    last_attempt_at: DateTime.nullable().describe('Null before the first attempt.'),
    response_status: z
      .int()
      .nullable()
      .describe('Status of the last response. Null if there was no response.'),
    response_body: z.string().nullable().describe('Start of the body of the last response.'),
    duration_ms: Count.nullable().describe('Duration of the last attempt.'),
    error: z.string().nullable().describe('Why the last attempt failed. Null if it did not fail.'),
    redelivery_of: Uuid.nullable().describe('The webhook delivery that this one repeats.'),
    created_at: DateTime,
  },
);
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

const endpoint: WebhookEndpoint = {
  id: ids.endpoint_id,
  workspace_id: ids.ws_id,
  created_by: ids.user_id,
  url: 'https://hooks.example.com/voiceloom',
  description: 'Starts the build when audio is ready.',
  events: ['run.completed', 'run.failed'],
  active: true,
  disabled_at: null,
  disabled_reason: null,
  failing_since: null,
  previous_secret_expires_at: null,
  ...TIMES,
};

/** An event whose ID ends with a number. */
const notice = <T extends string, D>(number: number, type: T, data: D) => ({
  id: `0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d${number}`,
  type,
  timestamp: '2026-03-02T09:30:02.910Z',
  workspace_id: ids.ws_id,
  data,
});

const run = {
  run_id: ids.run_id,
  workflow_id: ids.workflow_id,
  run_number: 12,
  started_at: '2026-03-02T09:30:00.410Z',
};

const ended = {
  ...run,
  completed_at: '2026-03-02T09:30:02.910Z',
  credits: 2,
  total_lines: 2,
  delivered_lines: 2,
  dropped_lines: 0,
  skipped_lines: 0,
  failed_lines: 0,
};

const completed = notice(52, 'run.completed', ended);

const delivery = {
  delivery_id: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d52',
  run_id: run.run_id,
  workflow_id: run.workflow_id,
  run_number: run.run_number,
  target: 'game-builds',
  destination: 's3://harbor-tales-audio/builds/voice',
  automatic: true,
  files_done: 1_204,
  files_failed: 0,
  size_bytes: 207_993_600,
};

example(WebhookEndpoint, endpoint);
example(NewWebhookEndpoint, { ...endpoint, secret: 'whsec_ZXhhbXBsZS1zZWNyZXQtb2Ytbm9ib2R5' });
example(CreateWebhookEndpoint, {
  url: endpoint.url,
  description: endpoint.description,
  events: endpoint.events,
});
example(UpdateWebhookEndpoint, { events: ['run.completed'], active: true });
example(WebhookDelivery, {
  id: ids.delivery_id,
  endpoint_id: ids.endpoint_id,
  event: completed,
  status: 'succeeded',
  attempts: 1,
  next_attempt_at: null,
  last_attempt_at: '2026-03-02T09:30:03.020Z',
  response_status: 200,
  response_body: 'ok',
  duration_ms: 84,
  error: null,
  redelivery_of: null,
  created_at: '2026-03-02T09:30:02.910Z',
});
example(RunStartedNotice, { ...notice(51, 'run.started', run), timestamp: run.started_at });
example(
  RunPausedNotice,
  notice(61, 'run.paused', {
    ...run,
    paused_at: '2026-03-02T09:30:02.500Z',
    pause_reason: 'budget' as const,
    pause_message:
      'The run has spent 498 of at most 500 credits, and its next line needs up to 12. Resume it with a higher max_credits.',
    credits: 498,
  }),
);
example(
  RunResumedNotice,
  notice(62, 'run.resumed', { ...run, resumed_at: '2026-03-02T09:41:00.000Z', credits: 498 }),
);
example(RunCompletedNotice, completed);
example(
  RunFailedNotice,
  notice(53, 'run.failed', {
    ...ended,
    credits: 0,
    total_lines: 0,
    delivered_lines: 0,
    error: 'The script cannot be read.',
    error_details: {
      code: 'empty_script',
      message: 'The script cannot be read.',
      node_id: ids.node_id,
      details: [{ field: 'lines.7', message: 'Row 7 has no text.' }],
    },
  }),
);
example(RunCancelledNotice, notice(54, 'run.cancelled', { ...ended, credits: 1, delivered_lines: 1 }));
example(
  UploadConfirmedNotice,
  notice(55, 'upload.confirmed', {
    upload_id: ids.upload_id,
    filename: 'scene-12.csv',
    category: 'script' as const,
    size_bytes: 18_204,
    workflow_id: ids.workflow_id,
  }),
);
example(DeliveryCompletedNotice, notice(58, 'delivery.completed', delivery));
example(
  DeliveryFailedNotice,
  notice(59, 'delivery.failed', {
    ...delivery,
    files_done: 16,
    size_bytes: 2_764_800,
    error: 'The bucket does not exist.',
  }),
);
example(
  CreditsLowNotice,
  notice(56, 'credits.low', { balance: 980, threshold: 1_000, monthly_credits: 10_000 }),
);
example(
  BudgetReachedNotice,
  notice(60, 'budget.reached', {
    ...{
      budget_id: ids.budget_id,
      name: 'Trailer team',
      scope: 'workspace',
      scope_id: null,
      action: 'pause',
    },
    ...{
      percent: 80,
      period_starts_at: '2026-03-01T00:00:00.000Z',
      period_ends_at: '2026-04-01T00:00:00.000Z',
    },
    ...{ credits: 16_020, limit_credits: 20_000, provider_usd_micros: 0, limit_usd_micros: null },
  }),
);
example(
  ScheduleFailedNotice,
  notice(61, 'schedule.failed', {
    ...{ schedule_id: ids.schedule_id, workflow_id: ids.workflow_id, name: 'Every working day' },
    ...{ due_at: '2026-03-02T05:00:00.000Z', code: 'INSUFFICIENT_CREDITS' },
    message: 'The run needs at least 12 credits; 3 are left.',
    ...{ failures_count: 1, disabled: false },
  }),
);
const review = { review_id: ids.review_id, workflow_id: ids.workflow_id, run_id: ids.run_id };
const settled = { ...review, items_count: 24, open_count: 0, approved_count: 23, waived_count: 1 };
const reviewed = { ...settled, rejected_count: 0, needs_work_count: 0 };

example(
  ReviewUpdatedNotice,
  notice(60, 'review.updated', { ...reviewed, open_count: 4, approved_count: 18, rejected_count: 1 }),
);
example(ReviewApprovedNotice, notice(61, 'review.approved', reviewed));
example(
  ReviewCommentedNotice,
  notice(62, 'review.commented', {
    ...{ ...review, no: 2, line_id: 'line-2', locale_code: 'en-us' },
    ...{ comment_id: ids.comment_id, author: 'Ada Winter', body: 'Too fast here.' },
  }),
);
example(WebhookTestNotice, notice(57, 'webhook.test', { endpoint_id: ids.endpoint_id }));
