import type { TranscriptionModel } from '../transcriber.ts';

// OpenAI's reference of `audio/transcriptions` (25 MB; only whisper-1 gives times) and its price by the minute, from
// copies of 2026, not from the live pages. The newer models are billed by the token and at two prices, so none is given.
const common = { max_bytes: 25 * 1_000_000 };

export const OPENAI_MODELS: readonly TranscriptionModel[] = [
  {
    id: 'whisper-1',
    display_name: 'Whisper',
    has_words: true,
    is_default: true,
    price: { usd: 0.006, per: 60, unit: 'seconds', as_of: '2026-11-21' },
    ...common,
  },
  {
    id: 'gpt-4o-transcribe',
    display_name: 'GPT-4o Transcribe',
    has_words: false,
    is_default: false,
    ...common,
  },
  {
    id: 'gpt-4o-mini-transcribe',
    display_name: 'GPT-4o mini Transcribe',
    has_words: false,
    is_default: false,
    ...common,
  },
];

/** A model on a customer's server: times are requested, but optional. */
export function otherModel(id: string): TranscriptionModel {
  return { id, display_name: id, has_words: true, is_default: false, ...common };
}
