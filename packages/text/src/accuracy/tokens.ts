import { isUnspaced, type Normalized, normalizeText } from '@voiceloom/normalizer';
import { languageOf } from '../locales/locale.ts';
import { heardText } from '../markup/speech-text.ts';
import { findMarkup } from '../markup/views.ts';

/** One spoken word, and its position in the original text. */
export interface Token {
  /** For display. */
  text: string;
  /** For comparison: in lowercase and without punctuation. */
  key: string;
  /** UTF-16 offsets in `base`. */
  start: number;
  end: number;
}

export interface Tokens {
  /** The text in Unicode compatibility form, without markup. */
  base: string;
  tokens: Token[];
}

/** Errors in languages that put no spaces between words are counted by characters. */
export const countsCharacters = isUnspaced;

/** Languages with inconsistent spacing, for which characters are counted as well. */
export function showsCharacters(locale: string): boolean {
  return countsCharacters(locale) || languageOf(locale) === 'ko';
}

const WORD = /[\p{L}\p{N}]/u;
const NO_LETTERS = /[^\p{L}\p{N}\p{M}']+/gu;

/**
 * The words of a text as spoken, for both sides of a comparison: in Unicode compatibility form, with numbers
 * and the like as words, in lowercase, without punctuation, tags and bracketed directions.
 */
export function tokensOf(text: string, locale: string): Tokens {
  const base = plainOf(text, locale);
  const normalized = normalizeText(base, locale, { markup: findMarkup });
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

/** A word in the form for comparison. */
export function keyOf(word: string, locale: string): string {
  const lower = word.normalize('NFKC').toLocaleLowerCase(localeOf(locale));
  return lower
    .replace(/[‘’ʼ＇]/g, "'")
    .replace(NO_LETTERS, '')
    .replace(/^'+|(?<!')'+$/g, '')
    .normalize('NFC');
}

export function plainOf(text: string, locale = 'en'): string {
  return heardText(text, { locale }).normalize('NFKC');
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

/** Maps ascending offsets of the spoken text to the written one; replaced text counts as one piece. */
function placesOf({ changes }: Normalized): (at: number, edge: 'start' | 'end') => number {
  let shift = 0;
  const pieces = changes.map(({ start, end, spoken }) => {
    const from = start + shift;
    shift += spoken.length - (end - start);
    return { from, to: from + spoken.length, start, end, shift };
  });
  let next = 0;
  const isReached = (at: number, edge: 'start' | 'end'): boolean => {
    const from = pieces[next]?.from ?? Number.POSITIVE_INFINITY;
    return edge === 'start' ? from <= at : from < at;
  };
  return (at, edge) => {
    while (isReached(at, edge)) next += 1;
    const last = pieces[next - 1];
    if (!last) return at;
    const isInside = edge === 'start' ? at < last.to : at <= last.to;
    return isInside ? last[edge] : at - last.shift;
  };
}
