import { checkDefinition, type DefinitionInput } from '../../definition.ts';
import type { WorkflowDefinition } from '../../definition-shape.ts';
import { EXAMPLE_IDS as ids } from '../../example.ts';

/** The node IDs of the example's source and generator. The ID of its sink is `EXAMPLE_IDS.node_id`. */
export const EXAMPLE_NODES = {
  source: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d31',
  generator: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d32',
} as const;

const { source, generator } = EXAMPLE_NODES;

/** The example in a request. */
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

/** The example as stored by a save. */
export const EXAMPLE_DEFINITION: WorkflowDefinition = stored(EXAMPLE_INPUT);
