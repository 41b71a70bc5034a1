import type { Rule } from '../types.ts';
import { sayDigits } from './amounts.ts';
import { rule, wordRule } from './rules.ts';
import { COUNTING, type Western } from './western.ts';

const TLD =
  'com|org|net|info|edu|gov|io|ai|app|dev|eu|de|at|ch|fr|be|es|mx|it|pt|br|uk|ie|us|ca|au|nz|jp|kr|cn|tv|me|ly|fm|gg|co|gob|xyz|shop|blog|online|nl|pl|ar|cl|pe';
const EMAIL =
  '(?<![A-Za-z0-9._%+-])[A-Za-z0-9][A-Za-z0-9._%+-]{0,63}@[A-Za-z0-9][A-Za-z0-9-]{0,62}(?:\\.[A-Za-z0-9-]{1,63}){1,5}';
const URL =
  '(?<![\\p{L}\\p{N}.])(?:(?:[hH][tT]{2}[pP][sS]?|[fF][tT][pP])://|[wW]{3}\\.)[A-Za-z0-9][^\\s<>"\'()\u{E000}\u{E001}“”„»«]{0,300}(?<![.,;:!?])';
const DOMAIN = `(?<![\\p{L}\\p{N}.@/-])[a-z0-9][a-z0-9-]{0,62}(?:\\.[a-z0-9-]{1,63}){0,3}\\.(?:${TLD})(?![\\p{L}\\p{N}@]|\\.[\\p{L}\\p{N}])(?::\\d{2,5})?(?:/[\\p{L}\\p{N}_./?=&%#~-]{0,200}(?<![.,;:!?]))?`;

/** The beginning of a sentence may be an address: `Example.com`. */
const CAPITALIZED = DOMAIN.replace('[a-z0-9][a-z0-9-]', '[A-Z][a-zA-Z0-9-]').replace(
  TLD,
  `(?:com|org|gov|edu|co)\\.[a-z]{2}|${TLD.replaceAll(/\b..\|/g, '')}`,
);

const FILE =
  '(?<![\\p{L}\\p{N}.@/-])[A-Za-z0-9][A-Za-z0-9_-]{0,62}(?:\\.[a-z0-9_-]{1,30}){0,2}\\.(?:txt|pdf|docx?|xlsx?|pptx?|csv|tsv|json|xml|html?|css|js|ts|py|exe|zip|jpe?g|png|gif|svg|mp[34]|wav|md|ya?ml|ini|log|mov|avi|srt|vtt)(?![\\p{L}\\p{N}@]|\\.[\\p{L}\\p{N}])';

export function webRules(language: Western): Rule[] {
  const say = ({ text }: { text: string }) => sayAddress(text, wordsOf(language));
  return [EMAIL, URL, DOMAIN, CAPITALIZED, FILE].map((source) => wordRule('web', source, say));
}

export function phoneRules(language: Western): Rule[] {
  const phone = ({ text }: { text: string }) => sayPhone(language, text);
  return [INTERNATIONAL, ...language.phones].map((source) => rule('phone', source, phone));
}

const INTERNATIONAL = '(?<![\\p{L}\\p{N}+])\\+[1-9]\\d{0,2}(?:[ .\u00a0/-]{0,2}\\(?\\d{1,9}\\)?){2,6}(?!\\d)';

function sayPhone(language: Western, text: string): string {
  const group = phoneGroups(language);
  const groups = Array.from(text.matchAll(/\d+/g), ({ 0: digits, index }) =>
    group(digits, text.slice(0, index).replace(/\D+$/, '')),
  );
  return `${text.startsWith('+') ? `${language.lexicon.plus} ` : ''}${groups.join(', ')}`;
}

function phoneGroups(language: Western): (digits: string, before: string) => string {
  const { choices, phoneGroup, phoneDigits } = language;
  if (choices.telephone === 'grouped') return phoneGroup ?? ((digits) => sayPairs(language, digits));
  const single = (digits: string) => sayDigits(language, digits);
  return choices.telephone === 'digits' ? single : (phoneGroup ?? phoneDigits ?? single);
}

/** `1234` as `twelve thirty-four`, `555` as `five fifty-five`, `05` as `zero five`. */
function sayPairs(language: Western, digits: string): string {
  const pairs = digits.match(/^\d(?=(?:\d\d)*$)|\d\d/g) ?? [];
  return pairs
    .map((pair) =>
      pair.startsWith('0') ? sayDigits(language, pair) : language.cardinal(Number(pair), COUNTING),
    )
    .join(' ');
}

/** How an address is spelled out, for languages of every kind. */
export interface AddressWords {
  signs: Readonly<Record<string, string>>;
  number(digits: string): string;
  /** How `www` is said; letter by letter where left out. */
  www?: string | undefined;
  /** The ends of domains that are said as words: `punto it`. */
  domains?: readonly string[] | undefined;
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
  return { signs, number, www: language.lexicon.www, domains: language.lexicon.domains };
}

/** Letters without a vowel: `bbc`, `html`. */
const UNSAYABLE = /^[b-df-hj-np-tv-xz]{2,5}$/i;

/** Names stay, the signs between them are spoken, and country codes and `www` are spelled. */
export function sayAddress(
  text: string,
  { signs, number, www = 'W W W', domains = [] }: AddressWords,
): string {
  const bare = text.replace(/^(?:https?|ftp):\/\//i, '').replace(/\/$/, '');
  const host = /^[^/]*/.exec(bare)?.[0] ?? '';
  const parts: string[] = [];
  for (const { 0: part, index } of bare.matchAll(/[\p{L}\p{M}]+|\d+|./gu)) {
    const country =
      part.length === 2 && !domains.includes(part) && bare[index - 1] === '.' && index + 2 === host.length;
    if (/^\d/.test(part)) parts.push(number(part));
    else if (part.toLowerCase() === 'www') parts.push(www);
    else if (country) parts.push([...part.toUpperCase()].join(' '));
    else if (UNSAYABLE.test(part)) parts.push([...part.toUpperCase()].join(' '));
    else if (/^[\p{L}\p{M}]/u.test(part)) parts.push(part);
    else parts.push(signs[part] ?? '');
  }
  return parts.filter((part) => part !== '').join(' ');
}
