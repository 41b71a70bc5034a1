import { z } from 'zod';
import { WorkflowDefinition } from '../../definition-shape.ts';
import { example, EXAMPLE_IDS as ids, TIMES } from '../../example.ts';
import { Availability, Count, DateTime, Flag, object, Url, Uuid } from '../../primitives.ts';
import { exampleReading } from '../uploads/example-reading.ts';
import { SourceReading } from '../uploads/scripts.ts';
import { EXAMPLE_DEFINITION, EXAMPLE_NODES } from '../workflows/example-definition.ts';
import { errorFields, NodeStatus, RunStatus } from './events.ts';
import { ValidatorSummary } from './verdicts.ts';

export const NodeState = object('NodeState', 'The state of a node in a run.', {
  node_id: Uuid,
  node_type: z.string(),
  node_display_name: z.string().describe('The name of the node. If it has none, the name of its type.'),
  status: NodeStatus,
  iteration: Count.describe('How many passes the node has started. 0 before it starts.'),
  started_at: DateTime.nullable().describe('Null until the node starts.'),
  completed_at: DateTime.nullable().describe('Null until the node ends.'),
  duration_ms: Count.describe('0 until the node starts.'),
  ...errorFields,
});
export type NodeState = z.infer<typeof NodeState>;

/** Keys of the metrics of an overview, per section. */
export const METRIC_KEYS = {
  audio: ['lines_delivered', 'total_duration', 'average_duration', 'characters', 'credits'],
  quality: [
    'pass_rate',
    'average_score',
    'retries',
    'dropped_lines',
    'skipped_lines',
    'too_long_lines',
    'outlier_lines',
  ],
  timing: ['time_to_first_audio', 'run_duration', 'realtime_factor'],
} as const;

/** The sections of an overview. */
export type MetricSectionKey = keyof typeof METRIC_KEYS;

/** The key of a metric. */
export type MetricKey = (typeof METRIC_KEYS)[MetricSectionKey][number];

export const Metric = object('Metric', 'A metric of a run, with display hints.', {
  key: z.enum(Object.values(METRIC_KEYS).flat() as [MetricKey, ...MetricKey[]]),
  label: z.string(),
  formatted_value: z.string().describe('The value as text for display.'),
  status: Availability.describe('Whether the value is available.'),
  display: z.object({
    variant: z.enum(['number', 'duration', 'percent', 'score', 'ratio']),
    emphasis: z.enum(['primary', 'secondary']).describe('How prominent the metric should be.'),
  }),
  value: z.union([z.number(), z.string()]).nullable().describe('Null if the value is not available.'),
  unit: z.string().nullable().describe('The unit of the value. Null if there is no unit.'),
  reason: z.string().nullable().describe('Why the value is not available. Null otherwise.'),
});
export type Metric = z.infer<typeof Metric>;

export const MetricSection = object('MetricSection', 'A group of metrics.', {
  key: z.enum(Object.keys(METRIC_KEYS) as [MetricSectionKey, ...MetricSectionKey[]]),
  layout: z.enum(['grid', 'list']),
  title: z.string(),
  metrics: z.array(Metric),
});
export type MetricSection = z.infer<typeof MetricSection>;

export const LanguageAudio = object('LanguageAudio', 'The delivered audio of a locale.', {
  locale_code: z.string(),
  line_count: Count,
  total_duration_ms: Count,
  avg_duration_ms: Count.describe('Mean length of a line.'),
});
export type LanguageAudio = z.infer<typeof LanguageAudio>;

export const RunOverview = object('RunOverview', 'The overview of a run.', {
  workflow: z.object({ id: Uuid, name: z.string() }),
  run: z.object({
    id: Uuid,
    status: RunStatus,
    created_at: DateTime,
    started_at: DateTime.nullable().describe('Null until the run starts.'),
    completed_at: DateTime.nullable().describe('Null until the run ends.'),
    has_export: Flag.describe('Whether the run has ended and has audio to download.'),
    review_id: Uuid.nullable().describe('The review of the run. Null until someone opens it.'),
    ...errorFields,
  }),
  workflow_snapshot: z
    .object({ definition: WorkflowDefinition, node_states: z.array(NodeState) })
    .describe('The definition that the run was started with, and the states of its nodes.'),
  metric_sections: z.array(MetricSection).describe('The metrics of the run, in groups.'),
  readings: z
    .array(SourceReading)
    .describe('How the run read its scripts. A source appears after it has been read.'),
  audio_by_language: z.array(LanguageAudio).describe('The delivered audio of each locale.'),
  too_long: Count.describe(
    'Lines whose audio is longer than `max_duration_ms`, or whose text has more than `max_characters`.',
  ),
  validators: z.array(ValidatorSummary).describe('The results of each validator.'),
  capabilities: z
    .object({
      validator_drilldown: Flag.describe('Whether the verdicts of each line are available.'),
      live_trace_timing: Flag.describe('Whether the event stream reports timing.'),
      persisted_aggregates: Flag.describe(
        'Whether the metrics are final and stored. Becomes true shortly after the run ends.',
      ),
    })
    .describe('Further data about this run that the service offers.'),
  future_links: z.object({
    validator_drilldown: Url.describe('The lines of the run with their verdicts.'),
    live_trace: Url.describe('The event stream of the run.'),
  }),
});
export type RunOverview = z.infer<typeof RunOverview>;

const display: Metric['display'] = { variant: 'number', emphasis: 'primary' };
const run = `https://api.example.com/api/v1/workflows/${ids.workflow_id}/runs/${ids.run_id}`;
const node = {
  status: 'completed',
  iteration: 0,
  started_at: '2026-03-02T09:30:00.410Z',
  completed_at: '2026-03-02T09:30:02.910Z',
  duration_ms: 2_500,
  error: null,
  error_details: null,
} as const;

example(RunOverview, {
  workflow: { id: ids.workflow_id, name: 'Harbor lights' },
  run: {
    id: ids.run_id,
    status: 'completed',
    created_at: TIMES.created_at,
    started_at: node.started_at,
    completed_at: node.completed_at,
    has_export: true,
    review_id: ids.review_id,
    error: null,
    error_details: null,
  },
  workflow_snapshot: {
    definition: EXAMPLE_DEFINITION,
    node_states: [
      {
        node_id: EXAMPLE_NODES.generator,
        node_type: 'operator_generator',
        node_display_name: 'Voice generator',
        ...node,
      },
    ],
  },
  metric_sections: [
    {
      key: 'audio',
      layout: 'grid',
      title: 'Audio',
      metrics: [
        {
          key: 'lines_delivered',
          label: 'Lines delivered',
          formatted_value: '2',
          status: 'available',
          display,
          value: 2,
          unit: 'lines',
          reason: null,
        },
      ],
    },
  ],
  readings: [{ node_id: EXAMPLE_NODES.source, upload_id: null, filename: null, reading: exampleReading }],
  audio_by_language: [
    { locale_code: 'en-us', line_count: 2, total_duration_ms: 2_440, avg_duration_ms: 1_220 },
  ],
  too_long: 0,
  validators: [],
  capabilities: { validator_drilldown: true, live_trace_timing: true, persisted_aggregates: true },
  future_links: { validator_drilldown: `${run}/data`, live_trace: `${run}/events` },
});
