export { type Erased, erase, readErasure } from './erase.ts';
export type { ErasureReach, ErasureTarget } from './reach.ts';
