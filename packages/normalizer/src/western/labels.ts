import type { Rule } from '../types.ts';
import { spellCode } from './codes.ts';
import { END, rule, SPACE, withSpaces, wordRule } from './rules.ts';
import type { Lexicon } from './western.ts';

/**
 * The words of a language that show what a number is. Words before or after a number are sources of expressions:
 * alternations in small letters, which also match capitals.
 */
export interface LabelWords {
  cardinal(value: number): string;
  /** The word between a place and the total: `page two of ten`. */
  of: string;
  /** What the letter of `v2.0` is read as. Default: the letter. */
  version?: string;
  /** Words before a version: `version`. Names with a capital letter need no entry. */
  versions: string;
  /** The words with a capital letter that can precede a date: weekdays. */
  days: string;
  /** Words for numbers that are typed: `code`, `PIN`. */
  codes: string;
  /** The words between such a word and the number: `is`, `number`. */
  links: string;
  /** The words after a number that precedes them: `482913 is your code`. */
  owners: string;
  /** Words before the end of a number: `last digits`. */
  endings: string;
  /** Verbs before the end of a number or before a year (`ends in`), and the things that have a number. */
  ends: string;
  numbered: string;
  /** Words before an example: `last four digits, for example 7390`. */
  examples: string;
  /** Words before two numbers that name a stage of a game: `World 1-2`. After `levels`, a growing pair is a range. */
  stages: string;
  levels: string;
  /** The most points that something can get, where the place equals them (`10/10`), and the word between. */
  marks: { totals: string; of: string };
  /** Words before a place in a row: `page 2/10`. */
  counters: string;
  /** Words before points, and the word between them and the most: `rated eight out of ten`. Default: `of`. */
  scales?: { words: string; of: string };
  /** Words for pressing keys of a telephone. */
  press: string;
  /** Words before a month and a year of two digits: `expires 08/27`. */
  expiry: string;
  sayMonth(month: number, year: number): string;
  /** Words before short numbers that are called, words between them, and words between several numbers. */
  calls?: { words: string; links: string; joins: string };
}

const BEFORE = '(?<![\\p{L}\\p{N}])';
const NEXT = '(?![\\p{L}\\p{N}]|[.,/:-]\\d)';
const CODE = '\\d(?:[ -]?\\d){2,14}';
const PARTS = '\\d{1,4}(?:\\.\\d{1,6}){1,4}';
const NAME = '(?:\\p{Lu}[\\p{L}\\d]{1,20}|\\p{Ll}\\p{Lu}[\\p{L}\\d]{1,20})';
/** Points of players, in the games of most languages. */
const POINTS = 'hp|mp|xp|exp|sp|pv|pm|ps';

/** Words before a date, in all languages: `on 10/10`, `le 5/5`. */
const BEFORE_DATE =
  /(?<!\p{L})(?:on|by|since|until|till|before|after|from|due|dated|am|vom|zum|bis|ab|seit|le|du|au|depuis|dès|avant|el|del|al|día|desde|hasta|il|dal|giorno|entro|dia|em|no|até|\p{L}+(?:day|tag|di|dì|feira)|lunes|martes|miércoles|jueves|viernes|s[áa]bado|domingo|dimanche|domenica|sabato),? $/iu;
const YEAR = /^(?:1[1-9]|20)\d\d$/;

/** A word that is counted: `call 100 people`, in German `112 Anrufe`. */
const COUNTED = /^[ -](?:\p{Lu}\p{Ll}|people|men|women|\p{L}{3,}s(?!\p{L}))/u;

/** Codes, versions, places in a row, keys and signs that are no amounts, dates, fractions and marks. */
export function labelRules({ dot, minus, plus, hash, star }: Lexicon, words: LabelWords): Rule[] {
  const { cardinal, press } = words;
  const sayKey = (key: string): string => {
    if (key === '#') return hash;
    if (key === '*') return star;
    return cardinal(Number(key));
  };
  return [
    ...codeRules(words),
    ...versionRules(words, dot),
    ...placeRules(words),
    ...stageRules(words),
    // Stars and hashes in the clause of a word for pressing: `press *9 or #`. `#1` is a number, `3 * 4` a calculation.
    wordRule(
      'phone',
      `(?<=${BEFORE}(?:${press})(?!\\p{L})[^.!?\\n]{0,60}(?<![\\p{L}\\p{N}*#]))(?:\\*\\d{0,8}[*#]?|#{1,2})(?![\\p{L}\\p{N}*#]|(?<=\\d \\*) \\d)`,
      ({ text }) => Array.from(text, sayKey).join(' '),
      'giu',
    ),
    // The sign belongs to the number: `UTC-3`.
    rule('symbol', `(?<=${BEFORE}(?:UTC|GMT)${SPACE}?)[-–+](?=\\d{1,2}(?::\\d\\d)?${END})`, (match) =>
      withSpaces(match.text === '+' ? plus : minus, match),
    ),
    ...callRules(words),
  ];
}

/** Rules for codes, which are read digit by digit. */
function codeRules(words: LabelWords): Rule[] {
  const { cardinal, codes, links, owners, endings, ends, numbered, examples } = words;
  const spell: Rule['say'] = ({ text, after }) => {
    // The rules for telephone numbers read `0171 3920047`. `The code is 300 lines long` has an amount.
    if (/^0\d{2,4}[ -]/.test(text) || (text.length <= 4 && COUNTED.test(after))) return undefined;
    const groups = text.split(/[ -]/).map((group) => spellCode(group, cardinal));
    return groups.join(', ');
  };
  const hasNumber = new RegExp(`(?<!\\p{L})(?:${numbered})(?!\\p{L})`, 'iu');
  return [
    ...[
      // `the code is 482913`
      `(?<=${BEFORE}(?:${codes})(?: (?:${links})){0,3}(?: ?: ?| ))${CODE}${NEXT}`,
      // `482913 is your code`
      `(?<![\\p{L}\\p{N}.,/-])\\d{4,8}(?= (?:${owners})(?!\\p{L}))`,
      // `last four digits: 7390`
      `(?<=${BEFORE}(?:${endings})(?: ?: ?|,? )(?:(?:${examples}),? )?)\\d{3,6}${NEXT}`,
    ].map((source) => rule('number', source, spell, 'giu')),
    // `card ending in 4421`, but not the year `ending in 1945`.
    rule(
      'number',
      `(?=\\d)(?<=${BEFORE}(?:${ends})(?: ?: ?| ))\\d{3,6}${NEXT}`,
      (match) => {
        if (YEAR.test(match.text) && !hasNumber.test(match.before)) return undefined;
        return spell(match);
      },
      'giu',
    ),
  ];
}

/** `Stage 3-2`: the second stage of the third world, no range and no score. */
function stageRules({ cardinal, stages, levels }: LabelWords): Rule[] {
  const pair = `(?<one>\\d{1,2})[-–](?<two>\\d{1,2})(?![\\p{L}\\p{N}%-]|[.,/:]\\d)`;
  const say: Rule['say'] = ({ groups }) => `${cardinal(Number(groups.one))} ${cardinal(Number(groups.two))}`;
  return [
    // `World 1-2`
    rule('number', `(?=\\d)(?<=${BEFORE}(?:${stages}) )${pair}`, say, 'giu'),
    // `level 3-2`, but not the range `level 1-3`.
    rule(
      'number',
      `(?=\\d)(?<=${BEFORE}(?:${levels}) )${pair}`,
      (match) => {
        if (Number(match.groups.one) < Number(match.groups.two)) return undefined;
        return say(match);
      },
      'giu',
    ),
  ];
}

/** Rules for versions of software. */
function versionRules({ cardinal, version, versions, days }: LabelWords, dot: string): Rule[] {
  const sayPart = (part: string): string => {
    if (/^0\d/.test(part) || part.length > 4) return spellCode(part, cardinal);
    return cardinal(Number(part));
  };
  const say: Rule['say'] = ({ groups: { v, parts = '' } }) => {
    const words = parts.split('.').map(sayPart).join(` ${dot} `);
    if (v === undefined) return words;
    return `${v} ${words}`;
  };
  const sayLetter: Rule['say'] = (match) =>
    say({ ...match, groups: { ...match.groups, v: version ?? match.groups.v } });
  const after = '(?!\\d|[.,/]\\d)';
  return [
    // `version 2.0`
    rule('number', `(?<=${BEFORE}(?:${versions}):? )(?<v>v)?(?<parts>${PARTS})${after}`, say, 'giu'),
    // `v2.0`
    rule('number', `${BEFORE}(?<v>v)(?<parts>\\d{1,4}(?:\\.\\d{1,6}){0,4})(?!\\p{L})${after}`, sayLetter),
    // A date with dots does not follow a name: `Node 3.2.11`.
    rule(
      'number',
      `(?<=${BEFORE}(?!(?:${days}) )${NAME} )(?<parts>\\d{1,2}\\.\\d{1,2}\\.\\d{1,2})${after}`,
      say,
    ),
  ];
}

/** Rules for a place in a count: `page 3/10`, `10/10`. */
function placeRules({ cardinal, of, scales, counters, expiry, marks, sayMonth }: LabelWords): Rule[] {
  return [
    // `10/10`, but not the date `on 10/10`.
    rule(
      'number',
      `(?<![\\p{L}\\p{N}.,/-])(?<place>${marks.totals})/\\k<place>${NEXT}`,
      ({ groups, before }) => {
        if (Number(groups.place) <= 12 && BEFORE_DATE.test(before)) return undefined;
        const points = cardinal(Number(groups.place));
        return `${points} ${marks.of} ${points}`;
      },
    ),
    // `page 3/10`
    rule(
      'number',
      `(?<=${BEFORE}(?:${counters})(?: ?: ?| ))(?<place>\\d{1,4}) ?/ ?(?<total>\\d{1,4})${NEXT}`,
      ({ groups }) => `${cardinal(Number(groups.place))} ${of} ${cardinal(Number(groups.total))}`,
      'giu',
    ),
    // `HP 80/100`
    rule(
      'number',
      `(?<=${BEFORE}(?:${scales?.words ?? '(?!)'}|${POINTS})(?: ?: ?| ))(?<place>\\d{1,4}) ?/ ?(?<total>\\d{1,4})${NEXT}`,
      ({ groups }) =>
        `${cardinal(Number(groups.place))} ${scales?.of ?? of} ${cardinal(Number(groups.total))}`,
      'giu',
    ),
    // Above the months, a pair after a colon is a count: `Life: 21/30`.
    rule(
      'number',
      `(?<=\\p{L}: ?)(?<place>\\d{1,4})/(?<total>\\d{2,4})${NEXT}(?! ?[-–—] ?\\d{1,2}/\\d)`,
      ({ groups }) => {
        const [place, total] = [Number(groups.place), Number(groups.total)];
        if (total <= 12 || place > total) return undefined;
        return `${cardinal(place)} ${of} ${cardinal(total)}`;
      },
    ),
    // The end of a card: `expires 05/27`. Up to twelve, the second number can be a month.
    rule(
      'date',
      `(?<=${BEFORE}(?:${expiry}):? )(?<month>0?[1-9]|1[0-2])/(?<year>1[3-9]|[2-9]\\d)${NEXT}`,
      ({ groups }) => sayMonth(Number(groups.month), 2000 + Number(groups.year)),
      'giu',
    ),
  ];
}

/** `call 911, 112 or 101`: every number of a list. */
function callRules({ cardinal, calls }: LabelWords): Rule[] {
  if (calls === undefined) return [];
  const { words, links, joins } = calls;
  const list = `(?:\\d{2,6}(?:, ?| ?/ ?|,? (?:${joins}) )(?:(?:${links}) )?){0,6}`;
  return [
    rule(
      'phone',
      `(?<=${BEFORE}(?:${words}):?,?(?: (?:${links})){0,2} ${list})(?:\\d{3}|11[68]\\d{3})(?![\\p{L}\\p{N}%]|[.,/:-]\\d| \\d)`,
      ({ text, after }) => {
        if (COUNTED.test(after)) return undefined;
        return spellCode(text, cardinal);
      },
      'giu',
    ),
  ];
}
