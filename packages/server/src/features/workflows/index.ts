export { copyName, createWorkflow, emptyDefinition } from './actions.ts';
export { voicelessProblems } from './foreseen-warnings.ts';
export { deleteWorkflowsOf, listActiveRunsOf } from './queries.ts';
export { problemsBeforeStart } from './readiness.ts';
export { currentDefinition, workflowReply } from './view.ts';
