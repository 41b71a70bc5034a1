import { rates } from '../credits.ts';
import type { SpeechModel } from '../provider.ts';

// The API takes texts of any length (Rime's reference, from a copy of 2026); three thousand characters are its own
// dashboard's bound.
const common = { max_characters: 3_000, locales: null, ...rates() };

export const RIME_MODELS: readonly SpeechModel[] = [
  { id: 'coda', display_name: 'Coda', is_default: true, ...common },
  { id: 'arcana', display_name: 'Arcana', is_default: false, ...common },
  { id: 'mistv3', display_name: 'Mist v3', is_default: false, ...common },
  { id: 'mistv2', display_name: 'Mist v2', is_default: false, ...common },
];
