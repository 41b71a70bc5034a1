import type { DefinitionReport, Voiceloom } from '@voiceloom/sdk';
import { WorkflowError } from '@voiceloom/sdk/workflow';
import { withIds } from './written-graph.ts';

/** Validates a definition with the service. A graph with names is first checked locally by the same rules. */
export async function checkWritten(
  client: Voiceloom,
  definition: unknown,
  signal: AbortSignal,
): Promise<DefinitionReport> {
  try {
    return await client.workflows.validate({ definition: withIds(definition) }, { signal });
  } catch (error) {
    if (!(error instanceof WorkflowError) || error.problems.length === 0) throw error;
    const errors = error.problems.map(({ path, code, message }) => ({ path, code, message }));
    return { valid: false, errors, warnings: [], readings: [] };
  }
}
