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
const ENDS_IN_WORD = /[\p{L}\p{N}\u{E001}]$/u;
const STARTS_WITH_WORD = /^[\p{L}\p{N}\u{E001}]/u;
/** Emphasis, bullets and marks that are not spoken. */
const TYPOGRAPHY = '*_~^`|\\\\•●○■□▪◦‣★☆™®¶†‡';

const sweep = (kind: Rule['kind'], source: string, say: Rule['say']): Rule => ({
  kind,
  pattern: new RegExp(source, 'gu'),
  digits: false,
  say,
});

/** Nothing, or a space where two words would join. */
const gap =
  (space: string): Rule['say'] =>
  ({ before, after }) =>
    ENDS_IN_WORD.test(before) && STARTS_WITH_WORD.test(after) ? space : '';

/** Marks that are not spoken in any language, unless they are part of an expression such as `~5` or `2^3`. */
export const unreadMarks = (space: string): Rule =>
  sweep('symbol', `(?<!\\p{N} ?)[${TYPOGRAPHY}]{1,40}(?! ?\\p{N})`, gap(space));

/** A comma where the text goes on, unless a mark or the end of the line makes the pause. */
const pause =
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
  say: pause(space),
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
  const apart = (word: string, before: string, after: string): string => {
    const ahead = before === '' || /\s$/.test(before) ? '' : space;
    const behind = after === '' || /^[\s.,;:!?)\]”’"']/.test(after) ? '' : space;
    return `${ahead}${word}${behind}`;
  };
  const between: Rule['say'] = ({ before, after }) =>
    /[^\s,.;:!?]$/u.test(before) && after.trim() !== '' ? ',' : '';
  return [
    // Arrows to the left, and the quotation marks of code and mail.
    sweep('symbol', '[ \\t]?(?:<[-=]{1,2}|<{2,9}|>{2,9})', between),
    sweep('symbol', '(?<=^\\s{0,9})>', () => ''),
    sweep('symbol', `(?<sign>[${signSource}])\\k<sign>{0,40}`, ({ groups, before, after }) =>
      apart(signs[groups.sign ?? ''] ?? '', before, after),
    ),
    sweep('symbol', '~(?= ?[\\d\u{E001}])', ({ before, after }) => apart(signs['≈'] ?? '', before, after)),
    sweep('symbol', '[ \\t]/{1,40}(?=\\s)', between),
    sweep('symbol', `[${TYPOGRAPHY}/]{1,40}`, gap(space)),
    {
      ...sweep('number', '\\d{1,40}', ({ text }) =>
        /^(?:0|[1-9]\d{0,14})$/.test(text) ? cardinal(Number(text)) : digits(text),
      ),
      digits: true,
    },
    sweep('number', '(?![0-9])\\p{N}', ({ text }) => {
      const plainText = text.normalize('NFKC');
      const value = OTHER_NUMBER.test(plainText) ? Number(plainText) : readRoman(plainText);
      return value === undefined ? undefined : cardinal(value);
    }),
  ];
}
