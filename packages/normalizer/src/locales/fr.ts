import { toCardinal, toOrdinal } from 'n2words/fr-FR';
import { DAYS, FR, MONTHS, PER, SHORT_MONTHS } from '../data/fr.ts';
import { FEMININE_WORDS, MASCULINE_WORDS } from '../data/fr-nouns.ts';
import { FR_LABELS } from '../data/labels.ts';
import { readDate } from '../date-order.ts';
import { countedNoun, numberFormat } from '../numbers.ts';
import { SIGNS } from '../signs.ts';
import type { Choices, Form, Language, Match, Rule } from '../types.ts';
import { arcRules } from '../western/arcs.ts';
import { codeRules, initialismRules } from '../western/codes.ts';

import { type ExpressionWords, earlyExpressionRules, lateExpressionRules } from '../western/expressions.ts';
import { createLanguage } from '../western/index.ts';
import { labelRules } from '../western/labels.ts';
import { nameListRules } from '../western/name-lists.ts';
import { isNamedFraction, partRules } from '../western/parts.ts';
import { type DateWords, type FractionNouns, romanceDateRules, sayPart } from '../western/romance.ts';
import { createDaySpanRule, createSequelRule } from '../western/romance-words.ts';
import {
  CLOCK,
  EDGE,
  END,
  REGNAL_NUMERAL,
  romanAfter,
  romanRule,
  rule,
  SPACE,
  wordRule,
} from '../western/rules.ts';
import { toSeptante } from './fr-septante.ts';

/** A whole number, inflected for the gender of its noun: `vingt et une`. */
function cardinal(value: number, { gender }: Form = { gender: 'm', before_noun: false }): string {
  const words = toCardinal(value);
  if (gender === 'f') return words.replace(/(^|[ -])un$/, '$1une');
  return words;
}

/** `première`, `vingt et unième`, `quatre-vingtième`, `deux centième`. */
function ordinal(value: number, feminine = false): string {
  if (value === 1 && feminine) return 'première';
  if (value === 0) return 'zéroième';
  return toOrdinal(value);
}

/** A noun, plural from two on: `une heure et demie`, `zéro heure`. */
const frenchNoun = (count: number, noun: string): string => (count < 2 ? noun : `${noun}s`);

/** Links a noun that begins with one of the letters with `d'`, and others with `de`. */
const linkWithDe = (noun: string, vowels: RegExp): string => (vowels.test(noun) ? `d'${noun}` : `de ${noun}`);

/** The endings of feminine nouns (Grevisse). */
const FEMININE =
  /(?:[stx]ion|aison|oison|ie|se|té|ée|ine|tte|nce|nne|ière|trice|ade|lle|ure|arde|ive|ude|che|rte|nte)$/;

/** Whether a noun is feminine, guessed from its ending except for the words that are listed. */
function isFeminine(noun: string): boolean {
  const singular = noun.replace(/s$/, '');
  if (FEMININE_WORDS.has(noun) || FEMININE_WORDS.has(singular)) return true;
  return FEMININE.test(singular) && !MASCULINE_WORDS.has(singular) && !MASCULINE_WORDS.has(noun);
}

/** The gender of the noun after a number. Adjectives with one form say nothing about it: `1 autre souris`. */
function formBefore(after: string): Form {
  const noun =
    /^ (?!(?:face|grâce|suite|faute|part) (?:à|aux?|d)(?!\p{Ll}))(?:(?:autre|jeune|simple|double|triple|énorme|vaste)s? )?([\p{Ll}-]+)(?![\p{L}])/u.exec(
      after,
    )?.[1];
  if (noun === undefined) return { gender: 'm', before_noun: false };
  return { gender: isFeminine(noun) ? 'f' : 'm', before_noun: true };
}

/** Words before the number of a thing, which counts no noun: `la page 21 montre`. */
const NAMED =
  /(?<!\p{L})(?:pages?|chapitres?|numéros?|n°|articles?|lignes?|bus|tram|métro|vols?|trains?|salles?|portes?|chambres?|scènes?|actes?|épisodes?|tomes?|niveaux?|questions?|figures?|tableaux?|exercices?|leçons?|versions?|codes?|routes?|quais?|voies?|zones?|étapes?|le|du|au|ce) $/iu;

const EXPRESSIONS: ExpressionWords = {
  signs: { ...SIGNS.fr, '∞': "l'infini" },
  minus: FR.minus,
  cube_root: 'racine cubique de',
  cardinal,
  score: 'à',
  ratios:
    'échelle|écrans?|moniteurs?|mélange|dilution|rapport|proportion|ratio|score|résultat|gagne|gagnent|gagné|perd|perdent|perdu|battu|bat|format|mène|mènent',
  always: 'vingt-quatre heures sur vingt-quatre, sept jours sur sept',
  per: PER,
  per_word: 'par',
  hashtag: 'hashtag',
};

const CODES: readonly Rule[] = [
  // License plates: `AB-123-CD`.
  rule(
    'number',
    '(?<![\\p{L}\\p{N}-])(?<one>[A-Z]{2})[- ](?<number>\\d{3})[- ](?<two>[A-Z]{2})(?![\\p{L}\\p{N}])',
    ({ groups: { one = '', number = '', two = '' } }) => [...one, sayGroup(number), ...two].join(' '),
  ),
  ...codeRules({
    digit: cardinal,
    before:
      'PIN|mot de passe|référence|réf\\.|numéro de série|numéro de client|dossier|commande|compte|Siret|Siren',
  }),
  // A grade and its maximum: `15/20`.
  rule(
    'number',
    '(?<=(?<!\\p{L})(?:note|notes|noté|notée|moyenne|obtenu|obtient|eu|score|résultat|avis|[àa]) (?:de )?\\d{1,3}(?:,\\d)? ?)/(?= ?(?:5|10|20|100)(?![\\d/]))',
    () => ' sur ',
  ),
];

const MONTH = `(?<month>${MONTHS.join('|')}|fevrier|aout|decembre|(?:janv|févr|fév|avr|juil|sept|oct|nov|déc)(?:\\.|(?= \\d{4})))`;

/** The day of a date: the first is an ordinal. */
const sayDay = (value: number): string => (value === 1 ? 'premier' : cardinal(value));

/** Rules for dates, ordinals and names of days and months. */
function createDateRules(choices: Choices): Rule[] {
  const words: DateWords = {
    months: MONTHS,
    day: sayDay,
    year: cardinal,
    between: ' ',
    separator: '[/.]',
    short: { fevrier: 'févr', aout: 'août', decembre: 'déc' },
    withName: `${EDGE}(?:(?<from>\\d{1,2}|1er)${SPACE}?(?:[-–]|au)${SPACE}?)?(?<day>\\d{1,2}|1er|1ᵉʳ)${SPACE}${MONTH}(?![\\p{L}])(?:${SPACE}(?<year>[12]\\d{3})${END})?`,
    until: () => 'au',
  };
  const numeric: Rule['say'] = ({ groups: { day = '', month = '', year } }) => {
    const date = readDate([day, month, year], choices, 'dmy');
    if (!date) return undefined;
    const words = [sayDay(date.day), MONTHS[date.month - 1]];
    if (date.year !== undefined) words.push(cardinal(Number(date.year)));
    return words.join(' ');
  };
  return [
    // An aspect ratio: `16:9`.
    rule(
      'number',
      `${EDGE}(?<top>16|21|4|3)[:/](?<bottom>9|10|3|2)${END}`,
      ({ groups }) => PICTURES[`${groups.top}:${groups.bottom}`],
    ),
    ...earlyExpressionRules(EXPRESSIONS),
    ...nameListRules({
      days: DAYS,
      months: SHORT_MONTHS,
      full_months: MONTHS,
      joins: 'et|ou|puis|à',
      articles: 'le',
      span(first, last, before) {
        if (MONTHS.includes(first.toLowerCase())) return `${first} à ${last}`;
        if (/(?<!\p{L})(?:du|de) $/u.test(before)) return `${first} au ${last}`;
        return `du ${first} au ${last}`;
      },
      bare_days: 'lun|mer|jeu|ven|sam|dim',
    }),
    // `1° Ouvrez`
    rule(
      'ordinal',
      '(?<=^\\s{0,9}|[.:;] )(?<number>[1-5])°\\)?(?= \\p{L})',
      ({ groups }) => ['primo', 'secundo', 'tertio', 'quarto', 'quinto'][Number(groups.number) - 1],
    ),
    rule('symbol', '(?<=(?<!\\d)50)-(?=50(?![\\d%]))', () => ' '),
    createDaySpanRule(words, 'du', 'au'),
    ...romanceDateRules(words, choices),
    // `3-5-2024`
    rule('date', `${EDGE}(?<day>\\d{1,2})-(?<month>\\d{1,2})-(?<year>\\d{4})${END}(?!-)`, numeric),
    // `2024/5/3`
    rule('date', `${EDGE}(?<year>[12]\\d{3})/(?<month>\\d{1,2})/(?<day>\\d{1,2})${END}`, numeric),
    // `le 3/5`
    rule(
      'date',
      `(?<=(?<!\\p{L})(?:le|du|au|depuis le|avant le|dès le|${WEEKDAYS}) )(?<day>\\d{1,2})/(?<month>0?[1-9]|1[0-2])(?![\\p{L}\\p{N}/]| \\p{L}{1,12}s )`,
      numeric,
      'giu',
    ),
    // `05/2024`
    rule(
      'date',
      `${EDGE}(?<month>0?[1-9]|1[0-2])/(?<year>(?:19|20)\\d{2})${END}`,
      ({ groups }) => `${MONTHS[Number(groups.month) - 1]} ${cardinal(Number(groups.year))}`,
    ),
    // As the name of a decade or a page, 80 and 200 have no plural (Académie): `années 80`, `page 200`.
    rule(
      'date',
      `(?<=(?<!\\p{L})(?:années|an|page|p\\.|chapitre|article|numéro|n°) )['’]?(?<value>80|[2-9]00)(?![\\p{L}\\p{N}]|[.,-]\\d|${SPACE}\\d)`,
      ({ groups }) => cardinal(Number(groups.value)).replace(/s$/, ''),
    ),
    ...CODES,
  ];
}

const PICTURES: Readonly<Record<string, string>> = {
  '16:9': 'seize neuvièmes',
  '16:10': 'seize dixièmes',
  '21:9': 'vingt et un neuvièmes',
  '4:3': 'quatre tiers',
};

const WEEKDAYS = 'lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche';

/** The words of a time or a span of times: `dix-sept heures trente`. */
function clock({ groups, before }: Match): string | undefined {
  const { hour = '', minute = '0', second, from, from_minute } = groups;
  if (Number(hour) > 24 || Number(minute) > 59 || /\d[.,]$/.test(before)) return undefined;
  const feminine = (digits: string) => cardinal(Number(digits), { gender: 'f', before_noun: true });
  const counted = (digits: string, noun: string) => `${feminine(digits)} ${frenchNoun(Number(digits), noun)}`;
  const words: string[] = [];
  if (from !== undefined && from_minute !== undefined)
    words.push(counted(from, 'heure'), feminine(from_minute), 'à');
  else if (from !== undefined) words.push(feminine(from), 'à');
  words.push(counted(hour, 'heure'));
  if (Number(minute) > 0) words.push(feminine(minute));
  if (second !== undefined) words.push('et', counted(second, 'seconde'));
  return words.join(' ');
}

/** Rules for times, spans of them and durations. */
function createTimeRules(): Rule[] {
  const hours = `(?<hour>\\d{1,2})${SPACE}?(?:h|heures?)`;
  // `9h-`, `9h30-` and `9-` before the end of a range
  const rangeStart = `(?:(?<from>\\d{1,2})${SPACE}?(?:h${SPACE}?(?<from_minute>[0-5]\\d)?${SPACE}?)?[-–—]${SPACE}?)?`;
  // `30` in `17h30`
  const minutes = `(?:${SPACE}?(?<minute>[0-5]\\d)(?!\\d))?`;
  const minuteUnit = `${SPACE}?(?:min|mn)`;
  // `17h30` and `17h30 min`, but not `17h30x`
  const timeEnd = `(?=${minuteUnit}${END}|${END})`;
  // ` min` is part of the time, except before a number: `17h30 min 15`
  const spokenUnit = `(?:${minuteUnit}(?!${SPACE}?\\d)${END})?`;
  const sources = [
    // `17h30`, `9h-17h`
    `${EDGE}${rangeStart}${hours}${minutes}${timeEnd}${spokenUnit}`,
    // `17:30 h`
    `${EDGE}(?<hour>\\d{1,2})[.:](?<minute>[0-5]\\d)${SPACE}?h(?:eures)?${END}`,
  ];
  // `i`: also `17H30`.
  return [
    // `24h/24`
    rule(
      'time',
      `${EDGE}(?<count>24|12)${SPACE}?h(?:eures)?${SPACE}?/${SPACE}?\\k<count>${END}`,
      ({ groups }) => `${cardinal(Number(groups.count))} heures sur ${cardinal(Number(groups.count))}`,
      'giu',
    ),
    // `7j/7`
    rule(
      'time',
      `${EDGE}(?<count>[67])${SPACE}?j(?:ours)?${SPACE}?/${SPACE}?7${END}`,
      ({ groups }) => `${cardinal(Number(groups.count))} jours sur sept`,
    ),
    // `7/7`
    rule('number', `${EDGE}7/7${END}`, () => 'sept sur sept'),
    ...sources.map((source) => rule('time', source, clock, 'giu')),
    // `17:30`
    rule('time', `${CLOCK}(?![\\p{N}:])`, clock),
    // `1m80`, `1 m 80`: meters and centimeters.
    rule(
      'unit',
      `${EDGE}(?<whole>[1-9]\\d?)${SPACE}?m${SPACE}?(?<part>\\d{2})${END}(?![.,]\\d)`,
      ({ groups }) =>
        `${cardinal(Number(groups.whole))} ${frenchNoun(Number(groups.whole), 'mètre')} ${cardinal(Number(groups.part))}`,
    ),
    // A house number does not count streets: `21 rue de la Paix`.
    rule(
      'number',
      `${EDGE}(?<number>\\d{0,3}1)(?=,? (?:rue|avenue|place|allée|impasse|route|villa|cité|esplanade) (?:d[eu]s? |d['’]|\\p{Lu}))`,
      ({ groups }) => cardinal(Number(groups.number)),
    ),
  ];
}

const REGNAL =
  'Louis|Henri|François|Charles|Philippe|Napoléon|Jean|Jean-Paul|Paul|Pie|Benoît|Léon|Grégoire|Élisabeth|Elizabeth|Catherine|Guillaume|Édouard|George|Georges|Jacques|Richard|Alexandre|Nicolas|Pierre|Frédéric|Ferdinand|Léopold|Albert|Baudouin';

const ORDINALS: readonly Rule[] = [
  // `1er`, `2nde`, `3ᵉ`
  rule(
    'ordinal',
    `${EDGE}(?<number>\\d{1,6})(?<end>er|ers|re|ère|ères|res|nd|nde|nds|ndes|d|de|e|es|è|ème|èmes|eme|emes|ième|ièmes|ieme|ᵉʳ|ʳᵉ|ᵉ|ᵉˢ|ⁿᵈ|ⁿᵈᵉ|ᵈ)${END}`,
    ({ groups }) => {
      const end = (groups.end ?? '').normalize('NFKC');
      const isSecond = /^n?d/.test(end);
      if (isSecond && groups.number !== '2') return undefined;
      let words = ordinal(Number(groups.number), /^(?:re|ère|ères|res)$/.test(end));
      if (isSecond) words = end.includes('e') ? 'seconde' : 'second';
      return end.endsWith('s') ? `${words}s` : words;
    },
  ),
  ...lateExpressionRules(EXPRESSIONS),
  {
    // `XIXe`
    ...romanRule(
      `${EDGE}(?<roman>[IVX]{1,6})(?<end>er|ère|(?<=[IVX]{2})re|re(?= \\p{L})|e|ème|ᵉʳ|ᵉ|ʳᵉ)${END}(?!-)`,
      (value, { groups }) => ordinal(value, /^(?:ère|re|ʳᵉ)$/.test(groups.end ?? '')),
    ),
    kind: 'ordinal',
  },
];

/** Before a name, with a small letter: `de La Tour`, `d'Artagnan`. */
const PARTICLE = "(?:d[eu]s? (?:la )?|d['’]|(?:van|von|ben|el) )";

const WORDS: readonly Rule[] = [
  // `Louis XIV`
  romanAfter(
    REGNAL,
    (value, { before }) => {
      if (value > 1) return cardinal(value);
      return ordinal(value, /(?:Élisabeth|Elizabeth|Catherine) $/.test(before));
    },
    REGNAL_NUMERAL,
  ),
  // `chapitre III`
  romanAfter(
    '[Cc]hapitre|[Tt]ome|[Pp]artie|[Aa]cte|[Ss]cène|[Vv]olume|[Aa]rticle|[Tt]itre|[Tt]ype|[Ll]ivre|[Ee]pisode|[Éé]pisode|[Nn]iveau|[Pp]hase|[Gg]roupe|[Aa]nnexe|[Zz]one|[Pp]aris|[Ll]yon|[Nn]uméro|[Cc]lasse|[Cc]hant',
    (value) => cardinal(value),
  ),
  createSequelRule((value) => cardinal(value)),
  // `M. et Mme Roux`
  wordRule(
    'abbreviation',
    `${EDGE}MM?\\.(?= (?:et|ou) (?:M(?:me|lle)s?|MM?\\.|Dr|Pr|Me)${END}| (?:les? |l['’])\\p{L}{2}|${SPACE}${PARTICLE}\\p{Lu})`,
    ({ text }) => (text === 'M.' ? 'Monsieur' : 'Messieurs'),
  ),
  // A title before the particle of a name: `Dr de La Tour`.
  wordRule(
    'abbreviation',
    `${EDGE}(?:Dr|Pr|Me)\\.?(?=${SPACE}${PARTICLE}\\p{Lu})`,
    ({ text }) => FR.abbreviations[text.replace('.', '')]?.spoken,
  ),
  // Two short weekdays: `sam./dim.`
  wordRule(
    'abbreviation',
    `${EDGE}(?<one>${Object.keys(DAYS).join('|')})\\.?${SPACE}?/${SPACE}?(?<two>${Object.keys(DAYS).join('|')})(?:\\.|${END})`,
    ({ groups: { one = '', two = '' } }) => `${DAYS[one.toLowerCase()]} ${DAYS[two.toLowerCase()]}`,
    'giu',
  ),
  // `St-Denis`
  wordRule('abbreviation', `${EDGE}St(?=-\\p{Lu})`, () => 'Saint'),
  // `Ste-Anne`
  wordRule('abbreviation', `${EDGE}Ste(?=-\\p{Lu})`, () => 'Sainte'),
  ...initialismRules(FR),
];

const FRACTIONS: Record<number, string> = { 2: 'demi', 3: 'tiers', 4: 'quart' };

/** `3/4` as `trois quarts`. Undefined if the fraction has no name. */
function fraction(top: number, bottom: number): string | undefined {
  if (!isNamedFraction(top, bottom, 20)) return undefined;
  const name = FRACTIONS[bottom] ?? ordinal(bottom);
  return `${cardinal(top)} ${countedNoun(top, [name, name.replace(/(?<!s)$/, 's')])}`;
}

/** `une demi-heure`, `trois quarts de litre`, `deux heures et demie`. */
const FRACTION_NOUNS: FractionNouns = {
  cardinal,
  fraction,
  half: { m: 'demi', f: 'demie' },
  and: 'et',
  joinHalf: (half, noun) => `${half === 'demie' ? 'une' : 'un'} demi-${noun}`,
  joinNoun: (part, noun) => `${part} ${linkWithDe(noun, /^[aeiouyéèh]/)}`,
};

const PARTS: readonly Rule[] = [
  // The text already has the article: `une 1/2 heure`.
  rule('number', '(?<=(?<!\\p{L})(?:une?|la|le|cette|demi) )(?:1/2|½) (?=\\p{Ll}{3})', () => 'demi-', 'giu'),
  ...partRules(
    { ...FR.units, h: ['heure', 'heures', 'f'] },
    {
      words:
        'heures?|tasses?|cuillères?|cuillerées?|kilos?|litres?|douzaines?|bouteilles?|verres?|sachets?|citrons?|oignons?|pommes?|paquets?|pots?|mètres?|années?|mois|jours?|journées?|millions?|milliards?|pages?|livres?|pouces?|minutes?|siècles?|tour|tours|points?|gousses?|bottes?|poivrons?|concombres?|baguettes?|finales?|tarif|pension',
      toNoun(word) {
        const singular = word.replace(/(?<!^moi)s$/, '');
        return [singular, singular.replace(/(?<!s)$/, 's'), formBefore(` ${singular}`).gender];
      },
      say: (part, noun) => sayPart(FRACTION_NOUNS, part, noun),
    },
  ),
];

const EARLY: readonly Rule[] = [
  ...labelRules(FR, {
    ...FR_LABELS,
    cardinal,
    sayMonth: (month, year) => `${MONTHS[month - 1]} ${cardinal(year)}`,
  }),
  ...arcRules(FR, {
    cardinal,
    degree: ['degré', 'degrés'],
    minute: ['minute', 'minutes', 'f'],
    second: ['seconde', 'secondes', 'f'],
    foot: ['pied', 'pieds'],
    inch: ['pouce', 'pouces'],
    compass: { N: 'nord', S: 'sud', E: 'est', O: 'ouest', W: 'ouest' },
  }),
];

/** The rules of French. In Belgium, Switzerland and parts of Africa, 70 is `septante`. */
export function french(locale: string, choices: Choices): Language {
  const language = createFrench(locale, choices);
  if (!/-(?:be|ch|cd|rw|bi)\b/.test(locale)) return language;
  return { ...language, rules: language.rules.map((rule) => withSeptante(rule)) };
}

/** The same rule with the words of Belgium and Switzerland. */
function withSeptante(base: Rule): Rule {
  const say: Rule['say'] = (match) => {
    const words = base.say(match);
    return (
      words &&
      toSeptante(words, (after) => isFeminine(/^ ([\p{Ll}-]+)/u.exec(after + match.after)?.[1] ?? ''))
    );
  };
  return { ...base, say };
}

/** The rules of French with the numbers of France. */
function createFrench(locale: string, choices: Choices): Language {
  return createLanguage({
    locale,
    choices,
    format: numberFormat(locale),
    lexicon: FR,
    cardinal,
    formBefore,
    isName: (before) => NAMED.test(before),
    isOne: ({ integer }) => Number(integer) < 2,
    decimals: 'number',
    linkMagnitude(magnitude, noun) {
      if (magnitude === 'mille') return `mille ${noun}`;
      return `${magnitude} ${linkWithDe(noun, /^[aeiouyéè]/)}`;
    },
    joinMoney: (major, { value }) => `${major} ${cardinal(value)}`,
    fraction,
    joinFraction: (integer, part) => `${integer} et ${part.replace(/^un demi$/, 'demi')}`,
    year: cardinal,
    isYear: () => false,
    phones: [
      '(?<![\\p{L}\\p{N}-])\\(?0[1-9]\\)?(?:[ .\u00a0\u202f-]?\\d{2}){4}(?!\\d)',
      '(?<![\\p{L}\\p{N}-])0[ .]?[89]\\d{2}(?:[ .]\\d{3}){2}(?!\\d)',
      '(?<![\\p{L}\\p{N}-])0[ .]?[89]\\d{2}(?:[ .]\\d{2}){3}(?!\\d)',
      '(?<![\\p{L}\\p{N}-])00 ?33 ?[1-9](?:[ .-]?\\d{2}){4}(?!\\d)',
      // Short numbers: `le 36 15`.
      '(?<=(?<!\\p{L})(?:le|au|numéro|composez le|appelez le|tél\\.) )3[0-9] ?\\d{2}(?![\\p{L}\\p{N}]|[ .,/]\\d| \\p{Ll}+s(?!\\p{L}))',
    ],
    phoneGroup(digits) {
      if (digits.length !== 4 && digits.length !== 10) return sayGroup(digits);
      return (digits.match(/\d\d/g) ?? []).map(sayGroup).join(' ');
    },
    own: {
      early: EARLY,
      dates: createDateRules(choices),
      times: [...PARTS, ...createTimeRules()],
      ordinals: ORDINALS,
      words: WORDS,
    },
  });
}

/** Two or three digits as a number, with leading zeros read first. */
function sayGroup(digits: string): string {
  if (digits.length > 3) return Array.from(digits, (digit) => cardinal(Number(digit))).join(' ');
  const words = Array.from(/^0*/.exec(digits)?.[0] ?? '', () => 'zéro');
  if (Number(digits) > 0) words.push(cardinal(Number(digits)));
  return words.join(' ');
}
