import { rates } from '../credits.ts';
import type { SpeechModel } from '../provider.ts';

// Prices and the limit of 4,096 characters: OpenAI's pricing and its reference of `audio/speech`, from copies of 2026,
// not from the live pages. The price of gpt-4o-mini-tts is by the token and is not given here.
const AS_OF = '2026-11-21';
const millionCharacters = (usd: number) => ({
  usd,
  per: 1_000_000,
  unit: 'characters' as const,
  as_of: AS_OF,
});

const common = { max_characters: 4_096, locales: null };

export const OPENAI_MODELS: readonly SpeechModel[] = [
  { id: 'gpt-4o-mini-tts', display_name: 'GPT-4o mini TTS', is_default: true, ...common, ...rates() },
  { id: 'tts-1', display_name: 'TTS-1', is_default: false, ...common, ...rates(millionCharacters(15)) },
  { id: 'tts-1-hd', display_name: 'TTS-1 HD', is_default: false, ...common, ...rates(millionCharacters(30)) },
];

/** A model of a customer's own server: nothing is known of it but its name. */
export function otherModel(id: string): SpeechModel {
  return { id, display_name: id, is_default: false, ...common, ...rates() };
}
