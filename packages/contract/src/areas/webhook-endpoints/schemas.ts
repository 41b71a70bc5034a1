import { z } from 'zod';
import { Count, DateTime, Url, Uuid } from '../../primitives.ts';
import { WEBHOOK_EVENT_TYPES, WebhookEvent, WebhookEventType } from './events.ts';

const endpointFields = {
  id: Uuid,
  workspace_id: Uuid,
  created_by: Uuid,
  url: Url,
  description: z.string().nullable(),
  events: z.array(WebhookEventType).describe('What is sent there.'),
  active: z.boolean().describe('False: nothing is sent there.'),
  disabled_at: DateTime.nullable(),
  disabled_reason: z
    .enum(['manual', 'gone', 'failures'])
    .nullable()
    .describe('By a person, by a 410 answer, or because nothing arrived for about a day.'),
  failing_since: DateTime.nullable().describe('Since when every try has failed; null while they arrive.'),
  previous_secret_expires_at: DateTime.nullable().describe(
    'After a rotation: until when deliveries are signed with the old secret as well.',
  ),
  created_at: DateTime,
  updated_at: DateTime,
};

/** A receiver of events, without its secret. */
export const WebhookEndpoint = z
  .object(endpointFields)
  .meta({ id: 'WebhookEndpoint', description: 'A receiver of events, without its secret.' });
/** A receiver of events. */
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>;

/** A receiver of events with the secret that deliveries are signed with: shown once. */
export const NewWebhookEndpoint = z
  .object({ ...endpointFields, secret: z.string().describe('`whsec_…`. It is never shown again.') })
  .meta({ id: 'NewWebhookEndpoint', description: 'A receiver of events with its secret, shown once.' });
/** A receiver of events with its secret. */
export type NewWebhookEndpoint = z.infer<typeof NewWebhookEndpoint>;

const Target = z
  .url({ protocol: /^https?$/, error: 'An https:// address is needed.' })
  .max(2_000)
  .describe('A public https address.');

const Description = z.string().trim().max(500).nullable();

const Events = z
  .array(WebhookEventType)
  .min(1)
  .max(WEBHOOK_EVENT_TYPES.length * 2);

/** A new receiver of events. Without `events` it gets all of them. */
export const CreateWebhookEndpoint = z
  .object({
    url: Target,
    description: Description.optional(),
    events: Events.optional().describe('All when left out.'),
  })
  .meta({ id: 'CreateWebhookEndpoint', description: 'A new receiver of events.' });
/** A new receiver of events. */
export type CreateWebhookEndpoint = z.infer<typeof CreateWebhookEndpoint>;

/** The fields of a receiver to change; the others stay. */
export const UpdateWebhookEndpoint = z
  .object({
    url: Target.optional(),
    description: Description.optional(),
    events: Events.optional(),
    active: z.boolean().optional().describe('True enables an endpoint again, however it was disabled.'),
  })
  .meta({ id: 'UpdateWebhookEndpoint', description: 'The fields to change; the others stay.' });
/** The fields of a receiver to change. */
export type UpdateWebhookEndpoint = z.infer<typeof UpdateWebhookEndpoint>;

/** One event on its way to one endpoint, and what its last try came to. */
export const WebhookDelivery = z
  .object({
    id: Uuid,
    endpoint_id: Uuid,
    event: WebhookEvent,
    status: z
      .enum(['pending', 'succeeded', 'failed'])
      .describe('`pending` until an answer of 2xx came, or no further try follows.'),
    attempts: Count.describe('Tries begun.'),
    next_attempt_at: DateTime.nullable().describe('Null when no further try follows.'),
    last_attempt_at: DateTime.nullable(),
    response_status: z.int().nullable().describe('Of the last try; null where no answer came.'),
    response_body: z.string().nullable().describe('How the answer of the last try begins.'),
    duration_ms: Count.nullable().describe('Of the last try.'),
    error: z.string().nullable().describe('Why the last try failed.'),
    redelivery_of: Uuid.nullable().describe('The delivery that this one repeats.'),
    created_at: DateTime,
  })
  .meta({ id: 'WebhookDelivery', description: 'One event on its way to one endpoint.' });
/** One event on its way to one endpoint. */
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;
