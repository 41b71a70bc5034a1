export { type BuildOptions, type WorkflowBuilder, workflow } from './builder.ts';
export { checkDefinition, type DefinitionCheck } from './check.ts';
export type { BuiltDefinition } from './definition.ts';
export { WorkflowError, type WorkflowProblem } from './errors.ts';
export { graph, type WrittenEdge, type WrittenExecution, type WrittenGraph } from './graph.ts';
export { type EdgeEnds, nodeId } from './ids.ts';
export type { InputPort, NodeOptions, NodeType, OutputPort, WorkflowNodeHandle } from './ports.ts';
