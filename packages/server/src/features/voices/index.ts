export { listVoicesOfModel } from './list.ts';
export { findVoices } from './queries.ts';
export { type KeyPlace, listKeyVoices } from './sync.ts';
export { deactivateVoices } from './sync-queries.ts';
