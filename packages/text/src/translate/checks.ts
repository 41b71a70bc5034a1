import { countText } from '../count-text.ts';
import { truncate } from '../locales/characters.ts';
import { detectLanguage } from '../locales/detect-language.ts';
import { languageOf } from '../locales/locale.ts';
import { findTerms, type GlossaryEntry, holdsTerm } from './glossary.ts';
import { lengthLimits, spokenLength } from './length.ts';
import { type FixedPiece, fixedPieces, isBalanced, tagShape, wordsOnly } from './pieces.ts';

/** A translation and its source. */
export interface Candidate {
  source: string;
  translation: string;
  source_locale: string;
  target_locale: string;
  glossary: readonly GlossaryEntry[];
  max_length_ratio: number;
  max_duration_ms: number | null;
}

export type TranslationCheck =
  | 'empty'
  | 'placeholders'
  | 'markup'
  | 'glossary'
  | 'length'
  | 'language'
  | 'identical';

/** The check that a translation fails, and an error message for the translator. */
export interface TranslationError {
  check: TranslationCheck;
  message: string;
}

/** The first error of a translation, or undefined if it passes every check. */
export function checkTranslation(candidate: Candidate): TranslationError | undefined {
  for (const [check, findError] of Object.entries(CHECKS)) {
    const message = findError(candidate);
    if (message !== undefined) return { check: check as TranslationCheck, message };
  }
  return undefined;
}

/** In the order of the checks. Each returns a message if the translation fails it. */
const CHECKS: Readonly<Record<TranslationCheck, (candidate: Candidate) => string | undefined>> = {
  empty: ({ translation }) => (translation.trim() === '' ? 'The translation is empty.' : undefined),
  placeholders({ source, translation }) {
    const error = findDifference(
      piecesOfKind(source, 'placeholder'),
      piecesOfKind(translation, 'placeholder'),
    );
    return error && `Placeholders: ${error}.`;
  },
  markup({ source, translation }) {
    const [sourceTags, tags] = [piecesOfKind(source, 'markup'), piecesOfKind(translation, 'markup')];
    const error = findDifference(sourceTags.map(tagShape), tags.map(tagShape));
    if (error !== undefined) return `Markup: ${error}.`;
    if (isBalanced(sourceTags) && !isBalanced(tags)) return 'The tags are not nested correctly.';
    return undefined;
  },
  identical({ source, translation, source_locale, target_locale, glossary }) {
    if (languageOf(source_locale) === languageOf(target_locale)) return undefined;
    if (fold(source) !== fold(translation)) return undefined;
    let rest = wordsOnly(source);
    for (const term of findTerms(source, glossary, target_locale))
      if (term.keep) rest = rest.replaceAll(term.source, ' ');
    const words = rest.match(/\p{L}[\p{L}\p{M}'’-]*/gu) ?? [];
    const isShort = words.length < MIN_IDENTICAL_WORDS && words.join('').length < MIN_IDENTICAL_LETTERS;
    return isShort ? undefined : 'The translation is the same as the source.';
  },
  length({ source, translation, ...limits }) {
    const { min, max } = lengthLimits(source, limits);
    const length = spokenLength(translation);
    const start = `The translation is ${countText(length, 'character')} long`;
    if (length > max) return `${start}. The maximum is ${max}.`;
    if (length < min) return `${start}, which is too short for its source.`;
    return undefined;
  },
  language({ translation, source_locale, target_locale }) {
    const text = wordsOnly(translation);
    const letterCount = text.match(/\p{L}/gu)?.length ?? 0;
    const hasWideLetters = spokenLength(text) > [...text].length;
    const min = hasWideLetters ? WIDE_LETTERS : LETTERS;
    const [target, source] = [languageOf(target_locale), languageOf(source_locale)];
    if (letterCount < min.between || target === source) return undefined;
    const likelierOfBoth = detectLanguage(text, [target, source]);
    const likeliestOfAll = detectLanguage(text) ?? target;
    const isNear = NEAR.some((group) => group.includes(likeliestOfAll) && group.includes(target));
    const isCertain = likelierOfBoth !== target || letterCount >= min.among;
    if (likeliestOfAll !== target && !isNear && isCertain)
      return `The translation is in ${likeliestOfAll}, not in ${target}.`;
    if (likelierOfBoth === source) return `The translation is in ${source}, not in ${target}.`;
    return undefined;
  },
  glossary({ source, translation, glossary, target_locale }) {
    const terms = findTerms(source, glossary, target_locale);
    const missing = terms.find((term) => !holdsTerm(translation, term));
    if (!missing) return undefined;
    const rule = missing.keep ? 'must not be translated' : `must be translated as “${missing.target}”`;
    return `“${missing.source}” ${rule}.`;
  },
};

/** The minimum letters to distinguish two languages (`between`), or one from all others (`among`). */
const LETTERS = { between: 24, among: 60 };
/** The same for Chinese, Japanese and Korean, whose letters tell more. */
const WIDE_LETTERS = { between: 6, among: 12 };

/** Languages that detection confuses in short texts. */
const NEAR = [
  ['nb', 'no', 'nn', 'da', 'sv'],
  ['es', 'pt', 'gl', 'ca', 'it'],
  ['hr', 'sr', 'bs', 'sl'],
  ['cs', 'sk'],
  ['id', 'ms'],
  ['ru', 'uk', 'be', 'bg'],
  ['nl', 'af'],
  ['zh', 'yue'],
];
/** Shorter texts may be unchanged, because names and numbers stay the same in a translation. */
const MIN_IDENTICAL_WORDS = 3;
/** For languages without spaces, where a text is one word. A text of so many letters is never too short. */
const MIN_IDENTICAL_LETTERS = 20;

/** A text for comparison: single spaces and small letters. */
const fold = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase();

/** The placeholders or the tags of a text. */
function piecesOfKind(text: string, kind: FixedPiece['kind']): string[] {
  const pieces = fixedPieces(text).filter((piece) => piece.kind === kind);
  return pieces.map((piece) => piece.text);
}

/** The missing or added pieces as a message, or undefined if both lists are the same. */
function findDifference(source: readonly string[], translation: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const piece of translation) counts.set(piece, (counts.get(piece) ?? 0) + 1);
  const missing: string[] = [];
  for (const piece of source) {
    const count = counts.get(piece) ?? 0;
    if (count === 0) missing.push(piece);
    else counts.set(piece, count - 1);
  }
  const extra = [...counts].filter(([, count]) => count > 0).map(([piece]) => piece);
  if (missing.length > 0) return `${listPieces(missing)} missing`;
  if (extra.length > 0) return `${listPieces(extra)} not in the source`;
  return undefined;
}

/** Pieces for a message: `{name}, {count} are`. */
function listPieces(pieces: readonly string[]): string {
  const quotes = pieces.slice(0, 5).map((piece) => (piece.length > 60 ? `${truncate(piece, 60)}…` : piece));
  return `${quotes.join(', ')} ${pieces.length === 1 ? 'is' : 'are'}`;
}
