import { EN, MONTHS } from '../data/en.ts';
import { fullYear, numberFormat } from '../numbers.ts';
import type { Found, Language, Rule } from '../types.ts';
import { createLanguage } from '../western/index.ts';
import {
  CLOCK,
  EDGE,
  END,
  ISO_DATE,
  REGNAL_NUMERAL,
  romanAfter,
  rule,
  rules,
  wordRule,
} from '../western/rules.ts';
import { cardinal, decade, type English, ordinal, year } from './en-numbers.ts';

const MONTH = `(?<month>${MONTHS.join('|')}|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec)\\.?(?=[ ,\\d]))`;
const YEAR_WORDS =
  /(?:^|[\s(“"])(?:in|since|until|till|year|circa|during|early|late|mid|spring|summer|autumn|fall|winter|class of|copyright|©|(?:January|February|March|April|May|June|July|August|September|October|November|December),?)\s$/i;
const PLURAL =
  /^ (?!(?:is|was|has|as|its|this|us|always|perhaps|does|across)\b)(?:[a-z]{2,20}s|people|men|women|children|feet)(?![\p{L}])/u;

/** English as it is said in a region; American where the locale names none. */
export function english(locale: string): Language {
  const region = locale.split('-')[1] ?? 'us';
  const variety: English = ['us', 'ph', 'pr'].includes(region) ? 'american' : 'british';
  return createLanguage({
    format: numberFormat(locale),
    lexicon: variety === 'american' ? EN : { ...EN, units: britishUnits() },
    cardinal: (value) => cardinal(value, variety),
    formBefore: () => ({ gender: 'm', before_noun: false }),
    decimals: 'digits',
    linkMagnitude: (magnitude, noun) => `${magnitude} ${noun}`,
    joinMoney: (major, { value, noun }) =>
      variety === 'british' && noun[1] === 'pence'
        ? `${major} ${value < 10 ? `and ${cardinal(value, variety)} ${noun[value === 1 ? 0 : 1]}` : cardinal(value, variety)}`
        : `${major} and ${cardinal(value, variety)} ${noun[value === 1 ? 0 : 1]}`,
    fraction: (top, bottom) => fraction(top, bottom, variety),
    joinFraction: (whole, part, top) => `${whole} and ${top === 1 ? part.replace(/^one /, 'a ') : part}`,
    year: (value) => year(value, variety),
    isYear: (value, { before, after }) =>
      value >= 1000 &&
      value <= 2099 &&
      (YEAR_WORDS.test(before) || (value >= 1100 && !PLURAL.test(after) && !/\p{L}-?$/u.test(before))),
    phones: [
      '(?<![\\p{L}\\p{N}-])(?:1[- .])?(?:\\(\\d{3}\\) ?|\\d{3}[-. ])\\d{3}[-. ]\\d{4}(?![\\d-])',
      '(?<![\\p{L}\\p{N}-])0\\d{2,4} \\d{3,4} \\d{3,4}(?![\\d-])',
      '(?<![\\p{L}\\p{N}-])(?<!\\d )555-\\d{4}(?![\\d-])',
    ],
    own: {
      dates: dates(variety),
      times: times(variety),
      ordinals: ordinals(variety),
      words: words(variety),
    },
  });
}

function britishUnits() {
  return Object.fromEntries(
    Object.entries(EN.units).map(([key, [one, many]]) => {
      const spell = (word: string) => word.replace(/meter/g, 'metre').replace(/liter/g, 'litre');
      return [key, [spell(one), spell(many)] as const];
    }),
  );
}

const NAMED = new Map([
  [2, 'half'],
  [4, 'quarter'],
]);

function fraction(top: number, bottom: number, variety: English): string | undefined {
  if (top < 1 || bottom < 2 || bottom > 20 || top >= bottom) return undefined;
  const name = NAMED.get(bottom) ?? ordinal(bottom, variety);
  return top === 1 ? `one ${name}` : `${cardinal(top, variety)} ${name === 'half' ? 'halves' : `${name}s`}`;
}

function monthOf(name: string): string {
  return MONTHS.find((month) => month.startsWith(name.replace('.', '').slice(0, 3))) ?? name;
}

function dates(variety: English): Rule[] {
  const say = (day: number, month: string, written: string | undefined, before = ''): string | undefined => {
    if (day < 1 || day > 31) return undefined;
    const said = ordinal(day, variety);
    const the = /\bthe $/i.test(before) ? '' : 'the ';
    const date = variety === 'american' ? `${month} ${said}` : `${the}${said} of ${month}`;
    return written === undefined ? date : `${date}, ${year(Number(written), variety)}`;
  };
  const numeric = (day = '', month = '', written: string | undefined, before: string) => {
    const name = MONTHS[Number(month) - 1];
    const full = fullYear(written);
    return name === undefined ? undefined : say(Number(day), name, full, before);
  };
  const spelled = ({ groups, before }: Found) =>
    say(Number(groups.day), monthOf(groups.month ?? ''), groups.year, before);
  return [
    rule('date', ISO_DATE, ({ groups, before }) => numeric(groups.day, groups.month, groups.year, before)),
    rule(
      'date',
      `${EDGE}(?<one>\\d{1,2})[/.](?<two>\\d{1,2})[/.](?<year>\\d{4}|\\d{2})${END}(?![./]\\d)`,
      ({ groups, before }) => {
        const { one, two, year: written } = groups;
        return variety === 'american'
          ? numeric(two, one, written, before)
          : numeric(one, two, written, before);
      },
    ),
    ...rules('date', spelled, [
      `${EDGE}${MONTH} (?<day>\\d{1,2})(?:st|nd|rd|th)?${END}(?!:\\d)(?:,? (?<year>[12]\\d{3})${END})?`,
      `${EDGE}(?<day>\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${MONTH}(?![\\p{L}])(?:,? (?<year>[12]\\d{3})${END})?`,
    ]),
    ...rules('date', ({ groups }) => decade(Number(groups.decade), variety), [
      `${EDGE}(?<decade>1\\d{2}0|20\\d0)['’]?s${END}`,
      `${EDGE}['’]?(?<decade>[2-9]0)['’]?s${END}`,
    ]),
    rule(
      'date',
      `(?<![\\p{L}\\p{N}.,])(?<year>\\d{1,4}) ?(?<era>BCE|BC|CE|AD)(?![\\p{L}\\p{N}])`,
      ({ groups }) => `${year(Number(groups.year), variety)} ${[...(groups.era ?? '')].join(' ')}`,
    ),
  ];
}

function times(variety: English): Rule[] {
  const clock = ({ groups, after, text }: Found): string | undefined => {
    const { hour = '', minute, second, half } = groups;
    const [hours, minutes] = [Number(hour), Number(minute ?? 0)];
    if (hours > 24 || minutes > 59 || (half !== undefined && hours > 12)) return undefined;
    const day = half === undefined ? '' : ` ${half.toLowerCase().startsWith('a') ? 'A M' : 'P M'}`;
    // The full stop of `p.m.` at the end of a text ends the sentence as well.
    const stop = text.endsWith('.') && /^["”’)]?\s*(?:$|\p{Lu})/u.test(after) ? '.' : '';
    const said = cardinal(hours, variety);
    const seconds = second === undefined ? '' : ` and ${cardinal(Number(second), variety)} seconds`;
    if (minutes === 0 && half === undefined) {
      if (/^ ?o['’]clock/.test(after)) return said;
      return hours > 12 || hours === 0 ? `${said} hundred hours` : `${said} o'clock${seconds}`;
    }
    if (minutes === 0) return `${said}${seconds}${day}${stop}`;
    return `${said} ${minutes < 10 ? 'oh ' : ''}${cardinal(minutes, variety)}${seconds}${day}${stop}`;
  };
  const half = '(?<half>[ap]\\.m\\.|[AP]\\.M\\.|[ap]m|[AP]M)(?![\\p{L}\\p{N}])';
  return rules('time', clock, [
    `${EDGE}(?<hour>\\d{1,2})[:.](?<minute>\\d{2})(?::(?<second>\\d{2}))? ?${half}`,
    `${EDGE}(?<hour>\\d{1,2}) ?${half}`,
    `${CLOCK}(?![\\p{N}:])`,
  ]);
}

function ordinals(variety: English): Rule[] {
  return [
    rule(
      'ordinal',
      `${EDGE}(?<number>\\d{1,3}(?:,\\d{3}){0,3}|\\d{1,9})(?:st|nd|rd|th)${END}`,
      ({ groups }) => {
        const value = Number((groups.number ?? '').replace(/,/g, ''));
        return value === 0 ? 'zeroth' : ordinal(value, variety);
      },
    ),
    rule('unit', `${EDGE}(?<feet>\\d{1,2})['′](?<inches>\\d{1,2})["″]`, ({ groups }) => {
      const [feet, inches] = [Number(groups.feet), Number(groups.inches)];
      return `${cardinal(feet, variety)} ${feet === 1 ? 'foot' : 'feet'} ${cardinal(inches, variety)}`;
    }),
    rule('number', `${EDGE}24/7${END}`, () => 'twenty-four seven'),
    rule('number', `${EDGE}50/50${END}`, () => 'fifty-fifty'),
    rule('number', `(?<![\\p{L}\\p{N}/])9/11(?![\\p{L}\\p{N}/])`, () => 'nine eleven'),
    wordRule(
      'abbreviation',
      `${EDGE}(?<word>No|Nos|Vol|Ch|Fig|p|pp)\\.(?= ?\\d)`,
      ({ groups }) => BEFORE_NUMBER[groups.word ?? ''],
    ),
  ];
}

const BEFORE_NUMBER: Record<string, string> = {
  No: 'number',
  Nos: 'numbers',
  Vol: 'volume',
  Ch: 'chapter',
  Fig: 'figure',
  p: 'page',
  pp: 'pages',
};
const REGNAL =
  'King|Queen|Pope|Emperor|Tsar|Louis|Henry|Edward|George|Charles|William|James|Richard|Elizabeth|Mary|Catherine|Philip|Frederick|Francis|Napoleon|Alexander|Nicholas|Ivan|Peter|John|Paul|Benedict|Pius|Leo|Gregory|Ramses|Ptolemy|Otto';
const COUNTED =
  'Chapter|chapter|Part|part|Volume|volume|Book|Act|act|Scene|scene|World War|Phase|phase|Type|type|Section|section|Super Bowl|Rocky|Class|Level|Mark';

function words(variety: English): Rule[] {
  return [
    romanAfter(REGNAL, (value) => `the ${ordinal(value, variety)}`, REGNAL_NUMERAL),
    romanAfter(COUNTED, (value) => cardinal(value, variety)),
    wordRule('abbreviation', `${EDGE}Dr\\.?(?= \\p{Lu})`, ({ before }) =>
      /\p{Lu}\p{Ll}+ $/u.test(before) ? 'Drive' : 'Doctor',
    ),
    wordRule('abbreviation', `(?<=\\p{Lu}\\p{Ll}{1,20} )Dr\\.?${END}`, () => 'Drive'),
    wordRule(
      'abbreviation',
      `(?<=(?:\\p{Lu}\\p{Ll}{1,20}|\\d(?:st|nd|rd|th)|\u{E001}) )St(?:\\.|${END})`,
      ({ text, after }) => (text.endsWith('.') && /^\s*$/.test(after) ? 'Street.' : 'Street'),
    ),
    wordRule('abbreviation', `${EDGE}St\\.?(?= \\p{Lu})`, () => 'Saint'),
  ];
}
