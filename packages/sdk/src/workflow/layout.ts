import type { WorkflowEdge } from '../generated/types.ts';

const COLUMN_WIDTH = 240;
const ROW_HEIGHT = 140;

/** Positions for nodes: one column for each step from the start. */
export function layout(
  ids: readonly string[],
  edges: readonly WorkflowEdge[],
): Map<string, { x: number; y: number }> {
  const entered = new Set(
    edges.filter(({ sourcePort }) => sourcePort !== 'fail').map(({ target }) => target),
  );
  const column = new Map(ids.filter((id) => !entered.has(id)).map((id) => [id, 0]));
  // Entries added during the loop are visited too: each node gets the first column it is found in.
  for (const [id, own] of column) {
    for (const { source, target } of edges) {
      if (source === id && !column.has(target)) column.set(target, own + 1);
    }
  }
  const rows = new Map<number, number>();
  return new Map(
    ids.map((id) => {
      const x = column.get(id) ?? 0;
      const y = rows.get(x) ?? 0;
      rows.set(x, y + 1);
      return [id, { x: x * COLUMN_WIDTH, y: y * ROW_HEIGHT }];
    }),
  );
}
