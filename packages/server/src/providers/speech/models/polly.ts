import { rates } from '../credits.ts';
import type { SpeechModel } from '../provider.ts';

// A model is an engine. Dollars for a million characters, and 3,000 billed characters a request (Amazon Polly's pricing
// and quotas, from copies of 2026).
const per = (usd: number) => ({ usd, per: 1_000_000, unit: 'characters' as const, as_of: '2026-11-21' });
const common = { max_characters: 3_000, locales: null };

export const POLLY_MODELS: readonly SpeechModel[] = [
  { id: 'neural', display_name: 'Neural', is_default: true, ...common, ...rates(per(16)) },
  { id: 'generative', display_name: 'Generative', is_default: false, ...common, ...rates(per(30)) },
  { id: 'long-form', display_name: 'Long-form', is_default: false, ...common, ...rates(per(100)) },
  { id: 'standard', display_name: 'Standard', is_default: false, ...common, ...rates(per(4)) },
];
