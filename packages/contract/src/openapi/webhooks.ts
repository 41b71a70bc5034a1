import type { OperationObject, ParameterObject } from 'openapi3-ts/oas31';
import type { z } from 'zod';
import { WebhookEvent } from '../areas/webhook-endpoints/events.ts';
import { type ExampleCollector, examplesOf } from './examples.ts';
import type { SchemaCollector } from './schemas.ts';

const header = (name: string, description: string, example: string): ParameterObject => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
});

/** What every delivery carries, as Standard Webhooks has it. */
const HEADERS = [
  header(
    'webhook-id',
    'The id of the event, the same for every try and every endpoint: what was seen before may be dropped.',
    '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d52',
  ),
  header(
    'webhook-timestamp',
    'When this try was made, in seconds since 1970. Refuse what is older than a few minutes.',
    '1772443803',
  ),
  header(
    'webhook-signature',
    'One or, after a rotation, two signatures with a space between them: `v1,` and the Base64 of HMAC-SHA-256 over `<webhook-id>.<webhook-timestamp>.<body>` with the Base64-decoded part of the secret after `whsec_`.',
    'v1,CmxijvMSEPvnvhi21LIb1sGQiPzPVNL1DK04fWIGA68=',
  ),
];

const RESPONSES = {
  '2XX': { description: 'The event was taken; nothing further is sent.' },
  '410': { description: 'Nothing is wanted any more: the endpoint is disabled.' },
  default: {
    description:
      'Anything else, a redirect, or no answer within 15 seconds: tried again with growing pauses for almost 24 hours, then given up.',
  },
};

type Shared = { schemas: SchemaCollector; examples: ExampleCollector };

function deliveryOf(event: z.ZodType, type: string, { schemas, examples }: Shared): OperationObject {
  const about = event.meta()?.description ?? type;
  const content = {
    schema: schemas.add(event, 'output'),
    ...examplesOf(examples, `webhook.${type}`, event),
  };
  return {
    operationId: `webhook.${type}`,
    tags: ['webhook_endpoints'],
    summary: `\`${type}\` is delivered`,
    description: `${about} Sent to every endpoint of the workspace that asked for it.`,
    security: [],
    parameters: HEADERS,
    requestBody: { required: true, content: { 'application/json': content } },
    responses: RESPONSES,
  };
}

/** What the service sends to the endpoints of customers, by type of event. */
export function webhooksOf(shared: Shared): Record<string, { post: OperationObject }> {
  const entries = WebhookEvent.options.map((event) => {
    const type = event.shape.type.value;
    return [type, { post: deliveryOf(event, type, shared) }] as const;
  });
  return Object.fromEntries(entries);
}
