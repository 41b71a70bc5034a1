import {
  backEdges,
  findNodeType,
  NODE_TYPES,
  type NodeCategory,
  type NodeConfig,
  type NodeTypeId,
  stepsOf,
  type WorkflowDefinition,
} from '@voiceloom/contract';

export interface PlanEdge {
  target: string;
  /** Whether the edge leads back to a node that the line has visited: a retry. */
  leads_back: boolean;
}

export interface PlanNode {
  id: string;
  type: NodeTypeId;
  category: NodeCategory;
  label: string;
  config: Record<string, unknown>;
  /** The position in execution order. Later nodes are served first, so that lines finish early. */
  depth: number;
  ports: Map<string, PlanEdge[]>;
  /** Whether several paths lead to this node. The same line with the same audio then counts as one visit. */
  has_several_paths: boolean;
  /** The visits that a line makes from here on if every check passes, including this one. */
  planned_visits: number;
  /** Every node whose lines can still arrive here, including itself. */
  upstream: Set<string>;
  /** The expected number of lines that leave per arriving line, if the node creates lines. */
  fan_out?: number;
}

/** A compiled definition. */
export interface Plan {
  nodes: Map<string, PlanNode>;
  sources: PlanNode[];
  sinks: PlanNode[];
}

const MAX_PLANNED_VISITS = 1_000_000;

/** The port that a line leaves through if there is no error. */
export function findMainPort(node: Pick<PlanNode, 'type' | 'category'>): string | undefined {
  if (node.category === 'validation') return 'pass';
  return findNodeType(node.type)?.outputs[0]?.name;
}

/** Compiles a definition, which must be valid. */
export function compilePlan(definition: WorkflowDefinition): Plan {
  const order = stepsOf(definition);
  const depths = new Map(order.map((id, index) => [id, index]));
  const nodes = new Map<string, PlanNode>();
  for (const node of definition.graph.nodes) {
    const type = findNodeType(node.type);
    if (!type) throw new Error(`unknown node type ${node.type}`);
    const planNode: PlanNode = {
      id: node.id,
      type: node.type as NodeTypeId,
      category: type.category,
      label: node.name ?? type.display_name,
      config: node.config,
      depth: depths.get(node.id) ?? 0,
      ports: new Map(),
      has_several_paths: false,
      planned_visits: 1,
      upstream: new Set([node.id]),
    };
    if (node.type === 'operator_translator') {
      const { target_languages: targets, keep_source } = node.config as Record<string, unknown>;
      const translations = Array.isArray(targets) ? targets.length : 0;
      planNode.fan_out = Math.max(1, translations + (keep_source === true ? 1 : 0));
    }
    nodes.set(node.id, planNode);
  }
  connectNodes(definition, nodes);
  const allNodes = [...nodes.values()];
  // Last nodes first, because the weight of a node contains the weights of the nodes after it.
  for (const node of [...allNodes].sort((a, b) => b.depth - a.depth)) {
    const edges = node.ports.get(findMainPort(node) ?? '') ?? [];
    const plannedVisits = 1 + sumPlannedVisits({ nodes }, edges) * (node.fan_out ?? 1);
    node.planned_visits = Math.min(MAX_PLANNED_VISITS, plannedVisits);
  }
  completeUpstreams(nodes);
  // After a node that joins several paths, audio can be identical: a check replaces the original and its mastered form with
  // the better one, and a generator makes one take for both.
  const joiningIds = allNodes.filter(({ has_several_paths: joins }) => joins).map(({ id }) => id);
  for (const node of allNodes) node.has_several_paths = joiningIds.some((id) => node.upstream.has(id));
  return {
    nodes,
    sources: allNodes.filter((node) => node.category === 'source'),
    sinks: allNodes.filter((node) => node.category === 'output'),
  };
}

/** Adds the edges to the ports of their nodes, and marks nodes that several edges lead to. */
function connectNodes(definition: WorkflowDefinition, nodes: Map<string, PlanNode>): void {
  const backEdgeIds = new Set(backEdges(definition).map((edge) => edge.id));
  const forwardEdgeCounts = new Map<string, number>();
  for (const edge of definition.graph.edges) {
    const ports = nodes.get(edge.source)?.ports;
    if (!ports) continue;
    const leads_back = backEdgeIds.has(edge.id);
    const edges = ports.get(edge.sourcePort) ?? [];
    ports.set(edge.sourcePort, [...edges, { target: edge.target, leads_back }]);
    if (!leads_back) forwardEdgeCounts.set(edge.target, (forwardEdgeCounts.get(edge.target) ?? 0) + 1);
  }
  for (const node of nodes.values()) node.has_several_paths = (forwardEdgeCounts.get(node.id) ?? 0) > 1;
}

/** Hands the upstream of each node on along its edges, back edges included, until nothing changes. */
function completeUpstreams(nodes: Map<string, PlanNode>): void {
  let hasGrown = true;
  while (hasGrown) {
    hasGrown = false;
    for (const node of nodes.values()) {
      for (const edge of [...node.ports.values()].flat()) {
        const target = nodes.get(edge.target)?.upstream;
        if (!target) continue;
        const previousSize = target.size;
        for (const id of node.upstream) target.add(id);
        hasGrown ||= target.size > previousSize;
      }
    }
  }
}

/** The sum of the weights of the nodes that `edges` lead to. */
export function sumPlannedVisits(plan: Pick<Plan, 'nodes'>, edges: readonly PlanEdge[]): number {
  return edges.reduce((sum, edge) => sum + (plan.nodes.get(edge.target)?.planned_visits ?? 0), 0);
}

/** Whether a loop leads from this port back to an earlier node. */
export function canRetry(node: PlanNode): boolean {
  return (node.ports.get('fail') ?? []).some((edge) => edge.leads_back);
}

/** The config of a node, parsed by the schema of its type. */
export function parseConfig<T extends NodeTypeId>(node: PlanNode, type: T): NodeConfig<T> {
  return NODE_TYPES[type].config.parse(node.config) as NodeConfig<T>;
}
