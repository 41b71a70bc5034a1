import { z } from 'zod';
import { countedListOf, listOf, objectOf } from '../../envelope.ts';
import {
  c,
  carriesDefinition,
  meta,
  route,
  workspaceHeader,
  workspaceMatchHeaders,
  workspaceNoneMatchHeaders,
  workspacePostHeaders,
} from '../../kit.ts';
import { Empty, Name, Uuid } from '../../primitives.ts';
import { pagedQuery } from '../../query.ts';
import { Upload } from '../uploads/schemas.ts';
import {
  CreateWorkflow,
  DefinitionReport,
  NameAvailability,
  ReplaceWorkflow,
  RunEstimate,
  UpdateWorkflow,
  ValidateWorkflow,
  Workflow,
  WorkflowListItem,
  WorkflowListQuery,
} from './schemas.ts';

const WorkflowParams = z.object({ workflow_id: Uuid });

const shared = { area: 'workflows', auth: 'jwt_or_key', workspace: 'header', idempotent: false } as const;

const reads = { ...shared, scope: 'workflows:read', role: 'viewer', success: 200 } as const;

const writes = { ...shared, scope: 'workflows:write', role: 'editor', success: 200 } as const;

/** Workflows of a workspace. */
export const workflows = {
  list: route({
    method: 'GET',
    path: '/api/v1/workflows',
    summary: 'List workflows',
    description: 'Returns the workflows of the workspace. Default order: last changed first.',
    headers: workspaceHeader,
    query: WorkflowListQuery,
    responses: { 200: countedListOf(WorkflowListItem) },
    metadata: meta({
      ...reads,
      operationId: 'workflows.list',
      paged: { counted: true, defaultLimit: 20 },
    }),
  }),
  nameAvailability: route({
    method: 'GET',
    path: '/api/v1/workflows/name-availability',
    summary: 'Check whether a name is in use',
    description: 'The result is advisory: names need not be unique.',
    headers: workspaceHeader,
    query: z.object({
      name: Name.meta({ examples: ['Harbor lights'] }),
      exclude_id: Uuid.optional().describe('The ID of a workflow to ignore, such as the one to rename.'),
    }),
    responses: { 200: objectOf(NameAvailability) },
    metadata: meta({ ...reads, operationId: 'workflows.name_availability' }),
  }),
  validate: route({
    method: 'POST',
    path: '/api/v1/workflows/validate',
    summary: 'Validate a definition',
    description:
      'Validates without saving. Returns 200 also for an invalid definition: the problems are in `data`.',
    headers: workspacePostHeaders,
    body: ValidateWorkflow,
    responses: { 200: objectOf(DefinitionReport) },
    metadata: meta({ ...reads, ...carriesDefinition, operationId: 'workflows.validate', idempotent: true }),
  }),
  create: route({
    method: 'POST',
    path: '/api/v1/workflows',
    summary: 'Create a workflow',
    description: 'If the definition is invalid, the response lists all errors with their paths.',
    headers: workspacePostHeaders,
    body: CreateWorkflow,
    responses: { 201: objectOf(Workflow) },
    metadata: meta({
      ...writes,
      ...carriesDefinition,
      operationId: 'workflows.create',
      success: 201,
      idempotent: true,
    }),
  }),
  get: route({
    method: 'GET',
    path: '/api/v1/workflows/:workflow_id',
    summary: 'Get a workflow',
    description: 'Returns the workflow with its definition, upgraded to the current config versions.',
    pathParams: WorkflowParams,
    headers: workspaceNoneMatchHeaders,
    responses: { 200: objectOf(Workflow) },
    metadata: meta({ ...reads, operationId: 'workflows.get' }),
  }),
  replace: route({
    method: 'PUT',
    path: '/api/v1/workflows/:workflow_id',
    summary: 'Replace a workflow',
    description: 'Replaces the name, description and definition.',
    pathParams: WorkflowParams,
    headers: workspaceMatchHeaders,
    body: ReplaceWorkflow,
    responses: { 200: objectOf(Workflow) },
    errors: ['PRECONDITION_FAILED'],
    metadata: meta({ ...writes, ...carriesDefinition, operationId: 'workflows.replace' }),
  }),
  update: route({
    method: 'PATCH',
    path: '/api/v1/workflows/:workflow_id',
    summary: 'Update a workflow',
    description: 'Changes only the fields in the request. API keys are rejected.',
    pathParams: WorkflowParams,
    headers: workspaceMatchHeaders,
    body: UpdateWorkflow,
    responses: { 200: objectOf(Workflow) },
    errors: ['PRECONDITION_FAILED'],
    metadata: meta({
      ...writes,
      ...carriesDefinition,
      operationId: 'workflows.update',
      auth: 'jwt',
      scope: null,
    }),
  }),
  delete: route({
    method: 'DELETE',
    path: '/api/v1/workflows/:workflow_id',
    summary: 'Delete a workflow',
    description: 'Cancels an active run of the workflow.',
    pathParams: WorkflowParams,
    headers: workspaceMatchHeaders,
    responses: { 200: objectOf(Empty) },
    errors: ['PRECONDITION_FAILED'],
    metadata: meta({ ...writes, operationId: 'workflows.delete' }),
  }),
  duplicate: route({
    method: 'POST',
    path: '/api/v1/workflows/:workflow_id/duplicate',
    summary: 'Duplicate a workflow',
    description: 'The copy has the name of the original with ` (Copy)` appended. Runs are not copied.',
    pathParams: WorkflowParams,
    headers: workspacePostHeaders,
    body: c.noBody(),
    responses: { 201: objectOf(Workflow) },
    metadata: meta({ ...writes, operationId: 'workflows.duplicate', success: 201, idempotent: true }),
  }),
  uploads: route({
    method: 'GET',
    path: '/api/v1/workflows/:workflow_id/uploads',
    summary: 'List the uploads of a workflow',
    description:
      'Returns confirmed uploads of the workflow, including those that only its source nodes reference.',
    pathParams: WorkflowParams,
    headers: workspaceHeader,
    query: pagedQuery({}),
    responses: { 200: listOf(Upload) },
    metadata: meta({
      ...reads,
      operationId: 'workflows.uploads',
      paged: { counted: false, defaultLimit: 20 },
    }),
  }),
  preview: route({
    method: 'POST',
    path: '/api/v1/workflows/:workflow_id/runs/preview',
    summary: 'Estimate a run',
    description:
      'Returns the credits that a run would cost now: without retries, as expected, and with all retries. Nothing is stored.',
    pathParams: WorkflowParams,
    headers: workspacePostHeaders,
    body: c.noBody(),
    responses: { 200: objectOf(RunEstimate) },
    metadata: meta({ ...reads, operationId: 'workflows.preview', idempotent: true }),
  }),
};
