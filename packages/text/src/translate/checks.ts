import { countText } from '../count-text.ts';
import { startOf } from '../locales/characters.ts';
import { detectLanguage } from '../locales/detect-language.ts';
import { languageOf } from '../locales/locale.ts';
import { type GlossaryEntry, holdsTerm, termsOf } from './glossary.ts';
import { lengthLimits, lengthOf } from './length.ts';
import { type FixedPiece, fixedPieces, isBalanced, tagShape, wordsOnly } from './pieces.ts';

/** A translation and its source. */
export interface Candidate {
  source: string;
  answer: string;
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
export interface TranslationFault {
  check: TranslationCheck;
  message: string;
}

type Check = (candidate: Candidate) => TranslationFault | undefined;

/** The first error of a translation, or undefined if it passes every check. */
export function checkTranslation(candidate: Candidate): TranslationFault | undefined {
  for (const check of CHECKS) {
    const fault = check(candidate);
    if (fault) return fault;
  }
  return undefined;
}

const notEmpty: Check = ({ answer }) =>
  answer.trim() === '' ? { check: 'empty', message: 'The translation is empty.' } : undefined;

const placeholders: Check = ({ source, answer }) => {
  const wrong = difference(ofKind(source, 'placeholder'), ofKind(answer, 'placeholder'));
  return wrong === undefined ? undefined : { check: 'placeholders', message: `Placeholders: ${wrong}.` };
};

const markup: Check = ({ source, answer }) => {
  const tags = ofKind(answer, 'markup');
  const wrong = difference(ofKind(source, 'markup').map(tagShape), tags.map(tagShape));
  if (wrong !== undefined) return { check: 'markup', message: `Markup: ${wrong}.` };
  if (!isBalanced(ofKind(source, 'markup')) || isBalanced(tags)) return undefined;
  return { check: 'markup', message: 'The tags are not nested correctly.' };
};

const glossary: Check = ({ source, answer, glossary: entries, target_locale }) => {
  const missing = termsOf(source, entries, target_locale).find((term) => !holdsTerm(answer, term));
  if (!missing) return undefined;
  const wanted = missing.keep ? 'must not be translated' : `must be translated as “${missing.target}”`;
  return { check: 'glossary', message: `“${missing.source}” ${wanted}.` };
};

const length: Check = ({ source, answer, ...limits }) => {
  const { least, most } = lengthLimits(source, limits);
  const own = lengthOf(answer);
  if (own > most)
    return {
      check: 'length',
      message: `The translation is ${countText(own, 'character')} long. The maximum is ${most}.`,
    };
  if (own < least)
    return {
      check: 'length',
      message: `The translation is ${countText(own, 'character')} long, which is too short for its source.`,
    };
  return undefined;
};

/** The minimum letters to distinguish two languages (`between`), or one from all others (`among`). */
const LETTERS = { between: 24, among: 60 };
const WIDE_LETTERS = { between: 6, among: 12 };

const language: Check = ({ answer, source_locale, target_locale }) => {
  const text = wordsOnly(answer);
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const least = lengthOf(text) > [...text].length ? WIDE_LETTERS : LETTERS;
  const [target, source] = [languageOf(target_locale), languageOf(source_locale)];
  if (letters < least.between || target === source) return undefined;
  const between = detectLanguage(text, [target, source]);
  const among = detectLanguage(text);
  const isThird = among !== null && !isNear(among, target);
  const isOther = between === source || (isThird && (between === null || letters >= least.among));
  const wrong = isThird ? among : source;
  return isOther
    ? { check: 'language', message: `The translation is in ${wrong}, not in ${target}.` }
    : undefined;
};

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
const isNear = (found: string, wanted: string): boolean =>
  found === wanted || NEAR.some((group) => group.includes(found) && group.includes(wanted));

/** Shorter texts may be unchanged, because names and numbers stay the same in a translation. */
const UNCHANGED_WORDS = 3;
const UNCHANGED_LETTERS = 20;

const identical: Check = ({ source, answer, source_locale, target_locale, glossary: entries }) => {
  if (languageOf(source_locale) === languageOf(target_locale)) return undefined;
  if (plain(source) !== plain(answer)) return undefined;
  let rest = wordsOnly(source);
  for (const term of termsOf(source, entries, target_locale))
    if (term.keep) rest = rest.replaceAll(term.source, ' ');
  const words = rest.match(/\p{L}[\p{L}\p{M}'’-]*/gu) ?? [];
  if (words.length < UNCHANGED_WORDS && words.join('').length < UNCHANGED_LETTERS) return undefined;
  return { check: 'identical', message: 'The translation is the same as the source.' };
};

const CHECKS: readonly Check[] = [notEmpty, placeholders, markup, identical, length, language, glossary];

const plain = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase();

const ofKind = (text: string, kind: FixedPiece['kind']): string[] =>
  fixedPieces(text).flatMap((piece) => (piece.kind === kind ? [piece.text] : []));

/** The missing or added pieces as a message, or undefined if both lists are the same. */
function difference(wanted: readonly string[], found: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const piece of found) counts.set(piece, (counts.get(piece) ?? 0) + 1);
  const missing: string[] = [];
  for (const piece of wanted) {
    const count = counts.get(piece) ?? 0;
    if (count === 0) missing.push(piece);
    else counts.set(piece, count - 1);
  }
  const left = [...counts].flatMap(([piece, count]) => (count > 0 ? [piece] : []));
  if (missing.length > 0) return `${list(missing)} ${missing.length === 1 ? 'is' : 'are'} missing`;
  if (left.length > 0) return `${list(left)} ${left.length === 1 ? 'is' : 'are'} not in the source`;
  return undefined;
}

const list = (pieces: readonly string[]): string =>
  pieces
    .slice(0, 5)
    .map((piece) => (piece.length > 60 ? `${startOf(piece, 60)}…` : piece))
    .join(', ');
