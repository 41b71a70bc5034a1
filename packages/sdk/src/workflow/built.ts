import type { WorkflowDefinitionInput, WorkflowEdge, WorkflowNodeInput } from '../generated/types.ts';

/** A definition that was built: its graph is always there. */
export interface BuiltDefinition extends WorkflowDefinitionInput {
  /** Nodes and the edges between them. */
  graph: {
    /** The nodes of the graph. */
    nodes: WorkflowNodeInput[];
    /** The connections of the nodes. */
    edges: WorkflowEdge[];
  };
}
