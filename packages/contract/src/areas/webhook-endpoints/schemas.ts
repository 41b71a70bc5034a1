import { z } from 'zod';
import { object } from '../../named.ts';
import { Count, DateTime, Flag, Url, Uuid } from '../../primitives.ts';
import { WEBHOOK_EVENT_TYPES, WebhookEvent, WebhookEventType } from './events.ts';

const endpointFields = {
  id: Uuid,
  workspace_id: Uuid,
  created_by: Uuid,
  url: Url.describe('The URL that events are sent to.'),
  description: z.string().nullable(),
  events: z.array(WebhookEventType).describe('The events that the endpoint receives.'),
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

/** A webhook endpoint with its signing secret: returned once. */
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

/** The fields of a webhook endpoint to change. */
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
