import type { CastVoice, SpeechProviderId } from '@voiceloom/contract';
import { findSpeechRate } from '../provider-calls/payers.ts';
import type { PreparedRun } from './prepare.ts';

const MAX_VOICES = 1_000;

/** The voice of each character in each locale, as the run assigns it, in script order. */
export function castVoices({ generators }: Pick<PreparedRun, 'generators'>): CastVoice[] {
  const voices = new Map<string, CastVoice>();
  for (const { node, lines, fallbacks, payers } of generators) {
    for (const { locale_code, character_name } of lines) {
      const key = JSON.stringify([node.id, locale_code, character_name]);
      if (voices.has(key)) continue;
      const castVoice: CastVoice = {
        ...{ node_id: node.id, character_name, locale_code, chosen: false },
        voice: null,
        paid_by: null,
      };
      const assignment = fallbacks.assignmentFor({ locale_code, character_name });
      if (assignment) {
        const { id, name, provider } = assignment.voice;
        castVoice.chosen = assignment.is_chosen;
        castVoice.voice = { id, name, provider: provider as SpeechProviderId };
        castVoice.paid_by = findSpeechRate(payers, assignment.provider, assignment.model).paid_by;
      }
      voices.set(key, castVoice);
      if (voices.size === MAX_VOICES) return [...voices.values()];
    }
  }
  return [...voices.values()];
}
