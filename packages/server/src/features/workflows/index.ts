export { copyName, createWorkflow, emptyDefinition } from './actions.ts';
export { deleteWorkflowsOf, listActiveRunsOf } from './queries.ts';
export { currentDefinition, workflowReply } from './view.ts';
