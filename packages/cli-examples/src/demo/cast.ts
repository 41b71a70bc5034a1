import type { OperatorGeneratorConfig, Voice, Voiceloom } from '@voiceloom/sdk';

/** The languages of the demo's script. */
export const LOCALES = ['en-us', 'de-de', 'fr-fr', 'es-es', 'ja-jp'] as const;

type Wish = { gender: Voice['gender']; age: Voice['age'] };

/** The characters of the script, and the voices that they should have. */
const CHARACTERS: Record<string, Wish> = {
  Mara: { gender: 'female', age: 'middle_aged' },
  Finn: { gender: 'male', age: 'young' },
  Bruno: { gender: 'male', age: 'middle_aged' },
};

/** How well a voice fits: the gender counts more than the age. */
const rateVoice = (voice: Voice, wish: Wish) =>
  2 * Number(voice.gender === wish.gender) + Number(voice.age === wish.age);

/** The best voice for each character of one locale. Voices are shared only if there are too few. */
function castLocale(locale: string, voices: Voice[]): Record<string, string> {
  const freeVoices = [...voices];
  const cast: Record<string, string> = {};
  for (const [name, wish] of Object.entries(CHARACTERS)) {
    const candidates = freeVoices.length > 0 ? freeVoices : voices;
    const [best] = candidates.toSorted((one, other) => rateVoice(other, wish) - rateVoice(one, wish));
    if (best === undefined) throw new Error(`There is no voice for ${locale}.`);
    if (freeVoices.includes(best)) freeVoices.splice(freeVoices.indexOf(best), 1);
    cast[name] = best.id;
  }
  return cast;
}

/** A voice for every character in every locale, as the generator's config names them. */
export async function chooseVoices(
  client: Voiceloom,
): Promise<NonNullable<OperatorGeneratorConfig['voices_by_character']>> {
  const byLocale = await Promise.all(
    LOCALES.map(async (locale) => {
      const voices = await client.voices.list({ language: locale, provider: 'espeak' }).toArray();
      return [locale, castLocale(locale, voices)] as const;
    }),
  );
  const voicesByCharacter: Record<string, { voices_by_locale: Record<string, string> }> = {};
  for (const name of Object.keys(CHARACTERS)) {
    const voices_by_locale: Record<string, string> = {};
    for (const [locale, cast] of byLocale) voices_by_locale[locale] = cast[name] ?? '';
    voicesByCharacter[name] = { voices_by_locale };
  }
  return voicesByCharacter;
}
