import { checkDefinition as check } from '../generated/definition-check.ts';
import type { DefinitionProblem, WorkflowDefinition } from '../generated/types.ts';

/** What a check found: the definition filled in (null when it has errors), errors and warnings. */
export interface DefinitionCheck {
  /** The definition with its defaults filled in; null where it cannot be read. */
  definition: WorkflowDefinition | null;
  /** What a save would refuse. */
  errors: DefinitionProblem[];
  /** What only a run would stop at. */
  warnings: DefinitionProblem[];
}

/**
 * Checks a definition as a save does, without asking the service: by the same rules, in the same words. `errors` are
 * what a save would refuse; `warnings` are what would only stop a run. What must be looked up (uploads, voices,
 * providers) is not among them; `client.workflows.validate` tells that as well. Never throws.
 *
 * @example
 * ```ts
 * const { errors } = checkDefinition(definition);
 * for (const { path, message } of errors) console.error(`${path}: ${message}`);
 * ```
 */
export function checkDefinition(definition: unknown): DefinitionCheck {
  return check(definition) as DefinitionCheck;
}
