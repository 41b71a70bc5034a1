import { rates } from '../credits.ts';
import type { SpeechModel } from '../provider.ts';

// A model is a class of voices; the voice's name says which. The limit is 5,000 bytes of input (Google's quotas, from
// a copy of 2026); some are left for marks that become entities.
const common = { max_characters: 4_800, max_bytes: 4_800, locales: null, ...rates() };

export const GOOGLE_MODELS: readonly SpeechModel[] = [
  { id: 'chirp3-hd', display_name: 'Chirp 3 HD', is_default: true, ...common },
  { id: 'neural2', display_name: 'Neural2', is_default: false, ...common },
  { id: 'studio', display_name: 'Studio', is_default: false, ...common },
  { id: 'wavenet', display_name: 'WaveNet', is_default: false, ...common },
  { id: 'standard', display_name: 'Standard', is_default: false, ...common },
];

/** `en-US-Chirp3-HD-Charon` is of `chirp3-hd`; undefined for classes that are not spoken with here. */
export function googleModelOf(voice: string): string | undefined {
  const name = voice.toLowerCase();
  return GOOGLE_MODELS.find(({ id }) => name.includes(`-${id}-`))?.id;
}
