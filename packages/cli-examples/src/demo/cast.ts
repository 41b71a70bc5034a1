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

/** The languages of the script that a local model speaks. */
export async function listSpokenLocales(client: Voiceloom, model: string): Promise<string[]> {
  const locales: string[] = [];
  for (const locale of LOCALES) {
    const filter = { language: [locale], provider: ['local' as const], model: [model], limit: 1 };
    const [voice] = await client.voices.list(filter).toArray({ limit: 1 });
    if (voice) locales.push(locale);
  }
  return locales;
}

type Cast = NonNullable<OperatorGeneratorConfig['voices_by_character']>;

/**
 * A voice for every character in every locale, as the generator's config names them. The embedded engine speaks the
 * locales that the local model does not speak.
 */
export async function chooseVoices(
  client: Voiceloom,
  { model, locales }: { model: string | undefined; locales: readonly string[] },
): Promise<Cast> {
  const byLocale: Record<string, Record<string, { provider: 'local' | 'espeak'; voice_id: string }>> = {};
  for (const locale of locales) {
    let provider: 'local' | 'espeak' = 'local';
    let voices: Voice[] = [];
    if (model !== undefined)
      voices = await client.voices
        .list({ language: [locale], provider: [provider], model: [model] })
        .toArray();
    if (voices.length === 0) {
      provider = 'espeak';
      voices = await client.voices.list({ language: [locale], provider: [provider] }).toArray();
    }
    for (const [name, voice_id] of Object.entries(castLocale(locale, voices)))
      byLocale[name] = { ...byLocale[name], [locale]: { provider, voice_id } };
  }
  return Object.fromEntries(Object.entries(byLocale).map(([name, by_locale]) => [name, { by_locale }]));
}
