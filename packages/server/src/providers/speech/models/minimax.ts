import { rates } from '../credits.ts';
import type { SpeechModel } from '../provider.ts';

// Models and the limit of one request (below 10,000 characters): MiniMax's reference of T2A over HTTP, from a copy of
// 2026. It sells characters by subscription and on demand, so no price is given here.
const common = { max_characters: 9_000, locales: null, ...rates() };

export const MINIMAX_MODELS: readonly SpeechModel[] = [
  { id: 'speech-2.8-hd', display_name: 'Speech 2.8 HD', is_default: true, ...common },
  { id: 'speech-2.8-turbo', display_name: 'Speech 2.8 Turbo', is_default: false, ...common },
  { id: 'speech-2.6-hd', display_name: 'Speech 2.6 HD', is_default: false, ...common },
  { id: 'speech-2.6-turbo', display_name: 'Speech 2.6 Turbo', is_default: false, ...common },
  { id: 'speech-02-hd', display_name: 'Speech 02 HD', is_default: false, ...common },
  { id: 'speech-02-turbo', display_name: 'Speech 02 Turbo', is_default: false, ...common },
];
