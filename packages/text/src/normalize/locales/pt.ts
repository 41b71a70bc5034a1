import { toCardinal, toOrdinal } from 'n2words/pt-PT';
import { EUROPEAN_EURO, MONTHS, PT } from '../data/pt.ts';
import { numberFormat, wordSet } from '../numbers.ts';
import type { Form, Found, Language, Noun, Rule } from '../types.ts';
import { createLanguage } from '../western/index.ts';
import { romanceDates, romanceForm } from '../western/romance.ts';
import { CLOCK, EDGE, END, REGNAL_NUMERAL, romanAfter, rule, rules, SPACE } from '../western/rules.ts';
import { COUNTING } from '../western/western.ts';

type Cardinal = (value: number, form?: Form) => string;

const SCALES: [number, string, string][] = [
  [1e12, 'trilhão', 'trilhões'],
  [1e9, 'bilhão', 'bilhões'],
  [1e6, 'milhão', 'milhões'],
];

/** Brazil counts in bilhões what Portugal counts in mil milhões, and says dezesseis. */
function brazilian(value: number): string {
  const scale = SCALES.find(([size]) => value >= size);
  if (!scale) return toCardinal(value).replace(/deza(?=sseis|ssete|nove)/g, 'deze');
  const [size, one, many] = scale;
  const [count, rest] = [Math.floor(value / size), value % size];
  const head = `${brazilian(count)} ${count === 1 ? one : many}`;
  if (rest === 0) return head;
  const joined = rest < 100 || (rest < 1000 && rest % 100 === 0) || rest % 100_000 === 0;
  return `${head}${joined ? ' e ' : ' '}${brazilian(rest)}`;
}

function cardinalOf(isBrazilian: boolean): Cardinal {
  const words = isBrazilian
    ? brazilian
    : (value: number) => toCardinal(value).replace(/^um mil milhões/, 'mil milhões');
  return (value, { gender } = COUNTING) => (gender === 'f' ? feminine(words(value)) : words(value));
}

/** What stands after the millions agrees: `duas mil e uma`, `duzentas`. */
function feminine(words: string): string {
  const [, millions = '', rest = ''] = /^(.*(?:lhão|lhões) ?)?(.*)$/u.exec(words) ?? [];
  return (
    millions +
    rest
      .replace(/centos/g, 'centas')
      .replace(/zentos/g, 'zentas')
      .replace(/quinhentos/g, 'quinhentas')
      .replace(/(^| )um(?=$| )/g, '$1uma')
      .replace(/(^| )dois(?=$| )/g, '$1duas')
  );
}

/** `vigésima primeira`; undefined beyond 999, where ordinals are not said any more. */
function ordinal(value: number, isFeminine = false): string | undefined {
  if (value < 1 || value > 999) return undefined;
  const words = toOrdinal(value).replace('tricentésimo', 'trecentésimo');
  return isFeminine ? words.replace(/o(?= |$)/g, 'a') : words;
}

const NOUNS = {
  feminine: /(?:as|a|ção|ções|são|sões|dade|dades|gem|gens)$/,
  nouns: new Set(
    'mulher mulheres noite parte classe vez vezes tarde mão mãos gente flor flores luz luzes voz vozes ponte cidade frase base fase rede torre nuvem tribo foto moto'
      .split(' ')
      .flatMap((word) => [word, `${word}s`]),
  ),
  others: wordSet(
    'dia problema programa sistema tema clima planeta mapa poema idioma drama dilema esquema sintoma quilograma grama cometa',
  ),
};

const MONTH = `(?<month>${MONTHS.join('|')})`;

function dates(cardinal: Cardinal): Rule[] {
  return romanceDates({
    months: MONTHS,
    day: (value) => (value === 1 ? 'primeiro' : cardinal(value)),
    year: cardinal,
    between: ' de ',
    named: `${EDGE}(?:(?<from>\\d{1,2})${SPACE}?(?:[-–]|a)${SPACE}?)?(?<day>\\d{1,2})(?:\\.?[º°])? de ${MONTH}(?![\\p{L}])(?: de (?<year>[12]\\d{3})${END})?`,
    until: () => 'a',
  });
}

function times(cardinal: Cardinal): Rule[] {
  const clock = ({ groups }: Found): string | undefined => {
    const { hour = '', minute = '0', second } = groups;
    if (Number(hour) > 24 || Number(minute) > 59) return undefined;
    const hours = cardinal(Number(hour), { gender: 'f', before_noun: true });
    const seconds = second === undefined ? '' : ` e ${cardinal(Number(second))} segundos`;
    if (Number(minute) === 0) return `${hours} hora${Number(hour) < 2 ? '' : 's'}${seconds}`;
    return `${hours} e ${cardinal(Number(minute))}${seconds}`;
  };
  return rules('time', clock, [
    `${EDGE}(?<hour>[01]?\\d|2[0-4])${SPACE}?(?:h|hs|hrs)(?:${SPACE}?(?<minute>[0-5]\\d)(?:min|m)?)?${END}`,
    `${CLOCK}(?:${SPACE}?h(?:oras)?(?![\\p{L}]))?(?![\\p{N}:])`,
  ]);
}

const REGNAL =
  'Luís|Henrique|Francisco|Carlos|Filipe|Napoleão|João|João Paulo|Paulo|Pio|Bento|Leão|Gregório|Pedro|Maria|Isabel|Elizabeth|Elisabete|Catarina|Guilherme|Eduardo|Jorge|Ricardo|Alexandre|Nicolau|Afonso|Manuel|José|Fernando|Sancho';

const SHORT_ORDINAL = rule(
  'ordinal',
  `${EDGE}(?<number>\\d{1,3})\\.?(?<end>[ºª]s?|°(?!\\s?[CF])|os|as)${END}`,
  ({ groups }) => {
    const { number = '', end = '' } = groups;
    const words = ordinal(Number(number), /ª|as/.test(end));
    return words === undefined ? undefined : `${words}${end.endsWith('s') ? 's' : ''}`;
  },
);

function words(cardinal: Cardinal): Rule[] {
  return [
    romanAfter(
      REGNAL,
      (value, before) =>
        value <= 10
          ? ordinal(value, /(?:Maria|Isabel|Elizabeth|Elisabete|Catarina) $/.test(before))
          : cardinal(value),
      REGNAL_NUMERAL,
    ),
    romanAfter(
      '[Ss]éculos?|[Cc]apítulo|[Tt]omo|[Aa]to|[Cc]ena|[Vv]olume|[Tt]ítulo|[Aa]rtigo|[Tt]ipo|[Ff]ase',
      (value, before) => (/[Ss]éculos? $/.test(before) && value <= 10 ? ordinal(value) : cardinal(value)),
    ),
  ];
}

const FRACTIONS: Record<number, string> = { 2: 'meio', 3: 'terço' };

/** Portuguese as it is said in a region; that of Brazil where the locale names none. */
export function portuguese(locale: string): Language {
  const isBrazilian = (locale.split('-')[1] ?? 'br') === 'br';
  const cardinal = cardinalOf(isBrazilian);
  const european = {
    ...PT,
    units: europeanUnits(),
    currencies: { ...PT.currencies, '€': EUROPEAN_EURO, EUR: EUROPEAN_EURO },
  };
  return createLanguage({
    format: numberFormat(locale),
    lexicon: isBrazilian ? PT : european,
    cardinal,
    formBefore: (after) => romanceForm(after, NOUNS),
    isOne: ({ integer, fraction }) => integer === '1' || (integer === '0' && fraction !== ''),
    decimals: 'number',
    linkMagnitude: (magnitude, noun) => (magnitude === 'mil' ? `mil ${noun}` : `${magnitude} de ${noun}`),
    joinMoney: (major, { value, noun }) => `${major} e ${cardinal(value)} ${noun[value === 1 ? 0 : 1]}`,
    fraction(top, bottom) {
      if (top < 1 || bottom < 2 || bottom > 10 || top >= bottom) return undefined;
      const name = FRACTIONS[bottom] ?? ordinal(bottom) ?? '';
      return `${cardinal(top)} ${name}${top > 1 ? 's' : ''}`;
    },
    joinFraction: (whole, part) => `${whole} e ${part.replace(/^um meio$/, 'meio')}`,
    year: cardinal,
    isYear: (value, { before }) => value < 2101 && /(?:^|\s)(?:em|ano|anos|desde|até|de) $/i.test(before),
    phones: [
      '(?<![\\p{L}\\p{N}-])(?<!\\d )(?:\\(\\d{2}\\) ?|\\d{2} )?9?\\d{4}-\\d{4}(?![\\d-])',
      '(?<![\\p{L}\\p{N}-])(?<!\\d )9\\d{2} \\d{3} \\d{3}(?![\\d-])',
      '(?<![\\p{L}\\p{N}-])(?<!\\d )0800[ -]\\d{3}[ -]\\d{4}(?![\\d-])',
    ],
    own: {
      dates: dates(cardinal),
      times: times(cardinal),
      ordinals: [SHORT_ORDINAL],
      words: words(cardinal),
    },
  });
}

/** Portugal writes quilómetro where Brazil writes quilômetro. */
function europeanUnits(): Record<string, Noun> {
  return Object.fromEntries(
    Object.entries(PT.units).map(([key, [one, many, gender]]) => {
      const spell = (word: string) => word.replace(/ô/g, 'ó');
      return [key, [spell(one), spell(many), gender]];
    }),
  );
}
