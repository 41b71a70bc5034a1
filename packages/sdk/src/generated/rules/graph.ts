// Copied from packages/contract/src/rules by scripts/gen.ts. Do not edit.

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
  const entered = new Set(graph.edges.map((edge) => edge.target));
  const targets = targetsByNode(graph.edges);
  const depth = new Map<string, number>();
  for (const node of graph.nodes) if (!entered.has(node.id)) depth.set(node.id, 0);
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
  const ordered = [...failEdges.filter(leadsOn), ...failEdges.filter((edge) => !leadsOn(edge))];
  const returningEdges = new Set<Edge>();
  for (const edge of ordered) {
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
  const waiting = new Map(definition.graph.nodes.map((node) => [node.id, 0]));
  for (const { target } of edges) waiting.set(target, (waiting.get(target) ?? 0) + 1);
  const targets = targetsByNode(edges);
  const steps: string[] = [];
  while (waiting.size > 0) {
    // In an invalid graph, a cycle can leave no node ready. Then the first one follows.
    const ready = [...waiting].find(([, count]) => count === 0) ?? [...waiting][0];
    if (ready === undefined) break;
    waiting.delete(ready[0]);
    steps.push(ready[0]);
    for (const target of targets.get(ready[0]) ?? []) {
      const count = waiting.get(target);
      if (count !== undefined) waiting.set(target, count - 1);
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
  const part = stronglyConnected(edges);
  const closers = new Map<number, number>();
  edges.forEach((edge, index) => {
    const component = part.get(edge.source);
    if (component !== undefined && component === part.get(edge.target)) closers.set(component, index);
  });
  return [...closers.values()].sort((a, b) => a - b);
}

/** Node -> number of its strongly connected part (Kosaraju, without recursion). */
function stronglyConnected(edges: readonly Edge[]): Map<string, number> {
  const targets = targetsByNode(edges);
  const sources = targetsByNode(edges.map((edge) => ({ ...edge, source: edge.target, target: edge.source })));
  const part = new Map<string, number>();
  for (const root of finishOrder(targets).reverse()) {
    if (part.has(root)) continue;
    const stack = [root];
    part.set(root, part.size);
    for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
      for (const source of sources.get(id) ?? []) {
        if (part.has(source)) continue;
        part.set(source, part.get(root) ?? 0);
        stack.push(source);
      }
    }
  }
  return part;
}

/** Nodes in the order in which a depth-first search leaves them. */
function finishOrder(targets: Map<string, string[]>): string[] {
  const visitedIds = new Set<string>();
  const finishedIds: string[] = [];
  for (const start of targets.keys()) {
    const stack = [{ id: start, next: 0 }];
    if (visitedIds.has(start)) continue;
    visitedIds.add(start);
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const child = targets.get(top.id)?.[top.next];
      top.next += 1;
      if (child === undefined) finishedIds.push(stack.pop()?.id ?? top.id);
      else if (!visitedIds.has(child)) {
        visitedIds.add(child);
        stack.push({ id: child, next: 0 });
      }
    }
  }
  return finishedIds;
}
