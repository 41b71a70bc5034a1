import type { CastVoice, Voice } from '@voiceloom/sdk';

/** The voices of a language, best first. */
export interface VoiceSearch {
  list(locale: string, provider: string): Promise<Voice[]>;
  /** Voices of another language that resemble a voice. */
  similar(voiceId: string, locale: string): Promise<Voice[]>;
}

export interface ChosenVoice {
  character: string;
  locale: string;
  voice: Voice;
}

/** Whether two characters have the same voice in a language, chosen or by default. */
export const isVoiceShared = (voices: readonly CastVoice[]): boolean =>
  sharedVoices(voices.map((assignment) => ({ ...assignment, chosen: false }))).length > 0;

/** The cells whose default voice is also the voice of another character in the same language. */
export function sharedVoices(voices: readonly CastVoice[]): CastVoice[] {
  return voices.filter(
    (assignment) =>
      !assignment.chosen &&
      assignment.voice !== null &&
      assignment.character_name !== null &&
      voices.some(
        (otherAssignment) =>
          otherAssignment.character_name !== assignment.character_name &&
          otherAssignment.locale_code === assignment.locale_code &&
          otherAssignment.voice?.id === assignment.voice?.id,
      ),
  );
}

/**
 * A different voice for each cell that shares its voice, if the language has enough voices. It resembles the voice that
 * the character has in an earlier language. Voices that the person chose stay.
 */
export async function assignOwnVoices(
  voices: readonly CastVoice[],
  search: VoiceSearch,
): Promise<ChosenVoice[]> {
  const sharedAssignments = new Set(sharedVoices(voices));
  /** The speakers that characters already have, in each language. */
  const people = new Set<string>();
  for (const assignment of voices)
    if (!sharedAssignments.has(assignment)) people.add(personKey(assignment.locale_code, assignment.voice));
  /** The ID of the first known voice of each character. */
  const firstVoices = new Map<string, string>();
  const lists = new Map<string, Voice[]>();
  const choices: ChosenVoice[] = [];
  for (const assignment of voices) {
    const { character_name: character, locale_code: locale, voice: currentVoice } = assignment;
    if (character === null || currentVoice === null) continue;
    const firstVoice = firstVoices.get(character);
    if (!sharedAssignments.has(assignment)) {
      if (assignment.chosen && firstVoice === undefined) firstVoices.set(character, currentVoice.id);
      continue;
    }
    const key = `${currentVoice.provider} ${locale}`;
    const list = lists.get(key) ?? (await search.list(locale, currentVoice.provider));
    lists.set(key, list);
    const similar = firstVoice === undefined ? [] : await search.similar(firstVoice, locale);
    const voice = [...similar, ...list].find(
      ({ name, provider }) => provider === currentVoice.provider && !people.has(personKey(locale, { name })),
    );
    if (voice === undefined) continue;
    people.add(personKey(locale, voice));
    choices.push({ character, locale, voice });
    if (firstVoice === undefined) firstVoices.set(character, voice.id);
  }
  return choices;
}

/** Voices with the same name are the same person, for example with one voice for each region. */
const personKey = (locale: string, voice: Pick<Voice, 'name'> | null): string => `${locale} ${voice?.name}`;
