import type { Form, Rule } from '../types.ts';
import { EDGE, END, rule } from './western.ts';

/** Names of the ordinals from the first to the tenth and of the tens, masculine. */
export interface OrdinalNames {
  units: readonly string[];
  tens: readonly string[];
  hundreds: readonly string[];
}

/** `vigésimo primero`; undefined beyond 999, where ordinals are not said any more. */
export function ordinalOf(
  value: number,
  { units, tens, hundreds }: OrdinalNames,
  feminine: boolean,
): string | undefined {
  if (value < 1 || value > 999) return undefined;
  const parts = [hundreds[Math.floor(value / 100)], tens[Math.floor((value % 100) / 10)], units[value % 10]];
  const words = parts.filter((part) => part !== undefined && part !== '');
  return feminine ? words.map((word) => word?.replace(/o$/, 'a')).join(' ') : words.join(' ');
}

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

// Words after which no noun is meant: `el 1 de mayo`, `uno y dos`, `2 para ti`.
const FUNCTION_WORDS = new Set(
  'de del la las el los lo un una y e o u ni que en con sin por para a al se es son era está están fue no más menos ya pero como si cuando entre hasta desde sobre da do das dos na no nas nos em com sem pelo pela ou mas não foi são di del della dei delle da dal dalla in nel nella con su sul sulla per tra fra ed è ha hanno non ma o che il lo gli le sono era'.split(
    ' ',
  ),
);

/** Dates of digits alone, `2024-05-03` and `3/5/2024`, day first. */
export function numericDates(say: Rule['say']): Rule[] {
  return [
    rule('date', `${EDGE}(?<year>\\d{4})-(?<month>\\d{2})-(?<day>\\d{2})${END}(?!-)`, say),
    rule(
      'date',
      `${EDGE}(?<day>\\d{1,2})[/.-](?<month>\\d{1,2})[/.-](?<year>\\d{4}|\\d{2})${END}(?![/.-]\\d)`,
      say,
    ),
  ];
}
