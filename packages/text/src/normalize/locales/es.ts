import { toCardinal, toOrdinal } from 'n2words/es-ES';
import { ES, MONTHS, PESO } from '../data/es.ts';
import { numberFormat, wordSet } from '../numbers.ts';
import type { Form, Found, Language, Rule } from '../types.ts';
import { createLanguage } from '../western/index.ts';
import { romanceDates, romanceForm } from '../western/romance.ts';
import { CLOCK, EDGE, END, REGNAL_NUMERAL, romanAfter, rule, rules, SPACE } from '../western/rules.ts';
import { COUNTING } from '../western/western.ts';

const SHORTENED = (words: string): string =>
  words.replace(/veintiuno$/, 'veintiún').replace(/(^| )uno$/, '$1un');
const FEMININE_HOURS: Form = { gender: 'f', before_noun: true };

/** `veintiún libros`, `veintiuna páginas`, `doscientas mil personas`, `treinta y un mil`. */
function cardinal(value: number, { gender, before_noun }: Form = COUNTING): string {
  const words = toCardinal(value)
    .replace(/dieciseis/g, 'dieciséis')
    .replace(/veintiuno(?= (?:mil|millones|billones)\b)/g, 'veintiún')
    .replace(/\buno(?= (?:mil|millones|billones)(?![\p{L}]))/gu, 'un');
  if (gender === 'f') return feminine(words);
  return before_noun && gender === 'm' ? SHORTENED(words) : words;
}

/** What follows the millions agrees with the noun. */
function feminine(words: string): string {
  const [, millions = '', rest = ''] = /^(.*(?:millón|millones|billón|billones) ?)?(.*)$/u.exec(words) ?? [];
  return (
    millions +
    rest
      .replace(/cientos/g, 'cientas')
      .replace(/quinientos/g, 'quinientas')
      .replace(/uno$/, 'una')
  );
}

/** Those of the library follow no dictionary from the four hundredth on. */
const HUNDREDTHS = [
  ...wordSet(
    'centésimo ducentésimo tricentésimo cuadringentésimo quingentésimo sexcentésimo septingentésimo octingentésimo noningentésimo',
  ),
];
/** From the eleventh on. */
const TEENS = [
  ...wordSet(
    'undécimo duodécimo decimotercero decimocuarto decimoquinto decimosexto decimoséptimo decimoctavo decimonoveno',
  ),
];

/** `vigésima primera`; undefined beyond 999, where ordinals are not said any more. */
function ordinal(value: number, isFeminine = false): string | undefined {
  if (value < 1 || value > 999) return undefined;
  const below = value % 100;
  const words = [
    HUNDREDTHS[Math.floor(value / 100) - 1],
    below > 0 && (TEENS[value - 11] ?? toOrdinal(below)),
  ];
  const whole = words.filter(Boolean).join(' ');
  return isFeminine ? whole.replace(/o(?= |$)/g, 'a') : whole;
}

const NOUNS = {
  feminine: /(?:as|a|ción|ciones|sión|siones|dad|dades|tud|umbre|eces)$/,
  nouns: new Set(
    'mujer noche parte clase vez calle tarde mano foto moto gente imagen imágenes flor leche sangre llave nube serie sede torre frase base fase'
      .split(' ')
      .flatMap((word) => [word, `${word}es`]),
  ),
  others: wordSet(
    'día mapa problema programa sistema tema clima planeta poema idioma drama dilema esquema síntoma kilograma cometa',
  ),
};

const MONTH = `(?<month>${MONTHS.join('|')})`;

function dates(region: string): Rule[] {
  const first = region === 'es' ? 'uno' : 'primero';
  return romanceDates({
    months: MONTHS,
    day: (value) => (value === 1 ? first : cardinal(value)),
    year: cardinal,
    between: ' de ',
    named: `${EDGE}(?:(?<from>\\d{1,2})${SPACE}?(?:[-–]|al?)${SPACE}?)?(?<day>\\d{1,2})(?:\\.?º)? (?:de )?${MONTH}(?![\\p{L}])(?: (?:del? )?(?<year>[12]\\d{3})${END})?`,
    until: (text) => (/^\d+ al /.test(text) ? 'al' : 'a'),
  });
}

function times(): Rule[] {
  const clock = ({ groups, after, text }: Found): string | undefined => {
    const { hour = '', minute = '0', second, half, h } = groups;
    if (Number(hour) > 24 || Number(minute) > 59) return undefined;
    const hours = cardinal(Number(hour), FEMININE_HOURS);
    const rest = Number(minute) === 0 ? '' : ` ${cardinal(Number(minute))}`;
    const seconds =
      second === undefined
        ? ''
        : ` y ${cardinal(Number(second), { gender: 'm', before_noun: true })} segundos`;
    const stop = text.endsWith('.') && /^["”»)]?\s*(?:$|\p{Lu})/u.test(after) ? '.' : '';
    if (half !== undefined) return `${hours}${rest}${seconds} ${partOfDay(Number(hour), half)}${stop}`;
    const named = h !== undefined || rest === '';
    return `${hours}${rest === '' && named ? ` hora${Number(hour) === 1 ? '' : 's'}` : ''}${rest}${seconds}`;
  };
  const half = '(?<half>[ap]\\. ?m\\.|[ap]m|[AP]M)(?![\\p{L}\\p{N}])';
  return rules('time', clock, [
    `${EDGE}(?<hour>\\d{1,2})(?::(?<minute>[0-5]\\d)(?::(?<second>[0-5]\\d))?)?${SPACE}?${half}`,
    `${EDGE}(?<hour>[01]?\\d|2[0-4])[:.](?<minute>[0-5]\\d)${SPACE}?(?<h>horas|hrs?\\.?|h)${END}`,
    `${EDGE}(?<hour>[01]?\\d|2[0-4])${SPACE}?(?<h>hrs|h)${END}`,
    `${CLOCK}(?![\\p{N}:])`,
  ]);
}

function partOfDay(hour: number, half: string): string {
  if (/^a/i.test(half)) return hour === 12 ? 'de la noche' : 'de la mañana';
  if (hour === 12) return 'del mediodía';
  return hour >= 8 ? 'de la noche' : 'de la tarde';
}

const REGNAL =
  'Felipe|Carlos|Alfonso|Fernando|Isabel|Juan|Juan Carlos|Juan Pablo|Enrique|Pedro|Luis|Napoleón|Pío|Benedicto|León|Gregorio|Jaime|Sancho|Ramiro|Jorge|Eduardo|Guillermo|Catalina|Pablo|Nicolás|Alejandro';

const SHORT_ORDINAL = rule(
  'ordinal',
  `${EDGE}(?<number>\\d{1,3})\\.?(?<end>er|º|ª|°(?!\\s?[CF])|os|as)(?![\\p{L}\\p{N}])`,
  ({ groups }) => {
    const { number = '', end = '' } = groups;
    const words = ordinal(Number(number), end === 'ª' || end === 'as');
    if (words === undefined) return undefined;
    if (end === 'er') return words.replace(/(primer|tercer)o$/, '$1');
    return end.endsWith('s') ? `${words}s` : words;
  },
);

const WORDS: readonly Rule[] = [
  romanAfter(
    REGNAL,
    (value, before) => (value <= 10 ? ordinal(value, /(?:Isabel|Catalina) $/.test(before)) : cardinal(value)),
    REGNAL_NUMERAL,
  ),
  romanAfter(
    '[Ss]iglos?|[Cc]apítulo|[Tt]omo|[Aa]cto|[Ee]scena|[Vv]olumen|[Tt]ítulo|[Aa]rtículo|[Tt]ipo|[Ff]ase',
    (value) => cardinal(value),
  ),
];

const FRACTIONS: Record<number, string> = { 2: 'medio', 3: 'tercio', 4: 'cuarto' };

/** Spanish as spoken in a region; by default in Spain. */
export function spanish(locale: string): Language {
  const region = locale.split('-')[1] ?? 'es';
  const pesos = ['mx', 'ar', 'cl', 'co', 'uy', 'do', 'cu'].includes(region);
  const format = numberFormat(locale);
  return createLanguage({
    format,
    lexicon: {
      ...ES,
      point: format.decimal === '.' ? 'punto' : 'coma',
      currencies: pesos ? { ...ES.currencies, $: PESO } : ES.currencies,
    },
    cardinal,
    formBefore: (after) => romanceForm(after, NOUNS),
    decimals: 'number',
    linkMagnitude: (magnitude, noun) => (magnitude === 'mil' ? `mil ${noun}` : `${magnitude} de ${noun}`),
    joinMoney: (major, { value, noun }) =>
      noun[0] === 'céntimo'
        ? `${major} con ${cardinal(value)}`
        : `${major} con ${cardinal(value, { gender: 'm', before_noun: true })} ${noun[value === 1 ? 0 : 1]}`,
    fraction(top, bottom) {
      if (top < 1 || bottom < 2 || bottom > 10 || top >= bottom) return undefined;
      const name = FRACTIONS[bottom] ?? ordinal(bottom) ?? '';
      return `${cardinal(top, { gender: 'm', before_noun: true })} ${name}${top > 1 ? 's' : ''}`;
    },
    joinFraction: (whole, part) => `${whole} y ${part.replace(/^un medio$/, 'medio')}`,
    year: cardinal,
    isYear: (value, { before }) =>
      value < 2101 && /(?:^|\s)(?:en|año|años|desde|hasta|de|siglo) $/i.test(before),
    phones: [
      '(?<![\\p{L}\\p{N}-])(?<!\\d )[6-9]\\d{2} \\d{3} \\d{3}(?![\\d-])',
      '(?<![\\p{L}\\p{N}-])(?<!\\d )[6-9]\\d{2}(?: \\d{2}){3}(?![\\d-])',
      '(?<![\\p{L}\\p{N}-])(?<!\\d )\\d{2} \\d{4} \\d{4}(?![\\d-])',
    ],
    own: { dates: dates(region), times: times(), ordinals: [SHORT_ORDINAL], words: WORDS },
  });
}
