import { EN_ACRONYMS, EN_WORDS_IN_CAPITALS } from '../../data/en-letters.ts';
import { SPOKEN } from '../../markup.ts';
import { readRoman } from '../../numbers.ts';
import type { Rule } from '../../types.ts';
import { spellCode } from '../../western/codes.ts';
import { EDGE, END, keepPeriod, rule, wordRule } from '../../western/rules.ts';
import { cardinal, digitByDigit, type English, inPairs } from './numbers.ts';

const VOWEL = /[AEIOUY]/i;

/** Numbers that identify things: books, versions, plates, parts. */
export function createCodeRules(variety: English): Rule[] {
  const sayPart = (part: string): string => {
    if (/\d/.test(part)) return digitByDigit(part, variety);
    return spell(part);
  };
  const groups = (text: string): string => (text.match(/\d+|\p{L}+/gu) ?? []).map(sayPart).join(', ');
  return [
    // `ISBN 978-3-16-148410-0`
    rule('number', '(?<=IS[BS]N(?:-1[03])?:? )[\\dX][\\d -]{6,18}[\\dX](?![\\p{L}\\p{N}])', ({ text }) =>
      groups(text),
    ),
    // `license plate 7ABC123`
    rule(
      'number',
      `(?<=(?<![\\p{L}])(?:[Pp]lates?|[Ll]icense|[Rr]egistration|VIN)(?: (?:number|no\\.))?:? )(?=[A-Z -]{0,8}\\d)[A-Z\\d]{1,17}(?:[ -][A-Z\\d]{1,7}){0,2}${END}`,
      ({ text }) => spellCode(text, (digit) => cardinal(digit, variety)),
    ),
    // `patent number 6285999`
    rule(
      'number',
      '(?<=(?<![\\p{L}])(?:[Pp]art|[Mm]odel|[Cc]ase|[Ss]erial|[Ii]tem|[Rr]ef|[Pp]atent)(?:erence)?\\.? (?:no\\.?|No\\.?|number|#) ?)\\d{1,9}(?:-\\d{1,9}){0,4}(?![\\p{L}\\p{N}-])',
      ({ text }) => groups(text),
    ),
    // `12-345-6789`
    rule(
      'number',
      `${EDGE}(?<!\\d[.,-])\\d{1,9}(?:-\\d{1,9}){2,5}(?:-[\\dX])?(?![\\p{L}\\p{N}-]|[.,]\\d)`,
      ({ text }) => groups(text),
    ),
    // `#12345`
    rule(
      'number',
      '#(?<number>\\d{5,20})(?![\\p{L}\\p{N}]|[.,]\\d)',
      ({ groups: { number = '' } }) => `number ${groups(number)}`,
    ),
    // Retirement plans: `401(k)`, `403b`.
    rule(
      'number',
      `${EDGE}(?<plan>40[13])\\(?(?<letter>[kKbB])(?:\\)|${END})`,
      ({ groups: { plan = '', letter = '' } }) => `${inPairs(plan, variety)} ${letter.toLowerCase()}`,
    ),
    // `Ver. 3`
    wordRule('abbreviation', `${EDGE}[Vv](?:er)?\\.? ?(?=(?:\\d|${SPOKEN}))(?!\\p{L})`, () => 'version '),
    // Airplanes: `737-800`.
    rule(
      'number',
      `${EDGE}(?<model>7[0-8]7)-(?<type>\\d{1,3})${END}`,
      ({ groups: { model = '', type = '' } }) => `${inPairs(model, variety)} ${inPairs(type, variety)}`,
    ),
    // `747 jet`
    rule('number', `${EDGE}7[0-8]7(?= (?:[Jj]et|Max|MAX|plane|pilot|aircraft|Dreamliner))`, ({ text }) =>
      inPairs(text, variety),
    ),
    // `802.11ac`
    rule('number', `${EDGE}802\\.11(?<letters>[a-z]{1,2})?${END}`, ({ groups: { letters = '' } }) =>
      ['eight oh two dot eleven', ...letters.toUpperCase()].join(' '),
    ),
    // British license plates: `AB12 CDE`.
    rule('number', `${EDGE}[A-Z]{2}\\d{2} [A-Z]{3}${END}`, ({ text }) => groups(text)),
    // `AAA`
    wordRule('acronym', `${EDGE}AAA${END}`, () => 'triple A'),
    // `AA battery`
    wordRule('acronym', `${EDGE}AA(?= batter)`, () => 'double A'),
    mixedCodeRule(variety),
  ];
}

/** Spells capitals letter by letter. More than three with a vowel stay a word, unless they are a known acronym. */
function spell(letters: string): string {
  if (letters.length > 3 && VOWEL.test(letters) && !EN_ACRONYMS.has(letters)) return letters;
  return [...letters].join(' ');
}

const MAX_PARTS = 4;

/** Capitals and digits in one word: `F-16`, `XR-500`, `H2O`, `UA1549`. */
function mixedCodeRule(variety: English): Rule {
  const source = `${EDGE}(?<![-/.,]|\\d[ ])(?=[A-Za-z-]{0,12}\\d)(?=[\\d-]{0,12}[A-Za-z])(?:[A-Z]{1,8}-?\\d{1,8}|[a-z]\\d{1,5}|\\d{1,5}(?:-[A-Z]{1,4}|[A-Z]{1,4}(?=-?\\d)))(?:-?(?:[A-Z]{1,5}|\\d{1,7})){0,9}${END}(?![-.,]\\d)`;
  return rule('number', source, ({ text }) => {
    const parts = text.match(/\d+|[A-Za-z]+/g) ?? [];
    const sayDigits = parts.length > MAX_PARTS ? digitByDigit : inPairs;
    const words = parts.map((part) => {
      if (!/\d/.test(part)) return spell(part);
      return sayDigits(part, variety);
    });
    return words.join(' ');
  });
}

/** Initialisms, with and without periods, and their plurals. */
export function createLetterRules(): Rule[] {
  return [
    // `U.S.A.`
    wordRule('acronym', `${EDGE}(?:\\p{Lu}\\.){2,6}(?![\\p{L}])`, (match) =>
      keepPeriod([...match.text.replaceAll('.', '')].join(' '), match, /^["”’)]?\s*$/),
    ),
    // `NBA`, `DVDs`, but not `NATO`.
    wordRule('acronym', `${EDGE}(?<name>[A-Z]{2,6})(?<many>s)?${END}`, ({ groups, before, after }) => {
      const { name = '', many } = groups;
      const isCountry = name === 'US' && !/\p{Lu}{2} $/u.test(before) && !/^ \p{Lu}{2}/u.test(after);
      const isKnown = isCountry || EN_ACRONYMS.has(name);
      const isShouting = /\p{Lu}{3} $/u.test(before) || /^ \p{Lu}{3}/u.test(after);
      const isUnsayable =
        name.length < 6 && !VOWEL.test(name) && readRoman(name) === undefined && !isShouting;
      if (!isKnown && (!isUnsayable || EN_WORDS_IN_CAPITALS.has(name))) return undefined;
      const initials = [...name].join(' ');
      return many === undefined ? initials : `${initials}'s`;
    }),
    // `IT department`
    wordRule(
      'acronym',
      `${EDGE}IT(?= (?:department|team|support|staff|manager|specialist|security|services?|systems?|industry|guy)${END})`,
      () => 'I T',
    ),
    // `flight UA 1549`
    wordRule('acronym', `(?<=[Ff]lights? )[A-Z]{2}(?= ?[\\d${SPOKEN}])`, ({ text }) => [...text].join(' ')),
    // `the WHO`
    wordRule('acronym', `(?<=[Tt]he )WHO${END}`, () => 'W H O'),
  ];
}
