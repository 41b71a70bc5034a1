import { nodeTypes } from '../generated/node-types.ts';
import { nearestName } from '../generated/rules/nearest-name.ts';
import type { ExecutionParams, NodeConfigs, WorkflowEdge, WorkflowNodeInput } from '../generated/types.ts';
import { checkDefinition } from '../schemas/check-definition.ts';
import { randomUuid } from '../transport/bytes.ts';
import { type BuiltDefinition, copyOf, definitionOf } from './definition.ts';
import { assertNoProblems, locateProblem, WorkflowError, type WorkflowProblem } from './errors.ts';
import { countSame, edgeId, nodeId } from './ids.ts';
import type { NodeOptions, NodeType, WorkflowNodeHandle } from './ports.ts';

/** How a workflow runs. */
export interface BuildOptions {
  /** Parameters of its runs, such as `max_failed_lines`. */
  params?: ExecutionParams;
  /** The nodes in execution order; computed from the edges by default. */
  steps?: readonly { readonly id: string }[];
}

/** A workflow that is being built: a method for each node type, and `build`. */
export type WorkflowBuilder = {
  readonly [Type in NodeType]: (
    config?: NodeConfigs[Type],
    options?: NodeOptions,
  ) => WorkflowNodeHandle<Type>;
} & {
  /**
   * Returns the definition, for `client.workflows.create`, after checking it by the service's rules.
   *
   * @throws WorkflowError with every problem, each with its node and port.
   * @example
   * ```ts
   * const { graph } = flow.build();
   * ```
   */
  build(options?: BuildOptions): BuiltDefinition;
  /**
   * Returns what `build` would reject as `problems`, and what would only prevent a run as `warnings`.
   *
   * @example
   * ```ts
   * const { problems, warnings } = flow.check();
   * ```
   */
  check(options?: BuildOptions): { problems: WorkflowProblem[]; warnings: WorkflowProblem[] };
};

type Place = { node: { id: string; type: NodeType }; port: string };
type State = {
  nodes: (WorkflowNodeInput & { type: NodeType })[];
  edges: WorkflowEdge[];
  /** Maps port objects to their node and port. */
  places: WeakMap<object, Place>;
  /** Error functions for the placeholder objects of unknown ports. */
  unknown: WeakMap<object, () => never>;
};

/** The ports of a node type, each once. */
const portNames = (type: NodeType): string[] => [
  ...new Set([...Object.keys(nodeTypes[type].inputs), ...Object.keys(nodeTypes[type].outputs)]),
];

/**
 * Creates a port object. The compiler finds invalid connections; `build` finds them for JavaScript callers.
 */
function portOf(state: State, place: Place): object {
  const { inputs, outputs } = nodeTypes[place.node.type] as {
    inputs: Record<string, readonly string[]>;
    outputs: Record<string, readonly string[]>;
  };
  const port: Record<string, unknown> = {};
  const [needs, carries] = [inputs[place.port], outputs[place.port]];
  if (needs) Object.assign(port, { needs, into: place.node });
  if (carries) Object.assign(port, { carries, to: (target: object) => connect(state, place, target) });
  else
    port.to = () =>
      rejectEdge(`${place.port} of ${place.node.type} is not an output port.`, Object.keys(outputs));
  state.places.set(port, place);
  return port;
}

/** Throws for an invalid edge, with the ports that exist. */
function rejectEdge(error: string, names: readonly string[]): never {
  const there = names.length === 0 ? 'There are no ports.' : `Ports: ${names.join(', ')}.`;
  throw new WorkflowError(`${error} ${there}`);
}

/** Adds an edge from a port to a port object, and returns the node of that port. */
function connect({ edges, places, unknown }: State, from: Place, target: object): object {
  // A port that does not exist has a function that throws.
  unknown.get(target)?.();
  const to = places.get(target);
  if (to === undefined) {
    const { type } = (target ?? {}) as { type?: unknown };
    if (typeof type === 'string' && Object.hasOwn(nodeTypes, type)) {
      const names = Object.keys(nodeTypes[type as NodeType].inputs);
      rejectEdge(
        `${from.port} of ${from.node.type} must connect to a port of ${type}, not to the node.`,
        names,
      );
    }
    throw new WorkflowError(
      `${from.port} of ${from.node.type} can only connect to a port of the same workflow.`,
    );
  }
  const ends = {
    source: from.node.id,
    sourcePort: from.port,
    target: to.node.id,
    targetPort: to.port,
  };
  edges.push({ id: edgeId(ends, countSame(edges, ends)), ...ends });
  return to.node;
}

/** Properties that runtimes and tools read from any object; they must stay undefined. */
const PROBED_NAMES = [
  'then',
  'catch',
  'finally',
  'inspect',
  'length',
  'size',
  'name',
  'message',
  'stack',
  'cause',
];

/**
 * Wraps an object so that unknown names throw a helpful error for JavaScript callers, instead of `undefined
 * is not a function`.
 */
function withUnknownNames<T extends object>(object: T, onUnknown: (name: string) => unknown): T {
  return new Proxy(object, {
    get: (target, name, receiver) => {
      const isUnknown = typeof name === 'string' && !(name in target) && /^[a-z][a-z_]*$/.test(name);
      if (isUnknown && !PROBED_NAMES.includes(name)) return onUnknown(name);
      return Reflect.get(target, name, receiver);
    },
  });
}

/** Adds a node, and returns it with a property for each of its ports. */
function addNode(
  state: State,
  type: NodeType,
  { config = {}, options = {} }: { config?: object | undefined; options?: NodeOptions | undefined },
): object {
  const id = options.id === undefined ? randomUuid() : nodeId(options.id);
  const handle = { id, type, config: { ...config } as Record<string, unknown> };
  const node = withUnknownNames(handle, (name) => {
    // A placeholder for a port that the node does not have. Connecting it throws.
    const reject = () => rejectEdge(`${type} has no port ${name}.`, portNames(type));
    const port = { to: reject };
    state.unknown.set(port, reject);
    return port;
  });
  const { name, position } = options;
  state.nodes.push({ ...handle, ...(name !== undefined && { name }), ...(position && { position }) });
  for (const port of portNames(type)) Object.assign(handle, { [port]: portOf(state, { node, port }) });
  return node;
}

/** The definition of what was added so far. */
function stateDefinition({ nodes, edges }: State, { params, steps }: BuildOptions): BuiltDefinition {
  const copies = nodes.map((node) => ({
    ...node,
    config: copyOf(node.config ?? {}, node.name ?? node.type),
  }));
  return definitionOf(copies, edges, { params, steps: steps?.map(({ id }) => id) });
}

/**
 * Starts a workflow. Add nodes by type, connect their ports, and build.
 *
 * @example
 * ```ts
 * const flow = workflow();
 * const script = flow.source_script({ text: 'Good evening.', source_language: 'en-us' });
 * const voice = flow.operator_generator();
 * const pacing = flow.validator_pacing({ max_retry: 1 });
 * const delivery = flow.sink_preview();
 *
 * script.lines.to(voice.lines).audio.to(pacing.audio).pass.to(delivery.audio);
 * pacing.fail.to(voice.lines);
 *
 * await client.workflows.create({ name: 'Evening news', definition: flow.build() });
 * ```
 */
export function workflow(): WorkflowBuilder {
  const state: State = { nodes: [], edges: [], places: new WeakMap(), unknown: new WeakMap() };
  const adders = Object.keys(nodeTypes).map((type) => [
    type,
    (config?: object, options?: NodeOptions) => addNode(state, type as NodeType, { config, options }),
  ]);
  const check = (definition: BuiltDefinition) => {
    const { errors, warnings } = checkDefinition(definition);
    const locate = (problem: (typeof errors)[number]) => locateProblem(problem, definition.graph);
    return { problems: errors.map(locate), warnings: warnings.map(locate) };
  };
  const types = Object.keys(nodeTypes).join(', ');
  const builder = {
    ...Object.fromEntries(adders),
    build: (options: BuildOptions = {}) => {
      const definition = stateDefinition(state, options);
      assertNoProblems(check(definition).problems);
      return definition;
    },
    check: (options: BuildOptions = {}) => check(stateDefinition(state, options)),
  };
  return withUnknownNames(builder, (name) => () => {
    const meant = nearestName(name, Object.keys(nodeTypes));
    const hint = meant === undefined ? `Node types: ${types}.` : `Did you mean ${meant}?`;
    throw new WorkflowError(`There is no node type ${name}. ${hint}`);
  }) as WorkflowBuilder;
}
