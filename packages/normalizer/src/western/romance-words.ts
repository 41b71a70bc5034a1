import { SPOKEN } from '../markup.ts';
import { wordSet } from '../numbers.ts';
import type { Match, Rule } from '../types.ts';
import { spellCode } from './codes.ts';
import type { DateWords } from './romance.ts';
import { EDGE, END, romanRule, rule, wordRule } from './rules.ts';

/** A Roman numeral before a noun: `II Guerra Mundial`. */
export function romanBefore(nouns: string, say: (value: number, match: Match) => string | undefined): Rule {
  return romanRule(`${EDGE}(?<roman>[IVXL]{1,6})(?:\\.?[ºª°]|\\.[oa])?(?= (?:${nouns})(?!\\p{L}))`, say);
}

/**
 * A title of one letter before a name: `D. Luis`, `S. Antonio`. After a name or a label it is an initial or the end
 * of a sentence: `Ana S. Gil`, `vitamina D. Luego`. Words in `links` can precede the title.
 */
export function letterTitle(
  letter: string,
  { links, openers, say }: { links: string; openers: string; say(name: string): string },
): Rule {
  const starts = wordSet(openers);
  return wordRule(
    'abbreviation',
    `(?<=^|[\\n¡¿"“«([:;,]\\s?|[.!?…]\\s|(?<!\\p{L})(?:${links}) )${letter}\\. ?(?=\\p{Lu}\\p{Ll})`,
    ({ after }) => {
      const name = /^\p{L}+/u.exec(after)?.[0] ?? '';
      if (starts.has(name)) return undefined;
      return say(name);
    },
  );
}

/** The second of two centuries: `siglos XV y XVI`. */
export function romanNext(
  centuries: string,
  between: string,
  say: (value: number) => string | undefined,
): Rule {
  return romanRule(
    `(?<=(?<![\\p{L}])(?:${centuries}) (?:[IVXL]{1,7}|${SPOKEN}{1,7})(?: ?[-–,] ?| (?:${between}) ))[IVXL]{1,7}${END}`,
    say,
  );
}

/** `Rocky II`, `Apollo XI`: a name and a numeral of several letters. */
export function createSequelRule(say: (value: number) => string): Rule {
  return romanRule(`(?<=(?<!\\p{L})\\p{Lu}\\p{Ll}{2,20} )[IVX]{2,6}${END}(?! \\p{Lu}${END})`, say);
}

/** Five digits before a capitalized word, which is a town in languages that capitalize only names. */
export function createPostalCodeRule(digit: (value: number) => string): Rule {
  return rule('number', '(?<![\\p{L}\\p{N}.,-]|[$€£] ?)\\d{5}(?= \\p{Lu}\\p{Ll}{2})', ({ text }) =>
    spellCode(text, digit),
  );
}

const DAY_MONTH = (suffix: string) =>
  `(?<day${suffix}>0?[1-9]|[12]\\d|3[01])/(?<month${suffix}>0?[1-9]|1[0-2])`;

/** `20/11-30/11`: two days, with the words before each. Small numbers may be fractions: `1/2-3/4`. */
export function createDaySpanRule(words: DateWords, from: string, to: string): Rule {
  const say = (day = '', month = ''): string =>
    `${words.day(Number(day))}${words.between}${words.months[Number(month) - 1]}`;
  return rule(
    'date',
    `(?<![\\p{L}\\p{N}/.,-])${DAY_MONTH('')} ?[-–—] ?${DAY_MONTH('_to')}(?![\\p{L}\\p{N}/%-]|[.,]\\d)`,
    ({ text, groups: { day, month, day_to, month_to }, before }) => {
      const isDays = Math.max(Number(day), Number(day_to)) > 12 || /(?<!\d)0/.test(text);
      if (!isDays) return undefined;
      const span = `${say(day, month)} ${to} ${say(day_to, month_to)}`;
      if (/\p{L} $/u.test(before)) return span;
      return `${from} ${span}`;
    },
  );
}

/** Dates that can be recognized by their form or context: `25/12` (no fraction), `el 3/5`, `05/2024`, `2024/05/03`. */
export function otherDateRules(before: string, words: DateWords): Rule[] {
  const numeric: Rule['say'] = ({ groups: { day, month, year } }) => {
    const name = words.months[Number(month) - 1];
    if (Number(day) < 1 || Number(day) > 31 || name === undefined) return undefined;
    const date = [words.day(Number(day)), name];
    if (year !== undefined) date.push(words.year(Number(year)));
    return date.join(words.between);
  };
  const timeEnd = '(?![\\p{L}\\p{N}/%]|[.,]\\d)';
  return [
    // `2024/5/3`
    rule('date', `${EDGE}(?<year>[12]\\d{3})/(?<month>\\d{1,2})/(?<day>\\d{1,2})${END}`, numeric),
    // `25/12`
    rule(
      'date',
      `(?<![\\p{L}\\p{N}/.,])(?<day>1[3-9]|2\\d|3[01])/(?<month>0[1-9]|1[0-2])${timeEnd}`,
      numeric,
    ),
    // `el 5/3`
    rule(
      'date',
      `(?<=(?<!\\p{L})(?:${before}) )(?<day>\\d{1,2})/(?<month>0?[1-9]|1[0-2])${timeEnd}`,
      numeric,
      'giu',
    ),
    // `05/2024`
    rule(
      'date',
      `${EDGE}(?<month>0?[1-9]|1[0-2])/(?<year>(?:19|20)\\d{2})${END}`,
      ({ groups }) =>
        `${words.months[Number(groups.month) - 1]}${words.between}${words.year(Number(groups.year))}`,
    ),
  ];
}
