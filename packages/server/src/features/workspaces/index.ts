export { addWorkspace } from './actions.ts';
export {
  findMembership,
  findPersonalMembership,
  insertMember,
  lockWorkspace,
  type Membership,
  touchMember,
} from './queries.ts';
