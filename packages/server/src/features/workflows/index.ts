export { createWorkflow, emptyDefinition, estimatePrepared, toCopyName } from './actions.ts';
export {
  getWorkflow,
  listActiveRunIds,
  updateDefined,
  type WorkflowChanges,
} from './queries.ts';
export { workflowReply } from './view.ts';
