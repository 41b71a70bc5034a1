import { z } from 'zod';
import { objectOf } from '../../envelope.ts';
import { c, meta, route, waitHeader, workspacePostHeaders } from '../../kit.ts';
import { Uuid } from '../../primitives.ts';
import { RetryRun, Run, StartRun } from './schemas.ts';

const WorkflowParams = z.object({ workflow_id: Uuid });
const RunParams = WorkflowParams.extend({ run_id: Uuid });

const controls = {
  area: 'runs',
  auth: 'jwt_or_key',
  scope: 'workflows:run',
  role: 'editor',
  workspace: 'header',
  idempotent: true,
} as const;

/** Operations that start runs and change what they do. */
export const runControls = {
  start: route({
    method: 'POST',
    path: '/api/v1/workflows/:workflow_id/runs',
    summary: 'Start a run',
    description:
      'Overrides apply only to this run. If the definition cannot run, the error names the node and the field.',
    pathParams: WorkflowParams,
    headers: { ...workspacePostHeaders, ...waitHeader },
    body: StartRun.prefault({}),
    responses: { 202: objectOf(Run) },
    errors: ['INSUFFICIENT_CREDITS', 'RUN_ALREADY_ACTIVE', 'CONCURRENT_RUN_LIMIT'],
    metadata: meta({ ...controls, operationId: 'runs.start', success: 202, located: true }),
  }),
  cancel: route({
    method: 'POST',
    path: '/api/v1/workflows/:workflow_id/runs/:run_id/cancel',
    summary: 'Cancel a run',
    description: 'Stops the run within a second. Finished lines and their charges remain. Idempotent.',
    pathParams: RunParams,
    headers: workspacePostHeaders,
    body: c.noBody(),
    responses: { 200: objectOf(Run) },
    errors: ['CONFLICT'],
    metadata: meta({ ...controls, operationId: 'runs.cancel', success: 200 }),
  }),
  pause: route({
    method: 'POST',
    path: '/api/v1/workflows/:workflow_id/runs/:run_id/pause',
    summary: 'Pause a run',
    description: 'No new work starts. Finished work is kept.',
    pathParams: RunParams,
    headers: workspacePostHeaders,
    body: c.noBody(),
    responses: { 200: objectOf(Run) },
    errors: ['CONFLICT'],
    metadata: meta({ ...controls, operationId: 'runs.pause', success: 200 }),
  }),
  resume: route({
    method: 'POST',
    path: '/api/v1/workflows/:workflow_id/runs/:run_id/resume',
    summary: 'Resume a run',
    description: 'Continues a paused run. Returns 409 if the run is not paused.',
    pathParams: RunParams,
    headers: workspacePostHeaders,
    body: c.noBody(),
    responses: { 200: objectOf(Run) },
    errors: ['CONFLICT', 'RUN_ALREADY_ACTIVE', 'CONCURRENT_RUN_LIMIT'],
    metadata: meta({ ...controls, operationId: 'runs.resume', success: 200 }),
  }),
  retry: route({
    method: 'POST',
    path: '/api/v1/workflows/:workflow_id/runs/:run_id/retry',
    summary: 'Retry lines of a run',
    description:
      'Starts a new run for the failed and dropped lines, or only for the named lines. Other takes are reused at no cost.',
    pathParams: RunParams,
    headers: { ...workspacePostHeaders, ...waitHeader },
    body: RetryRun.prefault({}),
    responses: { 202: objectOf(Run) },
    errors: ['INSUFFICIENT_CREDITS', 'CONFLICT', 'RUN_ALREADY_ACTIVE', 'CONCURRENT_RUN_LIMIT'],
    metadata: meta({ ...controls, operationId: 'runs.retry', success: 202, located: true }),
  }),
};
