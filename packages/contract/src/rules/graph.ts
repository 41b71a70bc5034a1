import { findNodeType } from './node-facts.ts';
import type { GraphEdge as Edge, GraphOf } from './types.ts';

/** Whether an edge leaves a validator through its `fail` port. */
export function isFailEdge(definition: GraphOf, edge: Edge): boolean {
  const node = definition.graph.nodes.find((candidate) => candidate.id === edge.source);
  return edge.sourcePort === 'fail' && findNodeType(node?.type ?? '')?.category === 'validation';
}

/** Targets of each node over `edges`. */
export function targetsByNode(edges: readonly Edge[]): Map<string, string[]> {
  const targets = new Map<string, string[]>();
  for (const edge of edges) {
    const list = targets.get(edge.source);
    if (list === undefined) targets.set(edge.source, [edge.target]);
    else list.push(edge.target);
  }
  return targets;
}

/** Every node that lines from `starts` can reach over `edges`, including the starts. */
export function reachableFrom(starts: Iterable<string>, edges: readonly Edge[]): Set<string> {
  const targets = targetsByNode(edges);
  const reachedIds = new Set(starts);
  // The loop also visits the nodes that it adds.
  for (const id of reachedIds) for (const target of targets.get(id) ?? []) reachedIds.add(target);
  return reachedIds;
}

/** The number of steps to each node from the nodes without inputs, over all edges. */
function depths({ graph }: GraphOf): Map<string, number> {
  const idsWithInputs = new Set(graph.edges.map((edge) => edge.target));
  const targets = targetsByNode(graph.edges);
  const depth = new Map<string, number>();
  for (const node of graph.nodes) if (!idsWithInputs.has(node.id)) depth.set(node.id, 0);
  // The loop also visits the nodes that it adds.
  for (const [id, distance] of depth) {
    for (const target of targets.get(id) ?? []) if (!depth.has(target)) depth.set(target, distance + 1);
  }
  return depth;
}

/**
 * The edges from `fail` ports that close a cycle: lines return on them for a retry. Excludes `fail` edges
 * that lead forward, for example to another generator.
 */
export function backEdges<D extends GraphOf>(definition: D): D['graph']['edges'][number][] {
  const failEdges = definition.graph.edges.filter((edge) => isFailEdge(definition, edge));
  if (failEdges.length === 0) return [];
  const forward = definition.graph.edges.filter((edge) => !failEdges.includes(edge));
  const depth = depths(definition);
  const leadsOn = (edge: Edge) => (depth.get(edge.target) ?? 0) > (depth.get(edge.source) ?? 0);
  // The `fail` edges that lead forward are added first. The edges that lead back then close the cycle.
  const edgesInOrder = [...failEdges.filter(leadsOn), ...failEdges.filter((edge) => !leadsOn(edge))];
  const returningEdges = new Set<Edge>();
  for (const edge of edgesInOrder) {
    if (reachableFrom([edge.target], forward).has(edge.source)) returningEdges.add(edge);
    else forward.push(edge);
  }
  return definition.graph.edges.filter((edge) => returningEdges.has(edge));
}

/**
 * Node IDs in an order in which every node comes after its inputs, ignoring the edges that return. Nodes that do not
 * depend on each other keep the order of the definition.
 */
export function topologicalSteps(definition: GraphOf): string[] {
  const returningEdges = new Set<Edge>(backEdges(definition));
  const edges = definition.graph.edges.filter((edge) => !returningEdges.has(edge));
  /** The nodes that are not listed yet, with the number of their inputs that are not. */
  const inputCounts = new Map(definition.graph.nodes.map((node) => [node.id, 0]));
  for (const { target } of edges) inputCounts.set(target, (inputCounts.get(target) ?? 0) + 1);
  const targets = targetsByNode(edges);
  const steps: string[] = [];
  while (inputCounts.size > 0) {
    // In an invalid graph, a cycle can leave no node ready. Then the first one follows.
    const [id] = [...inputCounts].find(([, count]) => count === 0) ?? [...inputCounts][0] ?? [];
    if (id === undefined) break;
    inputCounts.delete(id);
    steps.push(id);
    for (const target of targets.get(id) ?? []) {
      const count = inputCounts.get(target);
      if (count !== undefined) inputCounts.set(target, count - 1);
    }
  }
  const nodeIds = new Set(definition.graph.nodes.map((node) => node.id));
  return steps.filter((id) => nodeIds.has(id));
}

/** The execution order of a definition: its own steps, or the computed ones if it has none. */
export function stepsOf(definition: GraphOf & { execution: { steps: string[] } }): string[] {
  const { steps } = definition.execution;
  return steps.length > 0 ? steps : topologicalSteps(definition);
}

/** For each cycle (strongly connected component), the index in `edges` of its last edge. */
export function cycleClosers(edges: readonly Edge[]): number[] {
  const componentByNode = findComponents(edges);
  const lastEdges = new Map<number, number>();
  edges.forEach((edge, index) => {
    const component = componentByNode.get(edge.source);
    const isInside = component !== undefined && component === componentByNode.get(edge.target);
    if (isInside) lastEdges.set(component, index);
  });
  return [...lastEdges.values()].sort((one, other) => one - other);
}

/** The number of the strongly connected component of each node (Kosaraju, without recursion). */
function findComponents(edges: readonly Edge[]): Map<string, number> {
  const targets = targetsByNode(edges);
  const sources = targetsByNode(edges.map((edge) => ({ ...edge, source: edge.target, target: edge.source })));
  const componentByNode = new Map<string, number>();
  for (const root of finishOrder(targets).reverse()) {
    if (componentByNode.has(root)) continue;
    const component = componentByNode.size;
    const stack = [root];
    componentByNode.set(root, component);
    for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
      for (const source of sources.get(id) ?? []) {
        if (componentByNode.has(source)) continue;
        componentByNode.set(source, component);
        stack.push(source);
      }
    }
  }
  return componentByNode;
}

/** Nodes in the order in which a depth-first search leaves them. */
function finishOrder(targets: Map<string, string[]>): string[] {
  const visitedIds = new Set<string>();
  const orderedIds: string[] = [];
  for (const start of targets.keys()) {
    if (visitedIds.has(start)) continue;
    visitedIds.add(start);
    // The path to the current node, with the position of the next target of each node to visit.
    const path = [{ id: start, next: 0 }];
    for (let node = path.at(-1); node !== undefined; node = path.at(-1)) {
      const target = targets.get(node.id)?.[node.next];
      node.next += 1;
      if (target === undefined) {
        orderedIds.push(node.id);
        path.pop();
      } else if (!visitedIds.has(target)) {
        visitedIds.add(target);
        path.push({ id: target, next: 0 });
      }
    }
  }
  return orderedIds;
}
