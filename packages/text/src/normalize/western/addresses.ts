import type { Rule } from '../types.ts';
import { sayDigits } from './amounts.ts';
import { rule, wordRule } from './rules.ts';
import { COUNTING, type Western } from './western.ts';

const TLD =
  'com|org|net|info|edu|gov|io|ai|app|dev|eu|de|at|ch|fr|be|es|mx|it|pt|br|uk|ie|us|ca|au|nz|jp|kr|cn|tv|me';
const EMAIL =
  '(?<![A-Za-z0-9._%+-])[A-Za-z0-9][A-Za-z0-9._%+-]{0,63}@[A-Za-z0-9][A-Za-z0-9-]{0,62}(?:\\.[A-Za-z0-9-]{1,63}){1,5}';
const URL =
  '(?<![\\p{L}\\p{N}.])(?:https?://|www\\.)[A-Za-z0-9][^\\s<>"\'()\u{E000}\u{E001}“”„»«]{0,300}(?<![.,;:!?])';
const DOMAIN = `(?<![\\p{L}\\p{N}.@/-])[a-z0-9][a-z0-9-]{0,62}(?:\\.[a-z0-9-]{1,63}){0,3}\\.(?:${TLD})(?![\\p{L}\\p{N}@]|\\.[\\p{L}\\p{N}])(?:/[A-Za-z0-9_./?=&%#-]{0,200}(?<![.,;:!?]))?`;

export function addressRules(language: Western): Rule[] {
  const say = ({ text }: { text: string }) => sayAddress(text, wordsOf(language));
  const phone = ({ text }: { text: string }) => sayPhone(language, text);
  return [
    wordRule('web', EMAIL, say),
    wordRule('web', URL, say),
    wordRule('web', DOMAIN, say),
    ...[INTERNATIONAL, ...language.phones].map((source) => rule('phone', source, phone)),
  ];
}

const INTERNATIONAL = '(?<![\\p{L}\\p{N}+])\\+[1-9]\\d{0,2}(?:[ .\u00a0/-]{0,2}\\(?\\d{1,9}\\)?){2,6}(?!\\d)';

function sayPhone(language: Western, text: string): string {
  const group = language.phoneGroup ?? ((digits: string) => sayDigits(language, digits));
  const groups = (text.match(/\d+/g) ?? []).map(group);
  return `${text.startsWith('+') ? `${language.lexicon.plus} ` : ''}${groups.join(', ')}`;
}

/** How an address is spelled out, for languages of every kind. */
export interface AddressWords {
  signs: Readonly<Record<string, string>>;
  number(digits: string): string;
}

function wordsOf(language: Western): AddressWords {
  const { dot, at, slash, hyphen, underscore, colon, plus, equals, ampersand } = language.lexicon;
  const signs = {
    '.': dot,
    '@': at,
    '/': slash,
    '-': hyphen,
    _: underscore,
    ':': colon,
    '+': plus,
    '=': equals,
    '&': ampersand,
  };
  const number = (digits: string) =>
    digits.length <= 2 && !digits.startsWith('0')
      ? language.cardinal(Number(digits), COUNTING)
      : sayDigits(language, digits);
  return { signs, number };
}

/** Names stay, the signs between them are spoken, and country codes and `www` are spelled. */
export function sayAddress(text: string, { signs, number }: AddressWords): string {
  const bare = text.replace(/^https?:\/\//, '').replace(/\/$/, '');
  const host = /^[^/]*/.exec(bare)?.[0] ?? '';
  const parts: string[] = [];
  for (const { 0: part, index } of bare.matchAll(/[\p{L}\p{M}]+|\d+|./gu)) {
    const country = part.length === 2 && bare[index - 1] === '.' && index + 2 === host.length;
    if (/^\d/.test(part)) parts.push(number(part));
    else if (part === 'www') parts.push('W W W');
    else if (country) parts.push([...part.toUpperCase()].join(' '));
    else if (/^[\p{L}\p{M}]/u.test(part)) parts.push(part);
    else parts.push(signs[part] ?? '');
  }
  return parts.filter((part) => part !== '').join(' ');
}
