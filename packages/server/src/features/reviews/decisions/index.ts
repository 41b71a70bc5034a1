export { decideItem, decideMany } from './decide.ts';
export { type ApprovedItem, findApprovedTake, unlock } from './locks.ts';
