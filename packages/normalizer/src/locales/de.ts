import { DAYS, DE, MONTHS, SHORT_MONTHS } from '../data/de.ts';
import { DE_LABELS } from '../data/labels.ts';
import { numberFormat } from '../numbers.ts';
import type { Choices, Form, Language, Noun, Rule } from '../types.ts';
import { arcRules } from '../western/arcs.ts';
import { earlyExpressionRules, lateExpressionRules } from '../western/expressions.ts';
import { createLanguage } from '../western/index.ts';
import { labelRules } from '../western/labels.ts';
import { nameListRules } from '../western/name-lists.ts';
import { isNamedFraction, type Part, partRules } from '../western/parts.ts';
import { EDGE, END, rule, wordRule } from '../western/rules.ts';
import { ACCUSATIVE, caseAt, caseOfOne, DATIVE as DATIVE_BEFORE } from './de/cases.ts';
import { createDateRules, createTimeRules, NEUTER } from './de/dates.ts';
import { capitalize, cardinal, fractionName, ONE, year } from './de/numbers.ts';
import {
  DOTTED_ORDINALS,
  type Gender,
  getGender,
  LABEL_BEFORE,
  nounAfter,
  ordinalStem,
} from './de/ordinals.ts';
import { CODES, EXPRESSIONS, WORDS } from './de/words.ts';

/** The noun after a number shows its gender. */
function formBefore(after: string): Form {
  const noun = /^ (\p{Lu}\p{Ll}+)(?![\p{L}])/u.exec(after)?.[1];
  if (noun === undefined) return { gender: 'm', before_noun: false };
  return { gender: getGender(noun) === 'f' ? 'f' : 'm', before_noun: true };
}

const YEAR_BEFORE =
  /(?:^|[\s(])(?:Jahr|Jahre|Jahres|Jahren|seit|anno|Sommer|Winter|Herbst|Frühjahr|Frühling|Anfang|Mitte|Ende|Baujahr|Jahrgang|Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)\s$/;

/** `3/4` as `drei Viertel`. Undefined if the fraction has no name. */
function fraction(top: number, bottom: number): string | undefined {
  if (!isNamedFraction(top, bottom, 100)) return undefined;
  if (bottom === 2) return 'ein halb';
  return `${cardinal(top, NEUTER)} ${fractionName(bottom)}`;
}

/** A whole number with its fraction: `zweieinhalb`, `drei ein Drittel`. */
function joinFraction(integer: string, part: string): string {
  const stem = integer.replace(/eins$/, 'ein');
  if (part === 'ein halb') return `${stem}einhalb`;
  // `zweidreiviertel Stunden` (Duden).
  if (part.endsWith('Viertel')) return `${stem}${part.replace(' Viertel', 'viertel')}`;
  return `${stem} ${part}`;
}

const HALVES = { f: 'eine halbe', m: 'ein halber', n: 'ein halbes' };
const ACCUSATIVE_HALVES = { m: 'einen halben', f: 'eine halbe', n: 'ein halbes' };

/** The gender of the noun after a number. */
const genderAfter = (after: string): Gender => getGender(nounAfter(after) ?? '');

/** `eine halbe Tasse`, `ein halber Liter`, `zweieinhalb Stunden`, `drei Viertel Liter`. */
function sayPart(
  { whole: integer, top, bottom }: Part,
  [singular, plural, gender = 'm']: Noun,
): string | undefined {
  const part = fraction(top, bottom);
  if (part === undefined) return undefined;
  if (integer !== undefined) return `${joinFraction(cardinal(integer), part)} ${plural}`;
  // `eine hundertstel Sekunde` (Duden).
  if (singular === 'Sekunde' && top === 1 && bottom > 2)
    return `eine ${fractionName(bottom).toLowerCase()} Sekunde`;
  return `${part === 'ein halb' ? HALVES[gender] : part} ${singular}`;
}

/** The text already has the article: `eine 1/2 Stunde`. */
const HALF = wordRule(
  'number',
  '(?<=(?<!\\p{L})(?<article>ein(?:e[nmr]?)?|die|der|das|alle|jede|jeder|jedes) )(?:1/2|½)(?= \\p{Lu}\\p{Ll})',
  ({ groups, after }) => {
    const article = groups.article?.toLowerCase();
    if (article === 'ein') return genderAfter(after) === 'n' ? 'halbes' : 'halber';
    return /^ein?e?[nmr]$/.test(article ?? '') ? 'halben' : 'halbe';
  },
  'giu',
);

/** `ein 1/3`, `eine 1/4 Drehung`. */
const ONE_PART = rule(
  'number',
  '(?<=(?<!\\p{L})(?:ein(?:e[nmrs]?)?|die|der|das|jede[rs]?) )1/(?<bottom>[3-9]|1\\d|20|100)(?![\\p{L}\\p{N}/])',
  ({ groups }) => fractionName(Number(groups.bottom)),
  'giu',
);

/** `in einer Viertelstunde`, `ein Dreivierteljahr`. */
const QUARTER = wordRule(
  'number',
  '(?<=(?<dative>(?<!\\p{L})(?:in|vor|nach|seit|mit|binnen) )?(?<article>(?<!\\p{L})(?:ein(?:e[nmr]?)?|die|der|das|dem|jede[rs]?) )?)(?<![\\p{L}\\d/.,]|\\d )(?:(?<three>3/4|¾)|1/4|¼) (?<noun>Stunde|Jahr)(?!\\p{L})',
  ({ groups: { dative, article, three, noun = '' } }) => {
    const part = `${three ? 'Dreiviertel' : 'Viertel'}${noun.toLowerCase()}`;
    if (article) return part;
    return `${ONE[dative ? 'dative' : 'accusative'][noun === 'Jahr' ? 'n' : 'f']} ${part}`;
  },
);

/** `halb voll`. */
const HALF_SO = wordRule(
  'number',
  `(?<![\\p{L}\\p{N}/.,]|\\d )(?:1/2|½) (?<word>voll|leer|so|fertig|gar)${END}`,
  ({ groups }) => `halb ${groups.word}`,
);

/** The article of a half follows the word before it: `in einer halben Stunde`. */
const HALF_AFTER = wordRule(
  'number',
  '(?<=(?<!\\p{L})(?:(?<dative>in|nach|mit|seit|vor|von|bei|aus|zu|ab)|(?:für|ohne|durch|um|über|hat|habe|haben|braucht|brauche|brauchen|dauert|nimm)) )(?:1/2|½)(?= \\p{Lu}\\p{Ll})',
  ({ groups, after }) => {
    const gender = genderAfter(after);
    if (groups.dative === undefined) return ACCUSATIVE_HALVES[gender];
    return `${ONE.dative[gender]} halben`;
  },
  'giu',
);

/** `die Hälfte der Stimmen`. */
const HALF_OF = wordRule(
  'number',
  '(?<![\\p{L}\\p{N}/.,]|\\d )(?:1/2|½)(?= (?:der|des|aller|davon|dieser|unserer)(?!\\p{L}))',
  ({ before }) => (/(?:die|der|einer|eine) $/.test(before) ? 'Hälfte' : 'die Hälfte'),
);

/** The noun for one part: `Halbe`, `Drittel`. */
const nameOfPart = (bottom: number): string => (bottom === 2 ? 'Halbe' : fractionName(bottom));

/** More than a whole: `fünf Viertel`. */
const IMPROPER = rule(
  'number',
  '(?<![\\p{L}\\p{N}/.,-]|\\d |(?:straße|str\\.|weg|platz|gasse|allee) )(?<top>[3-9]|[12]\\d)/(?<bottom>[2-9])(?![\\p{L}\\p{N}/]|[.,]\\d)',
  ({ groups }) => {
    const [top, bottom] = [Number(groups.top), Number(groups.bottom)];
    if (top <= bottom) return undefined;
    return `${cardinal(top, NEUTER)} ${nameOfPart(bottom)}`;
  },
);

/** `Zweidrittelmehrheit`, `Dreivierteltakt`. */
const COMPOUND = rule(
  'number',
  `(?<![\\p{L}\\p{N}/.,])(?<top>[1-9])/(?<bottom>[2-9]|1[0-6])-(?<next>\\p{Lu}\\p{Ll}{1,30}(?:-\\p{Lu}\\p{Ll}{1,30})?)`,
  ({ groups }) => {
    const [top, bottom] = [Number(groups.top), Number(groups.bottom)];
    const next = (groups.next ?? '').toLowerCase().replaceAll('-', '');
    if (top === 1 && bottom === 2) return `Halb${next}`;
    if (bottom === 2) return undefined;
    // `Viertelfinale`
    if (top === 1) return `${fractionName(bottom)}${next}`;
    return `${capitalize(cardinal(top, NEUTER))}${fractionName(bottom).toLowerCase()}${next}`;
  },
);

/** The dative of the plural: `zu zwei Dritteln`. */
const DATIVE = rule(
  'number',
  `(?<=(?<!\\p{L})(?:zu|von|mit|aus|bei|in) )(?<top>[2-9])/(?<bottom>[3-9]|10|100)(?![\\p{L}\\p{N}/]| \\p{Lu})`,
  ({ groups }) => {
    const words = fraction(Number(groups.top), Number(groups.bottom));
    return words && `${words}n`;
  },
);

const PARTS = partRules(DE.units, {
  words: '\\p{Lu}\\p{L}{2,30}',
  toNoun: (word) => [word, word, getGender(word)],
  say: sayPart,
});

/** The figure one as an article, in the case that the word before it requires: `mit 1 Apfel`. */
const ONES = rule(
  'number',
  `(?<=(?<!\\p{L})(?:(?<dative>${DATIVE_BEFORE})|(?:${ACCUSATIVE})) )1(?= \\p{Lu}\\p{Ll})`,
  ({ groups, after }) => ONE[groups.dative === undefined ? 'accusative' : 'dative'][genderAfter(after)],
  'giu',
);
/** The figure one before the object of a verb: `Ich esse 1 Apfel`. */
const ONE_OBJECT = rule(
  'number',
  `(?<![\\p{L}\\p{N}.,/-])1(?= (?:\\p{Ll}+en )?\\p{Lu}\\p{Ll})`,
  ({ before, after }) => {
    const inCase = caseOfOne(before);
    return inCase && ONE[inCase][genderAfter(after)];
  },
);
const DIALED =
  'Notruf|Notrufnummer|Rufnummer|Hotline|Telefon|Tel\\.|[Ww]ählen Sie|[Ww]ähle|[Rr]ufen Sie|[Uu]nter|[Dd]ie|[Dd]er';

const ORDINALS: readonly Rule[] = [
  ...DOTTED_ORDINALS,
  ...lateExpressionRules(EXPRESSIONS),
  ONES,
  ONE_OBJECT,
  rule(
    'number',
    `${EDGE}(?<top>\\d{1,2})/(?<bottom>2|4|8|16)(?=-?(?:Takt|Note))`,
    ({ groups }) => `${cardinal(Number(groups.top), NEUTER)} ${nameOfPart(Number(groups.bottom))}`,
  ),
  // `3ten`, `20ster`
  rule(
    'ordinal',
    `${EDGE}(?<number>\\d{1,4})[.-]?(?<end>ten|te|ter|tes|tem|sten|ste|ster|stes|stem)${END}`,
    ({ groups }) => ordinalStem(Number(groups.number)) + (groups.end ?? '').replace(/^s?t/, ''),
  ),
  // `3x`, `3mal`, `5jährig`
  rule(
    'number',
    `(?<!\\d[.,])${EDGE}(?<number>\\d{1,4})(?:x(?![\\p{L}\\p{N}])|(?<word>mal|fach|fache|fachen|er|jährig|jährige|jährigen|jähriger|tägig|tägige|tägigen)${END})`,
    ({ groups }) =>
      `${cardinal(Number(groups.number), { gender: 'm', before_noun: true })}${groups.word ?? 'mal'}`,
  ),
  // `fünfprozentige Lösung` (Duden: 5%ig).
  rule(
    'unit',
    `(?<!\\d[.,])${EDGE}(?<number>\\d{1,4})(?:,(?<part>\\d{1,3}))? ?%-?(?<end>ig(?:e[nmrs]?)?)${END}`,
    ({ groups: { number, part, end } }) => {
      const integer = cardinal(Number(number), { gender: 'm', before_noun: true });
      if (part === undefined) return `${integer}prozent${end}`;
      return `${cardinal(Number(number))} Komma ${[...part].map((digit) => cardinal(Number(digit))).join(' ')}prozent${end}`;
    },
  ),
  // `3-mal`, `5-jährig`
  rule(
    'number',
    `(?<!\\d[.,])${EDGE}(?<number>\\d{1,4})-(?<word>mal|fach|jährig|jährige|jährigen|jähriger|tägig|tägige|tägigen|stündig|stündige|stündigen|prozentig|prozentige|köpfige|köpfigen)${END}`,
    ({ groups }) => `${cardinal(Number(groups.number), { gender: 'm', before_noun: true })}${groups.word}`,
  ),
];

const EARLY: readonly Rule[] = [
  // `GJ 2024`
  rule('abbreviation', `${EDGE}GJ ?(?=20\\d{2}(?!\\d))`, () => 'Geschäftsjahr '),
  ...labelRules(DE, {
    ...DE_LABELS,
    cardinal,
    sayMonth: (month, value) => `${MONTHS[month - 1]} ${year(value)}`,
  }),
  ...arcRules(DE, {
    cardinal,
    degree: ['Grad', 'Grad'],
    minute: ['Minute', 'Minuten', 'f'],
    second: ['Sekunde', 'Sekunden', 'f'],
    foot: ['Fuß', 'Fuß'],
    inch: ['Zoll', 'Zoll'],
    compass: { N: 'Nord', S: 'Süd', E: 'Ost', O: 'Ost', W: 'West' },
  }),
];

/** The rules of German, with the forms of the region in the locale. */
export function german(locale: string, choices: Choices): Language {
  return createLanguage({
    locale,
    choices,
    format: numberFormat(locale),
    lexicon: DE,
    cardinal,
    formBefore,
    caseAt,
    isName: (before) => LABEL_BEFORE.test(before),
    decimals: 'digits',
    linkMagnitude: (magnitude, noun) => `${magnitude} ${noun}`,
    joinMoney: (major, { value }) => `${major} ${cardinal(value)}`,
    fraction,
    joinFraction,
    year,
    isYear: (value, { before, after }) =>
      value >= 1100 &&
      value <= 2099 &&
      (YEAR_BEFORE.test(before) || !/^ \p{Lu}/u.test(after)) &&
      !/\p{L}-?$/u.test(before),
    phones: [
      '(?<![\\p{L}\\p{N}-])(?<!\\d )00[1-9]\\d{0,2}(?:[ /-]\\d{1,9}){1,5}(?![\\d-])',
      '(?<![\\p{L}\\p{N}-])(?<!\\d )\\(?0\\d{2,5}\\)?[ /–-]{1,3}\\d{2,9}(?:[ -]\\d{1,8}){0,4}(?![\\d-])',
      // Emergency and service numbers are read digit by digit where a word shows that they are dialed.
      `(?<=(?<!\\p{L})(?:${DIALED}):? (?:die )?)(?:11[0-8]|116[ -]?11[67]|19222)(?![\\p{L}\\p{N}]| \\p{Lu}|[.,]\\d)`,
      '(?<=(?:Durchwahl|App\\.|Apparat) )-?\\d{1,4}(?![\\p{L}\\p{N}])',
      // Numbers without an area code, and pairs of digits as in older versions of DIN 5008: `0 30/1 23 45`.
      `(?<=(?<!\\p{L})(?:Tel\\.|Telefon|Telefonnummer|Telefax|Fax|Faxnummer|Handy|Handynummer|Mobil|Hotline|Rufnummer):? (?:unter )?)\\d{1,8}(?:[ /-]\\d{1,8}){0,5}(?![\\p{L}\\p{N}%-]|[.,]\\d)`,
      '(?<![\\p{L}\\p{N}.,-])(?<!\\d )\\(?0 ?\\d{2}(?: \\d{2}){0,1}\\)?[/ ] ?\\d(?: \\d{2}){2,4}(?:-\\d{1,4})?(?![\\d-]|[.,]\\d)',
    ],
    own: {
      early: EARLY,
      dates: [
        ...earlyExpressionRules(EXPRESSIONS),
        ...nameListRules({
          days: DAYS,
          months: SHORT_MONTHS,
          full_months: MONTHS,
          joins: 'und|oder|bis',
          articles: 'der|den|dem',
          span: (first, last) => `${first} bis ${last}`,
          bare_days: 'Mo|Di|Mi|Do|Fr|Sa',
          has_capital_nouns: true,
        }),
        ...createDateRules(choices),
        ...CODES,
      ],
      times: [
        ...createTimeRules(),
        HALF,
        ONE_PART,
        QUARTER,
        HALF_SO,
        HALF_AFTER,
        HALF_OF,
        IMPROPER,
        COMPOUND,
        DATIVE,
        ...PARTS,
      ],
      ordinals: ORDINALS,
      words: WORDS,
    },
  });
}
