export { type BuildOptions, type WorkflowBuilder, workflow } from './builder.ts';
export { checkDefinition, type DefinitionCheck } from './check.ts';
export { definition, type WrittenDefinition, type WrittenEdge } from './definition.ts';
export { WorkflowError, type WorkflowProblem } from './errors.ts';
export { type EdgeEnds, nodeId } from './ids.ts';
export type { InputPort, NodeOptions, NodeType, OutputPort, WorkflowNodeHandle } from './ports.ts';
