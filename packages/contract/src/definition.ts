import { z } from 'zod';
import { DefinitionShape, type WorkflowDefinition } from './definition-shape.ts';
import { readInput } from './read-input.ts';
import { startProblems, strayNodes } from './start-problems.ts';
import { configOf, structuralFaults } from './structure.ts';

/** One thing that is wrong with a definition, and where: `definition.graph.edges.2.targetPort`. */
export const DefinitionProblem = z
  .object({
    path: z.string().describe('The dotted path of the field, from `definition`.'),
    code: z.string().describe('A machine-readable code, such as `unknown_port`.'),
    message: z.string(),
  })
  .meta({ id: 'DefinitionProblem', description: 'A problem of a definition.' });
/** One thing that is wrong with a definition. */
export type DefinitionProblem = z.infer<typeof DefinitionProblem>;

/** What a check found: the definition filled in (null when it has errors), errors and warnings. */
export type DefinitionCheck = {
  definition: WorkflowDefinition | null;
  errors: DefinitionProblem[];
  warnings: DefinitionProblem[];
};

function fillIn(shape: DefinitionShape): WorkflowDefinition {
  const nodes = shape.graph.nodes.map((node) => ({ ...node, ...configOf(node) }));
  return { graph: { ...shape.graph, nodes }, execution: shape.execution };
}

/**
 * A definition as input. Faults of shape and of structure come together, each with its path; what is parsed is
 * filled in: every config complete and of the current version.
 */
export const DefinitionInput = DefinitionShape.superRefine(
  (shape, ctx) => {
    if (typeof shape !== 'object' || shape === null) return;
    for (const { path, code, message } of structuralFaults(shape)) {
      ctx.addIssue({ code: 'custom', path, message, params: { code } });
    }
  },
  // Runs beside shape faults as well, so that one answer names everything.
  { when: () => true },
)
  .meta({
    id: 'WorkflowDefinitionInput',
    description: 'The definition of a workflow. Every part is optional.',
  })
  .transform(fillIn);
/** A definition as it may be sent. */
export type DefinitionInput = z.input<typeof DefinitionInput>;

const OVERLONG: Record<string, string> = { 'graph.nodes': 'too_many_nodes', 'graph.edges': 'too_many_edges' };

function codeOf(issue: z.core.$ZodIssue): string {
  const code: unknown = issue.code === 'custom' ? issue.params?.code : undefined;
  if (typeof code === 'string') return code;
  return (issue.code === 'too_big' && OVERLONG[issue.path.join('.')]) || 'invalid_value';
}

function problemOf(issue: z.core.$ZodIssue): DefinitionProblem {
  return {
    path: ['definition', ...issue.path.map(String)].join('.'),
    code: codeOf(issue),
    message: issue.message,
  };
}

/**
 * Checks a definition as a save does, and tells what would stop it from running.
 * `errors` are the faults that a save answers with 422, all of them; `warnings` only matter when a run starts.
 * Never throws; its own output passes unchanged.
 */
export function checkDefinition(definition: unknown): DefinitionCheck {
  const parsed = readInput(DefinitionInput, definition ?? {});
  if (!parsed.success) {
    return { definition: null, errors: parsed.issues.map(problemOf), warnings: [] };
  }
  const warnings = [...startProblems(parsed.data), ...strayNodes(parsed.data)];
  return { definition: parsed.data, errors: [], warnings };
}

/** A stored definition with its configs brought to the current versions; one that no longer passes stays as it is. */
export function upgradeDefinition(stored: WorkflowDefinition): WorkflowDefinition {
  return DefinitionInput.safeParse(stored).data ?? stored;
}
