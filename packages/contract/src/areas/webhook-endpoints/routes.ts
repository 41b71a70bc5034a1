import { z } from 'zod';
import { listOf, objectOf } from '../../envelope.ts';
import {
  c,
  meta,
  route,
  workspaceHeader,
  workspaceMatchHeaders,
  workspaceNoneMatchHeaders,
  workspacePostHeaders,
} from '../../kit.ts';
import { Empty, Uuid } from '../../primitives.ts';
import { pagedQuery } from '../../query.ts';
import {
  CreateWebhookEndpoint,
  NewWebhookEndpoint,
  UpdateWebhookEndpoint,
  WebhookDelivery,
  WebhookEndpoint,
} from './schemas.ts';

const EndpointParams = z.object({ endpoint_id: Uuid });

const DeliveryParams = z.object({ endpoint_id: Uuid, delivery_id: Uuid });

const shared = {
  area: 'webhook_endpoints',
  auth: 'jwt_or_key',
  scope: 'webhooks:write',
  role: 'admin',
  workspace: 'header',
  idempotent: false,
  success: 200,
} as const;

const posts = { ...shared, idempotent: true } as const;

const paged = { counted: false, defaultLimit: 20 } as const;

/** Receivers of events: deliveries are signed as Standard Webhooks say and tried for 24 hours. */
export const webhookEndpoints = {
  list: route({
    method: 'GET',
    path: '/api/v1/webhook-endpoints',
    summary: 'List webhook endpoints',
    description: 'Returns the endpoints of the workspace, newest first.',
    headers: workspaceHeader,
    query: pagedQuery({}),
    responses: { 200: listOf(WebhookEndpoint) },
    metadata: meta({ ...shared, operationId: 'webhook_endpoints.list', paged }),
  }),
  create: route({
    method: 'POST',
    path: '/api/v1/webhook-endpoints',
    summary: 'Create a webhook endpoint',
    description:
      'The response contains the signing secret. It is not returned again. A workspace has at most 20 endpoints.',
    headers: workspacePostHeaders,
    body: CreateWebhookEndpoint,
    responses: { 201: objectOf(NewWebhookEndpoint) },
    errors: ['CONFLICT'],
    metadata: meta({ ...posts, operationId: 'webhook_endpoints.create', success: 201 }),
  }),
  get: route({
    method: 'GET',
    path: '/api/v1/webhook-endpoints/:endpoint_id',
    summary: 'Get a webhook endpoint',
    description: 'The response does not contain the secret.',
    pathParams: EndpointParams,
    headers: workspaceNoneMatchHeaders,
    responses: { 200: objectOf(WebhookEndpoint) },
    metadata: meta({ ...shared, operationId: 'webhook_endpoints.get' }),
  }),
  update: route({
    method: 'PATCH',
    path: '/api/v1/webhook-endpoints/:endpoint_id',
    summary: 'Update a webhook endpoint',
    description:
      'Changes only the fields in the request. If `active` is set to false, pending webhook deliveries fail.',
    pathParams: EndpointParams,
    headers: workspaceMatchHeaders,
    body: UpdateWebhookEndpoint,
    responses: { 200: objectOf(WebhookEndpoint) },
    errors: ['PRECONDITION_FAILED'],
    metadata: meta({ ...shared, operationId: 'webhook_endpoints.update' }),
  }),
  delete: route({
    method: 'DELETE',
    path: '/api/v1/webhook-endpoints/:endpoint_id',
    summary: 'Delete a webhook endpoint',
    description: 'Also deletes its webhook deliveries.',
    pathParams: EndpointParams,
    headers: workspaceMatchHeaders,
    responses: { 200: objectOf(Empty) },
    errors: ['PRECONDITION_FAILED'],
    metadata: meta({ ...shared, operationId: 'webhook_endpoints.delete' }),
  }),
  rotateSecret: route({
    method: 'POST',
    path: '/api/v1/webhook-endpoints/:endpoint_id/rotate-secret',
    summary: 'Rotate the secret of a webhook endpoint',
    description:
      'Returns a new secret. It is not returned again. For 24 hours, requests are signed with the new and the old secret. If you rotate again within that time, the oldest secret stops working immediately.',
    pathParams: EndpointParams,
    headers: workspacePostHeaders,
    body: c.noBody(),
    responses: { 200: objectOf(NewWebhookEndpoint) },
    metadata: meta({ ...posts, operationId: 'webhook_endpoints.rotate_secret' }),
  }),
  test: route({
    method: 'POST',
    path: '/api/v1/webhook-endpoints/:endpoint_id/test',
    summary: 'Test a webhook endpoint',
    description:
      'Sends one `webhook.test` event, regardless of the events that the endpoint subscribes to. The endpoint must be active.',
    pathParams: EndpointParams,
    headers: workspacePostHeaders,
    body: c.noBody(),
    responses: { 200: objectOf(WebhookDelivery) },
    errors: ['CONFLICT'],
    metadata: meta({ ...posts, operationId: 'webhook_endpoints.test' }),
  }),
  deliveries: route({
    method: 'GET',
    path: '/api/v1/webhook-endpoints/:endpoint_id/deliveries',
    summary: 'List webhook deliveries',
    description: 'Newest first. Webhook deliveries are stored for 30 days.',
    pathParams: EndpointParams,
    headers: workspaceHeader,
    query: pagedQuery({}),
    responses: { 200: listOf(WebhookDelivery) },
    metadata: meta({ ...shared, operationId: 'webhook_endpoints.deliveries', paged }),
  }),
  redeliver: route({
    method: 'POST',
    path: '/api/v1/webhook-endpoints/:endpoint_id/deliveries/:delivery_id/redeliver',
    summary: 'Redeliver a webhook event',
    description:
      'Returns a new webhook delivery of the same event. If the old one is still pending, its next attempt is made immediately instead. The endpoint must be active.',
    pathParams: DeliveryParams,
    headers: workspacePostHeaders,
    body: c.noBody(),
    responses: { 200: objectOf(WebhookDelivery) },
    errors: ['CONFLICT'],
    metadata: meta({ ...posts, operationId: 'webhook_endpoints.redeliver' }),
  }),
};
