import { z } from 'zod';
import { DefinitionShape, type WorkflowDefinition, type WorkflowNode } from './definition-shape.ts';
import { findNodeType } from './nodes/index.ts';
import { object } from './primitives.ts';
import { readInput } from './read-input.ts';
import { problemOf } from './rules/problem.ts';
import { startProblems, strayNodes } from './rules/start-problems.ts';
import { type ConfigIssues, structuralProblems } from './rules/structure.ts';

/** One thing that is wrong with a definition, and where: `definition.graph.edges.2.targetPort`. */
export const DefinitionProblem = object('DefinitionProblem', 'A problem of a definition.', {
  path: z.string().describe('The dotted path of the field, from `definition`.'),
  code: z.string().describe('A machine-readable code, such as `unknown_port`.'),
  message: z.string(),
});
/** One thing that is wrong with a definition. */
export type DefinitionProblem = z.infer<typeof DefinitionProblem>;

/** The result of a check: the definition with defaults filled in (null if it has errors), errors and warnings. */
export type DefinitionCheck = {
  definition: WorkflowDefinition | null;
  errors: DefinitionProblem[];
  warnings: DefinitionProblem[];
};

/** The issues of a config, by the schema of its node type. */
const configIssues: ConfigIssues = (nodeType, config) => {
  const type = findNodeType(nodeType);
  return (type && readInput(type.config, config).issues) ?? [];
};

/** A node whose config is complete. Its config has no problem. */
function filledNode(node: DefinitionShape['graph']['nodes'][number]): WorkflowNode {
  const { type: nodeType, config = {}, config_version } = node;
  const type = findNodeType(nodeType);
  if (type === undefined) return { ...node, config, config_version: config_version ?? 1 };
  return { ...node, config: type.config.parse(config), config_version: type.version };
}

/** The stored form of a definition. */
const fillIn = ({ $schema, graph, execution }: DefinitionShape): WorkflowDefinition => ({
  ...($schema !== undefined && { $schema }),
  graph: { ...graph, nodes: graph.nodes.map(filledNode) },
  execution,
});

/**
 * A definition as input. Problems of shape and of structure are reported together, each with its path. In the result,
 * every config is complete.
 */
export const DefinitionInput = DefinitionShape.superRefine(
  (shape, ctx) => {
    if (typeof shape !== 'object' || shape === null) return;
    for (const { path, code, message } of structuralProblems(shape, configIssues)) {
      ctx.addIssue({ code: 'custom', path, message, params: { code } });
    }
  },
  // Also runs if there are problems of shape, so that one response lists all problems.
  { when: () => true },
)
  .meta({
    id: 'WorkflowDefinitionInput',
    description: 'The definition of a workflow. Every part is optional.',
  })
  .transform(fillIn);
/** A definition in a request. */
export type DefinitionInput = z.input<typeof DefinitionInput>;

/**
 * Checks a definition like a save, and also finds problems that would prevent a run. `errors` are all problems that a
 * save rejects with 422. `warnings` only matter when a run starts. Never throws. A definition that it returned passes
 * unchanged.
 */
export function checkDefinition(definition: unknown): DefinitionCheck {
  const reading = readInput(DefinitionInput, definition ?? {});
  if (!reading.success) {
    return { definition: null, errors: reading.issues.map(problemOf), warnings: [] };
  }
  const warnings = [...startProblems(reading.data), ...strayNodes(reading.data)];
  return { definition: reading.data, errors: [], warnings };
}
