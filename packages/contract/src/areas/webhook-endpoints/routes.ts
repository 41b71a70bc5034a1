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
    description: 'Of the workspace, newest first.',
    headers: workspaceHeader,
    query: pagedQuery({}),
    responses: { 200: listOf(WebhookEndpoint) },
    errors: [],
    metadata: meta({ ...shared, operationId: 'webhook_endpoints.list', paged }),
  }),
  create: route({
    method: 'POST',
    path: '/api/v1/webhook-endpoints',
    summary: 'Create a webhook endpoint',
    description: 'The secret is in this answer and nowhere else. A workspace has at most 20 endpoints.',
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
    description: 'Without its secret.',
    pathParams: EndpointParams,
    headers: workspaceNoneMatchHeaders,
    responses: { 200: objectOf(WebhookEndpoint) },
    errors: [],
    metadata: meta({ ...shared, operationId: 'webhook_endpoints.get' }),
  }),
  update: route({
    method: 'PATCH',
    path: '/api/v1/webhook-endpoints/:endpoint_id',
    summary: 'Change a webhook endpoint',
    description:
      'Changes only the fields that are given; `{}` changes nothing. With `active` false, deliveries under way are given up.',
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
    description: 'With its deliveries.',
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
      'Answers a new secret, once. For 24 hours deliveries carry two signatures, of the new and of the old secret; one more rotation in that time ends the older one at once.',
    pathParams: EndpointParams,
    headers: workspacePostHeaders,
    body: c.noBody(),
    responses: { 200: objectOf(NewWebhookEndpoint) },
    errors: [],
    metadata: meta({ ...posts, operationId: 'webhook_endpoints.rotate_secret' }),
  }),
  test: route({
    method: 'POST',
    path: '/api/v1/webhook-endpoints/:endpoint_id/test',
    summary: 'Try a webhook endpoint',
    description: 'Sends `webhook.test`, once, whatever events are asked for. The endpoint must be active.',
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
    summary: 'List the deliveries of a webhook endpoint',
    description: 'Newest first. Kept for 30 days.',
    pathParams: EndpointParams,
    headers: workspaceHeader,
    query: pagedQuery({}),
    responses: { 200: listOf(WebhookDelivery) },
    errors: [],
    metadata: meta({ ...shared, operationId: 'webhook_endpoints.deliveries', paged }),
  }),
  redeliver: route({
    method: 'POST',
    path: '/api/v1/webhook-endpoints/:endpoint_id/deliveries/:delivery_id/redeliver',
    summary: 'Deliver an event again',
    description:
      'Answers the delivery: a new one with the same event, or, where it is still being tried, the same with its next try now. The endpoint must be active.',
    pathParams: DeliveryParams,
    headers: workspacePostHeaders,
    body: c.noBody(),
    responses: { 200: objectOf(WebhookDelivery) },
    errors: ['CONFLICT'],
    metadata: meta({ ...posts, operationId: 'webhook_endpoints.redeliver' }),
  }),
};
