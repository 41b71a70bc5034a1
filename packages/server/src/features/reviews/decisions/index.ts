export { decideItem, decideMany } from './decide.ts';
export { type ApprovedItem, takesToLock, unlock } from './locks.ts';
