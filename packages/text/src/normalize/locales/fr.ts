import { toCardinal } from 'n2words/fr-FR';
import { FR, MONTHS } from '../data/fr.ts';
import { fullYear, numberFormat, readRoman } from '../numbers.ts';
import type { Form, Found, Language, Rule } from '../types.ts';
import { createLanguage } from '../western/index.ts';
import { EDGE, END, rule, SPACE, type Western, wordRule } from '../western/western.ts';

function cardinal(value: number, { gender }: Form = { gender: 'm', before_noun: false }): string {
  const words = toCardinal(value);
  return gender === 'f' ? words.replace(/(^|[ -])un$/, '$1une') : words;
}

/** `première`, `vingt et unième`, `quatre-vingtième`, `deux centième`. */
function ordinal(value: number, feminine = false): string {
  if (value === 1) return feminine ? 'première' : 'premier';
  const words = toCardinal(value);
  const last = /[^ -]+$/.exec(words)?.[0] ?? words;
  const root = ORDINAL_ROOTS[last] ?? last.replace(/(cent|vingt|million|milliard)s$/, '$1').replace(/e$/, '');
  return `${words.slice(0, words.length - last.length)}${root}ième`;
}

const ORDINAL_ROOTS: Record<string, string> = { cinq: 'cinqu', neuf: 'neuv' };

const FEMININE_WORDS = new Set(
  'personne femme fille fois heure minute seconde semaine journée année page voix maison voiture table chaise ville route rue place pièce carte porte tonne livre étape ligne clé photo main tête partie soirée nuit saison équipe question réponse phrase lettre image tasse bouteille boîte école entreprise société mer île plage fleur pomme couleur manière idée histoire part moitié dent jambe'.split(
    ' ',
  ),
);
const FEMININE = /(?:tion|sion|ée|ette|esse|ance|ence|té|ure|euse|trice|elle|enne|ie)s?$/;

function formBefore(after: string): Form {
  const noun = /^ (\p{Ll}+)(?![\p{L}])/u.exec(after)?.[1];
  if (noun === undefined) return { gender: 'm', before_noun: false };
  const feminine =
    FEMININE_WORDS.has(noun.replace(/s$/, '')) || FEMININE_WORDS.has(noun) || FEMININE.test(noun);
  return { gender: feminine ? 'f' : 'm', before_noun: true };
}

const MONTH = `(?<month>${MONTHS.join('|')}|(?:janv|févr|avr|juil|sept|oct|nov|déc)\\.)`;
const DAY_WORDS = (day: number): string => (day === 1 ? 'premier' : cardinal(day));

function dates(): Rule[] {
  const say = ({
    day,
    month,
    year,
  }: {
    day?: string | undefined;
    month: string | undefined;
    year: string | undefined;
  }) => {
    if (month === undefined || Number(day) < 1 || Number(day) > 31) return undefined;
    const full = fullYear(year);
    return `${DAY_WORDS(Number(day))} ${month}${full === undefined ? '' : ` ${cardinal(Number(full))}`}`;
  };
  const numeric = ({ groups }: Found) =>
    say({ day: groups.day, month: MONTHS[Number(groups.month) - 1], year: groups.year });
  const monthOf = (name = '') => MONTHS.find((month) => month.startsWith(name.replace('.', ''))) ?? name;
  return [
    rule('date', `${EDGE}(?<year>\\d{4})-(?<month>\\d{2})-(?<day>\\d{2})${END}(?!-)`, numeric),
    rule(
      'date',
      `${EDGE}(?<day>\\d{1,2})[/.](?<month>\\d{1,2})[/.](?<year>\\d{4}|\\d{2})${END}(?![./]\\d)`,
      numeric,
    ),
    rule(
      'date',
      `${EDGE}(?:(?<from>\\d{1,2}|1er)${SPACE}?(?:[-–]|au)${SPACE}?)?(?<day>\\d{1,2}|1er)${SPACE}${MONTH}(?![\\p{L}])(?:${SPACE}(?<year>[12]\\d{3})${END})?`,
      ({ groups }) => {
        const last = say({
          day: groups.day?.replace('er', ''),
          month: monthOf(groups.month),
          year: groups.year,
        });
        if (last === undefined || groups.from === undefined) return last;
        return `${DAY_WORDS(Number(groups.from.replace('er', '')))} au ${last}`;
      },
    ),
  ];
}

function times(): Rule[] {
  const clock = ({ groups, before }: Found): string | undefined => {
    const { hour = '', minute = '0', second, from } = groups;
    if (Number(hour) > 24 || Number(minute) > 59) return undefined;
    const hours = (written: string) => cardinal(Number(written), { gender: 'f', before_noun: true });
    const low = from === undefined ? '' : `${hours(from)} à `;
    const minutes =
      Number(minute) === 0 ? '' : ` ${cardinal(Number(minute), { gender: 'f', before_noun: true })}`;
    const seconds = second === undefined ? '' : ` et ${hours(second)} secondes`;
    if (/\d[.,]$/.test(before)) return undefined;
    return `${low}${hours(hour)} heure${Number(hour) < 2 ? '' : 's'}${minutes}${seconds}`;
  };
  return [
    rule(
      'time',
      `${EDGE}(?:(?<from>\\d{1,2})${SPACE}?(?:h${SPACE}?)?[-–]${SPACE}?)?(?<hour>\\d{1,2})${SPACE}?h(?:${SPACE}?(?<minute>[0-5]\\d)(?!\\d))?(?:${SPACE}?min)?${END}`,
      clock,
    ),
    rule(
      'time',
      `(?<![\\p{L}\\p{N}:.,])(?<hour>[01]?\\d|2[0-4]):(?<minute>[0-5]\\d)(?::(?<second>[0-5]\\d))?(?![\\p{N}:])`,
      clock,
    ),
  ];
}

const REGNAL =
  'Louis|Henri|François|Charles|Philippe|Napoléon|Jean|Jean-Paul|Paul|Pie|Benoît|Léon|Grégoire|Élisabeth|Elizabeth|Catherine|Guillaume|Édouard|George|Georges|Jacques|Richard|Alexandre|Nicolas|Pierre|Frédéric|Ferdinand|Léopold|Albert|Baudouin';

function ordinals(): Rule[] {
  return [
    rule(
      'ordinal',
      `${EDGE}(?<number>\\d{1,6})(?<end>er|ers|re|ère|res|nd|nde|nds|ndes|e|es|è|ème|èmes|eme|ième|ièmes)${END}`,
      ({ groups }) => {
        const { number = '', end = '' } = groups;
        if (/^nd/.test(end)) return end.startsWith('nde') ? 'seconde' : 'second';
        return ordinal(Number(number), /^(?:re|ère|res)$/.test(end)) + (end.endsWith('s') ? 's' : '');
      },
    ),
    wordRule('ordinal', `${EDGE}(?<roman>[IVX]{1,6})(?<end>er|ère|re|e|ème)${END}`, ({ groups }) => {
      const value = readRoman(groups.roman ?? '');
      return value === undefined ? undefined : ordinal(value, /^(?:ère|re)$/.test(groups.end ?? ''));
    }),
  ];
}

function words(): Rule[] {
  return [
    wordRule('roman', `(?<=(?<![\\p{L}])(?:${REGNAL}) )(?<roman>[IVXL]{1,6})${END}`, ({ text, before }) => {
      const value = readRoman(text);
      if (value !== 1) return value === undefined ? undefined : cardinal(value);
      return /(?:Élisabeth|Elizabeth|Catherine) $/.test(before) ? 'première' : 'premier';
    }),
    wordRule(
      'roman',
      `(?<=(?<![\\p{L}])(?:[Cc]hapitre|[Tt]ome|[Pp]artie|[Aa]cte|[Ss]cène|[Vv]olume|[Aa]rticle|[Tt]itre|[Tt]ype) )[IVXLC]{1,7}${END}`,
      ({ text }) => {
        const value = readRoman(text);
        return value === undefined ? undefined : cardinal(value);
      },
    ),
  ];
}

const FRACTIONS: Record<number, string> = { 2: 'demi', 3: 'tiers', 4: 'quart' };

export function french(locale: string): Language {
  return createLanguage(westernOf(locale));
}

function westernOf(locale: string): Western {
  return {
    format: numberFormat(locale),
    lexicon: FR,
    cardinal,
    formBefore,
    isOne: ({ integer }) => Number(integer) < 2,
    decimals: 'number',
    linkMagnitude: (magnitude, noun) =>
      magnitude === 'mille'
        ? `mille ${noun}`
        : `${magnitude} ${/^[aeiouyéè]/.test(noun) ? "d'" : 'de '}${noun}`,
    joinMoney: (major, { value }) => `${major} ${cardinal(value)}`,
    fraction(top, bottom) {
      if (top < 1 || bottom < 2 || bottom > 20 || top >= bottom) return undefined;
      const name = FRACTIONS[bottom] ?? ordinal(bottom);
      return `${cardinal(top)} ${name}${top > 1 && !name.endsWith('s') ? 's' : ''}`;
    },
    joinFraction: (whole, part) => `${whole} et ${part.replace(/^un demi$/, 'demi')}`,
    year: (value) => cardinal(value),
    isYear: () => false,
    phones: ['(?<![\\p{L}\\p{N}-])0[1-9](?:[ .\u00a0-]\\d{2}){4}(?!\\d)'],
    phoneGroup: (digits) =>
      digits.length > 3
        ? Array.from(digits, (digit) => cardinal(Number(digit))).join(' ')
        : [...(/^0*/.exec(digits)?.[0] ?? '')]
            .map(() => 'zéro')
            .concat(Number(digits) === 0 ? [] : [cardinal(Number(digits))])
            .join(' '),
    own: { dates: dates(), times: times(), ordinals: ordinals(), words: words() },
  };
}
