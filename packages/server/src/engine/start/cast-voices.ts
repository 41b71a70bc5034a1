import type { CastVoice, SpeechProviderId } from '@voiceloom/contract';
import type { PreparedRun } from './prepare.ts';

const MAX_VOICES = 1_000;

/** The voice of each character in each locale, as the run assigns it, in script order. */
export function castVoices({ generators }: Pick<PreparedRun, 'generators'>): CastVoice[] {
  const voices = new Map<string, CastVoice>();
  for (const { node, lines, fallbacks } of generators) {
    for (const { locale_code, character_name } of lines) {
      const key = JSON.stringify([node.id, locale_code, character_name]);
      if (voices.has(key)) continue;
      const { voice, is_chosen = false } = fallbacks.assignmentFor({ locale_code, character_name }) ?? {};
      voices.set(key, {
        ...{ node_id: node.id, character_name, locale_code, chosen: is_chosen },
        voice: voice
          ? { id: voice.id, name: voice.name, provider: voice.provider as SpeechProviderId }
          : null,
      });
      if (voices.size === MAX_VOICES) return [...voices.values()];
    }
  }
  return [...voices.values()];
}
