export { listVoicesOfModel } from './list.ts';
export { findVoices } from './queries.ts';
export { type KeyPlace, listKeyVoices, syncVoices } from './sync.ts';
export { deactivateVoices } from './sync-queries.ts';
