import { example, exampleReading, EXAMPLE_IDS as ids, TIMES } from '../../openapi/example.ts';
import { EXAMPLE_DEFINITION, EXAMPLE_NODES } from '../workflows/examples.ts';
import { RunData, type Verdict } from './data.ts';
import { type Metric, RunOverview } from './overview.ts';

const verdict: Verdict = {
  kind: 'loudness',
  label: 'Loudness check',
  score: 96.4,
  status: 'pass',
  reason: null,
  threshold: 80,
  exhausted: false,
  wer: null,
  cer: null,
  transcript: null,
  scored_on: 'audio',
  provider: null,
  model: null,
  phonetic_score: null,
  diff: [],
  evidence: [
    {
      measure: 'integrated_loudness',
      value: -16.2,
      least: -17,
      most: -15,
      unit: 'LUFS',
      start_ms: null,
      end_ms: null,
      passed: true,
    },
  ],
};

const accuracy: Verdict = {
  ...verdict,
  kind: 'error_rate',
  label: 'Word accuracy check',
  score: 66.7,
  status: 'fail',
  reason: 'Heard instead: “sleep”.',
  threshold: 85,
  exhausted: true,
  wer: 0.3333,
  transcript: 'The harbour sleep.',
  provider: 'elevenlabs',
  model: 'scribe_v2',
  phonetic_score: 66.7,
  diff: [
    { op: 'match', script: 'The', heard: 'The', start_ms: 60, end_ms: 180 },
    { op: 'alike', script: 'harbor', heard: 'harbour', start_ms: 180, end_ms: 610 },
    { op: 'substitute', script: 'sleeps', heard: 'sleep', start_ms: 640, end_ms: 1_020 },
  ],
  evidence: [
    {
      measure: 'word_error_rate',
      value: 0.33,
      least: null,
      most: 0.15,
      unit: null,
      start_ms: null,
      end_ms: null,
      passed: false,
    },
    {
      measure: 'wrong_words',
      value: 1,
      least: null,
      most: 0,
      unit: 'words',
      start_ms: 640,
      end_ms: 1_020,
      passed: false,
    },
  ],
};

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

/** Examples of what a run made, line by line and at a glance. */
export const runDataExamples = [
  example(RunData, {
    workflow_id: ids.workflow_id,
    run_id: ids.run_id,
    run_status: 'completed',
    rows: [
      {
        id: `${ids.run_id}:0`,
        line_index: 0,
        line_id: 'L00001',
        source_line_id: null,
        script: 'The harbor sleeps.',
        script_status: 'available',
        cards: [
          {
            id: `${ids.run_id}:1`,
            line_id: 'L00001',
            source_line_id: null,
            line_index: 0,
            locale_code: 'en-us',
            character_name: null,
            notes: 'Night, far from the shore.',
            direction: 'calm',
            max_duration_ms: 2_000,
            script: 'The harbor sleeps.',
            spoken_script: null,
            translation: null,
            audio: {
              audio_id: ids.audio_id,
              playback_url: 'https://api.example.com/files/eyJrIjoidGFrZXMifQ.c2lnbmF0dXJl',
              status: 'available',
              reason: null,
              duration_ms: 1_180,
              content_type: 'audio/mpeg',
              provider: 'espeak',
              model: 'espeak-ng',
            },
            validations: [verdict, accuracy],
            voice: { voice_id: ids.voice_id, display_name: 'English (America)', status: 'available' },
            waveform_url: 'https://api.example.com/waveforms/eyJhIjoiOWYyYyJ9.c2lnbmF0dXJl',
            retry_count: 0,
            takes: [
              {
                iteration: 0,
                audio_id: ids.audio_id,
                playback_url: 'https://api.example.com/files/eyJrIjoidGFrZXMifQ.c2lnbmF0dXJl',
                provider: 'espeak',
                model: 'espeak-ng',
                voice: { voice_id: ids.voice_id, display_name: 'English (America)', status: 'available' },
                credits: 18,
                strategy: null,
                verdicts: [verdict],
              },
            ],
            status: 'delivered',
            dropped: null,
          },
        ],
      },
    ],
    partial: { status: 'available', reason: null },
  }),
  example(RunOverview, {
    workflow: { id: ids.workflow_id, name: 'Harbor lights' },
    run: {
      id: ids.run_id,
      status: 'completed',
      created_at: TIMES.created_at,
      started_at: node.started_at,
      completed_at: node.completed_at,
      has_export: true,
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
    validators: [],
    capabilities: { validator_drilldown: true, live_trace_timing: true, persisted_aggregates: true },
    future_links: { validator_drilldown: `${run}/data`, live_trace: `${run}/events` },
  }),
];
