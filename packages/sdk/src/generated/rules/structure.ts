// Copied from packages/contract/src/rules by scripts/gen.ts. Do not edit.

import { backEdges, cycleClosers, isFailEdge } from './graph.ts';
import { hintFor } from './nearest-name.ts';
import { findNodeType, NODE_TYPE_NAMES } from './node-facts.ts';
import type { AnyDefinition, GraphEdge as Edge, GraphNode, GraphOf, Issue, Port } from './types.ts';
import { hasTooManyUnknownBytes, MAX_UNKNOWN_BYTES } from './unknown-fields.ts';

/** The most nodes a definition may have. */
export const MAX_NODES = 200;
/** The most edges a definition may have. */
export const MAX_EDGES = 1000;

/** A structural problem with its path from the definition's root. */
export type StructuralProblem = { path: (string | number)[]; code: string; message: string };

/** Returns the issues of a config of the current version. The contract and the SDK use different schemas for this. */
export type ConfigIssues = (nodeType: string, config: Record<string, unknown>) => readonly Issue[];

/** A node whose ID and type are texts; the rest of it may have any shape. */
type Node = Pick<GraphNode, 'id' | 'type'> & { config?: unknown; config_version?: unknown };
type Indexed<T> = { index: number; value: T };

/** The parts of a definition that are well-formed enough to be compared, with their places. */
type Parts = { nodes: Indexed<Node>[]; edges: Indexed<Edge>[]; steps: Indexed<string>[] };

const isText = (value: unknown): value is string => typeof value === 'string';
/** The list in a field. Empty if the field is not a list. */
const listAt = (parent: unknown, key: string): unknown[] => {
  const value: unknown = typeof parent === 'object' && parent !== null ? Reflect.get(parent, key) : undefined;
  return Array.isArray(value) ? value : [];
};
const hasTexts = (value: unknown, keys: readonly string[]) =>
  typeof value === 'object' && value !== null && keys.every((key) => isText(Reflect.get(value, key)));

const EDGE_KEYS = ['id', 'source', 'sourcePort', 'target', 'targetPort'];

/** The nodes, edges and steps that have the right shape. */
function collectParts(shape: AnyDefinition): Parts {
  const addIndex = (list: unknown[]) => list.map((value, index) => ({ index, value }));
  return {
    nodes: addIndex(listAt(shape.graph, 'nodes')).filter((item): item is Indexed<Node> =>
      hasTexts(item.value, ['id', 'type']),
    ),
    edges: addIndex(listAt(shape.graph, 'edges')).filter((item): item is Indexed<Edge> =>
      hasTexts(item.value, EDGE_KEYS),
    ),
    steps: addIndex(listAt(shape.execution, 'steps')).filter((item): item is Indexed<string> =>
      isText(item.value),
    ),
  };
}

/** Every structural problem of a definition. Skips parts with a wrong shape, because that is already reported. */
export function structuralProblems(shape: AnyDefinition, configIssues: ConfigIssues): StructuralProblem[] {
  if (isOverlong(shape)) return [];
  if (hasMoreValuesThan(shape.graph, MAX_VALUES)) return [tooLarge()];
  const parts = collectParts(shape);
  const local = [...nodeProblems(parts, configIssues), ...edgeProblems(parts), ...stepProblems(parts)];
  if (hasTooManyUnknownBytes(shape)) local.push(tooManyUnknown());
  return [...local, ...cycleProblems(parts), ...orderProblems(parts)];
}

/** A list beyond its limit is reported as a problem of shape, so its items are not checked. */
function isOverlong({ graph, execution }: AnyDefinition): boolean {
  const [nodes, edges] = [listAt(graph, 'nodes'), listAt(graph, 'edges')];
  return Math.max(nodes.length, listAt(execution, 'steps').length) > MAX_NODES || edges.length > MAX_EDGES;
}

/** Every value can cause a problem. The problems of this many values fit into one response. */
const MAX_VALUES = 50_000;

// Functions, because the first formatted number of a program loads the number formats, which takes time.
const tooLarge = (): StructuralProblem => ({
  path: ['graph'],
  code: 'too_large',
  message: `The configs of a definition must have at most ${MAX_VALUES.toLocaleString('en')} values in total.`,
});

const tooManyUnknown = (): StructuralProblem => ({
  path: [],
  code: 'unknown_fields_too_large',
  message: `Unknown fields of graph, execution, nodes and edges must have at most ${MAX_UNKNOWN_BYTES.toLocaleString('en')} bytes of JSON in total.`,
});

/** Counts the values in `root` at all depths, up to the limit. */
function hasMoreValuesThan(root: unknown, limit: number): boolean {
  const waiting: unknown[] = [root];
  for (let count = 0; waiting.length > 0; count += 1) {
    const value = waiting.pop();
    if (count + waiting.length > limit) return true;
    if (typeof value !== 'object' || value === null) continue;
    for (const item of Object.values(value)) waiting.push(item);
  }
  return false;
}

/** The items whose key an earlier item has. */
function duplicates<T>(items: Indexed<T>[], getKey: (value: T) => string): Indexed<T>[] {
  const visitedKeys = new Set<string>();
  return items.filter(({ value }) => {
    const key = getKey(value);
    if (visitedKeys.has(key)) return true;
    visitedKeys.add(key);
    return false;
  });
}

/** The problems of nodes: repeated IDs, unknown types and versions, and invalid configs. */
function nodeProblems({ nodes }: Parts, configIssues: ConfigIssues): StructuralProblem[] {
  const problems = duplicates(nodes, (node) => node.id).map(({ index, value }) => ({
    path: ['graph', 'nodes', index, 'id'],
    code: 'duplicate_node_id',
    message: `Another node has the id ${value.id}.`,
  }));
  return [
    ...problems,
    ...nodes.flatMap(({ index, value }) => configProblems(value, ['graph', 'nodes', index], configIssues)),
  ];
}

/** The problems of a node's type, version and config. `path`: that of the node. */
function configProblems(
  node: Node,
  path: (string | number)[],
  configIssues: ConfigIssues,
): StructuralProblem[] {
  const type = findNodeType(node.type);
  if (type === undefined) {
    const hint = hintFor(node.type, { known: NODE_TYPE_NAMES, called: 'node types' });
    const message = `There is no node type ${JSON.stringify(node.type)}.${hint}`;
    return [{ path: [...path, 'type'], code: 'unknown_node_type', message }];
  }
  const version = node.config_version ?? type.version;
  if (!Number.isInteger(version)) return [];
  if (version !== type.version) {
    const message = `${node.type} has config version ${type.version}, not ${version}.`;
    return [{ path: [...path, 'config_version'], code: 'unknown_config_version', message }];
  }
  const { config = {} } = node;
  if (typeof config !== 'object' || config === null) return [];
  return configIssues(node.type, config as Record<string, unknown>).map((issue) =>
    configIssueProblem(issue, [...path, 'config']),
  );
}

/** An issue of a config as a problem. `base`: the path of the config. */
function configIssueProblem(issue: Issue, base: (string | number)[]): StructuralProblem {
  const path = [...base, ...issue.path.map((part) => (typeof part === 'number' ? part : String(part)))];
  const code = issue.code === 'unrecognized_keys' ? 'unknown_config_field' : 'invalid_config';
  let { message } = issue;
  // The problem of a key is inside its issue.
  if (issue.code === 'invalid_key') message = issue.issues?.[0]?.message ?? message;
  return { path, code, message };
}

/** The problems of edges: repeated ones, and ends that do not exist or do not fit together. */
function edgeProblems({ nodes, edges }: Parts): StructuralProblem[] {
  // If several nodes have the same ID, the first one is used, so that a duplicate does not hide the problems of edges.
  const byId = new Map([...nodes].reverse().map(({ value }) => [value.id, value]));
  const ids = duplicates(edges, (edge) => edge.id).map(({ index, value }) => ({
    path: ['graph', 'edges', index, 'id'],
    code: 'duplicate_edge_id',
    message: `Another edge has the id ${value.id}.`,
  }));
  const getPortKey = (edge: Edge) =>
    JSON.stringify([edge.source, edge.sourcePort, edge.target, edge.targetPort]);
  const repeatedEdges = duplicates(edges, getPortKey).map(({ index }) => ({
    path: ['graph', 'edges', index],
    code: 'duplicate_edge',
    message: 'Another edge connects the same two ports.',
  }));
  return [...ids, ...repeatedEdges, ...edges.flatMap((edge) => portProblems(edge, byId))];
}

/** The problems of an edge's ends. */
function portProblems({ index, value: edge }: Indexed<Edge>, byId: Map<string, Node>): StructuralProblem[] {
  const path = ['graph', 'edges', index];
  const problems: StructuralProblem[] = [];
  /** Adds a problem if the node or its port does not exist. */
  const findPort = (end: 'source' | 'target', portKey: 'sourcePort' | 'targetPort') => {
    const node = byId.get(edge[end]);
    if (node === undefined) {
      problems.push({
        path: [...path, end],
        code: 'unknown_node',
        message: `There is no node ${edge[end]}.`,
      });
      return undefined;
    }
    const type = findNodeType(node.type);
    const ports = end === 'source' ? type?.outputs : type?.inputs;
    const port = ports?.find(({ name }) => name === edge[portKey]);
    if (port === undefined && ports !== undefined) {
      const [name, kind] = [JSON.stringify(edge[portKey]), end === 'source' ? 'output' : 'input'];
      const message = `${node.type} has no ${kind} port ${name}; it has ${listOfNames(ports)}.`;
      problems.push({ path: [...path, portKey], code: 'unknown_port', message });
    }
    return port;
  };
  const [sourcePort, targetPort] = [findPort('source', 'sourcePort'), findPort('target', 'targetPort')];
  const missingFields = targetPort?.fields.filter((field) => !sourcePort?.fields.includes(field)) ?? [];
  if (sourcePort !== undefined && missingFields.length > 0) {
    const message = `${edge.targetPort} needs ${missingFields.join(', ')}, which ${edge.sourcePort} does not carry.`;
    problems.push({ path: [...path, 'targetPort'], code: 'port_mismatch', message });
  }
  return problems;
}

const listOfNames = (ports: readonly Port[]) =>
  ports.length === 0 ? 'none' : ports.map(({ name }) => name).join(', ');

/** The parts as a definition. */
function toGraph({ nodes, edges }: Parts): GraphOf {
  return { graph: { nodes: nodes.map(({ value }) => value), edges: edges.map(({ value }) => value) } };
}

/** The problems of loops that lines would never leave. */
function cycleProblems(parts: Parts): StructuralProblem[] {
  const definition = toGraph(parts);
  // A node of an unknown type may be a misspelled validator, whose cycle is allowed.
  const knownIds = new Set(
    parts.nodes.filter(({ value }) => findNodeType(value.type)).map(({ value }) => value.id),
  );
  const lineEdges = parts.edges.filter(
    ({ value }) => knownIds.has(value.source) && !isFailEdge(definition, value),
  );
  return cycleClosers(lineEdges.map(({ value }) => value)).map((position) => ({
    path: ['graph', 'edges', lineEdges[position]?.index ?? 0],
    code: 'cycle',
    message: 'This edge closes a loop. Only loops through the `fail` port of a validator are allowed.',
  }));
}

/** The problems of steps that name no node, or a node twice. */
function stepProblems({ nodes, steps }: Parts): StructuralProblem[] {
  const nodeIds = new Set(nodes.map(({ value }) => value.id));
  const unknownSteps = steps.filter(({ value }) => !nodeIds.has(value));
  return [
    ...unknownSteps.map(({ index, value }) => ({
      path: ['execution', 'steps', index],
      code: 'unknown_step',
      message: `There is no node ${value}.`,
    })),
    ...duplicates(steps, (id) => id).map(({ index, value }) => ({
      path: ['execution', 'steps', index],
      code: 'duplicate_step',
      message: `The node ${value} is listed twice.`,
    })),
  ];
}

/** The problems of steps before those whose lines they need. */
function orderProblems(parts: Parts): StructuralProblem[] {
  if (parts.steps.length === 0) return [];
  const definition = toGraph(parts);
  const returningEdges = new Set(backEdges(definition));
  const positions = new Map(parts.steps.map(({ index, value }) => [value, index]));
  return definition.graph.edges.flatMap((edge) => {
    const [source, target] = [positions.get(edge.source), positions.get(edge.target)];
    const isInOrder = source === undefined || target === undefined || source <= target;
    if (isInOrder || returningEdges.has(edge)) return [];
    const message = `Step ${edge.target} is listed before ${edge.source}, but needs its lines. List ${edge.source} first.`;
    return [{ path: ['execution', 'steps', target], code: 'step_order', message }];
  });
}
