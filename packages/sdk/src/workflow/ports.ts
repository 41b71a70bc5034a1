import type { NodeTypes } from '../generated/node-types.ts';
import type { NodeConfigs } from '../generated/types.ts';

/** The ID of a node type, such as `source_script`. */
export type NodeType = keyof NodeTypes & keyof NodeConfigs;

type Inputs<Type extends NodeType> = NodeTypes[Type]['inputs'];
type Outputs<Type extends NodeType> = NodeTypes[Type]['outputs'];
type Fields<Port> = Port extends readonly (infer Field extends string)[] ? Field : never;

/** An input port. `Needs` are the fields that a line must have. */
export interface InputPort<Needs extends string = string, Node = unknown> {
  /** The fields that a line must have. */
  readonly needs: readonly Needs[];
  /** The node that the port belongs to. */
  readonly into: Node;
}

/** An output port. `Carries` are the fields that a line has there. */
export interface OutputPort<Carries extends string = string> {
  /** The fields that a line has when it leaves. */
  readonly carries: readonly Carries[];
  /**
   * Connects to a port of another node and returns that node, for chaining. A port can have several
   * connections.
   *
   * @throws WorkflowError if the other node belongs to another workflow.
   */
  to<Node>(port: InputPort<Carries, Node>): Node;
}

type InputOf<Type extends NodeType, Name> = Name extends keyof Inputs<Type>
  ? InputPort<Fields<Inputs<Type>[Name]>, WorkflowNodeHandle<Type>>
  : unknown;
type OutputOf<Type extends NodeType, Name> = Name extends keyof Outputs<Type>
  ? OutputPort<Fields<Outputs<Type>[Name]>>
  : unknown;

/** The ports of a node by name. If an input and an output have the same name, the port is both. */
export type Ports<Type extends NodeType> = {
  readonly [Name in keyof Inputs<Type> | keyof Outputs<Type>]: InputOf<Type, Name> & OutputOf<Type, Name>;
};

/** A node of a workflow that is being built: its ID, its config and its ports. */
export type WorkflowNodeHandle<Type extends NodeType = NodeType> = {
  /** The ID of the node. */
  readonly id: string;
  /** The type of the node. */
  readonly type: Type;
  /** The given config; it may be changed until `build`. */
  readonly config: NodeConfigs[Type];
} & Ports<Type>;

/** The properties of a node besides its config. */
export interface NodeOptions {
  /** The display name, also used in errors. */
  name?: string;
  /**
   * A name within the workflow, such as `voice`, or your own UUID; random by default. Set it if a program
   * builds the workflow again and saves it over the old one: `nodeId` always returns the same UUID for a
   * name.
   */
  id?: string;
  /** The position in editors; computed from left to right by default. */
  position?: { x: number; y: number };
}
