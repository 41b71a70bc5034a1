import { normalizeText } from './normalize.ts';

/** A language with a spelling dictionary, and the beginning of a sentence that any word can end. */
interface WordList {
  dictionary(): Promise<{ default: { dic: Uint8Array } }>;
  locale: string;
  sentence: string;
  /** Words of the dictionary that are only abbreviations, and are read as such at the end of a sentence. */
  abbreviations: string;
}

export const WORD_LISTS: Readonly<Record<string, WordList>> = {
  en: {
    dictionary: () => import('dictionary-en'),
    locale: 'en-us',
    sentence: 'The word is',
    abbreviations:
      'Attn Aug Blvd Cmdr Cpl Feb Mgr Msgr Nov Oct Pkwy Pvt Sep Sept Sgt Supt Xmas approx assn asst attn avg blvd etc govt mgr misc natl pkg qty tbsp tsp viz',
  },
  de: {
    dictionary: () => import('dictionary-de'),
    locale: 'de-de',
    sentence: 'Das Wort ist',
    abbreviations: 'Bsp Kfz Lkw Pkw',
  },
  fr: {
    dictionary: () => import('dictionary-fr'),
    locale: 'fr-fr',
    sentence: 'Le mot est',
    abbreviations: 'Cie Ier Mgr Mlle Mme avr déc etc févr janv juil nov oct',
  },
  es: {
    dictionary: () => import('dictionary-es'),
    locale: 'es-es',
    sentence: 'La palabra es',
    abbreviations: 'Cía Dña Fdo admón aprox atte cfr dcho depto dpto dto etc izq máx mín sig srta',
  },
  it: {
    dictionary: () => import('dictionary-it'),
    locale: 'it-it',
    sentence: 'La parola è',
    abbreviations: 'ecc etc',
  },
  pt: {
    dictionary: () => import('dictionary-pt'),
    locale: 'pt-br',
    sentence: 'A palavra é',
    abbreviations: 'cia etc',
  },
};

/** The words of a dictionary: no initials, and nothing with a period or a digit. */
export async function dictionaryWords({ dictionary }: WordList): Promise<string[]> {
  const { dic } = (await dictionary()).default;
  const lines = new TextDecoder().decode(dic).split('\n').slice(1);
  const words = lines.map((line) => line.split(/[/\t]/, 1)[0]?.trim() ?? '');
  return [...new Set(words)].filter((word) => /^\p{L}[\p{Ll}'’-]{2,}$/u.test(word));
}

/** The words that a period after them changes: on their own, or at the end of a sentence. */
export function changedWords(words: readonly string[], { locale, sentence }: WordList): string[] {
  return words.filter((word) =>
    [`${word}.`, `${sentence} ${word}.`].some((text) => normalizeText(text, locale).spoken !== text),
  );
}
