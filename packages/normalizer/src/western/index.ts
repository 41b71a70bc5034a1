import { findSharedSign, getCurrencyNames, NATIONAL_CURRENCIES } from '../currency.ts';
import { SPOKEN } from '../markup.ts';
import { alternation, wordSet } from '../numbers.ts';
import { SIGNS } from '../signs.ts';
import { arrowRule, menuRule, sweepRules } from '../sweep.ts';
import type { Language, NormalizerKind, Noun, Rule } from '../types.ts';
import { abbreviationRule, isSentenceOpener } from './abbreviations.ts';
import { phoneRules, webRules } from './addresses.ts';
import { sayDigits } from './amounts.ts';
import { countRules } from './counts.ts';
import { measureRules } from './measures.ts';
import { moneyRules } from './money.ts';
import { EDGE, END, rule, SPACE, withSpaces, wordRule } from './rules.ts';
import { COUNTING, type Lexicon, type Money, type Western } from './western.ts';

const NEXT_WORD = /^["”»’')\]]?[ \u00a0]{1,2}["“«„¿¡(]?(?<word>\p{Lu}[\p{L}’']*)/u;
const AMOUNTS: readonly NormalizerKind[] = ['unit', 'time', 'currency'];

/** The rules of a language, in the order in which they apply. */
export function createLanguage(western: Western): Language {
  const lexicon = withCurrency(western);
  const language = { ...western, lexicon: { ...lexicon, units: inAnyCase(lexicon.units) } };
  const { own } = language;
  const rules: Rule[] = [
    ...webRules(language),
    ...(own.early ?? []),
    arrowRule(' '),
    menuRule,
    dateTimeRule,
    ...phoneRules(language),
    ...own.dates,
    createTimeSpanRule(language),
    createQuarterSpanRule(language),
    ...own.times,
    ...moneyRules(language),
    ...(own.measures ?? []),
    ...measureRules(language),
    ...own.ordinals,
    ...countRules(language),
    ...own.words,
    abbreviationRule(language.lexicon),
    // `ICE`
    wordRule('acronym', `${EDGE}(?:${alternation(lexicon.acronyms.split(' '))})${END}`, ({ text }) =>
      [...text].join(' '),
    ),
    // `R&D`
    wordRule('symbol', `(?<=[\\p{L}\\p{N}.${SPOKEN}] ?)&(?= ?[\\p{L}\\p{N}${SPOKEN}])`, (match) =>
      withSpaces(lexicon.ampersand, match),
    ),
    ...sweepRules({
      signs: SIGNS[language.locale.split('-', 1)[0] ?? ''] ?? {},
      space: ' ',
      cardinal: (value) => language.cardinal(value, COUNTING),
      digits: (text) => sayDigits(language, text),
    }),
  ];
  const openers = wordSet(lexicon.openers);
  // German nouns have capitals, and names follow titles.
  const noCapitals = language.locale.startsWith('de') ? [] : AMOUNTS;
  const next_sentence = (kind: NormalizerKind, after: string): boolean => {
    const word = NEXT_WORD.exec(after)?.groups?.word;
    return (
      word !== undefined &&
      (isSentenceOpener(word, openers) || (noCapitals.includes(kind) && /^\p{Lu}\p{Ll}/u.test(word)))
    );
  };
  return { rules, spacing: 'words', next_sentence };
}

const MERIDIEM = '[AaPp]\\.?[Mm](?!\\p{L})';
const DATE =
  '\\d{4}-\\d{2}-\\d{2}|\\d[/.]\\d{1,2}[/.](?:\\d{4}|\\d{2})|\\p{L}[.,]? (?:\\d{1,2}(?:st|nd|rd|th)?,? )?[12]\\d{3}';

/** Between a date and its time: `2024-05-01 14:30`. */
const dateTimeRule: Rule = {
  kind: 'time',
  pattern: new RegExp(
    `(?<=(?<![\\d/.-])\\d{4}-\\d{2}-\\d{2})T(?=\\d{2}:\\d{2})|(?<=${DATE})[ \\u00a0\\u202f](?=\\d{1,2}(?:[:hH][0-5]\\d(?!\\d)|\\.[0-5]\\d Uhr| ?${MERIDIEM}))|(?<=\\p{L}{3}\\.? \\d{1,2}(?:st|nd|rd|th)?|(?<![\\p{N}/])\\d{1,2}/\\d{1,2}) (?=\\d{1,2}:[0-5]\\d ?${MERIDIEM})`,
    'gu',
  ),
  digits: true,
  say: () => ', ',
};

/** The dash of `10:00-12:30`. The language's own rules read the times around it. */
function createTimeSpanRule({ lexicon }: Western): Rule {
  const half = '[ap]\\.? ?m(?:\\.|\\b)';
  const from = `(?<=\\d:[0-5]\\d(?: ?${half})?|\\d ?${half})`;
  const until = `(?=\\d{1,2}(?::[0-5]\\d(?![\\d:])| ?${half}|(?<=:[0-5]\\d ?[-–] ?\\d{1,2})(?![\\p{L}\\p{N}%:]|[.,]\\d)))`;
  return rule('time', `${from}${SPACE}?[-–]${SPACE}?${until}`, () => ` ${lexicon.to} `, 'giu');
}

/** The dash between two quarters: `Q1-Q3`, `T1-T3`. */
const createQuarterSpanRule = ({ lexicon }: Western): Rule =>
  rule('date', `(?<=${EDGE}[QTHS][1-4])[-–](?=[QTHS][1-4]${END})`, () => ` ${lexicon.to} `);

/** The lexicon with the dollars of all countries. A sign that several currencies share represents the chosen one. */
function withCurrency({ locale, choices, lexicon }: Western): Lexicon {
  const currencies: Record<string, Money> = {};
  for (const [sign, code] of NATIONAL_CURRENCIES) {
    const major = getCurrencyNames(locale, code);
    const minor = lexicon.currencies.$?.minor;
    const isDollar = /d[oó]l+ar/i.test(major[0]);
    currencies[sign] = lexicon.currencies[code] ?? (isDollar && minor ? { major, minor } : { major });
  }
  Object.assign(currencies, lexicon.currencies);
  const { currency } = choices;
  const sign = findSharedSign(currency);
  if (currency !== null && sign !== undefined)
    currencies[sign] = lexicon.currencies[currency] ?? { major: getCurrencyNames(locale, currency) };
  return { ...lexicon, currencies };
}

/** Multi-letter units also in other cases (`KG`, `Km`), unless that spelling is another unit. */
function inAnyCase(units: Lexicon['units']): Lexicon['units'] {
  const spellings: Record<string, Noun> = {};
  const ambiguous = new Set<string>();
  for (const [key, noun] of Object.entries(units)) {
    if (!/^\p{L}{2}/u.test(key)) continue;
    for (const other of [key.toUpperCase(), key.toLowerCase(), key.charAt(0).toUpperCase() + key.slice(1)]) {
      if ((spellings[other] ?? noun)[0] !== noun[0]) ambiguous.add(other);
      spellings[other] = noun;
    }
  }
  for (const spelling of ambiguous) delete spellings[spelling];
  return { ...spellings, ...units };
}
