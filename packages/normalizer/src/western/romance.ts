import { readDate } from '../date-order.ts';
import { SPOKEN } from '../markup.ts';
import { countedNoun, fullYear, wordSet } from '../numbers.ts';
import type { Choices, Form, Language, Noun, Rule } from '../types.ts';
import type { Part } from './parts.ts';
import { EDGE, END, ISO_DATE, keepPeriod, rule } from './rules.ts';

/** How a language shows the gender of a noun: by its ending, except in these words. */
export interface NounGenders {
  feminine: RegExp;
  nouns: ReadonlySet<string>;
  others: ReadonlySet<string>;
}

/** The gender that a number takes before its noun, guessed from the end of the noun. */
export function romanceForm(after: string, { feminine, nouns, others }: NounGenders): Form {
  const noun = /^ (\p{Ll}{2,})(?![\p{L}])/u.exec(after)?.[1];
  if (noun === undefined || FUNCTION_WORDS.has(noun)) return { gender: 'm', before_noun: false };
  const singular = noun.replace(/s$/, '');
  const isOther = others.has(noun) || others.has(singular);
  const isFeminine = !isOther && (nouns.has(noun) || nouns.has(singular) || feminine.test(noun));
  return { gender: isFeminine ? 'f' : 'm', before_noun: true };
}

/** Joins a magnitude and its noun: `un millón de euros`, but `mil euros`. */
export function linkMagnitudeWithDe(magnitude: string, noun: string): string {
  return magnitude === 'mil' ? `mil ${noun}` : `${magnitude} de ${noun}`;
}

/** A number after the noun that it names, `página 21`, or after the letters of a thing, `IB 6250`. */
export const createNameTest = (nouns: string): ((before: string) => boolean) => {
  const noun = new RegExp(
    `(?<!\\p{L})(?:${nouns}|número|numero|n\\.[ºo°]?)(?: [A-Z${SPOKEN}]{1,3})?[ -]$`,
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
export function keepSentencePeriods(language: Language): Language {
  const rules = language.rules.map((rule) => {
    if (!ABBREVIATED.has(rule.kind)) return rule;
    const say: Rule['say'] = (match) => {
      const words = rule.say(match);
      if (words === undefined || !/[\p{L}\p{N}]$/u.test(words)) return words;
      return keepPeriod(words, match, SENTENCE_END);
    };
    return { ...rule, say };
  });
  return { ...language, rules };
}

/** The words of a language for a fraction of a thing. */
export interface FractionNouns {
  cardinal(value: number, form?: Form): string;
  fraction(top: number, bottom: number): string | undefined;
  /** One half, by the gender of the noun. */
  half: { m: string; f: string };
  /** The word between a whole number and its part. */
  and: string;
  /** Joins one half and its noun, if not with a space: `mezz'ora`. */
  joinHalf?(half: string, noun: string): string;
  /** Joins a fraction and its noun. Default: with `de`. */
  joinNoun?(part: string, noun: string): string;
}

/** `media hora`, `tres cuartos de kilogramo`, `dos horas y media`. */
export function sayPart(
  words: FractionNouns,
  { whole: integer, top, bottom }: Part,
  noun: Noun,
): string | undefined {
  const part = words.fraction(top, bottom);
  if (part === undefined) return undefined;
  const [singular, , gender = 'm'] = noun;
  const isHalf = top === 1 && bottom === 2;
  const half = gender === 'f' ? words.half.f : words.half.m;
  if (integer !== undefined) {
    const integerWords = `${words.cardinal(integer, { gender, before_noun: true })} ${countedNoun(integer, noun)}`;
    return `${integerWords} ${words.and} ${isHalf ? half : part}`;
  }
  if (isHalf) return words.joinHalf?.(half, singular) ?? `${half} ${singular}`;
  return words.joinNoun?.(part, singular) ?? `${part} de ${singular}`;
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
  withName: string;
  /** Short names of months that are not the beginning of the full names. */
  short?: Readonly<Record<string, string>>;
  /** The word between two days, `del 3 al 5`. `text` is the written date. */
  until(text: string): string;
}

/** Dates in digits, `2024-05-03` and `3/5/2024`, by default with the day first, and dates with the name of a month. */
export function romanceDateRules(words: DateWords, choices: Choices): Rule[] {
  const { months, between, separator = '[/.-]', withName } = words;
  // An ordinal suffix may follow the number: `1er`.
  const sayDay = (day: string): string => words.day(Number.parseInt(day, 10));
  const say = (day = '', month: string | undefined, digits: string | undefined): string | undefined => {
    const value = Number.parseInt(day, 10);
    if (month === undefined || value < 1 || value > 31) return undefined;
    const date = [sayDay(day), month];
    const year = fullYear(digits);
    if (year !== undefined) date.push(words.year(Number(year)));
    return date.join(between);
  };
  const numeric: Rule['say'] = ({ groups: { one = '', two = '', three } }) => {
    const date = readDate([one, two, three], choices, 'dmy');
    return date && say(String(date.day), months[date.month - 1], date.year);
  };
  // `mar. 2020`: the year shows that a word such as `set` is a month.
  const starts = months.map((name) => name.slice(0, 3));
  const shortNames = starts.filter((start) => starts.indexOf(start) === starts.lastIndexOf(start));
  return [
    // `2024-05-03`
    rule('date', ISO_DATE, ({ groups }) => say(groups.day, months[Number(groups.month) - 1], groups.year)),
    // `3/5/2024`, `3.5.24`
    rule(
      'date',
      `${EDGE}(?<one>\\d{1,2})${separator}(?<two>\\d{1,2})${separator}(?<three>\\d{4}|\\d{2})${END}(?!${separator}\\d)`,
      numeric,
    ),
    // `3 de mayo`, `3-5 de mayo de 2024`
    rule(
      'date',
      withName,
      ({ groups, text }) => {
        const { from, month = '' } = groups;
        const shortMonth = month.toLowerCase().replace('.', '');
        const name = months.find((candidate) =>
          candidate.startsWith(words.short?.[shortMonth] ?? shortMonth),
        );
        const endDate = say(groups.day, name, groups.year);
        if (endDate === undefined || from === undefined) return endDate;
        return `${sayDay(from)} ${words.until(text)} ${endDate}`;
      },
      'giu',
    ),
    // `feb. 2024`, `feb. de 2024`
    rule(
      'date',
      `${EDGE}(?<month>${[...shortNames, ...Object.keys(words.short ?? {})].join('|')})(?:\\.(?:[ /-]| de )|[ /-])(?<year>(?:19|20)\\d{2})${END}`,
      ({ groups: { month = '', year } }) => {
        const key = month.toLowerCase();
        const name = months.find((candidate) => candidate.startsWith(words.short?.[key] ?? key));
        return name && `${name}${between}${words.year(Number(year))}`;
      },
      'giu',
    ),
  ];
}
