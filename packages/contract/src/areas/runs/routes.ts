import { z } from 'zod';
import { countedListOf, countedObjectOf, objectOf, plainListOf } from '../../envelope.ts';
import { c, meta, route, waitHeader, workspaceHeader } from '../../kit.ts';
import { Uuid } from '../../primitives.ts';
import { fromBeforeTo, QueryBoolean, QueryDateTime } from '../../query.ts';
import { runControls } from './controls.ts';
import { RunData } from './data.ts';
import { RunOverview } from './overview.ts';
import {
  DownloadLink,
  DownloadQuery,
  Run,
  RunDataQuery,
  RunDetail,
  RunEventStream,
  RunListItem,
  RunListQuery,
  RunOutputs,
  RunScriptQuery,
  RunStep,
  RunSummary,
} from './schemas.ts';

const WorkflowParams = z.object({ workflow_id: Uuid });

const RunParams = WorkflowParams.extend({ run_id: Uuid });

const shared = { area: 'runs', auth: 'jwt_or_key', workspace: 'header' } as const;

const reads = {
  ...shared,
  scope: 'workflows:read',
  role: 'viewer',
  success: 200,
  idempotent: false,
} as const;

const lists = {
  list: route({
    method: 'GET',
    path: '/api/v1/workflows/:workflow_id/runs',
    summary: 'List runs',
    description: 'Returns the runs of a workflow. Default order: newest first.',
    pathParams: WorkflowParams,
    headers: workspaceHeader,
    query: RunListQuery,
    responses: { 200: countedListOf(RunListItem) },
    metadata: meta({ ...reads, operationId: 'runs.list', paged: { counted: true, defaultLimit: 20 } }),
  }),
  summary: route({
    method: 'GET',
    path: '/api/v1/workflows/:workflow_id/runs/summary',
    summary: 'Summarize runs',
    description: 'Returns counts per status, pass rate and mean duration. API keys are rejected.',
    pathParams: WorkflowParams,
    headers: workspaceHeader,
    query: z
      .object({
        from: QueryDateTime.optional().describe('Runs created at this time or later.'),
        to: QueryDateTime.optional().describe('Runs created at this time or earlier.'),
      })
      .superRefine(fromBeforeTo('from', 'to')),
    responses: { 200: objectOf(RunSummary) },
    metadata: meta({ ...reads, operationId: 'runs.summary', auth: 'jwt', scope: null }),
  }),
};

const views = {
  get: route({
    method: 'GET',
    path: '/api/v1/workflows/:workflow_id/runs/:run_id',
    summary: 'Get a run',
    description: 'Returns the run with the definition that it was started with.',
    pathParams: RunParams,
    headers: { ...workspaceHeader, ...waitHeader },
    responses: { 200: objectOf(RunDetail) },
    metadata: meta({ ...reads, operationId: 'runs.get' }),
  }),
  status: route({
    method: 'GET',
    path: '/api/v1/workflows/:workflow_id/runs/:run_id/status',
    summary: 'Get the status of a run',
    description: 'Returns the run without its definition. Use it for polling.',
    pathParams: RunParams,
    headers: { ...workspaceHeader, ...waitHeader },
    responses: { 200: objectOf(Run) },
    metadata: meta({ ...reads, operationId: 'runs.status' }),
  }),
  events: route({
    method: 'GET',
    path: '/api/v1/workflows/:workflow_id/runs/:run_id/events',
    summary: 'Stream the events of a run',
    description:
      'Server-sent events: `event` is the type, `id` increases, `data` is a `RunEvent` as JSON. A comment line is sent every 15 seconds. The stream ends after the final status.',
    pathParams: RunParams,
    headers: {
      ...workspaceHeader,
      'last-event-id': z
        .string()
        .regex(/^\d{1,15}$/, { error: 'Must be the ID of an event, a number.' })
        .optional()
        .meta({ description: 'Resume after this event.', examples: ['9'] }),
    },
    responses: { 200: c.otherResponse({ contentType: 'text/event-stream', body: RunEventStream }) },
    metadata: meta({ ...reads, operationId: 'runs.events' }),
  }),
  overview: route({
    method: 'GET',
    path: '/api/v1/workflows/:workflow_id/runs/:run_id/overview',
    summary: 'Get the overview of a run',
    description: 'Returns metrics, node states, audio per locale and validator results.',
    pathParams: RunParams,
    headers: workspaceHeader,
    responses: { 200: objectOf(RunOverview) },
    metadata: meta({ ...reads, operationId: 'runs.overview' }),
  }),
  steps: route({
    method: 'GET',
    path: '/api/v1/workflows/:workflow_id/runs/:run_id/steps',
    summary: 'List the steps of a run',
    description: 'Returns one entry for each pass of each node. Not paginated.',
    pathParams: RunParams,
    headers: workspaceHeader,
    query: z.object({
      include_result: QueryBoolean.default(false).describe('Whether to include the result of each pass.'),
      node_type: z
        .string()
        .max(100)
        .optional()
        .meta({ description: 'Return only passes of nodes of this type.', examples: ['operator_generator'] }),
      node_id: Uuid.optional().describe('Return only passes of this node.'),
    }),
    responses: { 200: plainListOf(RunStep) },
    metadata: meta({ ...reads, operationId: 'runs.steps' }),
  }),
  data: route({
    method: 'GET',
    path: '/api/v1/workflows/:workflow_id/runs/:run_id/data',
    summary: 'List the lines of a run',
    description:
      'Returns rows with a card per locale. `total` counts rows after `search`, not after `language`.',
    pathParams: RunParams,
    headers: workspaceHeader,
    query: RunDataQuery,
    responses: { 200: countedObjectOf(RunData) },
    metadata: meta({ ...reads, operationId: 'runs.data', paged: { counted: true, defaultLimit: 20 } }),
  }),
};

const files = {
  outputs: route({
    method: 'GET',
    path: '/api/v1/workflows/:workflow_id/runs/:run_id/outputs',
    summary: 'List the outputs of a run',
    description: 'Returns the lines that each output node delivers.',
    pathParams: RunParams,
    headers: workspaceHeader,
    responses: { 200: objectOf(RunOutputs) },
    metadata: meta({ ...reads, operationId: 'runs.outputs' }),
  }),
  download: route({
    method: 'GET',
    path: '/api/v1/workflows/:workflow_id/runs/:run_id/download',
    summary: 'Download a run',
    description:
      'Returns a signed URL, valid for 15 minutes, of the ZIP, of a list of its audio files with a signed URL each, or of the pick-ups. For a failed or cancelled run, the ZIP contains what was delivered, and its manifest and report list the missing lines. Returns 409 while the run is active, and 404 if it delivered nothing. Pick-ups exist for every ended run.',
    pathParams: RunParams,
    headers: workspaceHeader,
    query: DownloadQuery,
    responses: { 200: objectOf(DownloadLink) },
    errors: ['CONFLICT'],
    metadata: meta({ ...reads, operationId: 'runs.download' }),
  }),
  downloadNode: route({
    method: 'GET',
    path: '/api/v1/workflows/:workflow_id/runs/:run_id/nodes/:node_id/download',
    summary: 'Download one output of a run',
    description: 'Like `runs.download`, for one output node. Returns 404 for any other node.',
    pathParams: RunParams.extend({ node_id: Uuid }),
    headers: workspaceHeader,
    query: DownloadQuery,
    responses: { 200: objectOf(DownloadLink) },
    errors: ['CONFLICT'],
    metadata: meta({ ...reads, operationId: 'runs.download_node' }),
  }),
  script: route({
    method: 'GET',
    path: '/api/v1/workflows/:workflow_id/runs/:run_id/script',
    summary: 'Download the script of a run',
    description:
      'Returns a signed URL, valid for 15 minutes, of a file for translators with the lines of the run: source lines and their translations. The file can be uploaded as a script. Returns 409 until the run has ended, and 404 if it has no lines.',
    pathParams: RunParams,
    headers: workspaceHeader,
    query: RunScriptQuery,
    responses: { 200: objectOf(DownloadLink) },
    errors: ['CONFLICT'],
    metadata: meta({ ...reads, operationId: 'runs.script' }),
  }),
  audioUrl: route({
    method: 'GET',
    path: '/api/v1/workflows/:workflow_id/runs/:run_id/audio/:audio_id/url',
    summary: 'Get the URL of a take',
    description: 'Returns a new signed URL of the audio, valid for 15 minutes.',
    pathParams: RunParams.extend({
      audio_id: z.string().regex(/^[0-9a-f]{16}$/, { error: 'Must have 16 hexadecimal characters.' }),
    }),
    headers: workspaceHeader,
    responses: { 200: objectOf(DownloadLink) },
    metadata: meta({ ...reads, operationId: 'runs.audio_url' }),
  }),
};

/** Runs of a workflow. The order matters: `/runs/summary` stands before `/runs/:run_id`. */
export const runs = { ...lists, ...runControls, ...views, ...files };
