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

const fit = (voice: Voice, wish: Wish) =>
  (voice.gender === wish.gender ? 2 : 0) + (voice.age === wish.age ? 1 : 0);

/** The best voice for each character of one locale. Voices are shared only if there are too few. */
function castLocale(locale: string, voices: Voice[]): Record<string, string> {
  const free = [...voices];
  const chosen = Object.entries(CHARACTERS).map(([name, wish]) => {
    const best = (free.length > 0 ? free : voices).toSorted((a, b) => fit(b, wish) - fit(a, wish))[0];
    if (best === undefined) throw new Error(`There is no voice for ${locale}.`);
    if (free.includes(best)) free.splice(free.indexOf(best), 1);
    return [name, best.id];
  });
  return Object.fromEntries(chosen);
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
  const partOf = (name: string) => byLocale.map(([locale, cast]) => [locale, cast[name] ?? '']);
  return Object.fromEntries(
    Object.keys(CHARACTERS).map((name) => [name, { voices_by_locale: Object.fromEntries(partOf(name)) }]),
  );
}
