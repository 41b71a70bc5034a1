import type { DefinitionInput } from '../src/index.ts';

/** A stable uuid for a small number. */
export const uuid = (n: number) => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;

type NodeSpec = { type: string; config?: Record<string, unknown>; config_version?: number };
/** `[source, sourcePort, target, targetPort]`. Nodes are named by their index. */
export type EdgeSpec = [number, string, number, string];

/** A definition whose node n has the id uuid(n) and whose edge n has the id uuid(1000 + n). */
export function definitionOf(nodes: (string | NodeSpec)[], edges: EdgeSpec[] = [], steps: number[] = []) {
  return {
    graph: {
      nodes: nodes.map((node, index) => ({
        id: uuid(index),
        ...(typeof node === 'string' ? { type: node } : node),
      })),
      edges: edges.map(([source, sourcePort, target, targetPort], index) => ({
        id: uuid(1000 + index),
        source: uuid(source),
        sourcePort,
        target: uuid(target),
        targetPort,
      })),
    },
    execution: { steps: steps.map(uuid) },
  } satisfies DefinitionInput;
}

/** script -> generator -> noise check (failed lines go back) -> mastering -> delivery. */
export const retryLoop = () =>
  definitionOf(
    [
      { type: 'source_script', config: { text: 'Hello.' } },
      'operator_generator',
      'validator_noise',
      'operator_mastering',
      'sink_preview',
    ],
    [
      [0, 'lines', 1, 'lines'],
      [1, 'audio', 2, 'audio'],
      [2, 'pass', 3, 'audio'],
      [2, 'fail', 1, 'lines'],
      [3, 'audio', 4, 'audio'],
    ],
  );
