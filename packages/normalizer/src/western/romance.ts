import { readDate } from '../date-order.ts';
import { fullYear, wordSet } from '../numbers.ts';
import type { Choices, Form, Language, Rule } from '../types.ts';
import { EDGE, END, ISO_DATE, rule } from './rules.ts';

export const romanceForm = (
  after: string,
  { feminine, nouns, others }: { feminine: RegExp; nouns: ReadonlySet<string>; others: ReadonlySet<string> },
): Form => {
  const noun = /^ (\p{Ll}{2,})(?![\p{L}])/u.exec(after)?.[1];
  if (noun === undefined || FUNCTION_WORDS.has(noun)) return { gender: 'm', before_noun: false };
  const one = noun.replace(/s$/, '');
  const is =
    !others.has(noun) && !others.has(one) && (nouns.has(noun) || nouns.has(one) || feminine.test(noun));
  return { gender: is ? 'f' : 'm', before_noun: true };
};

/** A number after the noun that it names, `página 21`, or after the letters of a thing, `IB 6250`. */
export const namedBy = (nouns: string): ((before: string) => boolean) => {
  const noun = new RegExp(
    `(?<!\\p{L})(?:${nouns}|número|numero|n\\.[ºo°]?)(?: [A-Z\\u{E001}]{1,3})?[ -]$`,
    'iu',
  );
  return (before) => noun.test(before) || /(?<!\p{L})\p{Lu}{1,4}[ -]$/u.test(before);
};

// Words after a number that are not its noun: `el 1 de mayo`, `uno y dos`, `2 para ti`.
const FUNCTION_WORDS = wordSet(
  'de del la las el los lo un una y e o u ni que en con sin por para a al se es son era está están fue no más menos ya pero como si cuando entre hasta desde sobre da do das dos na no nas nos em com sem pelo pela ou mas não foi são di del della dei delle da dal dalla in nel nella con su sul sulla per tra fra ed è ha hanno non ma o che il lo gli le sono era alla alle allo ai agli all dalla dalle dallo dai dagli sulla sulle sullo sui nelle nei negli nello dello dei degli delle col à às ao aos pela pelas pelo pelos num numa este esta ese esa e ante bajo contra durante según tras izq izqda izda izquierda dcha derecha exterior interior',
);

const ABBREVIATED = new Set<Rule['kind']>(['unit', 'currency', 'time', 'date', 'number']);
const SENTENCE_END = /^["”»’')\]]?(?:\s*$|\s+[¿¡"“«(]?\p{Lu})/u;

/** The period of `30 seg.` ends a sentence too, at the end of the text and before a capital letter. */
export function keepStops(language: Language): Language {
  const rules = language.rules.map((rule) => {
    if (!ABBREVIATED.has(rule.kind)) return rule;
    const say: Rule['say'] = (match) => {
      const spoken = rule.say(match);
      const isEnd = match.text.endsWith('.') && SENTENCE_END.test(match.after);
      return isEnd && spoken !== undefined && /[\p{L}\p{N}]$/u.test(spoken) ? `${spoken}.` : spoken;
    };
    return { ...rule, say };
  });
  return { ...language, rules };
}

/** The words of a language for dates. */
export interface DateWords {
  months: readonly string[];
  day(value: number): string;
  year(value: number): string;
  /** The words between day, month and year. */
  between: string;
  /** The pattern of the separator between the numbers of a date. */
  separator?: string;
  /** Source of an expression for a date with the name of its month. */
  named: string;
  /** Short names of months that are not the beginning of the full names. */
  short?: Readonly<Record<string, string>>;
  /** The word between two days, `del 3 al 5`. `text` is the written date. */
  until(text: string): string;
}

/** Dates in digits, `2024-05-03` and `3/5/2024`, by default with the day first, and dates with the name of a month. */
export function romanceDates(words: DateWords, choices: Choices): Rule[] {
  const { months, between, separator = '[/.-]', named } = words;
  // An ordinal suffix may follow the number: `1er`.
  const sayDay = (day: string): string => words.day(Number.parseInt(day, 10));
  const say = (day = '', month: string | undefined, written: string | undefined): string | undefined => {
    const value = Number.parseInt(day, 10);
    if (month === undefined || value < 1 || value > 31) return undefined;
    const year = fullYear(written);
    return [sayDay(day), month, ...(year === undefined ? [] : [words.year(Number(year))])].join(between);
  };
  const numeric: Rule['say'] = ({ groups: { one = '', two = '', three } }) => {
    const date = readDate([one, two, three], choices, 'dmy');
    return date && say(String(date.day), months[date.month - 1], date.year);
  };
  // `mar. 2020`: the year shows that a word such as `set` is a month.
  const short = months
    .map((name) => name.slice(0, 3))
    .filter((name, _, all) => all.filter((one) => one === name).length === 1);
  return [
    rule('date', ISO_DATE, ({ groups }) => say(groups.day, months[Number(groups.month) - 1], groups.year)),
    rule(
      'date',
      `${EDGE}(?<one>\\d{1,2})${separator}(?<two>\\d{1,2})${separator}(?<three>\\d{4}|\\d{2})${END}(?!${separator}\\d)`,
      numeric,
    ),
    rule(
      'date',
      named,
      ({ groups, text }) => {
        const { from, month = '' } = groups;
        const short = month.toLowerCase().replace('.', '');
        const name = months.find((one) => one.startsWith(words.short?.[short] ?? short));
        const last = say(groups.day, name, groups.year);
        return last === undefined || from === undefined
          ? last
          : `${sayDay(from)} ${words.until(text)} ${last}`;
      },
      'giu',
    ),
    rule(
      'date',
      `${EDGE}(?<month>${[...short, ...Object.keys(words.short ?? {})].join('|')})(?:\\.(?:[ /-]| de )|[ /-])(?<year>(?:19|20)\\d{2})${END}`,
      ({ groups: { month = '', year } }) => {
        const key = month.toLowerCase();
        const name = months.find((one) => one.startsWith(words.short?.[key] ?? key));
        return name && `${name}${between}${words.year(Number(year))}`;
      },
      'giu',
    ),
  ];
}
