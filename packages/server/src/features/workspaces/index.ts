export { addWorkspace } from './actions.ts';
export { type FoundWorkspace, findWorkspacesByText } from './find-workspaces.ts';
export {
  findMembership,
  findPersonalMembership,
  getPersonalWorkspaceId,
  insertMember,
  lockOwner,
  lockWorkspace,
  type Membership,
  touchMember,
} from './queries.ts';
export { readReach, type SuspensionReach, suspendWorkspace } from './suspend.ts';
