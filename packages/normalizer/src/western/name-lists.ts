import { alternation } from '../numbers.ts';
import type { Match, Rule } from '../types.ts';
import { EDGE, END, SPACE, wordRule } from './rules.ts';

/** Short names with a period, without it, and their full names: `{ mar: 'martes' }`. */
export type ShortNames = Readonly<Record<string, string>>;

export interface NameLists {
  days: ShortNames;
  months: ShortNames;
  /** The full names of the months, before which a number is a day. */
  full_months: readonly string[];
  /** Words between two names, and words between a weekday and its date. Alternations. */
  joins: string;
  articles: string;
  /** Two weekdays or two months with a dash between them. */
  span(first: string, last: string, before: string): string;
  /** Short weekdays that are no words, which need no period before hours: `Sa 10-14 Uhr`. An alternation. */
  bare_days: string;
  /** Whether a capital letter after a period may continue the sentence, as in German. */
  has_capital_nouns?: boolean;
}

const NEXT_SENTENCE = /^["”»’')\]]?[ \u00a0]{1,2}["“«(¿¡]?\p{Lu}\p{L}/u;

/**
 * Short names beside others (`Sat. and Sun.`, `mar. y jue.`), and short weekdays before a date. Everywhere else the same
 * letters may be a word.
 */
export function nameListRules({
  days,
  months,
  full_months,
  joins,
  articles,
  span,
  bare_days,
  has_capital_nouns = false,
}: NameLists): Rule[] {
  const join = `(?:, ?| ?[/&+] ?|,? (?:${joins}) )`;
  const besideOthers = (names: ShortNames): Rule => {
    const shortNames = alternation(Object.keys(names));
    const name = `(?:(?:${shortNames})\\.|(?:${alternation(Object.values(names))})${END})`;
    // `mar. y jue.`
    return wordRule(
      'abbreviation',
      `${EDGE}(?<name>${shortNames})\\.(?:(?=${join}${name})|(?<=${EDGE}${name}${join}(?:${shortNames})\\.))`,
      ({ groups, after }) => {
        const fullName = findFullName(names, groups.name);
        return !has_capital_nouns && NEXT_SENTENCE.test(after) ? `${fullName}.` : fullName;
      },
      'giu',
    );
  };
  const month = `(?:${alternation(full_months)}|(?:${alternation(Object.keys(months))})\\.?)(?!\\p{L})`;
  const date = `\\d{1,2}(?:er|\\.?[º°]|\\.)?(?:[/.-]\\d{1,2}(?!\\d)| (?:de |d['’])?${month})`;
  // German words with a capital letter are weekdays: `So`.
  const flags = has_capital_nouns ? 'gu' : 'giu';
  const besideDash = (names: ShortNames, fullNames: readonly string[], dots: string): Rule => {
    const shortName = alternation(Object.keys(names));
    const fullName = alternation(fullNames);
    return wordRule(
      'abbreviation',
      `${EDGE}(?:(?<first>${shortName})${dots}|(?<full>${fullName}))${SPACE}?[-–]${SPACE}?(?:(?<last>${shortName})(?:\\.|${END})|(?<last_full>${fullName})${END})`,
      ({ groups: { first, full, last, last_full }, before }) => {
        if (full !== undefined && last_full !== undefined) return undefined;
        const [from, to] = [full ?? findFullName(names, first), last_full ?? findFullName(names, last)];
        return from === undefined || to === undefined || from === to ? undefined : span(from, to, before);
      },
      flags,
    );
  };
  const hours = '\\d{1,2}(?:[:.h][0-5]\\d|h)?';
  return [
    besideDash(days, Object.values(days), '\\.?'),
    besideDash(months, full_months, '\\.'),
    wordRule(
      'abbreviation',
      `${EDGE}(?<name>${bare_days})(?=,? ${hours} ?[-–] ?${hours}(?: ?(?:h|hs|Uhr|heures|horas|ore)(?!\\p{L})|(?![\\d\\p{L}%:]|[.,/-]\\d| \\p{L})))`,
      ({ groups }) => findFullName(days, groups.name),
      flags,
    ),
    // `mar., 3 de mayo`
    wordRule(
      'abbreviation',
      `${EDGE}(?<name>${alternation(Object.keys(days))})\\.(?=,? (?:(?:${articles}) )?${date})`,
      ({ groups }: Match) => findFullName(days, groups.name),
      'giu',
    ),
    besideOthers(days),
    besideOthers(months),
  ];
}

/** The full name, with a capital letter if the short one has it. */
function findFullName(names: ShortNames, shortName = ''): string | undefined {
  const fullName =
    names[shortName] ?? names[shortName.toLowerCase()] ?? names[capitalize(shortName.toLowerCase())];
  return fullName !== undefined && /^\p{Lu}/u.test(shortName) ? capitalize(fullName) : fullName;
}

/** `martes` as `Martes`. */
const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
