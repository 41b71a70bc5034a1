import { countsCharacters, type Token, tokensOf } from './tokens.ts';

/** The occurrences of a word, each as token positions. `taken` tokens belong to a longer word. */
export function placesOf(
  tokens: readonly Token[],
  word: string,
  { locale, taken }: { locale: string; taken: ReadonlySet<number> },
): number[][] {
  const wanted = tokensOf(word, locale).tokens.map(({ key }) => key);
  if (wanted.length === 0) return [];
  const found = countsCharacters(locale) ? insideText(tokens, wanted.join('')) : asWords(tokens, wanted);
  return found.filter((place) => !place.some((index) => taken.has(index)));
}

function asWords(tokens: readonly Token[], wanted: readonly string[]): number[][] {
  const places: number[][] = [];
  for (let from = 0; from + wanted.length <= tokens.length; from++) {
    if (!wanted.every((key, offset) => tokens[from + offset]?.key === key)) continue;
    places.push(wanted.map((_, offset) => from + offset));
    from += wanted.length - 1;
  }
  return places;
}

/** In languages without spaces, a word may begin and end within a token. */
function insideText(tokens: readonly Token[], wanted: string): number[][] {
  const text = tokens.map(({ key }) => key).join('');
  const places: number[][] = [];
  let [first, start] = [0, 0];
  const lengthOf = (index: number): number => tokens[index]?.key.length ?? wanted.length;
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) {
    while (start + lengthOf(first) <= at) start += lengthOf(first++);
    const place: number[] = [];
    for (let [index, from] = [first, start]; from < at + wanted.length; from += lengthOf(index++))
      place.push(index);
    places.push(place);
  }
  return places;
}
