import { rates } from '../credits.ts';
import type { SpeechModel } from '../provider.ts';

// About one credit a character (Cartesia's pricing, from a copy of 2026); what a credit costs depends on the plan.
// No limit of one request is documented; a request of this length is about four minutes of speech.
const common = { max_characters: 3_000, locales: null, ...rates() };

export const CARTESIA_MODELS: readonly SpeechModel[] = [
  { id: 'sonic-3', display_name: 'Sonic 3', is_default: true, ...common },
  { id: 'sonic-2', display_name: 'Sonic 2', is_default: false, ...common },
];
