import type { WorkflowDefinition, WorkflowNode } from '@voiceloom/sdk';

/** Nodes by their distance from the sources, ignoring the edges that lead back for retries. */
export function arrangeInColumns({ graph }: Pick<WorkflowDefinition, 'graph'>): WorkflowNode[][] {
  const targets = new Map(graph.nodes.map(({ id }) => [id, [] as string[]]));
  for (const { source, target } of graph.edges) targets.get(source)?.push(target);
  const depths = new Map<string, number>();
  const path = new Set<string>();
  // Gives a node the greatest distance of all paths to it. `path` contains the nodes on the way, so that loops end.
  const visit = (id: string, depth: number) => {
    if (path.has(id) || (depths.get(id) ?? -1) >= depth) return;
    depths.set(id, depth);
    path.add(id);
    for (const target of targets.get(id) ?? []) visit(target, depth + 1);
    path.delete(id);
  };
  const targetIds = new Set(graph.edges.map(({ target }) => target));
  for (const { id } of graph.nodes) if (!targetIds.has(id)) visit(id, 0);
  const columns = Map.groupBy(graph.nodes, ({ id }) => depths.get(id) ?? 0);
  const byDepth = [...columns].sort(([depth], [otherDepth]) => depth - otherDepth);
  return byDepth.map(([, nodes]) => nodes);
}
