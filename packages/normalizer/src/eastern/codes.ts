import { SPOKEN } from '../markup.ts';
import { alternation, readRoman } from '../numbers.ts';
import type { Rule } from '../types.ts';
import { romanRule, rule, wordRule } from '../western/rules.ts';
import type { Eastern } from './eastern.ts';

/** Numbers that identify things are read digit by digit: beside their words, ISBNs, and long ones after letters. */
export function codeRules({ codes, digits, point, labels: { link } }: Eastern): Rule[] {
  const { before, endings, examples, after, counted, say, between } = codes;
  const quoteStart = `[: ]{0,2}["'“‘「『(]?`;
  const chain: Rule['say'] = ({ text }) => (text.match(/\d+/g) ?? []).map(say).join(between);
  return [
    // IP addresses: `192.168.0.1`.
    rule('web', '(?<![\\d.])(?:\\d{1,3}\\.){3}\\d{1,3}(?![\\d.])', ({ text }) =>
      text
        .split('.')
        .map((part) => digits(part))
        .join(point),
    ),
    // `ISBN 978-4-10-109205-8`
    rule('number', '(?<=ISBN(?:-1[03])?[: 　]{0,2})\\d[\\d -]{8,16}\\d(?![\\d-])', chain),
    // `コードは4829`
    rule(
      'number',
      `(?<=(?:${before})(?:${link})?${quoteStart})\\d{2,20}(?:-\\d{1,12}){0,5}(?!\\d|[.,]\\d|[%-]| ?(?:${counted}))`,
      chain,
    ),
    // `下4桁は7390`
    rule(
      'number',
      `(?<=(?:${endings})(?:${link})?(?:[: ]{0,2}| ?[,，、] ?)(?:${examples})?[: ]?["'“‘「『(]?)\\d{2,8}(?!\\d|[.,]\\d|[%-]| ?(?:${counted}))`,
      chain,
    ),
    // `4829がコード`
    rule('number', `(?<![\\d.,/A-Za-z-])\\d{4,8}(?=${after})`, chain),
    // `AB123456`
    rule('number', '(?<=[A-Za-z])\\d{5,20}(?![\\d.,])', chain),
    // `12-34-56-78-90`
    rule('number', '(?<![\\d.,/-])\\d{1,12}(?:-\\d{1,12}){3,6}(?![\\d-])', chain),
  ];
}

/** The names of letters, and initials that are said as words. Undefined if letters stay unchanged. */
export interface LetterNames {
  names: Readonly<Record<string, string>>;
  words: Readonly<Record<string, string>>;
  spelled: string;
  /** Whether single capital letters and variables are spelled, too. */
  alone?: boolean;
}

/** Initials in a text of another script: known ones, and those without a vowel. */
export function acronymRules({ letters }: Eastern): Rule[] {
  if (letters === undefined) return [];
  const { names, words, alone: spellsLetters } = letters;
  const spelledInitials = letters.spelled.split(' ');
  const standalone = (source: string) => `(?<![A-Za-z][ .&'-]?)(?:${source})(?![A-Za-z]|[ .&'-][A-Za-z])`;
  const spell = (text: string): string => Array.from(text, (letter) => names[letter] ?? letter).join('');
  const variables: Rule[] = [];
  if (spellsLetters) {
    // Variables: 2x+1.
    const source = `(?<=${SPOKEN})[a-z](?![A-Za-z])|(?<![A-Za-z])[a-z](?=${SPOKEN})`;
    variables.push(wordRule('acronym', source, ({ text }) => spell(text.toUpperCase())));
  }
  return [
    // `NASA`
    wordRule('acronym', standalone(alternation(Object.keys(words))), ({ text }) => words[text]),
    ...variables,
    // Next to a number, capital letters are a code: `AB-12`.
    wordRule('acronym', `(?<![A-Za-z])[A-Z]{2,4}(?=-?${SPOKEN})`, ({ text }) => spell(text)),
    // `DVD`, but not the numeral `XX`.
    wordRule(
      'acronym',
      standalone(`${alternation(spelledInitials)}|[B-DF-HJ-NP-TV-XZ]{2,5}${spellsLetters ? '|[A-Z]' : ''}`),
      ({ text }) => {
        if (text.length > 1 && readRoman(text) !== undefined && !spelledInitials.includes(text))
          return undefined;
        return spell(text);
      },
    ),
  ];
}

/** Roman numerals: the characters for them (`Ⅳ`), and letters that match a source in `roman`. */
export function romanRules({ cardinal, roman }: Eastern): Rule[] {
  return [
    // `Ⅳ`
    wordRule('roman', '[Ⅰ-Ⅻ]', ({ text }) => cardinal((text.codePointAt(0) ?? 0) - 0x215f)),
    wordRule('roman', '[ⅰ-ⅻ]', ({ text }) => cardinal((text.codePointAt(0) ?? 0) - 0x216f)),
    ...roman.map((source) => romanRule(source, (value) => cardinal(value))),
  ];
}
