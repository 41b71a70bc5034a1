import { z } from 'zod';
import { area, lastEventHeader, waitHeader } from '../../area.ts';
import { countedListOf, countedObjectOf, objectOf, plainListOf } from '../../envelope.ts';
import { c } from '../../kit.ts';
import { Uuid } from '../../primitives.ts';
import { fromBeforeTo, QueryBoolean, QueryDateTime, textFilter } from '../../query.ts';
import { RunData } from './data.ts';
import {
  DownloadLink,
  DownloadQuery,
  RunDataQuery,
  RunEventStream,
  RunOutputs,
  RunScriptQuery,
  RunStep,
} from './outputs.ts';
import { RunOverview } from './overview.ts';
import {
  ResumeRun,
  RetryRun,
  Run,
  RunDetail,
  RunListItem,
  RunListQuery,
  RunSummary,
  StartRun,
} from './schemas.ts';

const controls = { scope: 'workflows:run', role: 'editor' } as const;

const access = { auth: 'jwt_or_key', scope: 'workflows:read', role: 'viewer', workspace: 'header' } as const;

/** Runs of a workflow. The order matters: `/runs/summary` comes before `/runs/:run_id`. */
export const runs = area('runs', access, {
  list: {
    endpoint: 'GET /api/v1/workflows/:workflow_id/runs',
    summary: 'List runs',
    description: 'Returns the runs of a workflow. Default order: newest first.',
    query: RunListQuery,
    responses: { 200: countedListOf(RunListItem) },
  },
  summary: {
    endpoint: 'GET /api/v1/workflows/:workflow_id/runs/summary',
    auth: 'jwt',
    scope: null,
    summary: 'Summarize runs',
    description: 'Returns counts per status, pass rate and mean duration. API keys are rejected.',
    query: z
      .object({
        from: QueryDateTime.optional().describe('Runs created at this time or later.'),
        to: QueryDateTime.optional().describe('Runs created at this time or earlier.'),
      })
      .superRefine(fromBeforeTo('from', 'to')),
    responses: { 200: objectOf(RunSummary) },
  },
  start: {
    endpoint: 'POST /api/v1/workflows/:workflow_id/runs',
    ...controls,
    located: true,
    summary: 'Start a run',
    description:
      'Overrides apply only to this run. If the definition cannot run, the error contains the path of the field.',
    headers: waitHeader,
    body: StartRun.prefault({}),
    responses: { 202: objectOf(Run) },
    errors: ['INSUFFICIENT_CREDITS', 'BUDGET_EXCEEDED', 'RUN_ALREADY_ACTIVE', 'CONCURRENT_RUN_LIMIT'],
  },
  cancel: {
    endpoint: 'POST /api/v1/workflows/:workflow_id/runs/:run_id/cancel',
    ...controls,
    summary: 'Cancel a run',
    description: 'Stops the run within a second. Finished lines and their charges remain. Idempotent.',
    responses: { 200: objectOf(Run) },
    errors: ['CONFLICT'],
  },
  pause: {
    endpoint: 'POST /api/v1/workflows/:workflow_id/runs/:run_id/pause',
    ...controls,
    summary: 'Pause a run',
    description: 'No new work starts. Finished work is kept.',
    responses: { 200: objectOf(Run) },
    errors: ['CONFLICT'],
  },
  resume: {
    endpoint: 'POST /api/v1/workflows/:workflow_id/runs/:run_id/resume',
    ...controls,
    summary: 'Resume a run',
    description:
      'Continues a paused run. A run that was paused because of its cap continues if `max_credits` raises the cap. Returns 409 if the run is not paused, and 402 if the cap or a budget still stops it.',
    body: ResumeRun.prefault({}),
    responses: { 200: objectOf(Run) },
    errors: ['BUDGET_EXCEEDED', 'CONFLICT', 'RUN_ALREADY_ACTIVE', 'CONCURRENT_RUN_LIMIT'],
  },
  retry: {
    endpoint: 'POST /api/v1/workflows/:workflow_id/runs/:run_id/retry',
    ...controls,
    located: true,
    summary: 'Retry lines of a run',
    description:
      'Starts a new run for the failed and dropped lines, or only for the named lines. Other takes are reused at no cost.',
    headers: waitHeader,
    body: RetryRun.prefault({}),
    responses: { 202: objectOf(Run) },
    errors: [
      'INSUFFICIENT_CREDITS',
      'BUDGET_EXCEEDED',
      'CONFLICT',
      'RUN_ALREADY_ACTIVE',
      'CONCURRENT_RUN_LIMIT',
    ],
  },
  get: {
    endpoint: 'GET /api/v1/workflows/:workflow_id/runs/:run_id',
    summary: 'Get a run',
    description: 'Returns the run with the definition that it was started with.',
    headers: waitHeader,
    responses: { 200: objectOf(RunDetail) },
  },
  status: {
    endpoint: 'GET /api/v1/workflows/:workflow_id/runs/:run_id/status',
    summary: 'Get the status of a run',
    description: 'Returns the run without its definition. Use it for polling.',
    headers: waitHeader,
    responses: { 200: objectOf(Run) },
  },
  events: {
    endpoint: 'GET /api/v1/workflows/:workflow_id/runs/:run_id/events',
    summary: 'Stream the events of a run',
    description:
      'Server-sent events: `event` is the type, `id` increases, `data` is a `RunEvent` as JSON. A comment line is sent every 15 seconds. The stream ends after the final status.',
    headers: lastEventHeader,
    responses: { 200: c.otherResponse({ contentType: 'text/event-stream', body: RunEventStream }) },
  },
  overview: {
    endpoint: 'GET /api/v1/workflows/:workflow_id/runs/:run_id/overview',
    summary: 'Get the overview of a run',
    description: 'Returns metrics, node states, audio per locale and validator results.',
    responses: { 200: objectOf(RunOverview) },
  },
  steps: {
    endpoint: 'GET /api/v1/workflows/:workflow_id/runs/:run_id/steps',
    summary: 'List the steps of a run',
    description: 'Returns one entry for each pass of each node. Not paginated.',
    query: z.object({
      include_result: QueryBoolean.default(false).describe('Whether to include the result of each pass.'),
      node_type: textFilter('Return only entries for nodes of this type.', {
        max: 100,
        example: 'operator_generator',
      }),
      node_id: Uuid.optional().describe('Return only entries for this node.'),
    }),
    responses: { 200: plainListOf(RunStep) },
  },
  data: {
    endpoint: 'GET /api/v1/workflows/:workflow_id/runs/:run_id/data',
    summary: 'List the lines of a run',
    description:
      'Returns rows with a card per locale. `total` counts the rows that match `search`; `language` does not change it.',
    query: RunDataQuery,
    responses: { 200: countedObjectOf(RunData) },
  },
  outputs: {
    endpoint: 'GET /api/v1/workflows/:workflow_id/runs/:run_id/outputs',
    summary: 'List the outputs of a run',
    description: 'Returns the lines that each output node delivers.',
    responses: { 200: objectOf(RunOutputs) },
  },
  download: {
    endpoint: 'GET /api/v1/workflows/:workflow_id/runs/:run_id/download',
    summary: 'Download a run',
    description:
      'Returns a signed URL, valid for 15 minutes, of the ZIP, of a list of its audio files with a signed URL each, or of the pick-ups. For a run with the status `failed` or `cancelled`, the ZIP contains the delivered lines, and its manifest and report list the missing lines. Returns 409 while the run is active, and 404 if it delivered nothing. Pick-ups are available for every run that has ended.',
    query: DownloadQuery,
    responses: { 200: objectOf(DownloadLink) },
    errors: ['CONFLICT'],
  },
  downloadNode: {
    endpoint: 'GET /api/v1/workflows/:workflow_id/runs/:run_id/nodes/:node_id/download',
    summary: 'Download one output of a run',
    description: 'Like `runs.download`, for one output node. Returns 404 for any other node.',
    query: DownloadQuery,
    responses: { 200: objectOf(DownloadLink) },
    errors: ['CONFLICT'],
  },
  script: {
    endpoint: 'GET /api/v1/workflows/:workflow_id/runs/:run_id/script',
    summary: 'Download the script of a run',
    description:
      'Returns a signed URL, valid for 15 minutes, of a file for translators with the lines of the run: source lines and their translations. The file can be uploaded as a script. Returns 409 until the run has ended, and 404 if it has no lines.',
    query: RunScriptQuery,
    responses: { 200: objectOf(DownloadLink) },
    errors: ['CONFLICT'],
  },
  audioUrl: {
    endpoint: 'GET /api/v1/workflows/:workflow_id/runs/:run_id/audio/:audio_id/url',
    summary: 'Get the URL of a take',
    description: 'Returns a new signed URL of the audio, valid for 15 minutes.',
    params: {
      audio_id: z.string().regex(/^[0-9a-f]{16}$/, { error: 'Must have 16 hexadecimal characters.' }),
    },
    responses: { 200: objectOf(DownloadLink) },
  },
});
