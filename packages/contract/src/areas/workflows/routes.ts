import { z } from 'zod';
import { area } from '../../area.ts';
import { countedListOf, listOf, objectOf } from '../../envelope.ts';
import { Empty, Name, Uuid } from '../../primitives.ts';
import { pagedQuery } from '../../query.ts';
import { StartRun } from '../runs/schemas.ts';
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

const writes = { scope: 'workflows:write', role: 'editor' } as const;

const access = { auth: 'jwt_or_key', scope: 'workflows:read', role: 'viewer', workspace: 'header' } as const;

/** Workflows of a workspace. */
export const workflows = area('workflows', access, {
  list: {
    endpoint: 'GET /api/v1/workflows',
    summary: 'List workflows',
    description: 'Returns the workflows of the workspace. Default order: last changed first.',
    query: WorkflowListQuery,
    responses: { 200: countedListOf(WorkflowListItem) },
  },
  nameAvailability: {
    endpoint: 'GET /api/v1/workflows/name-availability',
    summary: 'Check whether a name is in use',
    description: 'The result is advisory: names need not be unique.',
    query: z.object({
      name: Name.meta({ examples: ['Harbor lights'] }),
      exclude_id: Uuid.optional().describe(
        'The ID of a workflow to ignore, such as the workflow that you rename.',
      ),
    }),
    responses: { 200: objectOf(NameAvailability) },
  },
  validate: {
    endpoint: 'POST /api/v1/workflows/validate',
    summary: 'Validate a definition',
    description:
      'Validates without saving. Returns 200 even for an invalid definition: the problems are in `data`.',
    body: ValidateWorkflow,
    responses: { 200: objectOf(DefinitionReport) },
  },
  create: {
    endpoint: 'POST /api/v1/workflows',
    ...writes,
    summary: 'Create a workflow',
    description: 'If the definition is invalid, the response lists all errors with their paths.',
    body: CreateWorkflow,
    responses: { 201: objectOf(Workflow) },
  },
  get: {
    endpoint: 'GET /api/v1/workflows/:workflow_id',
    summary: 'Get a workflow',
    description: 'Returns the workflow with its definition.',
    etag: true,
    responses: { 200: objectOf(Workflow) },
  },
  replace: {
    endpoint: 'PUT /api/v1/workflows/:workflow_id',
    ...writes,
    summary: 'Replace a workflow',
    description: 'Replaces the name, description and definition.',
    body: ReplaceWorkflow,
    responses: { 200: objectOf(Workflow) },
    errors: ['PRECONDITION_FAILED'],
  },
  update: {
    endpoint: 'PATCH /api/v1/workflows/:workflow_id',
    ...writes,
    auth: 'jwt',
    scope: null,
    summary: 'Update a workflow',
    description: 'Changes only the fields in the request. API keys are rejected.',
    body: UpdateWorkflow,
    responses: { 200: objectOf(Workflow) },
    errors: ['PRECONDITION_FAILED'],
  },
  delete: {
    endpoint: 'DELETE /api/v1/workflows/:workflow_id',
    ...writes,
    summary: 'Delete a workflow',
    description: 'Deletes the workflow and cancels its active run, if any.',
    responses: { 200: objectOf(Empty) },
    errors: ['PRECONDITION_FAILED'],
  },
  duplicate: {
    endpoint: 'POST /api/v1/workflows/:workflow_id/duplicate',
    ...writes,
    summary: 'Duplicate a workflow',
    description: 'The copy has the name of the original with ` (Copy)` appended. Runs are not copied.',
    responses: { 201: objectOf(Workflow) },
  },
  uploads: {
    endpoint: 'GET /api/v1/workflows/:workflow_id/uploads',
    summary: 'List the uploads of a workflow',
    description:
      'Returns confirmed uploads of the workflow, including those that only its source nodes reference.',
    query: pagedQuery({}),
    responses: { 200: listOf(Upload) },
  },
  preview: {
    endpoint: 'POST /api/v1/workflows/:workflow_id/runs/preview',
    summary: 'Estimate a run',
    description:
      'Returns the minimum, expected and maximum credits of a run: without retries, with the usual retries, and with all retries. The body is that of a start, so the estimate is for the run that the same body starts. Nothing is stored.',
    body: StartRun.prefault({}),
    responses: { 200: objectOf(RunEstimate) },
  },
  estimate: {
    endpoint: 'POST /api/v1/workflows/:workflow_id/estimate',
    summary: 'Estimate a run of a workflow',
    description:
      'An alias of `workflows.preview`: the minimum, expected and maximum credits of a run. Nothing is stored.',
    body: StartRun.prefault({}),
    responses: { 200: objectOf(RunEstimate) },
  },
});
