/** A few words, so that providers respond in the requested language. */
const WORDS: Record<string, Record<string, string>> = {
  hello: { de: 'hallo', fr: 'bonjour', es: 'hola' },
  there: { de: 'zusammen', fr: 'à tous', es: 'a todos' },
  good: { de: 'guten', fr: 'bonne', es: 'buena' },
  night: { de: 'Abend', fr: 'nuit', es: 'noche' },
  line: { de: 'Zeile', fr: 'ligne', es: 'línea' },
  the: { de: 'der', fr: 'le', es: 'el' },
  storm: { de: 'Sturm', fr: 'orage', es: 'temporal' },
  is: { de: 'ist', fr: 'est', es: 'está' },
  over: { de: 'vorbei', fr: 'passé', es: 'terminado' },
  and: { de: 'und', fr: 'et', es: 'y' },
  nobody: { de: 'niemand', fr: 'personne', es: 'nadie' },
  slept: { de: 'schlief', fr: "n'a dormi", es: 'durmió' },
  ferry: { de: 'Dampfer', fr: 'bateau', es: 'barco' },
  leaves: { de: 'fährt', fr: 'part', es: 'sale' },
  at: { de: 'um', fr: 'à', es: 'a' },
  noon: { de: 'Mittag', fr: 'midi', es: 'mediodía' },
};

/** Translates word by word, and keeps everything else. */
export function translateWords(text: string, language: string): string {
  return text.replace(/(?<![\p{L}{%$])[a-z]+(?![\p{L}}])/giu, (word) => {
    const known = WORDS[word.toLowerCase()]?.[language];
    if (known === undefined) return word;
    return /^[A-Z]/.test(word) ? known.charAt(0).toUpperCase() + known.slice(1) : known;
  });
}

/** The words between elements of a markup language. */
export const translateMarked = (text: string, language: string): string =>
  text.replace(/(<span[^>]*>[^<]*<\/span>|<[^>]*>|&\w+;)|([^<&]+)/g, (_, element, words) =>
    element === undefined ? translateWords(String(words), language) : String(element),
  );
