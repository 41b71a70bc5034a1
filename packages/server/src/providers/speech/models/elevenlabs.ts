import { rates } from '../credits.ts';
import type { SpeechModel } from '../provider.ts';

// Limits of one request: ElevenLabs' table of models, from a copy of 2026. It bills credits by the character, at
// prices that depend on the customer's plan, so no price is given here.
const common = { locales: null, takes_seed: true, ...rates() };

export const ELEVENLABS_MODELS: readonly SpeechModel[] = [
  {
    id: 'eleven_multilingual_v2',
    display_name: 'Multilingual v2',
    is_default: true,
    max_characters: 10_000,
    ...common,
  },
  { id: 'eleven_v3', display_name: 'Eleven v3', is_default: false, max_characters: 5_000, ...common },
  {
    id: 'eleven_flash_v2_5',
    display_name: 'Flash v2.5',
    is_default: false,
    max_characters: 40_000,
    ...common,
  },
];
