import { languageOf } from '../locales/locale.ts';
import { type Normalized, normalizeText } from '../normalize/index.ts';

/** One word as it is spoken, and where it stands in the text it came from. */
export interface Token {
  /** As it is shown. */
  text: string;
  /** As it is compared: in lower case and without punctuation. */
  key: string;
  /** UTF-16 offsets in `base`. */
  start: number;
  end: number;
}

export interface Tokens {
  /** The text in compatibility form, without markup. */
  base: string;
  tokens: Token[];
}

/** Languages that put no spaces between words: their errors are counted by characters. */
const BY_CHARACTER = new Set(['ja', 'zh', 'yue', 'th', 'lo', 'km', 'my']);

export function countsCharacters(locale: string): boolean {
  return BY_CHARACTER.has(languageOf(locale));
}

/** Languages whose spaces are so free that characters are counted beside the words. */
export function showsCharacters(locale: string): boolean {
  return countsCharacters(locale) || languageOf(locale) === 'ko';
}

const SUBSTITUTION =
  /<sub\s[^<>]{0,500}?alias\s*=\s*(?:"([^"<>]{0,300})"|'([^'<>]{0,300})')[^<>]{0,500}>[^<>]{0,500}<\/sub>/giu;
/** Tags, and directions in square brackets: neither is spoken. */
const UNSPOKEN = /<[/!?]?[a-zA-Z][^<>]{0,2000}>|\[[^[\]]{0,200}\]/gu;
const WORD = /[\p{L}\p{N}]/u;
const NO_LETTERS = /[^\p{L}\p{N}\p{M}']+/gu;

/**
 * The words of a text as the voice says them, for both sides of a comparison alike: compatibility forms, numbers and
 * the like as words, lower case of the locale, without punctuation, tags and bracketed directions.
 */
export function tokensOf(text: string, locale: string): Tokens {
  const base = plainOf(text);
  const normalized = normalizeText(base, locale);
  const place = placesOf(normalized);
  const tokens: Token[] = [];
  for (const { segment, index } of segmenter(locale, 'word').segment(normalized.spoken)) {
    const key = keyOf(segment, locale);
    if (!WORD.test(key)) continue;
    tokens.push({
      text: segment,
      key,
      start: place(index, 'start'),
      end: place(index + segment.length, 'end'),
    });
  }
  return { base, tokens };
}

/** A word as it is compared. */
export function keyOf(word: string, locale: string): string {
  const lower = word.normalize('NFKC').toLocaleLowerCase(localeOf(locale));
  return lower
    .replace(/[‘’ʼ＇]/g, "'")
    .replace(NO_LETTERS, '')
    .replace(/^'+|'+$/g, '')
    .normalize('NFC');
}

export function plainOf(text: string): string {
  return text
    .replace(SUBSTITUTION, (_, double?: string, single?: string) => double ?? single ?? '')
    .replace(UNSPOKEN, ' ')
    .normalize('NFKC');
}

/** Words of a segment in the units that characters are counted in. */
export function graphemesOf(tokens: readonly { key: string }[], locale: string): string[] {
  const joined = tokens.map(({ key }) => key).join('');
  return Array.from(segmenter(locale, 'grapheme').segment(joined), ({ segment }) => segment);
}

const segmenters = new Map<string, Intl.Segmenter>();

function segmenter(locale: string, granularity: 'word' | 'grapheme'): Intl.Segmenter {
  const tag = languageOf(locale);
  const name = `${tag}/${granularity}`;
  const made = segmenters.get(name) ?? new Intl.Segmenter(localeOf(tag), { granularity });
  if (segmenters.size < 200) segmenters.set(name, made);
  return made;
}

function localeOf(locale: string): string {
  return Intl.getCanonicalLocales(locale)[0] ?? 'und';
}

/** Where an offset of the spoken text is in the written one; what was said otherwise counts as one piece. */
function placesOf({ changes }: Normalized): (at: number, edge: 'start' | 'end') => number {
  let shift = 0;
  const pieces = changes.map(({ start, end, spoken }) => {
    const from = start + shift;
    shift += spoken.length - (end - start);
    return { from, to: from + spoken.length, start, end, shift };
  });
  return (at, edge) => {
    const last = pieces.findLast(({ from }) => (edge === 'start' ? from <= at : from < at));
    if (!last) return at;
    const isInside = edge === 'start' ? at < last.to : at <= last.to;
    return isInside ? last[edge] : at - last.shift;
  };
}
