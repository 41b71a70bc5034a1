import { rates } from '../credits.ts';
import type { ModelPrice, SpeechModel } from '../provider.ts';

// 15 dollars for a million bytes of UTF-8: a Korean, Japanese or Chinese character costs three (Fish Audio's pricing,
// from a copy of 2026). `s1` ends with the year (its list of models). No limit of one request is documented.
const PRICE: ModelPrice = { usd: 15, per: 1_000_000, unit: 'bytes', as_of: '2026-11-21' };
const common = { max_characters: 3_000, locales: null, ...rates(PRICE) };

export const FISH_AUDIO_MODELS: readonly SpeechModel[] = [
  { id: 's2.1-pro', display_name: 'S2.1 Pro', is_default: true, ...common },
  { id: 's2-pro', display_name: 'S2 Pro', is_default: false, ...common },
  {
    id: 's1',
    display_name: 'S1',
    is_default: false,
    retires_at: '2026-12-31',
    successor: 's2.1-pro',
    ...common,
  },
];
