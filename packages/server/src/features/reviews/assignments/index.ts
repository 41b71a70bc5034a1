export { assign, unassign } from './assign.ts';
export { listAssignments } from './list-assignments.ts';
