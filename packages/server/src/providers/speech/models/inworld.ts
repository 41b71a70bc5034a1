import { rates } from '../credits.ts';
import type { SpeechModel } from '../provider.ts';

// Models and the limit of one request: Inworld's model list and the reference of "Synthesize speech", from copies of
// 2026. Inworld bills by the character; its prices depend on the plan, so no price is given here.
const common = { max_characters: 2_000, locales: null, ...rates() };

export const INWORLD_MODELS: readonly SpeechModel[] = [
  { id: 'inworld-tts-1.5-max', display_name: 'TTS 1.5 Max', is_default: true, ...common },
  { id: 'inworld-tts-1.5-mini', display_name: 'TTS 1.5 Mini', is_default: false, ...common },
  { id: 'inworld-tts-2', display_name: 'Realtime TTS-2', is_default: false, ...common },
];
