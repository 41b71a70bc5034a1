export { addWorkspace } from './actions.ts';
export {
  findMembership,
  findPersonalMembership,
  findPlanLimits,
  insertMember,
  lockWorkspace,
  type Membership,
  touchMember,
} from './queries.ts';
