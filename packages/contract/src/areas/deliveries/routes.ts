import { area } from '../../area.ts';
import { listOf, objectOf } from '../../envelope.ts';
import { Empty } from '../../primitives.ts';
import { pagedQuery } from '../../query.ts';
import {
  DeliveryTarget,
  DeliveryTargetName,
  PutDeliveryTarget,
  RunDelivery,
  StartRunDelivery,
} from './schemas.ts';

const access = { auth: 'jwt_or_key', scope: 'workflows:run', role: 'editor', workspace: 'header' } as const;

/** Runs that are sent to buckets of the workspace. */
export const deliveries = area('deliveries', access, {
  start: {
    endpoint: 'POST /api/v1/workflows/:workflow_id/runs/:run_id/deliveries',
    summary: 'Deliver a run',
    description:
      'Writes every file of the export to the bucket, under the prefix of the target. Returns the existing delivery if the same one is in progress, and continues one that failed. Returns 409 while the run is active, and 404 if it delivered nothing.',
    body: StartRunDelivery,
    responses: { 202: objectOf(RunDelivery) },
    errors: ['CONFLICT'],
  },
  list: {
    endpoint: 'GET /api/v1/workflows/:workflow_id/runs/:run_id/deliveries',
    scope: 'workflows:read',
    role: 'viewer',
    summary: 'List the deliveries of a run',
    description: 'Newest first, with their progress.',
    query: pagedQuery({}),
    responses: { 200: listOf(RunDelivery) },
  },
});

const TargetParams = { target: DeliveryTargetName };

const targetAccess = { auth: 'jwt', scope: null, role: 'admin', workspace: 'header' } as const;

/** Buckets that runs of a workspace can be sent to. Their keys are sealed when they are stored. */
export const deliveryTargets = area('delivery_targets', targetAccess, {
  list: {
    endpoint: 'GET /api/v1/delivery-targets',
    role: 'viewer',
    summary: 'List delivery targets',
    description:
      'Returns the buckets of the workspace, ordered by name, on one page. A workspace has at most 20.',
    responses: { 200: listOf(DeliveryTarget) },
  },
  get: {
    endpoint: 'GET /api/v1/delivery-targets/:target',
    role: 'viewer',
    summary: 'Get a delivery target',
    description: 'Returns a delivery target with its ETag, without the secret key.',
    params: TargetParams,
    etag: true,
    responses: { 200: objectOf(DeliveryTarget) },
  },
  put: {
    endpoint: 'PUT /api/v1/delivery-targets/:target',
    summary: 'Store a delivery target',
    description:
      'Tests the access key by writing and deleting a small file under the prefix, then stores it encrypted. Replaces the target of the same name. Returns 422 and changes nothing if the bucket rejects the file. If the location changes, deliveries in progress fail.',
    params: TargetParams,
    body: PutDeliveryTarget,
    responses: { 200: objectOf(DeliveryTarget) },
    errors: ['CONFLICT', 'PRECONDITION_FAILED'],
  },
  delete: {
    endpoint: 'DELETE /api/v1/delivery-targets/:target',
    summary: 'Delete a delivery target',
    description: 'Deliveries in progress fail. Files in the bucket remain. Idempotent.',
    params: TargetParams,
    responses: { 200: objectOf(Empty) },
    errors: ['PRECONDITION_FAILED'],
  },
});
