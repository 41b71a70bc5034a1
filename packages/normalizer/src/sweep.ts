import { SPOKEN } from './markup.ts';
import { readRoman } from './numbers.ts';
import type { SignNames } from './signs.ts';
import type { Match, Rule } from './types.ts';

export interface SweepWords {
  signs: SignNames;
  /** The separator of words. Empty in languages that are written without spaces. */
  space: ' ' | '';
  cardinal(value: number): string;
  digits(text: string): string;
}

/** Digits other than 0 to 9: superscripts, circled digits, those of other scripts. */
const OTHER_NUMBER = /^\d{1,4}$/;
/** Words are also those that a rule has read (`\u{E001}`, `SPOKEN`). */
const ENDS_IN_WORD = /[\p{L}\p{N}\u{E001}]$/u;
const STARTS_WITH_WORD = /^[\p{L}\p{N}\u{E001}]/u;
/** Emphasis, bullets and marks that are not spoken. */
const TYPOGRAPHY = '*_~^`|\\\\•●○■□▪◦‣★☆™®¶†‡';

/** A rule that is also tried on text without digits. */
const createSweepRule = (kind: Rule['kind'], source: string, say: Rule['say']): Rule => ({
  kind,
  pattern: new RegExp(source, 'gu'),
  digits: false,
  say,
});

/** Nothing, or a space where two words would join. */
const sayGap =
  (space: string): Rule['say'] =>
  ({ before, after }) =>
    ENDS_IN_WORD.test(before) && STARTS_WITH_WORD.test(after) ? space : '';

/** Marks that are not spoken in any language, unless they are part of an expression such as `~5` or `2^3`. */
export const createTypographyRule = (space: string): Rule =>
  createSweepRule('symbol', `(?<!\\p{N} ?)[${TYPOGRAPHY}]{1,40}(?! ?\\p{N})`, sayGap(space));

/** A comma where the text goes on, unless a mark or the end of the line makes the pause. */
const sayPause =
  (space: string) =>
  ({ before, after }: Pick<Match, 'before' | 'after'>): string => {
    if (!/[^\s,.;:!?]$/u.test(before) || after.trim() === '') return '';
    return /^\s/.test(after) ? ',' : `,${space}`;
  };

const ARROW = '<?(?<![-=])[-=]{1,9}>|<-{1,9}(?=[\\s\\p{L}])|[→←↔⇒⇐⇔⇨➔➜➝➡⟶⟵⟷]';

/** Arrows, before their parts are read as signs: `Settings -> Audio`. */
export const arrowRule = (space: ' ' | ''): Rule => ({
  kind: 'symbol',
  // Without a space at the start of a line.
  pattern: new RegExp(`(?<![^\\n])(?:${ARROW})[ \\t]?|[ \\t]?(?:${ARROW})`, 'gu'),
  digits: false,
  say: sayPause(space),
});

/** The path through a menu: `File > Save`. */
export const menuRule: Rule = {
  kind: 'symbol',
  pattern: /(?<=\p{L}{2}) >(?= \p{Lu}\p{L})/gu,
  digits: false,
  say: () => ',',
};

/**
 * Reads everything that no other rule has read: digits one by one, and signs by name or not at all. After these rules,
 * a voice need not guess how to read any character.
 */
export function sweepRules({ signs, space, cardinal, digits }: SweepWords): Rule[] {
  const names = Object.keys(signs).filter((sign) => signs[sign] !== '' && sign !== '^');
  const signSource = names.map((sign) => sign.replace(/[$^]/, '\\$&')).join('');
  /** A word with spaces around it, unless the text already has them. */
  const separate = (word: string, before: string, after: string): string => {
    const ahead = before === '' || /\s$/.test(before) ? '' : space;
    const behind = after === '' || /^[\s.,;:!?)\]”’"']/.test(after) ? '' : space;
    return `${ahead}${word}${behind}`;
  };
  /** A comma where the line goes on, unless another mark makes the pause. */
  const sayComma: Rule['say'] = ({ before, after }) =>
    /[^\s,.;:!?]$/u.test(before) && after.trim() !== '' ? ',' : '';
  return [
    // Arrows to the left, and the quotation marks of code and mail.
    createSweepRule('symbol', '[ \\t]?(?:<[-=]{1,2}|<{2,9}|>{2,9})', sayComma),
    createSweepRule('symbol', '(?<=^\\s{0,9})>', () => ''),
    // `&`, `&&`
    createSweepRule('symbol', `(?<sign>[${signSource}])\\k<sign>{0,40}`, ({ groups, before, after }) =>
      separate(signs[groups.sign ?? ''] ?? '', before, after),
    ),
    // `~5`
    createSweepRule('symbol', `~(?= ?[\\d${SPOKEN}])`, ({ before, after }) =>
      separate(signs['≈'] ?? '', before, after),
    ),
    // `yes / no`
    createSweepRule('symbol', '[ \\t]/{1,40}(?=\\s)', sayComma),
    createSweepRule('symbol', `[${TYPOGRAPHY}/]{1,40}`, sayGap(space)),
    {
      ...createSweepRule('number', '\\d{1,40}', ({ text }) =>
        /^(?:0|[1-9]\d{0,14})$/.test(text) ? cardinal(Number(text)) : digits(text),
      ),
      digits: true,
    },
    createSweepRule('number', '(?![0-9])\\p{N}', ({ text }) => {
      const plainText = text.normalize('NFKC');
      const value = OTHER_NUMBER.test(plainText) ? Number(plainText) : readRoman(plainText);
      return value === undefined ? undefined : cardinal(value);
    }),
  ];
}
