export { copyName, createWorkflow, emptyDefinition } from './actions.ts';
export {
  deleteWorkflowsOf,
  getWorkflow,
  listActiveRunIds,
  updateDefined,
  type WorkflowChanges,
} from './queries.ts';
export { currentDefinition, workflowReply } from './view.ts';
