import type { DefinitionReport, Voiceloom, WorkflowDefinitionInput } from '@voiceloom/sdk';
import { graph, WorkflowError, type WrittenExecution, type WrittenGraph } from '@voiceloom/sdk/contract';
import { isObject } from './unknown-fields.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A complete example of a graph with names. */
export const WRITTEN_EXAMPLE = {
  graph: {
    nodes: [
      {
        id: 'script',
        type: 'source_script',
        config: { text: 'Good evening.', source_language: 'en-us' },
      },
      { id: 'voice', type: 'operator_generator' },
      { id: 'delivery', type: 'sink_preview' },
    ],
    edges: ['script.lines -> voice.lines', 'voice.audio -> delivery.audio'],
  },
};

/** Whether node ids are names, or edges are arrows or lack ids. The service requires UUIDs for both. */
function isWritten(value: unknown): value is WrittenGraph {
  if (!isObject(value) || !Array.isArray(value.nodes) || !Array.isArray(value.edges ?? [])) return false;
  const edges = (value.edges ?? []) as unknown[];
  const hasNames = value.nodes.some((node) => typeof node?.id === 'string' && !UUID.test(node.id));
  const hasEdgesWithoutIds = edges.some(
    (edge) => typeof edge === 'string' || (isObject(edge) && edge.id === undefined),
  );
  return hasNames || hasEdgesWithoutIds;
}

/**
 * Replaces names by ids, which are the same for the same names. A definition that has ids is returned unchanged.
 * Throws WorkflowError.
 */
export function withIds<T>(definition: T): T | WorkflowDefinitionInput {
  if (!isObject(definition) || !isWritten(definition.graph)) return definition;
  const { params, steps } = (definition.execution ?? {}) as WrittenExecution;
  const isOrdered = Array.isArray(steps) && steps.length > 0;
  return graph(definition.graph, { ...(params && { params }), ...(isOrdered && { steps }) });
}

/** The body of an operation on workflows, with ids in its definition. */
export const withIdsInBody = (body: unknown): unknown =>
  isObject(body) && 'definition' in body ? { ...body, definition: withIds(body.definition) } : body;

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
