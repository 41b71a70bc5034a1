export { findVoices, type VoiceRow } from './queries.ts';
