import type { WorkflowDefinitionInput, WorkflowEdge, WorkflowNodeInput } from '../generated/types.ts';

/** A built definition, which always has a graph. */
export interface BuiltDefinition extends WorkflowDefinitionInput {
  /** Nodes and the edges between them. */
  graph: {
    /** The nodes of the graph. */
    nodes: WorkflowNodeInput[];
    /** The connections of the nodes. */
    edges: WorkflowEdge[];
  };
}
