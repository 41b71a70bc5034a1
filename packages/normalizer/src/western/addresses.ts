import { SPOKEN } from '../markup.ts';
import type { Rule } from '../types.ts';
import { sayDigits } from './amounts.ts';
import { rule, wordRule } from './rules.ts';
import { COUNTING, type Western } from './western.ts';

const TLD =
  'com|org|net|info|edu|gov|io|ai|app|dev|eu|de|at|ch|fr|be|es|mx|it|pt|br|uk|ie|us|ca|au|nz|jp|kr|cn|tv|me|ly|fm|gg|co|gob|xyz|shop|blog|online|nl|pl|ar|cl|pe|site|store|tech|biz|club|live|news|cloud|link|games|studio|world';
const EMAIL =
  '(?<![\\p{L}\\p{N}._%+-])[\\p{L}\\d][\\p{L}\\d._%+-]{0,63}@[\\p{L}\\d][\\p{L}\\d-]{0,62}(?:\\.[\\p{L}\\d-]{1,63}){1,5}';
const URL = `(?<![\\p{L}\\p{N}.])(?:(?:[hH][tT]{2}[pP][sS]?|[fF][tT][pP])://|[wW]{3}\\.)[\\p{L}\\d][^\\s<>"'()\u{E000}${SPOKEN}“”„»«]{0,300}(?<![.,;:!?])`;
const HOST_EDGE = '(?<![\\p{L}\\p{N}.@/-])';
const HOST_END = '(?![\\p{L}\\p{N}@]|\\.[\\p{L}\\p{N}])';
const PATH = '(?::\\d{2,5})?(?:(?:/|\\?(?=[\\p{L}\\d]))[\\p{L}\\p{N}_./?=&%#~-]{0,200}(?<![.,;:!?]))?';
const DOMAIN = `${HOST_EDGE}[\\p{Ll}\\d][\\p{L}\\d-]{0,62}(?:\\.[\\p{Ll}\\d-]{1,63}){0,3}\\.(?:${TLD})${HOST_END}${PATH}`;

/** The beginning of a sentence may be an address: `Example.com`. */
const CAPITALIZED = DOMAIN.replace('[\\p{Ll}\\d]', '\\p{Lu}').replace(
  TLD,
  `(?:com|org|gov|edu|co)\\.[a-z]{2}|${TLD.replaceAll(/\b..\|/g, '')}`,
);

/** An address in capitals. */
const SHOUTED = `${HOST_EDGE}[A-Z\\d][A-Z\\d-]{0,62}(?:\\.[A-Z\\d-]{1,63}){0,3}\\.(?:COM|NET|ORG|GOV|EDU)(?:\\.[A-Z]{2})?${HOST_END}`;

const EXTENSION =
  'txt|pdf|docx?|xlsx?|pptx?|csv|tsv|json|xml|html?|css|js|ts|py|exe|zip|jpe?g|png|gif|svg|mp[34]|wav|md|ya?ml|ini|log|mov|avi|srt|vtt|mkv|web[mp]|heic|epub|odt|rtf|ogg|flac|php|sql|apk|rar|gz';
/** A file, with the folders before it: `relatório.pdf`, `C:\\fotos\\IMG_01.JPG`. */
const FILE = `(?<![\\p{L}\\p{N}_.@/\\\\-])(?:[A-Za-z]:\\\\|[/\\\\])?(?:[\\p{L}\\d_.-]{1,60}[/\\\\]){0,8}[\\p{L}\\d][\\p{L}\\d_-]{0,62}(?:\\.[\\p{Ll}\\d_-]{1,30}){0,2}\\.(?:${EXTENSION}|${EXTENSION.toUpperCase()})${HOST_END}`;

/** A name on a social network: `@ana_lima`, `@99app`. */
const HANDLE =
  '(?<![\\p{L}\\p{N}.@])@(?=\\p{L}|[\\d_]{1,20}\\p{L}{3})[\\p{L}\\d_][\\p{L}\\d_.]{1,60}(?<!\\.)';

/** Only the ending of a name: `.com.br`, `.pdf`. */
const ENDING = `(?<=^|[\\s("'«“„/])\\.(?:(?:com|net|org|gov|edu|co)\\.[a-z]{2}|${TLD}|pdf|docx?|xlsx?|pptx?|zip|mp[34]|wav|jpe?g|png|gif|exe)(?![\\p{L}\\p{N}@]|\\.\\p{L})`;

/** Rules for addresses of the web, emails, file names and handles. */
export function webRules(language: Western): Rule[] {
  const words = getAddressWords(language);
  const say = ({ text }: { text: string }) => sayAddress(text, words);
  return [EMAIL, URL, DOMAIN, CAPITALIZED, SHOUTED, FILE, ENDING, HANDLE].map((source) =>
    wordRule('web', source, say),
  );
}

/** Rules for telephone numbers, and for keys such as `*100#`. */
export function phoneRules(language: Western): Rule[] {
  const phone = ({ text }: { text: string }) => sayPhone(language, text);
  const key = ({ text }: { text: string }) => sayKeys(language, text);
  return [
    wordRule('phone', KEYS, key),
    ...[INTERNATIONAL, ...language.phones].map((source) => rule('phone', source, phone)),
  ];
}

/** Input on the keys of a telephone: `*144#`, and `#` after a word for pressing. */
const KEYS =
  '(?<![\\p{L}\\p{N}*#])(?:\\*[\\d*#]{0,15}\\d[\\d*#]{0,15}#|#[\\d*#]{0,15}\\d#)(?![\\p{L}\\p{N}*#])|(?<=(?<!\\p{L})(?:[Pp]ress|[Dd]rücken Sie(?: die)?|[Dd]rücke|[Tt]ecle|[Aa]perte|[Dd]igite|[Pp]ulse|[Mm]arque|[Pp]resione|[Aa]ppuyez sur|[Tt]apez|[Pp]rema|[Pp]remi|[Dd]igiti|[Dd]igita)(?: (?:el|a|o|la|il|le))? )[*#](?![\\p{L}\\p{N}*#])';

/** `*144#` as the names of the signs, and each digit. */
function sayKeys(language: Western, text: string): string {
  const { hash, star } = language.lexicon;
  const names: Readonly<Record<string, string>> = { '#': hash, '*': star };
  const keys = text.match(/\d+|[*#]/g) ?? [];
  return keys.map((key) => names[key] ?? sayDigits(language, key)).join(' ');
}

/** At least seven digits: `+100` is a signed number. */
const INTERNATIONAL =
  '(?<![\\p{L}\\p{N}+])\\+(?=(?:[ .\u00a0()/-]{0,4}\\d){7})[1-9]\\d{0,2}(?:[ .\u00a0/-]{0,2}\\(?\\d{1,9}\\)?){2,6}(?!\\d)';

/** The groups of a number, with a pause between them. */
function sayPhone(language: Western, text: string): string {
  const sayGroup = createGroupReader(language);
  const groupWords = Array.from(text.matchAll(/\d+/g), ({ 0: digits, index }) => {
    const groupsBefore = text.slice(0, index).replace(/(?<!\D)\D+$/, '');
    return sayGroup(digits, groupsBefore);
  });
  const words = groupWords.join(', ');
  if (text.startsWith('+')) return `${language.lexicon.plus} ${words}`;
  return words;
}

/** How the groups of a number are read: by the caller's choice, else as the language does. */
function createGroupReader(language: Western): (digits: string, before: string) => string {
  const { choices, phoneGroup, phoneDigits } = language;
  if (choices.telephone === 'grouped') return phoneGroup ?? ((digits) => sayPairs(language, digits));
  const digitByDigit = (digits: string) => sayDigits(language, digits);
  if (choices.telephone === 'digits') return digitByDigit;
  return phoneGroup ?? phoneDigits ?? digitByDigit;
}

/** `1234` as `twelve thirty-four`, `555` as `five fifty-five`, `05` as `zero five`. */
function sayPairs(language: Western, digits: string): string {
  const pairs = digits.match(/^\d(?=(?:\d\d)*$)|\d\d/g) ?? [];
  const words = pairs.map((pair) => {
    if (pair.startsWith('0')) return sayDigits(language, pair);
    return language.cardinal(Number(pair), COUNTING);
  });
  return words.join(' ');
}

/** The words for spelling out an address in any language. */
export interface AddressWords {
  signs: Readonly<Record<string, string>>;
  number(digits: string): string;
  /** The spoken form of `www`. Default: letter by letter. */
  www?: string | undefined;
  /** The ends of domains that are said as words: `punto it`. */
  domains?: readonly string[] | undefined;
  /** Names in capitals that are read letter by letter: `ibge.gov.br`. */
  spelled?: ReadonlySet<string> | undefined;
}

/** The words for the signs and numbers in addresses. */
function getAddressWords(language: Western): AddressWords {
  const { dot, at, slash, backslash, hyphen, underscore, colon, question, hash, plus, equals, ampersand } =
    language.lexicon;
  const signs = {
    '.': dot,
    '@': at,
    '/': slash,
    '\\': backslash,
    '-': hyphen,
    _: underscore,
    ':': colon,
    '?': question,
    '#': hash,
    '+': plus,
    '=': equals,
    '&': ampersand,
  };
  const number = (digits: string) =>
    digits.length <= 2 && !digits.startsWith('0')
      ? language.cardinal(Number(digits), COUNTING)
      : sayDigits(language, digits);
  const { www, domains, acronyms } = language.lexicon;
  const spelled = new Set(acronyms.split(' '));
  return { signs, number, www, domains, spelled };
}

/** Letters without a vowel: `bbc`, `html`. */
const UNSAYABLE = /^[b-df-hj-np-tv-xz]{2,5}$/i;
/** File name extensions that are spelled although they have a vowel. */
const SPELLED_ENDINGS = new Set(['docx', 'odt', 'ogg', 'apk']);
/** After the code of a state or a province: `ba.gov.br`. */
const OF_STATE = /^\.(?:gov|leg|jus)(?![\p{L}\d])/iu;

/** `DiaDasMães` as three words, `SOSAmazônia` as two. */
export const splitWords = (name: string): string =>
  name.replace(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll}{2})/gu, ' ');

/** Names stay unchanged, the signs between them are spoken, and country codes and `www` are spelled. */
export function sayAddress(
  text: string,
  { signs, number, www = 'W W W', domains = [], spelled }: AddressWords,
): string {
  const spacedAddress = splitWords(text.replace(/^(?:https?|ftp):\/\//i, '').replace(/\/$/, ''));
  const parts: string[] = [];
  for (const { 0: part, index } of spacedAddress.matchAll(/[\p{L}\p{M}]+|\d+|./gu)) {
    if (/^\d/.test(part)) parts.push(number(part));
    else if (part.toLowerCase() === 'www') parts.push(www);
    else if (!/^[\p{L}\p{M}]/u.test(part)) parts.push(signs[part] ?? '');
    else if (isSpelled(part, { address: spacedAddress, index, domains, spelled }))
      parts.push([...part.toUpperCase()].join(' '));
    else parts.push(part);
  }
  return parts.filter((part) => part !== '').join(' ');
}

interface PartOfAddress {
  address: string;
  index: number;
  domains: readonly string[];
  spelled: ReadonlySet<string> | undefined;
}

/** Whether the letters of an address at an index are read one by one. */
function isSpelled(part: string, { address, index, domains, spelled }: PartOfAddress): boolean {
  if (UNSAYABLE.test(part)) return true;
  // The beginning of the address counts as a period.
  const [before = '.', after] = [address[index - 1], address.slice(index + part.length)];
  const isListed = spelled?.has(part.toUpperCase()) ?? false;
  if (part.length !== 2) {
    // `ibge.gov.br`, `texto.docx`
    const isEnding = before === '.' && after === '' && SPELLED_ENDINGS.has(part.toLowerCase());
    return isListed || isEnding;
  }
  // Two letters are a word more often than an acronym: `site.com/de`, but `ti@site.com`.
  const isLabel = /[.@]/.test(before) && /^[.@]/.test(after);
  if (isLabel && isListed) return true;
  // A state: `ba.gov.br`.
  if (isLabel && OF_STATE.test(after)) return true;
  // A country at the end of the host: `site.de/path`. Some of them are said as words.
  const hostEnd = /^[^/:?#]*/.exec(address)?.[0].length;
  const isCountry = index > 0 && before === '.' && index + 2 === hostEnd && !address.startsWith('@');
  return isCountry && !domains.includes(part);
}
