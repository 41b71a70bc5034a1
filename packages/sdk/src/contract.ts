export {
  type CatalogOperation,
  type CatalogParameter,
  callOperation,
  findOperation,
  isDestructive,
  isIdempotent,
  isReadOnly,
  type JsonSchema,
  type OperationInput,
  operations,
  schemas,
} from './client/catalog.ts';
export { nearestName } from './generated/rules/nearest-name.ts';
export { checkDefinition, type DefinitionCheck } from './schemas/check-definition.ts';
export { type Drift, type DriftOptions, driftReports } from './schemas/drift.ts';
export { components, operationSchemas } from './schemas/operation-schemas.ts';
export type { OperationSchemas, Schema } from './schemas/schema.ts';
export { type UnknownField, unknownFields } from './schemas/unknown-fields.ts';
export { validate } from './schemas/validate.ts';
export { type BuildOptions, type WorkflowBuilder, workflow } from './workflow/builder.ts';
export type { BuiltDefinition } from './workflow/definition.ts';
export { WorkflowError, type WorkflowProblem } from './workflow/errors.ts';
export { graph, type WrittenEdge, type WrittenExecution, type WrittenGraph } from './workflow/graph.ts';
export { type EdgeEnds, nodeId } from './workflow/ids.ts';
export type { InputPort, NodeOptions, NodeType, OutputPort, WorkflowNodeHandle } from './workflow/ports.ts';
