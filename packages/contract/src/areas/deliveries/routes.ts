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
      'Writes every file of the export to the bucket, under the prefix of the target. Returns the existing delivery if the same one is in progress, and continues one that failed. Returns 409 while the run is active, and 404 if it delivered nothing.',
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
    description: 'Newest first, with their progress.',
    pathParams: RunParams,
    headers: workspaceHeader,
    query: pagedQuery({}),
    responses: { 200: listOf(RunDelivery) },
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
      'Returns the buckets of the workspace, ordered by name, on one page. A workspace has at most 20.',
    headers: workspaceHeader,
    responses: { 200: listOf(DeliveryTarget) },
    metadata: meta({ ...manages, role: 'viewer', operationId: 'delivery_targets.list' }),
  }),
  get: route({
    method: 'GET',
    path: '/api/v1/delivery-targets/:target',
    summary: 'Get a delivery target',
    description: 'Returns a delivery target with its ETag, without the secret key.',
    pathParams: TargetParams,
    headers: workspaceNoneMatchHeaders,
    responses: { 200: objectOf(DeliveryTarget) },
    metadata: meta({ ...manages, role: 'viewer', operationId: 'delivery_targets.get' }),
  }),
  put: route({
    method: 'PUT',
    path: '/api/v1/delivery-targets/:target',
    summary: 'Store a delivery target',
    description:
      'Tests the access key by writing and deleting a small file under the prefix, then stores it encrypted. Replaces the target of the same name. Returns 422 and changes nothing if the bucket rejects the file. If the location changes, deliveries in progress fail.',
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
    description: 'Deliveries in progress fail. Files in the bucket remain. Idempotent.',
    pathParams: TargetParams,
    headers: workspaceMatchHeaders,
    responses: { 200: objectOf(Empty) },
    errors: ['PRECONDITION_FAILED'],
    metadata: meta({ ...manages, operationId: 'delivery_targets.delete' }),
  }),
};
