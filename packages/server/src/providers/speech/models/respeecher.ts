import { rates } from '../credits.ts';
import type { ModelPrice, SpeechModel } from '../provider.ts';

// A model speaks one language (Respeecher's client library, version 1.0). About two dollars an hour of audio (its
// pricing, from a copy of 2026). No limit of one request is documented.
const PRICE: ModelPrice = { usd: 2, per: 3_600, unit: 'seconds', as_of: '2026-11-21' };
const common = { max_characters: 2_000, takes_seed: true, ...rates(PRICE) };

export const RESPEECHER_MODELS: readonly SpeechModel[] = [
  { id: 'en-rt', display_name: 'English', is_default: true, locales: ['en-us', 'en-gb'], ...common },
  { id: 'ua-rt', display_name: 'Ukrainian', is_default: false, locales: ['uk-ua'], ...common },
];
