import { toCardinal, toOrdinal } from 'n2words/it-IT';
import { IT, MONTHS } from '../data/it.ts';
import { numberFormat, readRoman, wordSet } from '../numbers.ts';
import type { Form, Found, Language, Rule } from '../types.ts';
import { createLanguage } from '../western/index.ts';
import { romanceDates, romanceForm } from '../western/romance.ts';
import { CLOCK, EDGE, END, romanAfter, rule, rules, SPACE, wordRule } from '../western/rules.ts';
import { COUNTING } from '../western/western.ts';

/** `un libro`, `una casa`, `uno`; everything else has one form. */
function cardinal(value: number, { gender, before_noun }: Form = COUNTING): string {
  if (value === 1 && gender === 'f') return 'una';
  if (value === 1 && before_noun && gender === 'm') return 'un';
  // Accented if it ends in "tre", and one word after the millions.
  return toCardinal(value)
    .replace(/ e /g, ' ')
    .replace(/([a-z])tré?(?=$| )/g, '$1tré')
    .replace(/tre(?=$)/, (end, at) => (at === 0 ? end : 'tré'));
}

function ordinal(value: number, feminine = false): string | undefined {
  if (value < 1 || value > 99_999) return undefined;
  const last = value % 10;
  const teen = value % 100 >= 10 && value % 100 < 20;
  const whole = cardinal(value);
  const words =
    value <= 10 || (last !== 3 && last !== 6) || teen ? toOrdinal(value) : `${whole.replace(/é$/, 'e')}esimo`;
  return feminine ? words.replace(/o$/, 'a') : words;
}

const NOUNS = {
  feminine: /(?:a|zione|sione|tà|trice|ie|ione)$/,
  nouns: wordSet(
    'mano notte parte classe volta gente voce chiave nave neve luce madre moglie carne stazione canzone lezione',
  ),
  others: wordSet(
    'problema programma sistema tema clima pianeta poema dilemma schema diploma panorama milione camion',
  ),
};

function formBefore(after: string): Form {
  // `uno studente`, `uno zaino`
  if (/^ (?:s[^aeiouàèéìòù\s]|z|gn|ps|x|y)/.test(after)) {
    const { gender } = romanceForm(after, NOUNS);
    return gender === 'f' ? { gender, before_noun: true } : COUNTING;
  }
  return romanceForm(after, NOUNS);
}

const MONTH = `(?<month>${MONTHS.join('|')})`;

const DATES: readonly Rule[] = [
  // The degree sign used as an ordinal indicator: `3° piano`.
  rule('ordinal', `${EDGE}(?<number>\\d{1,3})°(?= \\p{Ll}{3})`, ({ groups }) =>
    ordinal(Number(groups.number)),
  ),
  ...romanceDates({
    months: MONTHS,
    day: (value) => (value === 1 ? 'primo' : cardinal(value)),
    year: cardinal,
    between: ' ',
    named: `${EDGE}(?:(?<from>\\d{1,2})${SPACE}?(?:[-–]|al)${SPACE}?)?(?<day>\\d{1,2})[º°]? ${MONTH}(?![\\p{L}])(?: (?<year>[12]\\d{3})${END})?`,
    until: () => 'al',
  }),
];

function times(): Rule[] {
  const clock = ({ groups }: Found): string | undefined => {
    const { hour = '', minute = '0', second } = groups;
    if (Number(hour) > 24 || Number(minute) > 59) return undefined;
    const hours = cardinal(Number(hour), { gender: 'f', before_noun: true });
    const rest = Number(minute) === 0 ? '' : ` e ${cardinal(Number(minute))}`;
    return `${hours}${rest}${second === undefined ? '' : ` e ${cardinal(Number(second))} secondi`}`;
  };
  return rules('time', clock, [
    `${CLOCK}(?![\\p{N}:])`,
    `(?<=(?:[Aa]ll[ae]|[Dd]all[ae]|[Oo]re|[Ll]e|[Ll]a|per le) |[Aa]ll'|[Dd]all'|[Ll]')(?<hour>[01]?\\d|2[0-4])[.](?<minute>[0-5]\\d)(?!\\d)(?![.,]\\d)`,
  ]);
}

const REGNAL =
  'Luigi|Enrico|Francesco|Carlo|Filippo|Napoleone|Vittorio Emanuele|Umberto|Giovanni|Giovanni Paolo|Paolo|Pio|Benedetto|Leone|Gregorio|Elisabetta|Caterina|Guglielmo|Edoardo|Giorgio|Giacomo|Riccardo|Alessandro|Nicola|Pietro|Federico|Ferdinando';
const feminineName = /(?:Elisabetta|Caterina|[Pp]arte|[Ss]cena|[Cc]lasse) $/;

const ORDINALS: readonly Rule[] = [
  // `un'ora`: before a vowel, the article loses its ending and the space.
  rule('number', `${EDGE}1${SPACE}(?=[aeiouàèéìòù])`, ({ after }) =>
    formBefore(` ${after}`).gender === 'f' ? "un'" : undefined,
  ),
  rule(
    'ordinal',
    `${EDGE}(?<number>\\d{1,5})\\.?(?<end>º|ª|°(?!\\s?[CF])|esimo|esima|esimi|esime)${END}`,
    ({ groups }) => {
      const words = ordinal(Number(groups.number), /ª|a$/.test(groups.end ?? ''));
      return words;
    },
  ),
];

const WORDS: readonly Rule[] = [
  romanAfter(
    `${REGNAL}|[Cc]apitolo|[Aa]tto|[Ss]cena|[Pp]arte|[Tt]itolo|[Vv]olume|[Ss]ecolo|[Cc]lasse`,
    (value, before) => ordinal(value, feminineName.test(before)),
  ),
  wordRule('roman', `${EDGE}[IVX]{1,6}(?= secolo(?!\\p{L}))`, ({ text }) => {
    const value = readRoman(text);
    return value === undefined ? undefined : ordinal(value);
  }),
];

const FRACTIONS: Record<number, string> = { 2: 'mezzo', 4: 'quarto' };

export function italian(locale: string): Language {
  return createLanguage({
    format: numberFormat(locale),
    lexicon: IT,
    cardinal,
    formBefore,
    decimals: 'number',
    linkMagnitude: (magnitude, noun) => (magnitude === 'mila' ? `mila ${noun}` : `${magnitude} di ${noun}`),
    joinMoney: (major, { value }) => `${major} e ${cardinal(value)}`,
    fraction(top, bottom) {
      if (top < 1 || bottom < 2 || bottom > 20 || top >= bottom) return undefined;
      const name = FRACTIONS[bottom] ?? ordinal(bottom) ?? '';
      return `${cardinal(top, { gender: 'm', before_noun: true })} ${top > 1 ? name.replace(/o$/, 'i') : name}`;
    },
    joinFraction: (whole, part) => `${whole} e ${part.replace(/^un mezzo$/, 'mezzo')}`,
    year: cardinal,
    isYear: (value, { before }) =>
      value < 2101 && /(?:^|\s)(?:nel|dal|del|al|anno|il|fino al) $/i.test(before),
    phones: [
      '(?<![\\p{L}\\p{N}-])(?<!\\d )0\\d{1,3}[ /-]\\d{3,8}(?: \\d{2,4}){0,2}(?![\\d-])',
      '(?<![\\p{L}\\p{N}-])(?<!\\d )3\\d{2} \\d{3} ?\\d{4}(?![\\d-])',
      '(?<![\\p{L}\\p{N}-])(?<!\\d )3\\d{2} \\d{6,7}(?![\\d-])',
    ],
    own: { dates: DATES, times: times(), ordinals: ORDINALS, words: WORDS },
  });
}
