export { addWorkspace } from './actions.ts';
export { findMembership, findPersonalMembership, type Membership, touchMember } from './queries.ts';
