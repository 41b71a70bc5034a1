import { z } from 'zod';
import { object, strictObject, Uuid } from './primitives.ts';
import { MAX_EDGES, MAX_NODES } from './rules/structure.ts';

export { MAX_EDGES, MAX_NODES } from './rules/structure.ts';

const Coordinate = z.number().min(-1e9).max(1e9);
const Position = z
  .object({ x: Coordinate, y: Coordinate })
  .describe('In pixels of the canvas. Has no effect on runs.');
const PortName = z.string().min(1).max(100);

const Edge = z.looseObject({
  id: Uuid,
  source: Uuid.describe('The node that lines come from.'),
  sourcePort: PortName,
  target: Uuid.describe('The node that lines go to.'),
  targetPort: PortName,
});

const paramFields = {
  max_failed_lines: z
    .int()
    .min(0)
    .optional()
    .describe('The run fails if more lines than this fail. Default: 0.'),
};

/** Parameters in a definition. Unknown ones are kept, for editors. */
export const ExecutionParams = z.looseObject(paramFields).meta({
  id: 'ExecutionParams',
  description: 'Parameters of the runs of a workflow. Unknown fields are kept.',
});
/** Parameters in a definition. */
export type ExecutionParams = z.infer<typeof ExecutionParams>;

/** Parameters for one run. Unknown ones are rejected, because the run would cost credits without them. */
export const RunParams = strictObject('RunParams', 'Parameters of one run.', paramFields);

/** A stored node. Its config is complete and of the current version. */
export const WorkflowNode = z
  .looseObject({
    id: Uuid,
    type: z.string().min(1).max(100).describe('The type of the node, such as `source_script`.'),
    name: z.string().trim().min(1).max(200).meta({ rule: 'trimmed' }).optional(),
    position: Position,
    config: z.record(z.string(), z.unknown()).describe('The settings of the node, complete.'),
    config_version: z.int().min(1).describe('The version of the node type that the config is for.'),
  })
  .meta({ id: 'WorkflowNode', description: 'A node of a workflow. Unknown fields are kept.' });
/** A stored node. */
export type WorkflowNode = z.infer<typeof WorkflowNode>;

/** A connection from an output port to an input port. */
export const WorkflowEdge = Edge.meta({
  id: 'WorkflowEdge',
  description: 'A connection from an output port to an input port. Unknown fields are kept.',
});
/** A connection from an output port to an input port. */
export type WorkflowEdge = z.infer<typeof WorkflowEdge>;

/** `$schema`, with which editors check a JSON file. */
const FileSchema = z
  .string()
  .max(2_000)
  .optional()
  .describe('The JSON Schema with which editors check the file. Has no effect.');

/** A definition as stored and returned, with all parts present. */
export const WorkflowDefinition = object(
  'WorkflowDefinition',
  'The definition of a workflow: nodes, edges and parameters.',
  {
    $schema: FileSchema,
    graph: z
      .looseObject({ nodes: z.array(WorkflowNode), edges: z.array(WorkflowEdge) })
      .describe('Unknown fields, such as the viewport of an editor, are kept.'),
    execution: z.looseObject({
      steps: z
        .array(Uuid)
        .describe('Node IDs in execution order. If empty, the service computes the order from the edges.'),
      params: ExecutionParams,
    }),
  },
);
/** A definition as stored and returned. */
export type WorkflowDefinition = z.infer<typeof WorkflowDefinition>;

const NodeInput = WorkflowNode.extend({
  position: Position.default({ x: 0, y: 0 }),
  config: z.record(z.string(), z.unknown()).optional().describe('Omitted fields get their defaults.'),
  config_version: z.int().optional().describe('Default: the current version.'),
}).meta({ id: 'WorkflowNodeInput', description: 'A node of a workflow. Unknown fields are kept.' });

/** A list of at most `max` items. If a list is too long, only its length is reported: its items are not validated. */
function limited<Item extends z.ZodType>(item: Item, max: number, what: string) {
  const problem = `A definition must have at most ${max.toLocaleString('en')} ${what}.`;
  return z.array(item).max(max, { error: problem }).meta({ problem }).default([]);
}

const GraphInput = z.looseObject({
  nodes: limited(NodeInput, MAX_NODES, 'nodes'),
  edges: limited(WorkflowEdge, MAX_EDGES, 'edges'),
});

const ExecutionInput = z.looseObject({
  steps: limited(Uuid, MAX_NODES, 'steps').describe(
    'Node IDs in execution order. If empty, the service computes the order from the edges.',
  ),
  params: ExecutionParams.default({}),
});

/** The shape of a definition in a request. Other code checks how its parts fit together. */
export const DefinitionShape = z.object({
  $schema: FileSchema,
  graph: GraphInput.prefault({}),
  execution: ExecutionInput.prefault({}),
});
/** A definition of the right shape, with defaults filled in everywhere except in node configs. */
export type DefinitionShape = z.output<typeof DefinitionShape>;
