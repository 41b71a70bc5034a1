import { definitionShape, nodeConfigs } from '../generated/node-configs.ts';
import { inWords } from '../generated/rules/messages.ts';
import { findNodeType } from '../generated/rules/node-facts.ts';
import { problemOf } from '../generated/rules/problem.ts';
import { startProblems, strayNodes } from '../generated/rules/start-problems.ts';
import { structuralProblems } from '../generated/rules/structure.ts';
import type { Issue } from '../generated/rules/types.ts';
import type { DefinitionProblem, WorkflowDefinition, WorkflowNode } from '../generated/types.ts';
import { readValue } from '../schemas/read-value.ts';

/** The result of a check. */
export interface DefinitionCheck {
  /** The definition with defaults filled in; null if it is invalid. */
  definition: WorkflowDefinition | null;
  /** What a save would reject. */
  errors: DefinitionProblem[];
  /** What would only prevent a run from starting. */
  warnings: DefinitionProblem[];
}

const readConfig = (nodeType: string, config: Record<string, unknown>) =>
  readValue(nodeConfigs[nodeType] ?? {}, config);

function structuralIssues(shape: unknown): Issue[] {
  if (typeof shape !== 'object' || shape === null) return [];
  const problems = structuralProblems(shape, (type, config) => inWords(readConfig(type, config).issues));
  return problems.map(({ path, code, message }) => ({ code: 'custom', path, message, params: { code } }));
}

/** A node whose config is complete. */
function filledNode(node: WorkflowNode): WorkflowNode {
  const type = findNodeType(node.type);
  if (type === undefined) return node;
  const read = readConfig(node.type, node.config ?? {}).value as WorkflowNode['config'];
  return { ...node, config: read, config_version: type.version };
}

/**
 * Checks a definition as a save does, without a request: by the same rules, with the same messages. `errors`
 * would be rejected by a save; `warnings` would only prevent a run from starting. It does not check
 * references to uploads, voices and providers; `client.workflows.validate` does. Never throws.
 *
 * @example
 * ```ts
 * const { errors } = checkDefinition(definition);
 * for (const { path, message } of errors) console.error(`${path}: ${message}`);
 * ```
 */
export function checkDefinition(definition: unknown): DefinitionCheck {
  const shape = readValue(definitionShape, definition ?? {});
  // The service skips the rules of the whole definition if a number is not an integer.
  const stops = shape.issues.some(({ expected }) => expected === 'int');
  const issues = inWords<Issue>([...shape.issues, ...(stops ? [] : structuralIssues(shape.value))]);
  if (issues.length > 0) return { definition: null, errors: issues.map(problemOf), warnings: [] };
  const { graph, ...rest } = shape.value as WorkflowDefinition;
  const filled: WorkflowDefinition = { ...rest, graph: { ...graph, nodes: graph.nodes.map(filledNode) } };
  return { definition: filled, errors: [], warnings: [...startProblems(filled), ...strayNodes(filled)] };
}
