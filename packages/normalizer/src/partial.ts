import { CARDINALS, type Cardinals } from './cardinals.ts';
import { alternation } from './numbers.ts';
import { createTypographyRule } from './sweep.ts';
import type { Language, Match, Rule } from './types.ts';

const UNSPACED = new Set(['ja', 'zh', 'yue', 'th', 'lo', 'km', 'my']);

/** Whether the language of a locale is written without spaces between words. */
export const isUnspaced = (locale: string): boolean => UNSPACED.has(locale.split('-', 1)[0] ?? '');

/** Characters that the voice reads in its own way: digits, and signs with a name. */
export const LEFT_TO_VOICE = /[\p{N}\p{Sc}\p{Sm}%‰°&@#§©/*\\^]/u;

/** A sign or a part of a longer expression: `$5`, `B5`, `1.5`, `-5`, `600 123 456`. */
const BOUND_BEFORE = /[\p{N}\p{S}\p{Pc}#№§%&@/\\:.,'’*+^–—-]$|[\p{N}\p{S}#№§]\s$|(?<!\p{L})(?:Rp|RM)\.? ?$/u;
const BOUND_AFTER = /^(?:[\p{N}\p{Pc}'’^*:/\\–—-]|[.,]\p{N}|\s?[\p{S}%‰°]|\s[\p{N}]|\s[-–—/:x]\s?\p{N})/u;
/** A period after a number makes it an ordinal, unless the text ends there. */
const ORDINAL_AFTER = /^\.(?!["”»’')\]\s]*$)/u;
/** A word without a vowel is a unit or a currency: `km`, `zł`, `грн`. */
const WORD_AFTER = /^\s?(?<word>\p{L}{1,6})(?!\p{L})/u;
const VOWEL = /[aeiouyøæœıаеёиоуыэюяіїєαεηιουω]/iu;
const SHORT_SCRIPT = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]+$/u;
/** Numbers from 1100 to 2099 without group separators may be years. */
const MAY_BE_YEAR = /^(?:1[1-9]|20)\d\d$/;

/**
 * A language without its own rules. Plain whole numbers become words if the words are known. Dates, amounts,
 * units, ordinals, decimals and years are left to the voice. Symbols that are not spoken are removed.
 */
export function createPartialLanguage(tag: string): Language {
  const [code = '', ...subtags] = tag.split('-');
  // The words are in one script.
  const hasScript = subtags.some((part) => part.length === 4);
  const cardinals = hasScript ? undefined : CARDINALS[code];
  const rules = [createTypographyRule(isUnspaced(tag) ? '' : ' ')];
  return { rules: cardinals ? [...rules, cardinalRule(tag, cardinals)] : rules, spacing: 'none' };
}

/**
 * The rule for plain whole numbers of a language without rules of its own. Leaves everything that may be more than a
 * number.
 */
function cardinalRule(tag: string, { max, say }: Cardinals): Rule {
  const group = new Intl.NumberFormat(tag).formatToParts(1234567).find(({ type }) => type === 'group')?.value;
  const groupedNumber = group === '.' || group === ',' ? `[1-9]\\d{0,2}(?:[${group}]\\d{3}){1,3}|` : '';
  const isBesideMonth = createMonthTest(tag);
  // Languages without spaces have letters next to a number.
  const letters = isUnspaced(tag) ? '\\p{Script=Latin}' : '\\p{L}\\p{M}';
  return {
    kind: 'number',
    pattern: new RegExp(
      `(?<![${letters}\\p{N}])(?:${groupedNumber}0|[1-9]\\d{0,11})(?![${letters}\\p{N}])`,
      'gu',
    ),
    digits: true,
    say(match) {
      const value = Number(match.text.replace(/\D/g, ''));
      const isPlain =
        value <= max && !MAY_BE_YEAR.test(match.text) && !isPartOfExpression(match) && !isBesideMonth(match);
      return isPlain ? say(value) : undefined;
    },
  };
}

/** Whether a number belongs to the text around it: `5 km`, `$5`, `1.5`, `5.`. */
function isPartOfExpression({ before, after }: Match): boolean {
  const word = WORD_AFTER.exec(after)?.groups?.word ?? '';
  const isUnit = SHORT_SCRIPT.test(word) && !VOWEL.test(word.normalize('NFD'));
  return isUnit || BOUND_BEFORE.test(before) || BOUND_AFTER.test(after) || ORDINAL_AFTER.test(after);
}

/** A test whether a number is next to the name of a month (CLDR). */
function createMonthTest(tag: string): (match: Match) => boolean {
  const formats: readonly Intl.DateTimeFormatOptions[] = [
    { month: 'long' },
    { month: 'long', day: 'numeric' },
    { month: 'short' },
    { month: 'short', day: 'numeric' },
  ];
  const names: string[] = [];
  for (const format of formats) {
    const dates = new Intl.DateTimeFormat(tag, { ...format, timeZone: 'UTC' });
    for (let month = 0; month < 12; month += 1) {
      const parts = dates.formatToParts(Date.UTC(2023, month, 5));
      const name = parts.find(({ type }) => type === 'month')?.value.replace(/\.$/, '') ?? '';
      if (/^\p{L}/u.test(name)) names.push(name);
    }
  }
  const words = alternation(names);
  if (words === '') return () => false;
  const before = new RegExp(`(?<!\\p{L})(?:${words})\\.? $`, 'iu');
  const after = new RegExp(`^ (?:de |da )?(?:${words})(?!\\p{L})`, 'iu');
  return (match) => before.test(match.before) || after.test(match.after);
}
