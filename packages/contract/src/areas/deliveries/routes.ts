import { z } from 'zod';
import { listOf, objectOf } from '../../envelope.ts';
import {
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
  DeliveryTarget,
  DeliveryTargetName,
  PutDeliveryTarget,
  RunDelivery,
  StartRunDelivery,
} from './schemas.ts';

const RunParams = z.object({ workflow_id: Uuid, run_id: Uuid });

const shared = { area: 'deliveries', auth: 'jwt_or_key', workspace: 'header' } as const;

/** Runs that are sent to buckets of the workspace. */
export const deliveries = {
  start: route({
    method: 'POST',
    path: '/api/v1/workflows/:workflow_id/runs/:run_id/deliveries',
    summary: 'Deliver a run',
    description:
      'Puts every file of the export under the prefix of the target. While the same is under way, that delivery is ' +
      'answered; one that failed goes on where it stopped. 409 while the run is active, 404 when it delivered nothing.',
    pathParams: RunParams,
    headers: workspacePostHeaders,
    body: StartRunDelivery,
    responses: { 202: objectOf(RunDelivery) },
    errors: ['CONFLICT'],
    metadata: meta({
      ...shared,
      scope: 'workflows:run',
      role: 'editor',
      idempotent: true,
      success: 202,
      operationId: 'deliveries.start',
    }),
  }),
  list: route({
    method: 'GET',
    path: '/api/v1/workflows/:workflow_id/runs/:run_id/deliveries',
    summary: 'List the deliveries of a run',
    description: 'Newest first, each with how far it has got.',
    pathParams: RunParams,
    headers: workspaceHeader,
    query: pagedQuery({}),
    responses: { 200: listOf(RunDelivery) },
    errors: [],
    metadata: meta({
      ...shared,
      scope: 'workflows:read',
      role: 'viewer',
      idempotent: false,
      success: 200,
      operationId: 'deliveries.list',
      paged: { counted: false, defaultLimit: 20 },
    }),
  }),
};

const TargetParams = z.object({ target: DeliveryTargetName });

const manages = {
  area: 'delivery_targets',
  auth: 'jwt',
  scope: null,
  role: 'admin',
  workspace: 'header',
  idempotent: false,
  success: 200,
} as const;

/** Buckets that runs of a workspace can be sent to. Their keys are sealed when they are stored. */
export const deliveryTargets = {
  list: route({
    method: 'GET',
    path: '/api/v1/delivery-targets',
    summary: 'List delivery targets',
    description:
      'Buckets that runs of the workspace can be delivered to, by name. One page: there are at most 20.',
    headers: workspaceHeader,
    responses: { 200: listOf(DeliveryTarget) },
    errors: [],
    metadata: meta({ ...manages, role: 'viewer', operationId: 'delivery_targets.list' }),
  }),
  get: route({
    method: 'GET',
    path: '/api/v1/delivery-targets/:target',
    summary: 'Get a delivery target',
    description: 'Without its secret; with the ETag that a change of it can name.',
    pathParams: TargetParams,
    headers: workspaceNoneMatchHeaders,
    responses: { 200: objectOf(DeliveryTarget) },
    errors: [],
    metadata: meta({ ...manages, role: 'viewer', operationId: 'delivery_targets.get' }),
  }),
  put: route({
    method: 'PUT',
    path: '/api/v1/delivery-targets/:target',
    summary: 'Store a delivery target',
    description:
      'Tries the key by putting a small file under the prefix and removing it, then keeps it sealed and replaces ' +
      'what had the name before. What the bucket refuses is 422 and changes nothing. Deliveries under way to a ' +
      'target whose place changes end as failed.',
    pathParams: TargetParams,
    headers: workspaceMatchHeaders,
    body: PutDeliveryTarget,
    responses: { 200: objectOf(DeliveryTarget) },
    errors: ['CONFLICT', 'PRECONDITION_FAILED'],
    metadata: meta({ ...manages, operationId: 'delivery_targets.put' }),
  }),
  delete: route({
    method: 'DELETE',
    path: '/api/v1/delivery-targets/:target',
    summary: 'Delete a delivery target',
    description: 'Deliveries under way end as failed; what is in the bucket stays there. May be repeated.',
    pathParams: TargetParams,
    headers: workspaceMatchHeaders,
    responses: { 200: objectOf(Empty) },
    errors: ['PRECONDITION_FAILED'],
    metadata: meta({ ...manages, operationId: 'delivery_targets.delete' }),
  }),
};
