import { GIVEN_NAMES, POST_NOMINALS, SURNAMES } from '../../data/en-names.ts';
import {
  DIRECTIONS,
  PROVINCES,
  STATES,
  STREETS,
  UNITS_OF_BUILDINGS,
  WORDS_LIKE_STATES,
} from '../../data/en-places.ts';
import { SPOKEN } from '../../markup.ts';
import { wordSet } from '../../numbers.ts';
import type { Match, Rule } from '../../types.ts';
import { spellCode } from '../../western/codes.ts';
import { EDGE, END, keepPeriod, rule, wordRule } from '../../western/rules.ts';
import { cardinal, digitByDigit, type English, inPairs } from './numbers.ts';

/** The source of an expression for any key of a table. */
const toAlternation = (table: Readonly<Record<string, string>>): string => Object.keys(table).join('|');
const NOT_ALONE = wordSet(WORDS_LIKE_STATES);
const SUFFIX = `(?:${toAlternation(STREETS)}|Street|Avenue|Boulevard|Road|Lane|Drive|Court|Place|Parkway|Highway|Square|Terrace|Circle|Way|Broadway|Plaza|Trail)`;
const DIRECTION =
  '(?:(?:[NSEW]|[NS]\\.?[EW])\\.?|North|South|East|West|Northeast|Northwest|Southeast|Southwest)';
const STREET = `(?:(?:\\d{1,3}(?:st|nd|rd|th)|\\p{Lu}[\\p{L}'’.]{1,20}) ){1,3}${SUFFIX}(?![\\p{L}])`;
const POST_NOMINAL = `(?:${toAlternation(POST_NOMINALS)})`;
/** Words before a number that is said in pairs. */
const NUMBERED =
  '[Aa]partment|[Aa]pt\\.?|[Rr]oom|[Rr]m\\.?|[Ss]uite|Ste\\.?|[Uu]nit|[Ff]light|[Rr]oute|Rte\\.?|[Hh]ighway|Hwy\\.?|[Ii]nterstate|Box|Boeing|Airbus|[Bb]us|[Tt]rain|[Rr]oom number|[Ff]light number|[Ee]xtension|Porsche|Channel|[Ll]ocker|Form|Model|Cessna|(?<![\\p{L}\\p{N}])(?!A\\.?D|BC|CE|USD|EUR|GBP)[A-Z]{2,5}';
/** Words before a number that is said digit by digit. */
const SPELLED =
  'PIN(?: code| number| is)?|passcode|password|zip(?: code)?|area code|(?:routing|account|card|reference|confirmation|tracking|serial|ticket|claim|invoice|member|order|case|part|model)(?: (?:no\\.|number|code|ID))(?: is)?|(?:ending in|ends in)(?= (?!(?:1[1-9]|20)\\d\\d(?!\\d)))|combination|SKU|UPC|serial|code';

/** Rules that come before dates and times: postal codes, numbers of houses, rooms and accounts. */
export function createPlaceRules(variety: English): Rule[] {
  const pairs: Rule['say'] = ({ text }) => inPairs(text, variety);
  const digits = (text = ''): string =>
    (text.match(/\d+/g) ?? []).map((group) => digitByDigit(group, variety)).join(', ');
  return [
    // `Austin, TX 78701`
    rule(
      'abbreviation',
      `(?<=\\p{L},? |\\d, )(?<state>${toAlternation(STATES)}),? (?<zip>\\d{5}(?:-\\d{4})?)${END}`,
      ({ groups }) => `${STATES[groups.state ?? '']} ${digits(groups.zip)}`,
    ),
    // `Toronto, ON M5V 2T6`
    rule(
      'abbreviation',
      `(?<=\\p{L},? |\\d, )(?:${toAlternation(PROVINCES)})(?=,? [A-Z]\\d[A-Z] ?\\d[A-Z]\\d${END})`,
      ({ text }) => PROVINCES[text],
    ),
    // `12345-6789`
    rule('number', `${EDGE}\\d{5}-\\d{4}${END}(?!-)`, ({ text }) => digits(text)),
    // British and Canadian postal codes: `SW1A 1AA`, `M5V 2T6`.
    rule(
      'number',
      `${EDGE}(?:[A-Z]{1,2}\\d[A-Z\\d]? \\d[A-Z]{2}|[A-Z]\\d[A-Z] \\d[A-Z]\\d)${END}`,
      ({ text }) =>
        text
          .split(' ')
          .map((half) => spellCode(half, (digit) => cardinal(digit, variety)))
          .join(', '),
    ),
    // `1234 Main Street`
    rule('number', `${EDGE}\\d{3,5}(?= (?:${DIRECTION} )?${STREET})`, pairs),
    // `Room 205`
    rule('number', `(?<=(?<![\\p{L}])(?:${NUMBERED}) #?)\\d{3,4}(?![\\p{N}]|[.,:/-]\\d|-[A-Z]|%)`, pairs),
    // `serial #12345`
    rule(
      'number',
      `(?<=(?<![\\p{L}])(?:${SPELLED}):? #?)\\d{3,20}(?:-\\d{1,10}){0,5}(?![\\p{L}\\p{N}]|[.,:/]\\d|%)`,
      ({ text }) => digits(text),
      'giu',
    ),
    // The point of the compass of a street, before `5 W.` is a power: `5 W. 42nd St.`
    wordRule(
      'abbreviation',
      `${EDGE}(?:[NSEW]|[NS]\\.?[EW])\\.?(?= (?:\\d{1,3}(?:st|nd|rd|th)|\\p{Lu}\\p{Ll}{2,20}) (?:\\p{Lu}\\p{Ll}{2,20} )?${SUFFIX}(?![\\p{L}]))`,
      sayFromTable(DIRECTIONS),
    ),
  ];
}

/** What a table has for an abbreviation, with or without its periods. A period that ends the sentence stays. */
const sayFromTable =
  (table: Readonly<Record<string, string>>): Rule['say'] =>
  ({ text, after }: Match) => {
    const word = table[text.replaceAll('.', '')];
    return word && keepPeriod(word, { text, after }, NEXT_SENTENCE);
  };

const NEXT_SENTENCE = /^["”’)]?\s*(?:$|(?:The|It|He|She|We|They|I|You|This|That|Then|A|An)\b)/;

/** The letters after a person's name: `Sarah Lee, MD`, `Kim Park, RN, MS`. */
const postNominals = wordRule(
  'acronym',
  `(?<=(?:\\p{Lu}[\\p{L}'’.-]{0,20}|${POST_NOMINAL}),? )${POST_NOMINAL}(?=[,.;:!?)\\n]|$| (?:is|was|will|has|had|says|said|and|of|at|who)(?!\\p{L}))(?!\\.\\p{L})`,
  ({ text, before }) => {
    if (CREDENTIAL_BEFORE.test(before)) return POST_NOMINALS[text];
    if (!before.endsWith(', ')) return undefined;
    return isPerson(before) ? POST_NOMINALS[text] : undefined;
  },
);

const CREDENTIAL_BEFORE = new RegExp(`(?<!\\p{L})${POST_NOMINAL}, $`, 'u');
const NAME_BEFORE =
  /(?<name>(?:(?<!\p{L})\p{Lu}[\p{L}'’-]{0,20}\.? ){0,3})(?<last>(?<!\p{L})\p{Lu}[\p{L}'’-]{1,20})\.?, $/u;
const TITLES = wordSet('Dr Mr Mrs Ms Prof Doctor Professor Nurse Mister');
const PLACE_BEFORE = /(?<!\p{L})(?:in|from|to|near|at|of|outside|through|around) $/iu;

/** Whether a name is a person's, and no town's: `Jackson, MS`. */
function isPerson(before: string): boolean {
  const name = NAME_BEFORE.exec(before);
  if (name === null) return false;
  const { name: words = '', last = '' } = name.groups ?? {};
  if (/^[JS]r$/.test(last)) return true;
  const parts = words.split(' ').filter((part) => part !== '');
  if (
    parts.some(
      (part) => TITLES.has(part.replace('.', '')) || GIVEN_NAMES.has(part) || /^\p{Lu}\.$/u.test(part),
    )
  )
    return true;
  return parts.length === 0 && SURNAMES.has(last) && !PLACE_BEFORE.test(before.slice(0, name.index));
}

/** Rules that come with those for words: streets, directions, states. */
export function createPlaceWordRules(): Rule[] {
  const name = `(?:\\p{Lu}[\\p{Ll}'’]{1,20}|\\d(?:st|nd|rd|th)|${SPOKEN})`;
  return [
    wordRule(
      'abbreviation',
      `${EDGE}(?:[NSEW]|[NS][EW])\\.?(?= (?:\\d{1,3}(?:st|nd|rd|th)|${SPOKEN}{1,8}|\\p{Lu}\\p{Ll}{2,20}) (?:${SUFFIX})(?![\\p{L}]))`,
      sayFromTable(DIRECTIONS),
    ),
    // `K Street NW`
    wordRule(
      'abbreviation',
      `(?<=(?:${SUFFIX})\\.?,? )(?:N\\.?[EW]|S\\.?[EW])(?:\\.|${END})`,
      sayFromTable(DIRECTIONS),
    ),
    // `Main St`
    wordRule(
      'abbreviation',
      `(?<=${name} )(?:${toAlternation(STREETS)})(?:\\.|${END}(?!\\.))(?! \\p{Lu}\\p{Ll}+ (?:St|Rd|Ave|Ct|Court|Street|Road|Place|Square|Pl|Sq)\\b)`,
      (match) => {
        const isTitle = /^(?:Dr|St)\b/.test(match.text) && /^ \p{Lu}\p{Ll}/u.test(match.after);
        const isAfterNumber = match.before.endsWith(`${SPOKEN} `) || /\d\w\w $/.test(match.before);
        if (isTitle && !isAfterNumber) return undefined;
        return sayFromTable(STREETS)(match);
      },
    ),
    // `Apt. 5`
    wordRule(
      'abbreviation',
      `${EDGE}(?:${toAlternation(UNITS_OF_BUILDINGS)})\\.?(?= #?[\\d${SPOKEN}]| [A-Z]?\\d| [A-Z]${END})`,
      ({ text }) => UNITS_OF_BUILDINGS[text.replace('.', '')],
    ),
    // `5th Fl`
    wordRule('abbreviation', `(?<=${SPOKEN} )Fl(?:\\.|(?![\\p{L}\\p{N}]))`, () => 'Floor'),
    postNominals,
    // `P.O. Box`
    wordRule('abbreviation', `${EDGE}P\\.? ?O\\.? Box${END}`, () => 'P O Box'),
    // `Austin, TX`
    wordRule(
      'abbreviation',
      `(?<=\\p{Lu}[\\p{Ll}.]{1,20}, )(?:${toAlternation(STATES)})(?![\\p{L}\\p{N}-])`,
      ({ text, after }) => {
        if (NOT_ALONE.has(text) && !after.startsWith(',')) return undefined;
        return STATES[text];
      },
    ),
  ];
}
