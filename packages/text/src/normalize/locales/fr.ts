import { toCardinal, toOrdinal } from 'n2words/fr-FR';
import { FR, MONTHS } from '../data/fr.ts';
import { numberFormat, readRoman, wordSet } from '../numbers.ts';
import type { Form, Found, Language, Rule } from '../types.ts';
import { createLanguage } from '../western/index.ts';
import { romanceDates } from '../western/romance.ts';
import {
  CLOCK,
  EDGE,
  END,
  REGNAL_NUMERAL,
  romanAfter,
  rule,
  rules,
  SPACE,
  wordRule,
} from '../western/rules.ts';

function cardinal(value: number, { gender }: Form = { gender: 'm', before_noun: false }): string {
  const words = toCardinal(value);
  return gender === 'f' ? words.replace(/(^|[ -])un$/, '$1une') : words;
}

/** `première`, `vingt et unième`, `quatre-vingtième`, `deux centième`. */
function ordinal(value: number, feminine = false): string {
  if (value === 1 && feminine) return 'première';
  return value === 0 ? 'zéroième' : toOrdinal(value);
}

const FEMININE_WORDS = wordSet(
  'personne femme fille fois heure minute seconde semaine journée année page voix maison voiture table chaise ville route rue place pièce carte porte tonne livre étape ligne clé photo main tête partie soirée nuit saison équipe question réponse phrase lettre image tasse bouteille boîte école entreprise société mer île plage fleur pomme couleur manière idée histoire part moitié dent jambe',
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

function dates(): Rule[] {
  return romanceDates({
    months: MONTHS,
    day: (value) => (value === 1 ? 'premier' : cardinal(value)),
    year: cardinal,
    between: ' ',
    separator: '[/.]',
    named: `${EDGE}(?:(?<from>\\d{1,2}|1er)${SPACE}?(?:[-–]|au)${SPACE}?)?(?<day>\\d{1,2}|1er)${SPACE}${MONTH}(?![\\p{L}])(?:${SPACE}(?<year>[12]\\d{3})${END})?`,
    until: () => 'au',
  });
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
  return rules('time', clock, [
    `${EDGE}(?:(?<from>\\d{1,2})${SPACE}?(?:h${SPACE}?)?[-–]${SPACE}?)?(?<hour>\\d{1,2})${SPACE}?h(?:${SPACE}?(?<minute>[0-5]\\d)(?!\\d))?(?:${SPACE}?min)?${END}`,
    `${CLOCK}(?![\\p{N}:])`,
  ]);
}

const REGNAL =
  'Louis|Henri|François|Charles|Philippe|Napoléon|Jean|Jean-Paul|Paul|Pie|Benoît|Léon|Grégoire|Élisabeth|Elizabeth|Catherine|Guillaume|Édouard|George|Georges|Jacques|Richard|Alexandre|Nicolas|Pierre|Frédéric|Ferdinand|Léopold|Albert|Baudouin';

const ORDINALS: readonly Rule[] = [
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

const WORDS: readonly Rule[] = [
  romanAfter(
    REGNAL,
    (value, before) =>
      value === 1 ? ordinal(1, /(?:Élisabeth|Elizabeth|Catherine) $/.test(before)) : cardinal(value),
    REGNAL_NUMERAL,
  ),
  romanAfter(
    '[Cc]hapitre|[Tt]ome|[Pp]artie|[Aa]cte|[Ss]cène|[Vv]olume|[Aa]rticle|[Tt]itre|[Tt]ype',
    (value) => cardinal(value),
  ),
];

const FRACTIONS: Record<number, string> = { 2: 'demi', 3: 'tiers', 4: 'quart' };

export function french(locale: string): Language {
  return createLanguage({
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
    year: cardinal,
    isYear: () => false,
    phones: ['(?<![\\p{L}\\p{N}-])0[1-9](?:[ .\u00a0-]\\d{2}){4}(?!\\d)'],
    phoneGroup: (digits) =>
      digits.length > 3
        ? Array.from(digits, (digit) => cardinal(Number(digit))).join(' ')
        : [...(/^0*/.exec(digits)?.[0] ?? '')]
            .map(() => 'zéro')
            .concat(Number(digits) === 0 ? [] : [cardinal(Number(digits))])
            .join(' '),
    own: { dates: dates(), times: times(), ordinals: ORDINALS, words: WORDS },
  });
}
