import { checkDefinition, type DefinitionInput } from '../../definition.ts';
import type { WorkflowDefinition } from '../../definition-shape.ts';
import { example, exampleReading, EXAMPLE_IDS as ids, TIMES } from '../../openapi/example.ts';
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
} from './schemas.ts';

/** The source and the generator of the example; its sink has `node_id`. */
export const EXAMPLE_NODES = {
  source: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d31',
  generator: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d32',
} as const;

const { source, generator } = EXAMPLE_NODES;

/** The example as it is sent. */
export const EXAMPLE_INPUT: DefinitionInput = {
  graph: {
    nodes: [
      {
        id: source,
        type: 'source_script',
        config: { text: 'The harbor sleeps.\nOne light is awake.', source_language: 'en-us' },
      },
      { id: generator, type: 'operator_generator', position: { x: 320, y: 0 } },
      { id: ids.node_id, type: 'sink_preview', position: { x: 640, y: 0 }, config: { format: 'mp3' } },
    ],
    edges: [
      {
        id: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d33',
        source,
        sourcePort: 'lines',
        target: generator,
        targetPort: 'lines',
      },
      {
        id: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d34',
        source: generator,
        sourcePort: 'audio',
        target: ids.node_id,
        targetPort: 'audio',
      },
    ],
  },
};

function stored(input: DefinitionInput): WorkflowDefinition {
  const checked = checkDefinition(input);
  if (checked.definition === null) throw new Error(JSON.stringify(checked.errors));
  return checked.definition;
}

/** The example as it is stored: what a save makes of it. */
export const EXAMPLE_DEFINITION: WorkflowDefinition = stored(EXAMPLE_INPUT);

const row: WorkflowListItem = {
  id: ids.workflow_id,
  user_id: ids.user_id,
  name: 'Harbor lights',
  ...TIMES,
  description: 'Two lines for the trailer.',
  runs_count: 12,
  last_run_at: TIMES.updated_at,
  last_run_status: 'completed',
  run_status_counts: { pending: 0, running: 0, paused: 0, completed: 11, failed: 1, cancelled: 0 },
};

const costs = { min_credits: 2, expected_credits: 2, max_credits: 2 };

const free = { min_credits: 0, expected_credits: 0, max_credits: 0 };

/** Examples of workflows. */
export const workflowExamples = [
  example(WorkflowListItem, row),
  example(Workflow, { ...row, definition: EXAMPLE_DEFINITION }),
  example(CreateWorkflow, {
    name: 'Harbor lights',
    description: 'Two lines for the trailer.',
    definition: EXAMPLE_INPUT,
  }),
  example(ReplaceWorkflow, { name: 'Harbor lights', description: null, definition: EXAMPLE_INPUT }),
  example(UpdateWorkflow, { name: 'Harbor lights, second draft' }),
  example(NameAvailability, { name: 'Harbor lights', available: false }),
  example(ValidateWorkflow, { definition: EXAMPLE_INPUT }),
  example(DefinitionReport, {
    valid: false,
    errors: [
      {
        path: 'definition.graph.edges.1.targetPort',
        code: 'unknown_port',
        message: 'sink_preview has no input port "lines"; it has audio.',
      },
    ],
    warnings: [],
    readings: [],
  }),
  example(RunEstimate, {
    ...costs,
    new_takes: 2,
    reused_takes: 0,
    breakdown: [
      { node_id: source, node_type: 'source_script', ...free },
      { node_id: generator, node_type: 'operator_generator', ...costs },
      { node_id: ids.node_id, node_type: 'sink_preview', ...free },
    ],
    readings: [{ node_id: source, upload_id: null, filename: null, reading: exampleReading }],
    current_balance: 9_480,
    deficit_at_max: 0,
    can_run: true,
    problems: [],
    notes: [],
  }),
];
