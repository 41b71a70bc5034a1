import { SPOKEN } from '../../markup.ts';
import type { Rule } from '../../types.ts';
import { EDGE, END, rule } from '../../western/rules.ts';
import { cardinal, digitByDigit, type English } from './numbers.ts';

const CALL =
  '(?<![\\p{L}])(?:[Cc]all(?:ed|ing|s)?|[Dd]ial(?:ed|ing|s)?|[Tt]ext(?:ed|ing|s)?|[Pp]hone(?:d)?|[Rr]ing|[Tt]elephone|[Tt]el\\.?|[Ff]ax|[Cc]ell|[Mm]obile|[Hh]otline|[Nn]umber(?: is)?|[Rr]each (?:us|me|him|her|them)(?: at| on)?|[Pp]h\\.?|(?:call|text|ring|phone|contact) (?:me|us|him|her|them)(?: at| on)?):? ';
const START = '(?<![\\p{L}\\p{N}.,$€£#-]|\\d )';
const STOP = '(?![\\p{L}\\p{N}%]|[-/]\\d|[.,:]\\d)';

/** North American, British and short numbers (ITU-T E.123). */
export function phones(): string[] {
  const area = '(?:\\(\\d{3}\\)[-. ]?|\\d{3}[-./ ])';
  return [
    `(?<![\\p{L}\\p{N}-])(?:\\+?1[-. ]?)?${area}\\d{3}[-. ]\\d{4}${STOP}`,
    '(?<![\\p{L}\\p{N}-])(?:\\(0\\d{2,5}\\)|0\\d{2,4}) \\d{3,8}(?: \\d{3,6}){0,2}(?![\\d-])',
    `(?<![\\p{L}\\p{N}-])(?<!\\d )555-\\d{4}${STOP}`,
    // Without an area code: not a range of round numbers.
    `${START}(?!\\d{1,2}[05]0-\\d{1,3}0(?!\\d))[2-9]\\d{2}-\\d{4}${STOP}`,
    `(?<=${CALL})\\(?\\d{3}\\)?[-. ]?\\d{3}[-. ]?\\d{4}${STOP}`,
    `(?<=${CALL})\\d{3}[-. ]\\d{4}${STOP}`,
    `(?<=${CALL})1?\\d{3}${STOP}(?! (?:people|times|friends|men|women|members|voters|\\p{L}+s)(?![\\p{L}]))`,
    `(?<=${CALL}|(?<!\\p{L})(?:[Tt]ext(?:ed|ing)?|[Ss]end|SMS|[Mm]essage)(?: [^\\s]{1,20}){1,3} to )\\d{4,6}${STOP}`,
    `(?<=(?<![\\p{L}])(?:[Ee]mergency|[Pp]olice|[Aa]mbulance)(?: number| services)?,? )\\d{3}${STOP}`,
    `(?<![\\p{L}\\p{N}.,$€£#/-]|Porsche )911${STOP}`,
    `${START}988(?= (?:\\p{Lu}|[a-z]{0,8} ?(?:lifeline|hotline)))`,
  ];
}

/** Extensions, and numbers that end in a word: `1-800-FLOWERS`. */
export function createPhoneWordRules(variety: English): Rule[] {
  const extension = (number = ''): string => {
    if (/^[1-9]\d?$/.test(number)) return `extension ${cardinal(Number(number), variety)}`;
    return `extension ${digitByDigit(number, variety)}`;
  };
  return [
    // `1-800-FLOWERS`
    rule(
      'phone',
      `${EDGE}(?:1[-. ])?\\(?(?<code>8(?:00|88|77|66|55|44|33))\\)?[-. ](?<word>[A-Z]{1,9}(?:-?[A-Z\\d]{1,9}){0,3})(?<=[A-Z][A-Z\\d-]{2,12})${END}`,
      ({ groups, text }) => {
        const { code = '', word = '' } = groups;
        const ahead = /^1/.test(text) ? 'one, ' : '';
        let area = digitByDigit(code, variety);
        if (code.endsWith('00')) area = `${cardinal(Number(code[0]), variety)} hundred`;
        const letters = word
          .replace(/-/g, ', ')
          .replace(/\d+/g, (digits) => ` ${digitByDigit(digits, variety)} `)
          .trim();
        return `${ahead}${area}, ${letters}`;
      },
    ),
    // `555-1234 ext. 56`, `555-1234x56`
    rule(
      'phone',
      `(?:(?<=[\\d${SPOKEN}],? ?)(?:[Ee]xt\\.?|[Ee]xtension)|(?<=\\d{4},? ?)x)[ .]?(?<number>\\d{1,6})${END}`,
      ({ groups, before }) => {
        if (/[\s,]$/.test(before)) return extension(groups.number);
        return `, ${extension(groups.number)}`;
      },
    ),
    // `Ext. 56`
    rule('phone', `${EDGE}[Ee]xt\\.? (?<number>\\d{1,6})${END}`, ({ groups }) => extension(groups.number)),
  ];
}
