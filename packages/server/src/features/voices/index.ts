export { findVoices } from './queries.ts';
