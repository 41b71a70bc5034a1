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
    description: 'Runs of a workflow, the newest first unless `sort` says otherwise.',
    pathParams: WorkflowParams,
    headers: workspaceHeader,
    query: RunListQuery,
    responses: { 200: countedListOf(RunListItem) },
    errors: [],
    metadata: meta({ ...reads, operationId: 'runs.list', paged: { counted: true, defaultLimit: 20 } }),
  }),
  summary: route({
    method: 'GET',
    path: '/api/v1/workflows/:workflow_id/runs/summary',
    summary: 'Summarize runs',
    description: 'Counts per status, pass rate and mean duration. API keys are refused here.',
    pathParams: WorkflowParams,
    headers: workspaceHeader,
    query: z
      .object({
        from: QueryDateTime.optional().describe('Runs created at this time or later.'),
        to: QueryDateTime.optional().describe('Runs created at this time or earlier.'),
      })
      .superRefine(fromBeforeTo('from', 'to')),
    responses: { 200: objectOf(RunSummary) },
    errors: [],
    metadata: meta({ ...reads, operationId: 'runs.summary', auth: 'jwt', scope: null }),
  }),
};

const views = {
  get: route({
    method: 'GET',
    path: '/api/v1/workflows/:workflow_id/runs/:run_id',
    summary: 'Get a run',
    description: 'With the definition as it was at the start.',
    pathParams: RunParams,
    headers: { ...workspaceHeader, ...waitHeader },
    responses: { 200: objectOf(RunDetail) },
    errors: [],
    metadata: meta({ ...reads, operationId: 'runs.get' }),
  }),
  status: route({
    method: 'GET',
    path: '/api/v1/workflows/:workflow_id/runs/:run_id/status',
    summary: 'Poll a run',
    description: 'The run without its snapshot.',
    pathParams: RunParams,
    headers: { ...workspaceHeader, ...waitHeader },
    responses: { 200: objectOf(Run) },
    errors: [],
    metadata: meta({ ...reads, operationId: 'runs.status' }),
  }),
  events: route({
    method: 'GET',
    path: '/api/v1/workflows/:workflow_id/runs/:run_id/events',
    summary: 'Follow a run',
    description:
      'Server-sent events: `event` is the type, `id` grows, `data` is a RunEvent as JSON. A comment line comes ' +
      'every 15 seconds. The stream ends after the final status.',
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
    errors: [],
    metadata: meta({ ...reads, operationId: 'runs.events' }),
  }),
  overview: route({
    method: 'GET',
    path: '/api/v1/workflows/:workflow_id/runs/:run_id/overview',
    summary: 'Get the overview of a run',
    description: 'Figures, node states, audio per language and validators, computed by the service.',
    pathParams: RunParams,
    headers: workspaceHeader,
    responses: { 200: objectOf(RunOverview) },
    errors: [],
    metadata: meta({ ...reads, operationId: 'runs.overview' }),
  }),
  steps: route({
    method: 'GET',
    path: '/api/v1/workflows/:workflow_id/runs/:run_id/steps',
    summary: 'List the steps of a run',
    description: 'One entry for each pass of each node. Not paged.',
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
    errors: [],
    metadata: meta({ ...reads, operationId: 'runs.steps' }),
  }),
  data: route({
    method: 'GET',
    path: '/api/v1/workflows/:workflow_id/runs/:run_id/data',
    summary: 'List the lines of a run',
    description: 'Rows with a card per locale. `total` counts rows after `search`, not after `language`.',
    pathParams: RunParams,
    headers: workspaceHeader,
    query: RunDataQuery,
    responses: { 200: countedObjectOf(RunData) },
    errors: [],
    metadata: meta({ ...reads, operationId: 'runs.data', paged: { counted: true, defaultLimit: 20 } }),
  }),
};

const files = {
  outputs: route({
    method: 'GET',
    path: '/api/v1/workflows/:workflow_id/runs/:run_id/outputs',
    summary: 'List the outputs of a run',
    description: 'What each output node delivers.',
    pathParams: RunParams,
    headers: workspaceHeader,
    responses: { 200: objectOf(RunOutputs) },
    errors: [],
    metadata: meta({ ...reads, operationId: 'runs.outputs' }),
  }),
  download: route({
    method: 'GET',
    path: '/api/v1/workflows/:workflow_id/runs/:run_id/download',
    summary: 'Download a run',
    description:
      'A signed address, for 15 minutes, of the ZIP, of a list of its audio files with a signed address each, or of ' +
      'the lines to pick up. A run that failed or was cancelled has what it delivered; manifest and report list the ' +
      'missing lines. 409 while the run is active, 404 when it delivered nothing. Pick-ups exist for every ended run.',
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
    description: 'The same for one output node; the id of any other node is 404.',
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
      'A signed address, for 15 minutes, of the lines of a run as a file for translators: sources, and their ' +
      'translations beside them. The file can be uploaded as a script again. 409 until the run has ended, 404 ' +
      'without lines.',
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
    summary: 'Get the address of a take',
    description: 'A fresh signed address of its audio, for 15 minutes.',
    pathParams: RunParams.extend({
      audio_id: z.string().regex(/^[0-9a-f]{16}$/, { error: 'Must have 16 hexadecimal characters.' }),
    }),
    headers: workspaceHeader,
    responses: { 200: objectOf(DownloadLink) },
    errors: [],
    metadata: meta({ ...reads, operationId: 'runs.audio_url' }),
  }),
};

/** Runs of a workflow. The order matters: `/runs/summary` stands before `/runs/:run_id`. */
export const runs = { ...lists, ...runControls, ...views, ...files };
