import { isUnspaced, type Normalized, normalizeText } from '@voiceloom/normalizer';
import { languageOf } from '../locales/locale.ts';
import { transcriptText } from '../markup/speech-text.ts';
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

/** What is between two words. */
export function wordSeparator(locale: string): string {
  return countsCharacters(locale) ? '' : ' ';
}

/** Languages with inconsistent spacing, for which characters are counted as well. */
export function showsCharacters(locale: string): boolean {
  return countsCharacters(locale) || languageOf(locale) === 'ko';
}

/** A word has a letter or digit; other segments are spaces and punctuation. */
const WORD = /[\p{L}\p{N}]/u;
/** What does not belong to a word: all but letters, digits, accents and apostrophes. */
const NO_LETTERS = /[^\p{L}\p{N}\p{M}']+/gu;

/**
 * The words of a text as spoken, for both sides of a comparison: in Unicode compatibility form, with numbers
 * and the like as words, in lowercase, without punctuation, tags and bracketed directions.
 */
export function tokenize(text: string, locale: string): Tokens {
  const base = plainText(text, locale);
  const normalized = normalizeText(base, locale, { markup: findMarkup });
  const toOffset = mapOffsets(normalized);
  const lowerCaseLocale = canonicalLocale(locale);
  const tokens: Token[] = [];
  for (const { segment, index } of getSegmenter(locale, 'word').segment(normalized.spoken)) {
    const key = segment
      .normalize('NFKC')
      .toLocaleLowerCase(lowerCaseLocale)
      .replace(/[‘’ʼ＇]/g, "'")
      .replace(NO_LETTERS, '')
      // Apostrophes around the word, which are quotation marks.
      .replace(/^'+|(?<!')'+$/g, '')
      .normalize('NFC');
    if (!WORD.test(key)) continue;
    const [start, end] = [toOffset(index, 'start'), toOffset(index + segment.length, 'end')];
    tokens.push({ text: segment, key, start, end });
  }
  return { base, tokens };
}

/** The text of a transcript, in Unicode compatibility form and without markup. */
export function plainText(text: string, locale: string): string {
  return transcriptText(text, { locale }).normalize('NFKC');
}

/** Words of a segment in the units that characters are counted in. */
export function splitGraphemes(tokens: readonly { key: string }[], locale: string): string[] {
  const text = tokens.map(({ key }) => key).join('');
  return Array.from(getSegmenter(locale, 'grapheme').segment(text), ({ segment }) => segment);
}

const segmenters = new Map<string, Intl.Segmenter>();

/** The segmenter of a language, from the cache if it was used before. */
function getSegmenter(locale: string, granularity: 'word' | 'grapheme'): Intl.Segmenter {
  const tag = languageOf(locale);
  const name = `${tag}/${granularity}`;
  const segmenter = segmenters.get(name) ?? new Intl.Segmenter(canonicalLocale(tag), { granularity });
  if (segmenters.size < 200) segmenters.set(name, segmenter);
  return segmenter;
}

function canonicalLocale(locale: string): string {
  return Intl.getCanonicalLocales(locale)[0] ?? 'und';
}

/** Maps ascending offsets of the spoken text to the written one; replaced text counts as one piece. */
function mapOffsets({ changes }: Normalized): (at: number, edge: 'start' | 'end') => number {
  let shift = 0;
  // `from` and `to` are offsets of the spoken text, `start` and `end` those of the written one. `shift` is how much
  // longer the spoken text is up to the end of a piece.
  const pieces = changes.map(({ start, end, spoken: spokenText }) => {
    const from = start + shift;
    shift += spokenText.length - (end - start);
    return { from, to: from + spokenText.length, start, end, shift };
  });
  let next = 0;
  return (at, edge) => {
    // A start belongs to the piece that begins there, and an end to the piece before it.
    const position = edge === 'start' ? at : at - 1;
    while ((pieces[next]?.from ?? Number.POSITIVE_INFINITY) <= position) next += 1;
    const last = pieces[next - 1];
    if (!last) return at;
    return position < last.to ? last[edge] : at - last.shift;
  };
}
