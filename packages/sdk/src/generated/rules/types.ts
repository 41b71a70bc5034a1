// Copied from packages/contract/src/rules by scripts/gen.ts. Do not edit.

// The rules in this folder are plain functions over plain objects: no zod, no I/O. The SDK copies them.

/** A port of a node: its name and the fields that its lines carry (outputs) or need (inputs). */
export type Port = { name: string; fields: readonly string[] };

/** The category of a node type: it supplies, processes, checks or delivers lines. */
export type NodeCategory = 'source' | 'operator' | 'validation' | 'output';

/** The facts of a node type that the rules need. */
export type NodeFacts = {
  node_type: string;
  category: NodeCategory;
  display_name: string;
  /** The config version; the service rejects others. */
  version: number;
  inputs: readonly Port[];
  outputs: readonly Port[];
};

/** The parts of a node that the rules need. */
export type GraphNode = {
  id: string;
  type: string;
  name?: string | undefined;
  config?: Record<string, unknown> | undefined;
  config_version?: number | undefined;
};

/** A connection from an output port to an input port. */
export type GraphEdge = {
  id: string;
  source: string;
  sourcePort: string;
  target: string;
  targetPort: string;
};

/** The part of a definition that the graph functions read. */
export type GraphOf = {
  graph: { nodes: readonly { id: string; type: string }[]; edges: readonly GraphEdge[] };
};

/** A definition whose parts may have any shape. */
export type AnyDefinition = { graph?: unknown; execution?: unknown };

/** One problem of an input: its path, and a message for the person who sent the input. */
export type Issue = {
  readonly code: string;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly input?: unknown;
  /** For a key of a record: the problems of the key. */
  readonly issues?: readonly { readonly message: string }[];
  /** For a problem that a rule found: its code. */
  readonly params?: { readonly code?: unknown } | undefined;
};

/** One thing that is wrong with a definition, and where: `definition.graph.edges.2.targetPort`. */
export type Problem = { path: string; code: string; message: string };
