import type { TranscriptionModel } from '../transcriber.ts';

// ElevenLabs' table of models, from a copy of 2026: files of up to 3 GB, of which one request here takes 100 MB. It
// bills by the hour at prices that depend on the customer's plan, so no price is given here.
const common = { has_words: true, max_bytes: 100 * 1_000_000 };

export const ELEVENLABS_MODELS: readonly TranscriptionModel[] = [
  { id: 'scribe_v2', display_name: 'Scribe v2', is_default: true, ...common },
  { id: 'scribe_v1', display_name: 'Scribe v1', is_default: false, ...common },
];
