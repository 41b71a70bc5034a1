import { z } from 'zod';
import { listOf, objectOf } from '../../envelope.ts';
import { meta, route, workspaceHeader, workspacePostHeaders } from '../../kit.ts';
import { Uuid } from '../../primitives.ts';
import { pagedQuery } from '../../query.ts';
import { RunDelivery, StartRunDelivery } from './schemas.ts';

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
