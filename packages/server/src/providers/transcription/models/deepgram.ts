import type { TranscriptionModel } from '../transcriber.ts';

// Deepgram's table of models, from a copy of 2026: files of up to 2 GB, of which one request here takes 100 MB. Copies
// of its prices from the same year disagree, so no price is given here.
const common = { has_words: true, max_bytes: 100 * 1_000_000 };

export const DEEPGRAM_MODELS: readonly TranscriptionModel[] = [
  { id: 'nova-3', display_name: 'Nova-3', is_default: true, ...common },
  { id: 'nova-2', display_name: 'Nova-2', is_default: false, ...common },
];
