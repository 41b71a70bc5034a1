import { example, EXAMPLE_IDS as ids, TIMES } from '../../openapi/example.ts';
import { EXAMPLE_DEFINITION, EXAMPLE_NODES } from '../workflows/examples.ts';
import type { NodeStatus } from './events.ts';
import {
  DownloadLink,
  RetryRun,
  Run,
  RunDetail,
  RunEventStream,
  RunListItem,
  RunOutputs,
  RunStep,
  RunSummary,
  StartRun,
} from './schemas.ts';

const times = {
  started_at: '2026-03-02T09:30:00.410Z',
  completed_at: '2026-03-02T09:30:02.910Z',
  created_at: TIMES.created_at,
};
const used = { characters: 37, lines: 2, audio_ms: 2_440 };

const item: RunListItem = {
  id: ids.run_id,
  status: 'completed',
  run_number: 12,
  total_nodes: 3,
  total_steps: 6,
  finished_steps: 6,
  credits: 2,
  usage_summary: { ...used, retries: 0, by_locale: { 'en-us': used } },
  ...times,
  pause_requested_at: null,
  paused_at: null,
  has_export: true,
  triggered_by: { user_id: ids.user_id, user_name: 'Ada Winter' },
};

const run: Run = {
  ...item,
  workflow_id: ids.workflow_id,
  token_cost: 2,
  updated_at: times.completed_at,
  error: null,
  error_details: null,
};

const completed: NodeStatus = 'completed';
const delivered = [
  { line_id: 'L00001', script: 'The harbor sleeps.', audio_id: ids.audio_id, duration_ms: 1_180 },
  { line_id: 'L00002', script: 'One light is awake.', audio_id: '4d81e07c5a93b26f', duration_ms: 1_260 },
];

const status = {
  id: 9,
  type: 'run.status',
  run_id: ids.run_id,
  at: times.completed_at,
  data: { status: 'completed', previous_status: 'running', error: null, error_details: null, credits: 2 },
};

/** Examples of runs, of what becomes of them, and of the stream that follows one. */
export const runExamples = [
  example(RunListItem, item),
  example(Run, run),
  example(RunDetail, { ...run, definition_snapshot: EXAMPLE_DEFINITION }),
  example(StartRun, { script_text: 'The harbor wakes.', source_language: 'en-us' }),
  example(RetryRun, { line_ids: ['L00002'], lines: [{ line_id: 'L00003', locale_code: 'de-de' }] }),
  example(RunStep, {
    id: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d51',
    node_id: EXAMPLE_NODES.generator,
    node_type: 'operator_generator',
    node_display_name: 'Voice generator',
    status: completed,
    iteration: 0,
    started_at: times.started_at,
    completed_at: times.completed_at,
    result: null,
    has_result: true,
    active_ports: ['audio'],
    error: null,
    error_details: null,
  }),
  example(RunSummary, {
    total_runs: 12,
    completed: 11,
    failed: 1,
    cancelled: 0,
    pending: 0,
    running: 0,
    paused: 0,
    pass_rate: 0.9167,
    average_duration_seconds: 2.5,
  }),
  example(DownloadLink, {
    url: 'https://api.example.com/exports/eyJydW4iOiIwMTkzYTdjMiJ9.c2lnbmF0dXJl',
    filename: 'Harbor-lights-run-12.zip',
    expires_at: '2026-03-02T09:56:12.480Z',
  }),
  example(RunOutputs, {
    run_id: ids.run_id,
    run_status: completed,
    credits: 2,
    outputs: [
      {
        node_id: ids.node_id,
        node_type: 'sink_preview',
        display_name: 'Delivery',
        status: completed,
        lines: delivered.map((line, line_index) => ({
          ...line,
          line_index,
          locale_code: 'en-us',
          character_name: null,
          file: `en-us/${line.line_id}.mp3`,
        })),
        line_count: 2,
        truncated: false,
      },
    ],
  }),
  example(RunEventStream, `id: ${status.id}\nevent: ${status.type}\ndata: ${JSON.stringify(status)}\n\n`),
];
