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
  sharedVoices(voices.map((one) => ({ ...one, chosen: false }))).length > 0;

/** The cells whose default voice is also the voice of another character in the same language. */
export function sharedVoices(voices: readonly CastVoice[]): CastVoice[] {
  return voices.filter(
    (one) =>
      !one.chosen &&
      one.voice !== null &&
      one.character_name !== null &&
      voices.some(
        (other) =>
          other.character_name !== one.character_name &&
          other.locale_code === one.locale_code &&
          other.voice?.id === one.voice?.id,
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
  const shared = new Set(sharedVoices(voices));
  const people = new Set<string>();
  for (const one of voices) if (!shared.has(one)) people.add(personKey(one.locale_code, one.voice));
  /** The ID of the first known voice of each character. */
  const firstVoices = new Map<string, string>();
  const lists = new Map<string, Voice[]>();
  const choices: ChosenVoice[] = [];
  for (const one of voices) {
    const { character_name: character, locale_code: locale, voice: current } = one;
    if (character === null || current === null) continue;
    const firstVoice = firstVoices.get(character);
    if (!shared.has(one)) {
      if (one.chosen && firstVoice === undefined) firstVoices.set(character, current.id);
      continue;
    }
    const key = `${current.provider} ${locale}`;
    const list = lists.get(key) ?? (await search.list(locale, current.provider));
    lists.set(key, list);
    const similar = firstVoice === undefined ? [] : await search.similar(firstVoice, locale);
    const voice = [...similar, ...list].find(
      ({ name, provider }) => provider === current.provider && !people.has(personKey(locale, { name })),
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
