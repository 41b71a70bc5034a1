import { definitionShape, nodeConfigs } from '../generated/node-configs.ts';
import { inWords } from '../generated/rules/messages.ts';
import { findNodeType } from '../generated/rules/node-facts.ts';
import { problemOf } from '../generated/rules/problem.ts';
import { startProblems, strayNodes } from '../generated/rules/start-problems.ts';
import { structuralProblems } from '../generated/rules/structure.ts';
import type { Issue } from '../generated/rules/types.ts';
import type { DefinitionProblem, WorkflowDefinition, WorkflowNode } from '../generated/types.ts';
import { readValue } from './read-value.ts';

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
  const allIssues: Issue[] = [...shape.issues];
  // The service skips the rules of the whole definition if a number is not an integer.
  const hasFraction = shape.issues.some(({ expected }) => expected === 'int');
  if (!hasFraction && typeof shape.value === 'object' && shape.value !== null) {
    const problems = structuralProblems(shape.value, (type, config) =>
      inWords(readConfig(type, config).issues),
    );
    for (const { path, code, message } of problems)
      allIssues.push({ code: 'custom', path, message, params: { code } });
  }
  const issues = inWords<Issue>(allIssues);
  if (issues.length > 0) return { definition: null, errors: issues.map(problemOf), warnings: [] };
  const { graph, ...rest } = shape.value as WorkflowDefinition;
  const nodes = graph.nodes.map((node) => {
    const type = findNodeType(node.type);
    if (type === undefined) return node;
    const config = readConfig(node.type, node.config ?? {}).value as WorkflowNode['config'];
    return { ...node, config, config_version: type.version };
  });
  const complete: WorkflowDefinition = { ...rest, graph: { ...graph, nodes } };
  return {
    definition: complete,
    errors: [],
    warnings: [...startProblems(complete), ...strayNodes(complete)],
  };
}
