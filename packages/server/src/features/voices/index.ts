export { listVoices } from './list.ts';
export { espeakVoiceId, seedLocalVoices, seedVoices } from './seed.ts';
export { deactivateVoices, type KeyRef, syncKeyVoices } from './sync.ts';
