import { area } from '../../area.ts';
import { listOf, objectOf } from '../../envelope.ts';
import { Empty } from '../../primitives.ts';
import { pagedQuery } from '../../query.ts';
import {
  CreateWebhookEndpoint,
  NewWebhookEndpoint,
  UpdateWebhookEndpoint,
  WebhookDelivery,
  WebhookEndpoint,
} from './schemas.ts';

const access = { auth: 'jwt_or_key', scope: 'webhooks:write', role: 'admin', workspace: 'header' } as const;

/** Receivers of events. Requests are signed according to Standard Webhooks. */
export const webhookEndpoints = area('webhook_endpoints', access, {
  list: {
    endpoint: 'GET /api/v1/webhook-endpoints',
    summary: 'List webhook endpoints',
    description: 'Returns the endpoints of the workspace, newest first.',
    query: pagedQuery({}),
    responses: { 200: listOf(WebhookEndpoint) },
  },
  create: {
    endpoint: 'POST /api/v1/webhook-endpoints',
    summary: 'Create a webhook endpoint',
    description: 'Only this response contains the signing secret. A workspace has at most 20 endpoints.',
    body: CreateWebhookEndpoint,
    responses: { 201: objectOf(NewWebhookEndpoint) },
    errors: ['CONFLICT'],
  },
  get: {
    endpoint: 'GET /api/v1/webhook-endpoints/:endpoint_id',
    summary: 'Get a webhook endpoint',
    description: 'The response does not contain the secret.',
    etag: true,
    responses: { 200: objectOf(WebhookEndpoint) },
  },
  update: {
    endpoint: 'PATCH /api/v1/webhook-endpoints/:endpoint_id',
    summary: 'Update a webhook endpoint',
    description:
      'Changes only the fields in the request. If `active` is set to false, pending webhook deliveries fail.',
    body: UpdateWebhookEndpoint,
    responses: { 200: objectOf(WebhookEndpoint) },
    errors: ['PRECONDITION_FAILED'],
  },
  delete: {
    endpoint: 'DELETE /api/v1/webhook-endpoints/:endpoint_id',
    summary: 'Delete a webhook endpoint',
    description: 'Also deletes its webhook deliveries.',
    responses: { 200: objectOf(Empty) },
    errors: ['PRECONDITION_FAILED'],
  },
  rotateSecret: {
    endpoint: 'POST /api/v1/webhook-endpoints/:endpoint_id/rotate-secret',
    summary: 'Rotate the secret of a webhook endpoint',
    description:
      'Returns the new secret once. For 24 hours, requests are signed with the new and the old secret. If you rotate again within that time, the oldest secret stops working immediately.',
    responses: { 200: objectOf(NewWebhookEndpoint) },
  },
  test: {
    endpoint: 'POST /api/v1/webhook-endpoints/:endpoint_id/test',
    summary: 'Test a webhook endpoint',
    description:
      'Sends one `webhook.test` event, regardless of the events that the endpoint subscribes to. The endpoint must be active.',
    responses: { 200: objectOf(WebhookDelivery) },
    errors: ['CONFLICT'],
  },
  deliveries: {
    endpoint: 'GET /api/v1/webhook-endpoints/:endpoint_id/deliveries',
    summary: 'List webhook deliveries',
    description: 'Newest first. Webhook deliveries are stored for 30 days.',
    query: pagedQuery({}),
    responses: { 200: listOf(WebhookDelivery) },
  },
  redeliver: {
    endpoint: 'POST /api/v1/webhook-endpoints/:endpoint_id/deliveries/:delivery_id/redeliver',
    summary: 'Redeliver a webhook event',
    description:
      'Returns a new webhook delivery of the same event. If the old one is still pending, its next attempt is made immediately instead. The endpoint must be active.',
    responses: { 200: objectOf(WebhookDelivery) },
    errors: ['CONFLICT'],
  },
});
