import type { OperationObject, ParameterObject } from 'openapi3-ts/oas31';
import { WebhookEvent } from '../areas/webhook-endpoints/events.ts';
import { addExample, type ExampleCollector } from './examples.ts';
import type { SchemaCollector } from './schemas.ts';

const header = (name: string, description: string, example: string): ParameterObject => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
});

/** The headers of every webhook request, as in Standard Webhooks. */
const HEADERS = [
  header(
    'webhook-id',
    'The ID of the event. It is the same in every attempt and for every endpoint. Ignore events that you have already processed.',
    '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d52',
  ),
  header(
    'webhook-timestamp',
    'The time of the attempt, as a Unix timestamp in seconds. Reject requests that are more than a few minutes old.',
    '1772443803',
  ),
  header(
    'webhook-signature',
    'One signature or, after a rotation, two, separated by a space. A signature is `v1,` and the Base64 of the HMAC-SHA-256 of `<webhook-id>.<webhook-timestamp>.<body>`. The key is the part of the secret after `whsec_`, decoded from Base64.',
    'v1,CmxijvMSEPvnvhi21LIb1sGQiPzPVNL1DK04fWIGA68=',
  ),
];

const RESPONSES = {
  '2XX': { description: 'The event was received. No more attempts follow.' },
  '410': { description: 'Return this if the endpoint no longer exists. The service then disables it.' },
  default: {
    description:
      'Any other response, a redirect, or no response within 15 seconds. The attempt is repeated with increasing delays for almost 24 hours.',
  },
};

type Shared = { schemas: SchemaCollector; examples: ExampleCollector };

/** The webhook requests of the service, by type of event. */
export function toWebhooks({ schemas, examples }: Shared): Record<string, { post: OperationObject }> {
  const webhooks: Record<string, { post: OperationObject }> = {};
  for (const event of WebhookEvent.options) {
    const type = event.shape.type.value;
    const about = event.meta()?.description ?? type;
    const content = {
      schema: schemas.add(event, 'output'),
      ...addExample(examples, `webhook.${type}`, event),
    };
    const post: OperationObject = {
      operationId: `webhook.${type}`,
      tags: ['webhook_endpoints'],
      summary: `Receive \`${type}\``,
      description: `${about} Sent to every endpoint of the workspace that subscribes to it.`,
      security: [],
      parameters: HEADERS,
      requestBody: { required: true, content: { 'application/json': content } },
      responses: RESPONSES,
    };
    webhooks[type] = { post };
  }
  return webhooks;
}
