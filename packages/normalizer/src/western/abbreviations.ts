import { SPOKEN } from '../markup.ts';
import { alternation, wordSet } from '../numbers.ts';
import type { Match, Rule } from '../types.ts';
import { EDGE, wordRule } from './rules.ts';

/**
 * Where letters are an abbreviation. Everywhere else they are a word, or the end of a sentence, and stay as written:
 *
 * - `before a number`: `p. 12`, `chap. IV`
 * - `before a name`: before a capital letter that does not begin a sentence: `Mr. Smith`, in German also `ca. Mitte`
 * - `before a word`: before a small letter or a comma: `max. temperature`
 * - `after a number`: `5 hrs.`
 * - `after a name`: after a word with a capital letter: `Acme Inc.`
 * - `anywhere`: letters that are no word in this language: `etc.`
 *
 * After a number, after a name and anywhere, an abbreviation can end a sentence. Then its period stays.
 */
export type Place =
  | 'before a number'
  | 'before a name'
  | 'before a word'
  | 'after a number'
  | 'after a name'
  | 'anywhere';

export interface Abbreviation {
  spoken: string;
  places: readonly Place[];
}

/** Abbreviations in the same places. */
export interface AbbreviationGroup {
  places: readonly Place[];
  /**
   * Other cases that are added. `start`: with a capital letter, at the start of a sentence. `capitals`: in capitals.
   * `every`: both, and with small letters.
   */
  cases?: 'start' | 'capitals' | 'every';
  /**
   * Spellings, separated by a comma and a space, with their spoken form. The spaces in a spelling are optional:
   * `z. B.` is also `z.B.`
   */
  spoken: Readonly<Record<string, string>>;
}

/** A table with all spellings. A spelling that is listed wins over one that is added. */
export function abbreviationTable(groups: readonly AbbreviationGroup[]): Record<string, Abbreviation> {
  const table: Record<string, Abbreviation> = {};
  const caseVariants: Record<string, Abbreviation> = {};
  for (const { places, cases, spoken: words } of groups)
    for (const [spellings, phrase] of Object.entries(words))
      for (const spelling of spellings.split(', '))
        for (const key of new Set([spelling, spelling.replaceAll(' ', '')])) {
          table[key] = { spoken: phrase, places };
          for (const [variant, otherPhrase] of createCaseVariants(key, phrase, cases))
            caseVariants[variant] ??= { spoken: otherPhrase, places };
        }
  return { ...caseVariants, ...table };
}

/** `chap.` as `Chap.` */
const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Other spellings in which an abbreviation is read, each with its phrase in the same case. */
function createCaseVariants(
  key: string,
  phrase: string,
  cases: AbbreviationGroup['cases'],
): [string, string][] {
  if (cases === 'start') return [[capitalize(key), capitalize(phrase)]];
  if (cases === 'capitals') {
    // `vol.`, but not `p.`
    const isLong = /^\p{L}{2,}\.$/u.test(key);
    return isLong ? [[key.toUpperCase(), phrase]] : [];
  }
  if (cases === undefined) return [];
  const variants: [string, string][] = [];
  // `chap.` is also `Chap.`
  if (/^\p{Ll}/u.test(key)) variants.push([capitalize(key), capitalize(phrase)]);
  // linear: for a key of our own table. `p.` alone has no other case: `P.` is an initial.
  const isMoreThanInitial = /\p{L}{2,}\.|\p{L}\..*\p{L}\./u.test(key);
  if (!isMoreThanInitial) return variants;
  variants.push([key.toUpperCase(), phrase.toUpperCase()]);
  // `Mr.` is also `mr.`
  if (/^\p{Lu}\p{L}*\.$/u.test(key)) variants.push([key.toLowerCase(), phrase.toLowerCase()]);
  return variants;
}

const OPENING = '["\'“‘«„(\\[]?';
const BEFORE_NUMBER = new RegExp(
  `^[ \\u00a0\\u202f]{0,2}${OPENING}(?:[-–+#$€£¥§№≈~±<>≤≥(]|[Nn]\\.?[º°] ?)?(?:[\\p{N}\\u{E000}]|(?:[IVXLC]{2,7}|[VX]|I(?=[.,;:)\\n]|$))(?!\\p{L}))`,
  'u',
);
/** Before a name, with a small letter: `Dr. van der Berg`, `Gen. de Gaulle`. */
const PARTICLE =
  "(?:(?:von|van|vom|zur|de|du|di|da|dos|del|della|al|el|bin|ibn|ten|ter|der|den|la|las|los) ){1,3}|d['’]";
const BEFORE_NAME = new RegExp(
  `^(?:[ \\u00a0\\u202f]{0,2}|-)${OPENING}(?:(?!(?:der|den|las?|los|el) )(?:${PARTICLE}))?(?:[\\u{E000}${SPOKEN}]|(?<word>\\p{Lu}[\\p{L}’']*))`,
  'u',
);
const BEFORE_WORD = new RegExp(
  `^(?:[ \\u00a0\\u202f]{0,2}${OPENING}\\p{Ll}|[ \\u00a0\\u202f]?[,;:)/&+=-])`,
  'u',
);
/** A number in digits, or one that a rule has read (`\u{E001}`, `SPOKEN`). */
const AFTER_NUMBER = /[\d\u{E001}½¼¾][ \u00a0\u202f]?$/u;
const AFTER_NAME = /(?:\p{Lu}[\p{L}\p{M}.’'&-]{0,38}|[\u{E001}&]),?[ \u00a0\u202f]$/u;
/** Another mark ends the sentence: `etc.!` */
const ENDS_SENTENCE = /^["”»’')\]]?[.!?…]/u;
/** A letter of a row of initials: `S.A.R.L.`, `P.-D.G.` */
const IN_ROW = '(?<!(?<!\\p{L})\\p{L}\\.[-–]?)';

interface AbbreviationWords {
  abbreviations: Readonly<Record<string, Abbreviation>>;
  openers: string;
}

/** Whether a word begins a sentence, also with a short word before or after its apostrophe: `C'est`, `It's`. */
export function isSentenceOpener(word: string, openers: ReadonlySet<string>): boolean {
  const [start = ''] = word.split(/['’]/, 1);
  return openers.has(word) || openers.has(start) || openers.has(`${start}'`);
}

/** Abbreviations in their places. */
export function abbreviationRule({ abbreviations, openers }: AbbreviationWords): Rule {
  const keys = alternation(Object.keys(abbreviations));
  const starts = wordSet(openers);
  return wordRule(
    'abbreviation',
    `${EDGE}${IN_ROW}(?:${keys})(?<!\\p{L}(?=[-–]?\\p{L}))(?<!\\.(?=[-–]?\\p{L}\\.))`,
    (match) => {
      const key = match.text.replace(/[\u00a0\u202f]/g, ' ');
      const entry = abbreviations[key];
      if (entry === undefined || isPartOfName(match)) return undefined;
      return sayInPlace(match, entry, starts);
    },
  );
}

/** `J. M. Barrie`: a letter after an initial is an initial. `X-St`: letters after a hyphen are a part of a word. */
function isPartOfName({ text, before }: Match): boolean {
  const isInitial = /^\p{Lu}\.$/u.test(text);
  if (isInitial && /(?<!\p{L})\p{Lu}\.[ \u00a0-]?$/u.test(before)) return true;
  const isWordEnd = /\p{L}$/u.test(text) || /^\p{Ll}+\.$/u.test(text);
  return isWordEnd && /\p{L}-$/u.test(before);
}

/** The phrase for an abbreviation, if it stands at one of its places. Keeps the period at the end of a sentence. */
function sayInPlace(match: Match, entry: Abbreviation, openers: ReadonlySet<string>): string | undefined {
  const { before, after } = match;
  const name = BEFORE_NAME.exec(after);
  const fitsPlace: Record<Place, boolean> = {
    'before a number': BEFORE_NUMBER.test(match.written_after),
    'before a name': name !== null && !isSentenceOpener(name.groups?.word ?? '', openers),
    'before a word': BEFORE_WORD.test(after),
    'after a number': AFTER_NUMBER.test(before),
    'after a name': AFTER_NAME.test(before),
    anywhere: true,
  };
  const places = entry.places.filter((place) => fitsPlace[place]);
  if (places.length === 0) return undefined;
  const continuesSentence =
    fitsPlace['before a number'] || fitsPlace['before a word'] || ENDS_SENTENCE.test(after);
  if (continuesSentence || places.includes('before a name') || !match.text.endsWith('.')) return entry.spoken;
  return `${entry.spoken}.`;
}
