import type { NodeTypes } from '../generated/node-types.ts';
import type { NodeConfigs } from '../generated/types.ts';

/** The id of a node type, such as `source_script`. */
export type NodeType = keyof NodeTypes & keyof NodeConfigs;

type Inputs<Type extends NodeType> = NodeTypes[Type]['inputs'];
type Outputs<Type extends NodeType> = NodeTypes[Type]['outputs'];
type Fields<Port> = Port extends readonly (infer Field extends string)[] ? Field : never;

/** A port that lines enter. `Needs` are the fields a line must have there. */
export interface InputPort<Needs extends string = string, Node = unknown> {
  /** The fields that a line must have to enter. */
  readonly needs: readonly Needs[];
  /** The node that the port belongs to. */
  readonly into: Node;
}

/** A port that lines leave. `Carries` are the fields a line has then. */
export interface OutputPort<Carries extends string = string> {
  /** The fields that a line has when it leaves. */
  readonly carries: readonly Carries[];
  /**
   * Leads lines on to a port of another node, and answers that node, so that calls can follow one another. One port
   * may lead to many; several may lead to one.
   *
   * @throws WorkflowError where the other node belongs to another workflow.
   */
  to<Node>(port: InputPort<Carries, Node>): Node;
}

type InputOf<Type extends NodeType, Name> = Name extends keyof Inputs<Type>
  ? InputPort<Fields<Inputs<Type>[Name]>, WorkflowNodeHandle<Type>>
  : unknown;
type OutputOf<Type extends NodeType, Name> = Name extends keyof Outputs<Type>
  ? OutputPort<Fields<Outputs<Type>[Name]>>
  : unknown;

/** The ports of a node by name. One that has the same name on both sides is both. */
export type Ports<Type extends NodeType> = {
  readonly [Name in keyof Inputs<Type> | keyof Outputs<Type>]: InputOf<Type, Name> & OutputOf<Type, Name>;
};

/** A node of a workflow that is being built: its id, its config and its ports. */
export type WorkflowNodeHandle<Type extends NodeType = NodeType> = {
  /** The id of the node. */
  readonly id: string;
  /** The type of the node. */
  readonly type: Type;
  /** As it was given; it may be changed until `build`. */
  readonly config: NodeConfigs[Type];
} & Ports<Type>;

/** What a node has beside its config. */
export interface NodeOptions {
  /** Shown to people, and in errors. */
  name?: string;
  /**
   * A name within the workflow, such as `voice`, or a UUID of your own; a random one when left out. Give it where a
   * workflow is built again and saved over itself: `nodeId` says which UUID a name becomes, always the same.
   */
  id?: string;
  /** Where editors show it; from left to right when left out. */
  position?: { x: number; y: number };
}
