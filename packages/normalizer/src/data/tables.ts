import type { Noun } from '../types.ts';
import { type AbbreviationGroup, abbreviationTable, type Place } from '../western/abbreviations.ts';
import type { Lexicon, Money } from '../western/western.ts';

/** A text for each spelling. A key can have several spellings, separated by a comma and a space: `{ "s, sec": … }`. */
type Spellings<T> = Readonly<Record<string, T | undefined>>;
/** Singular, plural, and the gender unless it is masculine. */
type Words = readonly string[];

/** The units of a table: by their symbols, with metric prefixes (`{}` in the name), and per other units. */
interface UnitTable<T> {
  names: Spellings<T>;
  prefixed?: readonly { symbol: string; prefixes: Spellings<string>; name: T }[];
}

/** `de.json` and the other languages that separate words with spaces. `tables.test.ts` checks the files. */
export interface WesternTable {
  months: readonly string[];
  days: Spellings<string>;
  short_months: Spellings<string>;
  words: Omit<Lexicon, 'fold' | 'domains' | 'units' | 'currencies' | 'magnitudes' | 'abbreviations'>;
  fold: Words;
  domains?: readonly string[];
  /** The words after a slash: `{ "h": "per hour" }`. */
  per?: Spellings<string>;
  units: UnitTable<Words> & {
    /** Units that are also counted per another unit. Default of `per`: that of the language. */
    rates?: readonly { units: Spellings<Words>; per?: Spellings<string> }[];
    /** Whether some units are also written in capitals: `30 KM`. */
    capitals?: boolean;
  };
  currencies: Spellings<MoneyWords>;
  magnitudes: Spellings<Words>;
  abbreviations: readonly { places: readonly string[]; cases?: string; spoken: Spellings<string> }[];
}

interface MoneyWords {
  major: Words;
  minor?: Words;
}

/** The words of a language, with a row for each spelling. */
export function readWestern(table: WesternTable) {
  const { months, domains, abbreviations } = table;
  const per = expandNames(table.per ?? {});
  const rates: Record<string, Noun> = {};
  for (const rate of table.units.rates ?? []) {
    const phrases = rate.per === undefined ? per : expandNames(rate.per);
    for (const [unit, noun] of Object.entries(expandSpellings(rate.units, toNoun)))
      for (const [divisor, phrase] of Object.entries(phrases))
        rates[`${unit}/${divisor}`] = perUnit(noun, phrase);
  }
  const units = { ...rates, ...readUnits(table.units, { toValue: toNoun, addPrefix: withPrefix }) };
  const groups = abbreviations.map(({ places, cases, spoken: phrases }): AbbreviationGroup => {
    const group: AbbreviationGroup = {
      places: places as Place[],
      // The abbreviation table separates the spellings itself.
      spoken: phrases as AbbreviationGroup['spoken'],
    };
    if (cases !== undefined) group.cases = cases as NonNullable<AbbreviationGroup['cases']>;
    return group;
  });
  const lexicon: Lexicon = {
    ...table.words,
    domains,
    fold: toNoun(table.fold),
    units: table.units.capitals ? withCapitals(units) : units,
    currencies: expandSpellings(table.currencies, toMoney),
    magnitudes: expandSpellings(table.magnitudes, toNoun),
    abbreviations: abbreviationTable(groups),
  };
  const [days, short_months] = [expandNames(table.days), expandNames(table.short_months)];
  return { lexicon, months, days, short_months, per };
}

/** `ja.json` and the other languages of East Asia. */
interface EasternTable {
  units: UnitTable<string>;
  currencies: Spellings<string>;
  abbreviations: Spellings<string>;
  /** The names of the letters from A to Z. */
  letters?: readonly string[];
  /** Initials that are said as words, and initials with a vowel that are said letter by letter. */
  spoken_initials?: Spellings<string>;
  spelled_initials?: string;
}

/** The entries of a table, with its short forms expanded: prefixes of units, and lists of names with one meaning. */
export function readEastern(table: EasternTable) {
  const letters = (table.letters ?? []).map(
    (name, index) => [String.fromCharCode(65 + index), name] as const,
  );
  return {
    units: readUnits(table.units, {
      toValue: (name) => name,
      addPrefix: (name, prefix) => name.replace('{}', prefix),
    }),
    currencies: expandNames(table.currencies),
    abbreviations: expandNames(table.abbreviations),
    letters: Object.fromEntries(letters),
    spoken_initials: expandNames(table.spoken_initials ?? {}),
    spelled_initials: table.spelled_initials ?? '',
  };
}

/** A row for each spelling of a key. */
export function expandSpellings<T, U>(table: Spellings<T>, toValue: (value: T) => U): Record<string, U> {
  const rows: Record<string, U> = {};
  for (const [spellings, value] of Object.entries(table)) {
    if (value === undefined) continue;
    for (const spelling of spellings.split(', ')) rows[spelling] = toValue(value);
  }
  return rows;
}

const expandNames = (table: Spellings<string>) => expandSpellings(table, (name) => name);

/** The units by each symbol: `km` from the symbol `m` and the prefix `k`. */
export function readUnits<T, U>(
  { names, prefixed = [] }: UnitTable<T>,
  { toValue, addPrefix }: { toValue(name: T): U; addPrefix(name: T, prefix: string): T },
): Record<string, U> {
  const metric: Record<string, U> = {};
  for (const { symbol, prefixes, name } of prefixed)
    for (const [sign, prefix = ''] of Object.entries(prefixes))
      metric[`${sign}${symbol}`] = toValue(addPrefix(name, prefix));
  return { ...expandSpellings(names, toValue), ...metric };
}

export function toNoun([singular = '', plural = singular, gender]: Words): Noun {
  if (gender === 'f' || gender === 'n') return [singular, plural, gender];
  return [singular, plural];
}

export function toMoney({ major, minor }: MoneyWords): Money {
  if (minor === undefined) return { major: toNoun(major) };
  return { major: toNoun(major), minor: toNoun(minor) };
}

const withPrefix = (noun: Words, prefix: string): Words => noun.map((word) => word.replace('{}', prefix));

function perUnit([singular, plural, gender]: Noun, phrase: string): Noun {
  return [`${singular} ${phrase}`, `${plural} ${phrase}`, gender];
}

/** Units that are also written in capitals. */
const CAPITALS = new Set('KM KG CM MM ML CL GHZ MHZ KHZ KWH KM/H KW HZ'.split(' '));

/** Adds the units that texts also write in capital letters, such as `KG`. */
function withCapitals(units: Readonly<Record<string, Noun>>): Record<string, Noun> {
  const capitals: Record<string, Noun> = {};
  for (const [key, noun] of Object.entries(units)) {
    const upper = key.toUpperCase();
    if (CAPITALS.has(upper) && !Object.hasOwn(units, upper)) capitals[upper] = noun;
  }
  return { ...units, ...capitals };
}
