import type { DefinitionShape } from './definition-shape.ts';
import { MAX_EDGES, MAX_NODES } from './definition-shape.ts';
import { backEdges, cycleClosers, type GraphOf, isFailEdge } from './graph.ts';
import { hintFor } from './nearest-name.ts';
import { findNodeType, NODE_TYPES } from './nodes/index.ts';
import type { NodeTypeDefinition } from './nodes/node-type.ts';
import { type InputIssue, readInput } from './read-input.ts';
import { hasTooManyUnknownBytes, MAX_UNKNOWN_BYTES } from './unknown-fields.ts';

/** A structural fault with its path from the definition's root. */
export type StructuralFault = { path: (string | number)[]; code: string; message: string };

type Node = DefinitionShape['graph']['nodes'][number];
type Edge = DefinitionShape['graph']['edges'][number];
type Indexed<T> = { index: number; value: T };

/** The parts of a definition that are well-formed enough to be compared, with their places. */
type Parts = { nodes: Indexed<Node>[]; edges: Indexed<Edge>[]; steps: Indexed<string>[] };

const isText = (value: unknown): value is string => typeof value === 'string';
const listAt = (parent: unknown, key: string): unknown[] => {
  const value: unknown = typeof parent === 'object' && parent !== null ? Reflect.get(parent, key) : undefined;
  return Array.isArray(value) ? value : [];
};
const hasTexts = (value: unknown, keys: readonly string[]) =>
  typeof value === 'object' && value !== null && keys.every((key) => isText(Reflect.get(value, key)));

const EDGE_KEYS = ['id', 'source', 'sourcePort', 'target', 'targetPort'];

function partsOf(shape: DefinitionShape): Parts {
  const indexed = (list: unknown[]) => list.map((value, index) => ({ index, value }));
  return {
    nodes: indexed(listAt(shape.graph, 'nodes')).filter((item): item is Indexed<Node> =>
      hasTexts(item.value, ['id', 'type']),
    ),
    edges: indexed(listAt(shape.graph, 'edges')).filter((item): item is Indexed<Edge> =>
      hasTexts(item.value, EDGE_KEYS),
    ),
    steps: indexed(listAt(shape.execution, 'steps')).filter((item): item is Indexed<string> =>
      isText(item.value),
    ),
  };
}

/** Every structural fault of a definition. Parts whose shape is broken are skipped: they have a fault already. */
export function structuralFaults(shape: DefinitionShape): StructuralFault[] {
  if (isOverlong(shape)) return [];
  if (holdsMoreThan(shape.graph, MAX_VALUES)) return [TOO_LARGE];
  const parts = partsOf(shape);
  const local = [...nodeFaults(parts), ...edgeFaults(parts), ...stepFaults(parts)];
  if (hasTooManyUnknownBytes(shape)) local.push(TOO_MANY_UNKNOWN);
  return [...local, ...cycleFaults(parts), ...orderFaults(parts)];
}

/** Lists beyond their limits have a fault of shape; comparing their items would be work without an end. */
function isOverlong({ graph, execution }: DefinitionShape): boolean {
  const [nodes, edges] = [listAt(graph, 'nodes'), listAt(graph, 'edges')];
  return Math.max(nodes.length, listAt(execution, 'steps').length) > MAX_NODES || edges.length > MAX_EDGES;
}

/** Every value may be a fault; this many are still told in one answer. */
const MAX_VALUES = 50_000;

const TOO_LARGE: StructuralFault = {
  path: ['graph'],
  code: 'too_large',
  message: `The configs of a definition hold at most ${MAX_VALUES.toLocaleString('en')} values.`,
};

const TOO_MANY_UNKNOWN: StructuralFault = {
  path: [],
  code: 'unknown_fields_too_large',
  message: `Unknown fields of graph, execution, nodes and edges take at most ${MAX_UNKNOWN_BYTES.toLocaleString('en')} bytes of JSON together.`,
};

function holdsMoreThan(root: unknown, limit: number): boolean {
  const waiting: unknown[] = [root];
  for (let count = 0; waiting.length > 0; count += 1) {
    const value = waiting.pop();
    if (count + waiting.length > limit) return true;
    if (typeof value !== 'object' || value === null) continue;
    for (const inner of Object.values(value)) waiting.push(inner);
  }
  return false;
}

function duplicates<T>(items: Indexed<T>[], keyOf: (value: T) => string): Indexed<T>[] {
  const seen = new Set<string>();
  return items.filter(({ value }) => {
    const key = keyOf(value);
    if (seen.has(key)) return true;
    seen.add(key);
    return false;
  });
}

function nodeFaults({ nodes }: Parts): StructuralFault[] {
  const faults = duplicates(nodes, (node) => node.id).map(({ index, value }) => ({
    path: ['graph', 'nodes', index, 'id'],
    code: 'duplicate_node_id',
    message: `Another node has the id ${value.id}.`,
  }));
  return [...faults, ...nodes.flatMap(({ index, value }) => configFaults(value, ['graph', 'nodes', index]))];
}

function configFaults(node: Node, path: (string | number)[]): StructuralFault[] {
  const type = findNodeType(node.type);
  if (type === undefined) {
    const hint = hintFor(node.type, { known: Object.keys(NODE_TYPES), called: 'node types' });
    const message = `There is no node type ${JSON.stringify(node.type)}.${hint}`;
    return [{ path: [...path, 'type'], code: 'unknown_node_type', message }];
  }
  const version = node.config_version ?? type.version;
  if (!Number.isInteger(version)) return [];
  if (version < 1 || version > type.version) {
    const message = `${node.type} has config versions 1 to ${type.version}, not ${version}.`;
    return [{ path: [...path, 'config_version'], code: 'unknown_config_version', message }];
  }
  if (node.config !== undefined && (typeof node.config !== 'object' || node.config === null)) return [];
  const parsed = readInput(type.config, upgraded(type, node.config ?? {}, version));
  const issues = parsed.success ? [] : parsed.issues;
  return issues.map((issue) => configIssueFault(issue, [...path, 'config']));
}

function configIssueFault(issue: InputIssue, base: (string | number)[]): StructuralFault {
  const path = [...base, ...issue.path.map((part) => (typeof part === 'number' ? part : String(part)))];
  const code = issue.code === 'unrecognized_keys' ? 'unknown_config_field' : 'invalid_config';
  const message = issue.code === 'invalid_key' ? (issue.issues[0]?.message ?? issue.message) : issue.message;
  return { path, code, message };
}

function upgraded(type: NodeTypeDefinition, config: Record<string, unknown>, version: number) {
  let current = config;
  for (let step = version; step < type.version; step += 1)
    current = type.upgrades?.[step]?.(current) ?? current;
  return current;
}

/** The complete config of a node, of the current version. The node must have passed `structuralFaults`. */
export function configOf(node: Pick<Node, 'type' | 'config' | 'config_version'>): {
  config: Record<string, unknown>;
  config_version: number;
} {
  const type = findNodeType(node.type);
  if (type === undefined) return { config: node.config ?? {}, config_version: node.config_version ?? 1 };
  const config = upgraded(type, node.config ?? {}, node.config_version ?? type.version);
  return { config: type.config.parse(config), config_version: type.version };
}

function edgeFaults({ nodes, edges }: Parts): StructuralFault[] {
  // Of nodes with the same id the first counts, so that a double hides no fault of the others.
  const byId = new Map([...nodes].reverse().map(({ value }) => [value.id, value]));
  const ids = duplicates(edges, (edge) => edge.id).map(({ index, value }) => ({
    path: ['graph', 'edges', index, 'id'],
    code: 'duplicate_edge_id',
    message: `Another edge has the id ${value.id}.`,
  }));
  const keyOf = (edge: Edge) => JSON.stringify([edge.source, edge.sourcePort, edge.target, edge.targetPort]);
  const twins = duplicates(edges, keyOf).map(({ index }) => ({
    path: ['graph', 'edges', index],
    code: 'duplicate_edge',
    message: 'Another edge connects the same two ports.',
  }));
  return [...ids, ...twins, ...edges.flatMap((edge) => portFaults(edge, byId))];
}

function portFaults({ index, value: edge }: Indexed<Edge>, byId: Map<string, Node>): StructuralFault[] {
  const path = ['graph', 'edges', index];
  const faults: StructuralFault[] = [];
  const portOf = (end: 'source' | 'target', portKey: 'sourcePort' | 'targetPort') => {
    const node = byId.get(edge[end]);
    if (node === undefined) {
      faults.push({ path: [...path, end], code: 'unknown_node', message: `There is no node ${edge[end]}.` });
      return undefined;
    }
    const type = findNodeType(node.type);
    const ports = end === 'source' ? type?.outputs : type?.inputs;
    const port = ports?.find(({ name }) => name === edge[portKey]);
    if (port === undefined && ports !== undefined) {
      const [name, kind] = [JSON.stringify(edge[portKey]), end === 'source' ? 'output' : 'input'];
      const message = `${node.type} has no ${kind} port ${name}; it has ${listOfNames(ports)}.`;
      faults.push({ path: [...path, portKey], code: 'unknown_port', message });
    }
    return port;
  };
  const [from, to] = [portOf('source', 'sourcePort'), portOf('target', 'targetPort')];
  const missing = to?.fields.filter((field) => !from?.fields.includes(field)) ?? [];
  if (from !== undefined && missing.length > 0) {
    const message = `${edge.targetPort} needs ${missing.join(', ')}, which ${edge.sourcePort} does not carry.`;
    faults.push({ path: [...path, 'targetPort'], code: 'port_mismatch', message });
  }
  return faults;
}

const listOfNames = (ports: readonly { name: string }[]) =>
  ports.length === 0 ? 'none' : ports.map(({ name }) => name).join(', ');

function graphOf({ nodes, edges }: Parts): GraphOf {
  return { graph: { nodes: nodes.map(({ value }) => value), edges: edges.map(({ value }) => value) } };
}

function cycleFaults(parts: Parts): StructuralFault[] {
  const definition = graphOf(parts);
  const rigid = parts.edges.filter(({ value }) => !isFailEdge(definition, value));
  return cycleClosers(rigid.map(({ value }) => value)).map((position) => ({
    path: ['graph', 'edges', rigid[position]?.index ?? 0],
    code: 'cycle',
    message: "This edge closes a cycle that does not run through a validator's fail port.",
  }));
}

function stepFaults({ nodes, steps }: Parts): StructuralFault[] {
  const known = new Set(nodes.map(({ value }) => value.id));
  const strangers = steps.filter(({ value }) => !known.has(value));
  return [
    ...strangers.map(({ index, value }) => ({
      path: ['execution', 'steps', index],
      code: 'unknown_step',
      message: `There is no node ${value}.`,
    })),
    ...duplicates(steps, (id) => id).map(({ index, value }) => ({
      path: ['execution', 'steps', index],
      code: 'duplicate_step',
      message: `The node ${value} is named twice.`,
    })),
  ];
}

function orderFaults(parts: Parts): StructuralFault[] {
  if (parts.steps.length === 0) return [];
  const definition = graphOf(parts);
  const back = new Set(backEdges(definition));
  const place = new Map(parts.steps.map(({ index, value }) => [value, index]));
  return definition.graph.edges.flatMap((edge) => {
    const [source, target] = [place.get(edge.source), place.get(edge.target)];
    if (source === undefined || target === undefined || source <= target || back.has(edge)) return [];
    const message = `The step ${edge.target} comes before ${edge.source}, which feeds it.`;
    return [{ path: ['execution', 'steps', target], code: 'step_order', message }];
  });
}
