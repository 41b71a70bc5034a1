/** The kinds of text that are written in one way and spoken in another. */
export const NORMALIZER_KINDS = [
  'number',
  'ordinal',
  'date',
  'time',
  'currency',
  'unit',
  'abbreviation',
  'acronym',
  'roman',
  'phone',
  'web',
  'symbol',
] as const;

export type NormalizerKind = (typeof NORMALIZER_KINDS)[number];

/** One piece that is spoken differently: `start` and `end` are UTF-16 offsets in the written text. */
export interface Change {
  start: number;
  end: number;
  written: string;
  spoken: string;
  kind: NormalizerKind | 'markup';
}

export interface Normalized {
  spoken: string;
  changes: Change[];
  /** False if the language has no rules of its own: only whole numbers and marks that nobody reads may change. */
  supported: boolean;
}

export interface NormalizeOptions {
  /** Other kinds stay as they are written. Default: all. */
  kinds?: readonly NormalizerKind[];
  /** Whether tags stay in the spoken text; placeholders always do. Default: true. */
  keep_markup?: boolean;
  /** Default: that of the locale. */
  date_order?: Choices['date_order'];
  /** Default: that of the locale. */
  telephone?: Choices['telephone'];
  /** Default: that of the locale. */
  currency?: Choices['currency'];
}

export type DateOrder = 'mdy' | 'dmy' | 'ymd';

/** How to read text that can be read in several ways. */
export interface Choices {
  /** The order of the numbers in dates such as `3/4/2024`. */
  date_order: 'auto' | DateOrder;
  /** Telephone numbers digit by digit, or each group as numbers. */
  telephone: 'auto' | 'digits' | 'grouped';
  /** The ISO 4217 code that a sign of several currencies stands for, such as `$`; null: that of the locale. */
  currency: string | null;
}

export const BY_LOCALE: Choices = { date_order: 'auto', telephone: 'auto', currency: null };

/** A match of a rule, with the text before and after it. */
export interface Found {
  text: string;
  groups: Readonly<Record<string, string | undefined>>;
  /** At most 40 characters. */
  before: string;
  after: string;
}

/** How one kind of piece is found and said. Patterns are linear: bounded repeats, guarded beginnings. */
export interface Rule {
  kind: NormalizerKind;
  pattern: RegExp;
  /** Cheap test: without a digit in the text the rule cannot match. */
  digits: boolean;
  /** Undefined if the match was not what it looked like. An empty string is not spoken. */
  say(found: Found): string | undefined;
}

export interface Language {
  rules: readonly Rule[];
  /** Where to insert spaces: wherever words would join, only between pieces (not before particles), or nowhere. */
  spacing: 'words' | 'pieces' | 'none';
  /** The beginning of a piece that has no space before it. */
  particles?: RegExp;
}

/** How a number is inflected: by the gender of what it counts, and shortened before it (`ein Euro`, `un euro`). */
export interface Form {
  gender: 'm' | 'f' | 'n';
  before_noun: boolean;
}

/** A noun that is counted: singular, plural, and the gender unless it is masculine. */
export type Noun = readonly [one: string, many: string, gender?: 'f' | 'n'];
