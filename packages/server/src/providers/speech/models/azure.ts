import { rates } from '../credits.ts';
import type { SpeechModel } from '../provider.ts';

// Audio beyond ten minutes is cut in silence, so a request is kept to about four of them.
const common = { max_characters: 3_000, locales: null, ...rates() };

export const AZURE_MODELS: readonly SpeechModel[] = [
  { id: 'neural', display_name: 'Neural', is_default: true, ...common },
  { id: 'neural-hd', display_name: 'Neural HD', is_default: false, ...common },
];

/** `en-US-Ava:DragonHDLatestNeural` is an HD voice. */
export const azureModelOf = (voice: string): string => (/dragonhd/i.test(voice) ? 'neural-hd' : 'neural');
