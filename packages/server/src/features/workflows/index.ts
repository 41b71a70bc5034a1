export { createWorkflow, getWorkflow } from './actions.ts';
export { findMissingResources } from './readiness.ts';
export { currentDefinition, workflowReply } from './view.ts';
