export { addWorkspace } from './actions.ts';
export {
  findMembership,
  findPersonalMembership,
  insertMember,
  lockOwner,
  lockWorkspace,
  type Membership,
  touchMember,
} from './queries.ts';
