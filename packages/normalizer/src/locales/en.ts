import { EN, MONTHS } from '../data/en.ts';
import { EN_LABELS } from '../data/labels.ts';
import { SPOKEN } from '../markup.ts';
import { countedNoun, numberFormat, wordSet } from '../numbers.ts';
import type { Choices, Language, Noun, Rule } from '../types.ts';
import { type ArcWords, arcRules } from '../western/arcs.ts';
import { createLanguage } from '../western/index.ts';
import { labelRules } from '../western/labels.ts';
import { EDGE, END, rule, wordRule } from '../western/rules.ts';
import type { Lexicon, Western } from '../western/western.ts';
import { createCodeRules, createLetterRules } from './en/codes.ts';
import { createDateRules, createFiscalYearRule } from './en/dates.ts';
import { createExpressionRules, createRelationRules } from './en/math.ts';
import { createQuantityRules, createRateRules } from './en/measures.ts';
import { cardinal, digitByDigit, type English, ordinal, year } from './en/numbers.ts';
import { createPhoneWordRules, phones } from './en/phones.ts';
import { createPlaceRules, createPlaceWordRules } from './en/places.ts';
import { createTimeRules } from './en/times.ts';
import { createWordRules } from './en/words.ts';

const YEAR_WORDS =
  /(?:^|[\s(“"])(?:in|since|until|till|year|circa|dat(?:es?|ed|ing) (?:from|to|back to)|during|early|late|mid|spring|summer|autumn|fall|winter|class of|copyright|©|(?:January|February|March|April|May|June|July|August|September|October|November|December),?)\s$/i;
const PLURAL =
  /^ (?!(?:is|was|has|as|its|this|us|always|perhaps|does|across)\b)(?:[a-z]{2,20}s|people|men|women|children|feet|residents)(?![\p{L}])/u;
/** `a $20 bill`: an amount before a noun is singular. */
const ONE_OF = /(?:^|[\s(“"])(?:an?|another|each|every|per|one|this|that) $/i;
const WORD_AFTER = /^(?:[ -]\p{L}|, [\p{L}\d])/u;
const EVENT = /^ (?:dash|sprint|race|run|freestyle|hurdles|relay|walk|swim|lens|film)\b/;
const THE = /(?:^|[\s(“"])(?:the|her|his|its|their|our|my|your) $/i;
const NO_NOUN =
  /^ (?:i|he|she|it|we|they|you|that|which|who|in|on|at|to|for|from|of|and|or|but|is|was|are|were|will|would|has|had|a|an|the|each|per|by|with|as|than|if|when|so|not|more|less|now|today|ago|away|too|left)\b|^ \p{L}+s\b/iu;

/** Whether an amount is before a noun that it describes: `a $20 bill`, `the 5-km run`. */
const isAttribute: Western['isAttribute'] = ({ before, after }) =>
  WORD_AFTER.test(after) &&
  (ONE_OF.test(before) || EVENT.test(after) || (THE.test(before) && !NO_NOUN.test(after)));

/** English as spoken in a region; by default in the United States. */
export function english(locale: string, choices: Choices): Language {
  const region = locale.split('-')[1] ?? 'us';
  const variety: English = ['us', 'ph', 'pr'].includes(region) ? 'american' : 'british';
  const lexicon = variety === 'american' ? EN : britishLexicon();
  const format = numberFormat(locale);
  const say = (value: number): string => cardinal(value, variety);
  return createLanguage({
    locale,
    choices,
    format,
    lexicon,
    cardinal: say,
    formBefore: () => ({ gender: 'm', before_noun: false }),
    decimals: 'digits',
    linkMagnitude: (magnitude, noun) => `${magnitude} ${noun}`,
    joinMoney(major, { value, noun }) {
      if (variety === 'british' && noun[1] === 'pence' && value >= 10) return `${major} ${say(value)}`;
      return `${major} and ${say(value)} ${countedNoun(value, noun)}`;
    },
    isAttribute,
    fraction: (top, bottom) => fraction(top, bottom, variety),
    joinFraction: (integer, part, top) => `${integer} and ${top === 1 ? part.replace(/^one /, 'a ') : part}`,
    year: (value) => year(value, variety),
    isYear: (value, { before, after }) =>
      value >= 1000 &&
      value <= 2099 &&
      (YEAR_WORDS.test(before) || (value >= 1100 && !PLURAL.test(after) && !/\p{L}-?$/u.test(before))),
    phones: phones(),
    phoneDigits(digits, before) {
      if (/(?:^|\D)1$/.test(before) && /^[89]00$/.test(digits)) return `${say(Number(digits[0]))} hundred`;
      return digitByDigit(digits, variety);
    },
    own: {
      early: [
        ...labelRules(lexicon, {
          ...EN_LABELS,
          cardinal: say,
          sayMonth: (month, value) => `${MONTHS[month - 1]} ${year(value, variety)}`,
        }),
        // Heights have rules of their own.
        ...arcRules(lexicon, { ...ARCS, cardinal: say }).slice(0, 1),
        createFiscalYearRule(variety),
        ...createRatioRules(say),
        // `3 -> 5`
        rule('symbol', '(?<=\\d) ?(?:-{1,2}>|→) ?(?=\\d)', () => ' to '),
        ...createPlaceRules(variety),
        ...createExpressionRules(variety, format),
        ...createPhoneWordRules(variety),
      ],
      dates: createDateRules(variety, choices),
      times: createTimeRules(variety),
      measures: createQuantityRules(variety, (top, bottom) => fraction(top, bottom, variety)),
      ordinals: [...createRateRules(), ...createCodeRules(variety), ...createOrdinalRules(variety)],
      words: [
        ...createPlaceWordRules(),
        ...createWordRules(variety),
        ...createLetterRules(),
        ...createRelationRules(),
      ],
    },
  });
}

const ARCS: Omit<ArcWords, 'cardinal'> = {
  degree: ['degree', 'degrees'],
  minute: ['minute', 'minutes'],
  second: ['second', 'seconds'],
  foot: ['foot', 'feet'],
  inch: ['inch', 'inches'],
  compass: { N: 'north', S: 'south', E: 'east', W: 'west' },
};

/** The American words with British spelling, and pence. */
function britishLexicon(): Lexicon {
  const spell = (word: string) => word.replace(/meter/g, 'metre').replace(/liter/g, 'litre');
  const units: Record<string, Noun> = {};
  for (const [key, [singular, plural]] of Object.entries(EN.units))
    units[key] = [spell(singular), spell(plural)];
  const currencies: Lexicon['currencies'] = { ...EN.currencies, p: { major: ['pence', 'pence'] } };
  return { ...EN, hash: 'hash', units, currencies };
}

const NAMED = new Map([
  [2, 'half'],
  [4, 'quarter'],
]);

/** `3/4` as `three quarters`. Undefined if it is more likely not a fraction. */
function fraction(top: number, bottom: number, variety: English): string | undefined {
  const isImproper = top > bottom && top < 100 && bottom <= 16 && top % bottom !== 0;
  if (top < 1 || bottom < 2 || bottom > 1000 || (top >= bottom && !isImproper)) return undefined;
  const name = NAMED.get(bottom) ?? ordinal(bottom, variety).replace(/^one (?=hundredth|thousandth)/, '');
  const plural = `${name}s`.replace('halfs', 'halves');
  return `${cardinal(top, variety)} ${countedNoun(top, [name, plural])}`;
}

/** The spoken forms of pairs that are not fractions. */
const SAYINGS: Readonly<Record<string, string>> = {
  '24/7': 'twenty-four seven',
  '50/50': 'fifty-fifty',
  '50-50': 'fifty-fifty',
  '9/11': 'nine eleven',
  '20/20': 'twenty twenty',
  '4/4': 'four four',
  '2/4': 'two four',
  '6/8': 'six eight',
};

/** Rules for ordinals and fractions, and for pairs of numbers with a slash that are neither a fraction nor a date. */
function createOrdinalRules(variety: English): Rule[] {
  const say = (text: string | undefined): string => cardinal(Number(text), variety);
  return [
    // `3/10th`, `3/16ths`
    rule('number', `${EDGE}(?<top>\\d{1,3})/(?<bottom>\\d{1,3})(?:st|nd|rd|th)s?${END}`, ({ groups }) =>
      fraction(Number(groups.top), Number(groups.bottom), variety),
    ),
    // `21st`, `1,000th`
    rule(
      'ordinal',
      `${EDGE}(?<number>\\d{1,3}(?:,\\d{3}){1,3}|\\d{1,9})(?:st|nd|rd|th|ST|ND|RD|TH)${END}`,
      ({ groups }) => {
        const value = Number((groups.number ?? '').replace(/,/g, ''));
        if (value === 0) return 'zeroth';
        return ordinal(value, variety);
      },
    ),
    // `24/7`, `50/50`, `4/4 time`
    rule(
      'number',
      `(?<![\\p{L}\\p{N}/-])(?:24/7|50[/-]50|9/11|20/20(?= vision| hindsight|[.,!?]|$)|(?:4/4|2/4|6/8)(?= time))(?![\\p{L}\\p{N}/])`,
      ({ text }) => SAYINGS[text],
    ),
    // `8/10` as a grade, `120/80` as a blood pressure.
    rule(
      'number',
      `(?<=(?<![\\p{L}])(?:score[ds]?|rat(?:ed|ing)|rates?|got|gave|marks?|grade[ds]?|a|solid|perfect)(?: \\p{L}{1,6}){0,2} )(?<top>\\d{1,3})/(?<bottom>5|10|100)(?![\\p{L}\\p{N}/]|[.,]\\d| (?:of|cups?|inch|mile)\\b)`,
      ({ groups }) => {
        if (Number(groups.top) === 1) return undefined;
        return `${say(groups.top)} out of ${say(groups.bottom)}`;
      },
    ),
    rule('number', `${EDGE}10/10${END}`, () => 'ten out of ten'),
    // `45/100`, but not `1/100`.
    rule(
      'number',
      `${EDGE}(?<top>[1-9]\\d{1,3})/(?<bottom>[1-9]\\d{0,2}0)(?![\\p{L}\\p{N}/]|[.,]\\d| of )`,
      ({ groups: { top, bottom } }) => {
        if (Number(top) > Number(bottom)) return undefined;
        return `${say(top)} out of ${say(bottom)}`;
      },
    ),
    // `×3`
    rule('number', `${EDGE}[x×](?=\\d{1,4}${END})`, () => 'times '),
    // Blood pressure: `120/80`.
    rule(
      'number',
      `${EDGE}(?<top>1\\d{2}|9\\d)/(?<bottom>[5-9]\\d|1[01]\\d)(?![\\p{L}\\p{N}/]|[.,]\\d)`,
      ({ groups: { top = '', bottom } }) => {
        const overWords = `${say(top.slice(-2))} over ${say(bottom)}`;
        if (top.length === 2) return overWords;
        return `one ${top[1] === '0' ? 'oh ' : ''}${overWords}`;
      },
    ),
    // `3:1`, `16:9`
    rule(
      'number',
      '(?<![\\p{L}\\p{N}:.,])(?<from>\\d{1,5}) ?: ?(?<to>\\d{1,5})(?![\\p{L}\\p{N}:]|[.,]\\d)',
      ({ groups, text }) => `${say(groups.from)} ${SCREENS.has(text) ? 'by' : 'to'} ${say(groups.to)}`,
    ),
    // `p. 12`, `Fig. 3`, `no. 5`
    wordRule(
      'abbreviation',
      `${EDGE}(?<word>Nos?|nos?|Vol|vol|Ch|ch|Fig|fig|Figs|pp?|Pp?|Sec|sec|Art|art|para|l|ll|ed|Ex|App)\\.(?= ?[\\d${SPOKEN}])`,
      ({ groups: { word = '' }, before, written_after }) => {
        if (word === 'no' && DENIAL_BEFORE.test(before) && PEOPLE_AFTER.test(written_after)) return undefined;
        const name = BEFORE_NUMBER[word.toLowerCase()];
        if (name === undefined || word.length <= 2 || !/^\p{Lu}/u.test(word)) return name;
        return name.charAt(0).toUpperCase() + name.slice(1);
      },
    ),
  ];
}

const SCREENS = wordSet('16:9 16:10 21:9 32:9 4:3');
const SCREEN =
  '(?:monitors?|screens?|displays?|format|panels?|laptops?|tablets?|videos?|resolutions?|aspect|ratios?)';

/** Ratios, odds, scales and aspect ratios that could be times of day: `a scale of 1:50`, `16:10 screens`. */
function createRatioRules(say: (value: number) => string): Rule[] {
  const side = '\\d{1,5}(?:\\.\\d{1,3})?';
  const ratio = `(?<![\\p{L}\\p{N}:.,])(?<from>${side}) ?: ?(?<to>${side})(?![\\p{L}\\p{N}:]|[.,]\\d| ?[AaPp]\\.?[Mm](?!\\p{L}))`;
  const sayRatio: Rule['say'] = ({ groups: { from = '', to = '' }, text }) => {
    const sides = [from, to].map((value) => {
      const [integer, ...decimals] = value.split('.');
      return [integer, ...(decimals[0] ?? '')].map((digits) => say(Number(digits)));
    });
    const words = sides.map(([integer, ...decimals]) =>
      decimals.length === 0 ? integer : `${integer} point ${decimals.join(' ')}`,
    );
    return words.join(SCREENS.has(text) ? ' by ' : ' to ');
  };
  return [
    // `a scale of 1:50`
    `(?<=(?<!\\p{L})(?:ratios?|scale|odds|proportions?|mix(?:ed|ture)?|dilut(?:ed?|ion)|split|leverage)(?: (?:of|is|was|are|in|at|by|to|a|the|about|around|roughly|with|water|it|them)){0,2}:? )${ratio}`,
    // `5:1 odds`
    `${ratio}(?= (?:[a-z]{4,9} )?(?:ratios?|scale|odds|mix|mixture|dilution|split|leverage|proportions?|favou?rites?|underdogs?|slope|gradient|solution)(?!\\p{L}))`,
    // `16:10 screens`
    `(?=(?:16|15|21|32|18|4|3|5|1):(?:9|10|3|2|4|1)(?!\\d))${ratio}(?=[ -]${SCREEN}(?!\\p{L}))`,
    // `1.85:1`
    `(?=\\d{1,4}\\.\\d{1,3} ?: ?[1-9])${ratio}`,
  ].map((source) => rule('number', source, sayRatio, 'giu'));
}

/** `She said no. 3 of us laughed.`: an answer, and a number that begins the next sentence. */
const DENIAL_BEFORE =
  /(?:^|[\s,“"‘(])(?:is|was|were|be|say|says|said|saying|answer|answers|answered|reply|replied|repl(?:y|ies) (?:is|was)|mean|means|meant|think|thinks|thought|shout(?:s|ed)?|whisper(?:s|ed)?|vote[ds]?|or|just|simply|definitely|firm|flat|clear|plain|and),? $/i;
const PEOPLE_AFTER =
  /^ \d[\d,]* (?:of (?:us|them|you|the|my|our|his|her|their|those|these)\b|(?:people|men|women|children|more|others|(?!is|was|has|as|its|this|us|always|perhaps|does|across)[a-z]{2,20}s)\b)/;

const BEFORE_NUMBER: Record<string, string> = {
  no: 'number',
  nos: 'numbers',
  vol: 'volume',
  ch: 'chapter',
  fig: 'figure',
  figs: 'figures',
  p: 'page',
  pp: 'pages',
  sec: 'section',
  art: 'article',
  para: 'paragraph',
  l: 'line',
  ll: 'lines',
  ed: 'edition',
  ex: 'example',
  app: 'appendix',
};
