import { rates } from '../credits.ts';
import type { ModelPrice, SpeechModel } from '../provider.ts';

// About 30 dollars for a million characters, 2,000 characters a request, 15 requests at once (Deepgram's limits and a
// reseller's prices, from copies of 2026; the 2,000 are not confirmed by its reference).
const PRICE: ModelPrice = { usd: 30, per: 1_000_000, unit: 'characters', as_of: '2026-11-21' };

export const DEEPGRAM_MODELS: readonly SpeechModel[] = [
  {
    id: 'aura-2',
    display_name: 'Aura-2',
    is_default: true,
    max_characters: 2_000,
    locales: null,
    ...rates(PRICE),
  },
];
