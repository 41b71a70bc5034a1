import { DAYS } from '../data/it.ts';
import type { Rule } from '../types.ts';
import { DASH, EDGE, END, romanRule, rule, SPACE, withSpaces } from '../western/rules.ts';

interface RangeWords {
  cardinal(value: number): string;
  sayDay(value: number): string;
  ordinal(value: number): string | undefined;
  months: readonly string[];
}

const NOT_IN_NUMBER = '(?<![\\p{L}\\p{N}.,/–-])';
const HOUR = '\\d{1,2}(?:[:.][0-5]\\d)?';
/** A time whose hour takes the plural article. In Italian, a period can also separate the minutes: `9.30`. */
const CLOCK_TIME = '(?:0?[02-9]|1\\d|2[0-4])[:.][0-5]\\d';
const NEXT = '(?![\\p{L}\\p{N}/–-]|[.,]\\d)';
const FROM_BEFORE = /(?:dal|dall['’]|dai|dagli|tra il|tra l['’]) ?$/i;

/** The article ends in `l'` before a vowel (`dall'otto`). Otherwise, it does not change (`al cinque`). */
export function withArticle(word: 'dal' | 'al', value: string): string {
  if (/^[aeiou]/.test(value)) return `${word}l'${value}`;
  return `${word} ${value}`;
}

/** The first end of a span, with its article unless the text already has one. */
const sayStart = (value: string, before: string): string =>
  FROM_BEFORE.test(before) ? value : withArticle('dal', value);

/** Two weekdays with articles (`dal lunedì al venerdì`), or two months. */
export function sayNameSpan(first: string, last: string, before: string): string {
  if (!Object.values(DAYS).includes(first.toLowerCase())) return `${first} a ${last}`;
  const end = `${/^domenica$/i.test(last) ? 'alla' : 'al'} ${last}`;
  if (/(?<!\p{L})(?:dal|dalla|il|la) $/iu.test(before)) return `${first} ${end}`;
  return `${/^domenica$/i.test(first) ? 'dalla' : 'dal'} ${first} ${end}`;
}

/** Spans that Italian reads with articles, or side by side (Serianni, Grammatica italiana; Accademia della Crusca). */
export function rangeRules({ cardinal, sayDay, ordinal, months }: RangeWords): Rule[] {
  const number = (text: string | undefined): string => cardinal(Number(text?.replaceAll('.', '')));
  return [
    // Days of a month: `dal tre al cinque maggio`.
    rule(
      'date',
      `${NOT_IN_NUMBER}(?<from>[12]?\\d|3[01])[º°]?${SPACE}?${DASH}${SPACE}?(?<to>[12]?\\d|3[01])(?= (?:${months.join('|')})(?!\\p{L}))`,
      ({ groups, before }) => {
        const [from, to] = [sayDay(Number(groups.from)), sayDay(Number(groups.to))];
        if (/(?:^|[\s(])(?:il|nel|del) $/i.test(before)) return `${from} ${to}`;
        return `${sayStart(from, before)} ${withArticle('al', to)}`;
      },
      'giu',
    ),
    // Days of two months: `dal trenta aprile al due maggio`.
    rule(
      'date',
      `${NOT_IN_NUMBER}(?<from>[12]?\\d|3[01])[º°]? (?<first>${months.join('|')}) ?${DASH} ?(?<to>[12]?\\d|3[01])[º°]? (?<last>${months.join('|')})(?!\\p{L})`,
      ({ groups, before }) => {
        const [from, to] = [sayDay(Number(groups.from)), sayDay(Number(groups.to))];
        return `${sayStart(from, before)} ${groups.first} ${withArticle('al', to)} ${groups.last}`;
      },
      'giu',
    ),
    // After the preposition of a span, its second half follows: `dal tre al cinque`, `tra tre e cinque`.
    rule(
      'number',
      `(?<=(?<!\\p{L})(?<word>dal |dai |tra(?: i| le)? |fra(?: i| le)? ))(?<from>\\d{1,4})${SPACE}?${DASH}${SPACE}?(?<to>\\d{1,4})${NEXT}`,
      ({ groups }) => {
        const [from, to] = [number(groups.from), number(groups.to)];
        const word = groups.word?.toLowerCase() ?? '';
        if (word === 'dai ') return `${from} ai ${to}`;
        if (word === 'dal ') return `${from} ${withArticle('al', to)}`;
        return `${from} e ${word.slice(4)}${to}`;
      },
      'giu',
    ),
    // The second year of a season or a war: `duemiladiciannove venti`.
    rule(
      'date',
      `${NOT_IN_NUMBER}(?<from>1[5-9]\\d\\d|20\\d\\d)[/–-](?<to>\\d\\d(?:\\d\\d)?)${NEXT}`,
      ({ groups, text }) => {
        const { from = '', to = '' } = groups;
        const isNext = Number(to.slice(-2)) === (Number(from) + 1) % 100;
        const isLater = to.length === 2 && Number(to) > Number(from.slice(2));
        // Two full years with a dash are a span with articles.
        if ((!isNext && !isLater) || (to.length === 4 && !text.includes('/'))) return undefined;
        return `${number(from)} ${number(to)}`;
      },
    ),
    // Hours, which the rules for times read: `dalle 9:00 alle 12:30`.
    rule(
      'symbol',
      `(?<=(?<!\\p{L})dalle ${HOUR} ?)[-–](?= ?${HOUR}(?![\\d:.]))`,
      (match) => withSpaces('alle', match),
      'giu',
    ),
    // `9.00-12.30`
    rule(
      'time',
      `(?<!(?:dalle|alle|le|tra|fra) )${NOT_IN_NUMBER}(?<!(?:€|\\$|£|euro) ?)(?<from>${CLOCK_TIME})${SPACE}?${DASH}${SPACE}?(?<to>${CLOCK_TIME})${NEXT}(?! ?(?:€|%|euro|[kcm]?[mgl](?!\\p{L})))`,
      ({ groups, read }) => read(`dalle ${groups.from} alle ${groups.to}`),
    ),
    // Approximate numbers: `circa quaranta cinquanta persone`, `per due tre giorni`.
    rule(
      'number',
      `(?<=(?<!\\p{L})(?:circa|per|ogni|fino a|entro|di|in|con|i|le|gli|dopo|quasi|solo|almeno|massimo) )(?<from>\\d{1,3})${SPACE}?${DASH}${SPACE}?(?<to>\\d{1,3})(?= \\p{Ll}{3})`,
      ({ groups }) => {
        if (Number(groups.from) >= Number(groups.to)) return undefined;
        return `${number(groups.from)} ${number(groups.to)}`;
      },
      'giu',
    ),
    // The sign of technical texts: `5÷10 gradi`.
    rule(
      'number',
      `${NOT_IN_NUMBER}(?<from>\\d{1,4})${SPACE}?÷${SPACE}?(?<to>\\d{1,4})(?= ?[\\p{L}°%])`,
      ({ groups }) => `da ${number(groups.from)} a ${number(groups.to)}`,
    ),
    // `5-10mila` and `dal 1861 a oggi`.
    rule(
      'number',
      `${NOT_IN_NUMBER}(?<from>\\d{1,3})${DASH}(?<to>\\d{1,3}) ?mila${END}`,
      ({ groups }) => `${number(groups.from)} ${cardinal(Number(groups.to) * 1000)}`,
    ),
    rule(
      'date',
      `${NOT_IN_NUMBER}(?<from>1\\d{3}|20\\d{2}) ?${DASH} ?(?=(?:oggi|presente|in corso)(?!\\p{L}))`,
      ({ groups }) => `${withArticle('dal', number(groups.from))} a `,
    ),
    // Increasing numbers at the end of a text are a range, because a score above nine is rare: `(10-20)`.
    rule(
      'number',
      `(?<![€$£] ?)${NOT_IN_NUMBER}(?<from>\\d{1,3})${DASH}(?<to>[1-9]\\d{1,2})(?=["”»)\\s]*(?:[.!?]["”»)\\s]*)?$)`,
      ({ groups, before }) => {
        if (Number(groups.from) >= Number(groups.to) || /\p{L} $/u.test(before)) return undefined;
        return `da ${number(groups.from)} a ${number(groups.to)}`;
      },
    ),
    // Two centuries: `secondo terzo secolo`.
    romanRule(`${EDGE}(?<roman>[IVX]{1,6})[-–](?=[IVX]{1,6} secolo${END})`, (value) => `${ordinal(value)} `),
  ];
}
