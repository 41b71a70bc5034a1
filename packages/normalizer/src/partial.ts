import { CARDINALS, type Cardinals } from './cardinals.ts';
import { alternation } from './numbers.ts';
import { unreadMarks } from './sweep.ts';
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
export function partialLanguage(tag: string): Language {
  const [code = '', ...others] = tag.split('-');
  // The words are in one script.
  const hasScript = others.some((part) => part.length === 4);
  const cardinals = hasScript ? undefined : CARDINALS[code];
  const rules = [unreadMarks(isUnspaced(tag) ? '' : ' ')];
  return { rules: cardinals ? [...rules, cardinalRule(tag, cardinals)] : rules, spacing: 'none' };
}

function cardinalRule(tag: string, { most, say }: Cardinals): Rule {
  const group = new Intl.NumberFormat(tag).formatToParts(1234567).find(({ type }) => type === 'group')?.value;
  const grouped = group === '.' || group === ',' ? `[1-9]\\d{0,2}(?:[${group}]\\d{3}){1,3}|` : '';
  const isDated = dated(tag);
  // Languages without spaces have letters next to a number.
  const letters = isUnspaced(tag) ? '\\p{Script=Latin}' : '\\p{L}\\p{M}';
  return {
    kind: 'number',
    pattern: new RegExp(`(?<![${letters}\\p{N}])(?:${grouped}0|[1-9]\\d{0,11})(?![${letters}\\p{N}])`, 'gu'),
    digits: true,
    say(match) {
      const value = Number(match.text.replace(/\D/g, ''));
      const isPlain = value <= most && !MAY_BE_YEAR.test(match.text) && !isBound(match) && !isDated(match);
      return isPlain ? say(value) : undefined;
    },
  };
}

function isBound({ before, after }: Match): boolean {
  const word = WORD_AFTER.exec(after)?.groups?.word ?? '';
  const isUnit = SHORT_SCRIPT.test(word) && !VOWEL.test(word.normalize('NFD'));
  return isUnit || BOUND_BEFORE.test(before) || BOUND_AFTER.test(after) || ORDINAL_AFTER.test(after);
}

/** Whether a number is next to the name of a month (CLDR). */
function dated(tag: string): (match: Match) => boolean {
  const names = (['long', 'short'] as const).flatMap((month) =>
    [{ month }, { month, day: 'numeric' } as const].flatMap((format) => {
      const dates = new Intl.DateTimeFormat(tag, { ...format, timeZone: 'UTC' });
      return Array.from({ length: 12 }, (_, index) => {
        const parts = dates.formatToParts(Date.UTC(2023, index, 5));
        return parts.find(({ type }) => type === 'month')?.value.replace(/\.$/, '') ?? '';
      });
    }),
  );
  const words = alternation(names.filter((name) => /^\p{L}/u.test(name)));
  if (words === '') return () => false;
  const before = new RegExp(`(?<!\\p{L})(?:${words})\\.? $`, 'iu');
  const after = new RegExp(`^ (?:de |da )?(?:${words})(?!\\p{L})`, 'iu');
  return (match) => before.test(match.before) || after.test(match.after);
}
