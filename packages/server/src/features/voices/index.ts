export { listVoicesOfModel } from './list.ts';
export { espeakVoiceId, seedVoices } from './seed.ts';
export { type KeyRef, listKeyVoices } from './sync.ts';
export { deactivateVoices } from './sync-queries.ts';
