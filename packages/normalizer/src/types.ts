/** The kinds of text whose spoken form differs from the written form. */
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

/** A piece of text that a rule has read. */
export interface Claim extends Change {
  kind: NormalizerKind;
}

export interface Normalized {
  spoken: string;
  changes: Change[];
  /** False if the language has no rules: then only whole numbers and unspoken marks may change. */
  supported: boolean;
}

/** A part of a text that no rule reads, in UTF-16 offsets. */
export interface MarkupSpan {
  start: number;
  end: number;
  /** True for a tag, which can be removed from the spoken text. False for a placeholder, which becomes text. */
  tag: boolean;
}

/** Finds the markup of a text, in order. */
export type FindMarkup = (text: string) => readonly MarkupSpan[];

export interface NormalizeOptions {
  /** Default: a text has no markup. */
  markup?: FindMarkup;
  /** The kinds to normalize. Other kinds stay unchanged. Default: all. */
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
  /** The ISO 4217 code for a sign that several currencies share, such as `$`. Null for the currency of the locale. */
  currency: string | null;
}

export const BY_LOCALE: Choices = { date_order: 'auto', telephone: 'auto', currency: null };

/** A match of a rule, with the text before and after it. */
export interface Match {
  text: string;
  groups: Readonly<Record<string, string | undefined>>;
  /** At most 40 characters. */
  before: string;
  after: string;
  /** Like `after`, but with the characters that other rules have read. */
  written_after: string;
  /** The spoken form of written parts of the match, with their context: `dalle 9.00`. Never for spoken words. */
  read(text: string): string;
}

/** Finds one kind of text and says it. Patterns take linear time: bounded repeats, guarded beginnings. */
export interface Rule {
  kind: NormalizerKind;
  pattern: RegExp;
  /** Cheap test: without a digit in the text the rule cannot match. */
  digits: boolean;
  /** The spoken form. Undefined if the match is something else. An empty string is not spoken. */
  say(match: Match): string | undefined;
}

export interface Language {
  rules: readonly Rule[];
  /** Whether the text after a period begins with another sentence. */
  next_sentence?(kind: NormalizerKind, after: string): boolean;
  /** Where to insert spaces: wherever words would join, only between pieces (not before particles), or nowhere. */
  spacing: 'words' | 'pieces' | 'none';
  /** The beginning of a piece that has no space before it. */
  particles?: RegExp | undefined;
  /** What the beginning of the text after a spoken piece becomes, if it must agree with the piece. */
  agreement?: ((words: string, context: Context) => Agreement | undefined) | undefined;
}

/** The text around a piece. */
export interface Context {
  before: string;
  after: string;
}

/** A particle as written, and as it follows the spoken words. */
export interface Agreement {
  written: string;
  spoken: string;
}

/** How a number is inflected: by the gender of the noun, and whether it precedes the noun (`ein Euro`, `un euro`). */
export interface Form {
  gender: 'm' | 'f' | 'n';
  before_noun: boolean;
  /** Default: nominative. */
  case?: 'accusative' | 'dative';
}

/** A noun that is counted: singular, plural, and the gender unless it is masculine. */
export type Noun = readonly [one: string, many: string, gender?: Form['gender']];
