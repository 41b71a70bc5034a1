import { z } from 'zod';
import { WorkflowDefinition } from '../../definition-shape.ts';
import { Availability, Count, DateTime, Url, Uuid } from '../../primitives.ts';
import { SourceReading } from '../uploads/scripts.ts';
import { ValidatorSummary } from './data.ts';
import { errorFields, NodeStatus, RunStatus } from './events.ts';

/** The state of one node over a run; `iteration` counts its passes. */
export const NodeState = z
  .object({
    node_id: Uuid,
    node_type: z.string(),
    node_display_name: z.string(),
    status: NodeStatus,
    iteration: Count,
    started_at: DateTime.nullable(),
    completed_at: DateTime.nullable(),
    duration_ms: Count.describe('0 until the node starts.'),
    ...errorFields,
  })
  .meta({ id: 'NodeState', description: 'The state of one node over a run.' });
/** The state of one node over a run. */
export type NodeState = z.infer<typeof NodeState>;

/** Keys of the metrics of an overview, per section. */
export const METRIC_KEYS = {
  audio: ['lines_delivered', 'total_duration', 'average_duration', 'characters', 'credits'],
  quality: ['pass_rate', 'average_score', 'retries', 'dropped_lines', 'skipped_lines', 'outlier_lines'],
  timing: ['time_to_first_audio', 'run_duration', 'realtime_factor'],
} as const;

/** The sections of an overview. */
export type MetricSectionKey = keyof typeof METRIC_KEYS;

/** The key of a metric. */
export type MetricKey = (typeof METRIC_KEYS)[MetricSectionKey][number];

/** One figure of a run, ready to show. */
export const Metric = z
  .object({
    key: z.enum(Object.values(METRIC_KEYS).flat() as [MetricKey, ...MetricKey[]]),
    label: z.string(),
    formatted_value: z.string(),
    status: Availability,
    display: z.object({
      variant: z.enum(['number', 'duration', 'percent', 'score', 'ratio']),
      emphasis: z.enum(['primary', 'secondary']),
    }),
    value: z.union([z.number(), z.string()]).nullable(),
    unit: z.string().nullable(),
    reason: z.string().nullable(),
  })
  .meta({ id: 'Metric', description: 'One figure of a run, ready to show.' });
/** One figure of a run. */
export type Metric = z.infer<typeof Metric>;

/** A group of figures. */
export const MetricSection = z
  .object({
    key: z.enum(Object.keys(METRIC_KEYS) as [MetricSectionKey, ...MetricSectionKey[]]),
    layout: z.enum(['grid', 'list']),
    title: z.string(),
    metrics: z.array(Metric),
  })
  .meta({ id: 'MetricSection', description: 'A group of figures.' });
/** A group of figures. */
export type MetricSection = z.infer<typeof MetricSection>;

/** Delivered audio of one locale. */
export const LanguageAudio = z
  .object({ locale_code: z.string(), line_count: Count, total_duration_ms: Count, avg_duration_ms: Count })
  .meta({ id: 'LanguageAudio', description: 'Delivered audio of one locale.' });
/** Delivered audio of one locale. */
export type LanguageAudio = z.infer<typeof LanguageAudio>;

/** Everything about one run at a glance. */
export const RunOverview = z
  .object({
    workflow: z.object({ id: Uuid, name: z.string() }),
    run: z.object({
      id: Uuid,
      status: RunStatus,
      created_at: DateTime,
      started_at: DateTime.nullable(),
      completed_at: DateTime.nullable(),
      has_export: z.boolean(),
      ...errorFields,
    }),
    workflow_snapshot: z.object({ definition: WorkflowDefinition, node_states: z.array(NodeState) }),
    metric_sections: z.array(MetricSection),
    readings: z
      .array(SourceReading)
      .describe('How the run read its scripts; a source is in the list once it was read.'),
    audio_by_language: z.array(LanguageAudio),
    validators: z.array(ValidatorSummary),
    capabilities: z.object({
      validator_drilldown: z.boolean(),
      live_trace_timing: z.boolean(),
      persisted_aggregates: z.boolean(),
    }),
    future_links: z.object({ validator_drilldown: Url, live_trace: Url }),
  })
  .meta({ id: 'RunOverview', description: 'Everything about one run at a glance.' });
/** Everything about one run at a glance. */
export type RunOverview = z.infer<typeof RunOverview>;
