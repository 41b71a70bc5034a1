import { EN } from '../../data/en.ts';
import { SPOKEN } from '../../markup.ts';
import { alternation, countedNoun } from '../../numbers.ts';
import type { Match, Noun, Rule } from '../../types.ts';
import { readVulgar } from '../../western/parts.ts';
import { EDGE, END, keepPeriod, rule, wordRule } from '../../western/rules.ts';
import { cardinal, digitByDigit, type English, inPairs } from './numbers.ts';

type Fraction = (top: number, bottom: number) => string | undefined;

const WIDE = 'wide|long|tall|high|deep|thick|across|in diameter|x|×|by';
const NUMBER = '\\d{1,4}(?:\\.\\d{1,3})?';

const INCH: Noun = ['inch', 'inches'];
const PINT: Noun = ['pint', 'pints'];

/** Text before and after `pt` where it is a measure of liquids, berries or the like, not a point. */
const POURED =
  /(?<!\p{L})(?:drank|drinks?|drinking|pour(?:ed|ing|s)?|qts?|gals?|cups?|tbsps?|tsps?|fl\.? ?oz|quarts?|gallons?)\.?,?(?: (?:and|or|in|plus|of))? $/iu;
const LIQUID =
  /^\.?,?(?: (?:of|or so of))?(?: (?!and |or )\p{Ll}{3,12}){0,2} (?:milk|creams?|buttermilk|half-and-half|water|stock|broth|beers?|ales?|lager|stout|bitter|cider|wine|juice|oil|vinegar|yogh?urt|sherbet|gelato|(?:straw|blue|rasp|black|cran)?berries|cherries|tomatoes|oysters|blood|plasma|paint|bourbon|whiske?y|vodka|rum|gin|liquor|syrup|honey|molasses|soup|sauce|batter|mayonnaise|sorbet|coffee|tea|lemonade|guinness)(?!\p{L})|^\.? ?(?:= ?\d|\d{1,2} ?(?:fl\.? ?)?oz)/iu;
/** A word that a number of points describes. */
const POINTED =
  /^ (?:font|type|text|Arial|Times|Helvetica|lead|margin|deficit|shot|game|plan|scale|bold|buck)/;

/** Units whose period also stands before a part in the smaller unit: `5 lbs. 3 oz.` */
const PARTS_OF_UNITS: readonly (readonly [unit: string, part: string])[] = [
  ['lbs?', 'ozs?'],
  ['yds?', 'ft|in'],
  ['gals?', 'qts?|pts?'],
  ['qts?', 'pts?'],
  ['hrs?', 'mins?'],
  ['mins?', 'secs?'],
  ['yrs?', 'mos?'],
  ['mi', 'ft|yds?'],
];

/** The British unit of a body's weight: `12 st`. */
const STONES = rule('unit', `${EDGE}(?<number>\\d{1,2}) st(?:\\.|${END})`, (match) =>
  keepPeriod(`${cardinal(Number(match.groups.number), 'british')} stone`, match, /^ \p{Lu}/u),
);

/** Feet and inches, fractions of units, and sizes. */
export function createQuantityRules(variety: English, fraction: Fraction): Rule[] {
  const say = (text = ''): string => {
    const [integer, decimals] = text.split('.');
    const words = cardinal(Number(integer), variety);
    if (decimals === undefined) return words;
    return `${words} point ${digitByDigit(decimals, variety)}`;
  };
  const bodyWeights = variety === 'british' ? [STONES] : [];
  const feet = (text?: string): string => `${say(text)} ${text === '1' ? 'foot' : 'feet'}`;
  const inches = (text?: string): string => `${say(text)} ${text === '1' ? 'inch' : 'inches'}`;
  return [
    ...bodyWeights,
    // `5'11"`
    rule(
      'unit',
      `${EDGE}(?<feet>\\d{1,2}) ?['′’] ?(?<inches>\\d{1,2})(?:["″”]|['′’]{2})?(?![\\p{L}\\p{N}'’])`,
      ({ groups }) => `${feet(groups.feet)} ${say(groups.inches)}`,
    ),
    // `5 ft 11 in`
    rule(
      'unit',
      `${EDGE}(?<feet>\\d{1,4}) ?(?:ft|feet|foot|['′])\\.?,? (?<inches>\\d{1,2}(?:\\.\\d)?) ?(?:in(?!\\p{L})\\.?|inches|["″])`,
      (match) => keepPeriod(`${feet(match.groups.feet)} ${inches(match.groups.inches)}`, match),
    ),
    // `8x10 in`, `2" x 4"`
    rule(
      'unit',
      `${EDGE}(?<one>${NUMBER})(?<mark>["″'′]?) ?[x×] ?(?<two>${NUMBER})(?:\\k<mark> ?[x×] ?(?<three>${NUMBER}))?(?<unit> ?in(?:\\.|${END})|["″'′](?![\\p{L}\\p{N}]))`,
      (match) => {
        const { one, two, three, mark = '', unit = '' } = match.groups;
        if (mark !== '' && mark !== unit) return undefined;
        const sizes = [one, two, three].filter((size) => size !== undefined).map(say);
        return keepPeriod(`${sizes.join(' by ')} ${/in|["″]/.test(unit) ? 'inches' : 'feet'}`, match);
      },
    ),
    // `drank 2 pts`, `a 12-pt font`
    rule(
      'unit',
      `(?<!\\d[/.,⁄ ])${EDGE}(?:(?<from>\\d{1,3}) ?[-–] ?)?(?<number>${NUMBER})[ -]?(?:pts?|PTS?)(?:\\.(?=,| \\p{Ll})|${END})`,
      ({ groups: { from, number = '' }, text, before, after }) => {
        if (/\d PT$/.test(text)) return `${say(number)} P T`;
        const amount = from === undefined ? say(number) : `${say(from)} to ${say(number)}`;
        if (POURED.test(before) || LIQUID.test(after))
          return `${amount} ${countedNoun(Number(number), PINT)}`;
        if (/-pt/.test(text) || (/pt$/.test(text) && POINTED.test(after))) return `${amount} point`;
        return undefined;
      },
    ),
    ...PARTS_OF_UNITS.map(([unit, part]) =>
      // `5 lb. 3 oz`
      rule(
        'unit',
        `${EDGE}(?<number>${NUMBER}) ?(?<unit>${unit})\\.(?=,? \\d{1,3}(?:\\.\\d)? ?(?:${part})${END})`,
        ({ groups: { number = '', unit = '' } }) => {
          const noun = /^pt/.test(unit) ? PINT : EN.units[unit];
          return noun && `${say(number)} ${countedNoun(Number(number), noun)}`;
        },
      ),
    ),
    ...createFractionRules(variety, fraction),
    // `a 12" pizza`, but not the quotation `"apartment 12"`.
    rule(
      'unit',
      `(?<!["“][^"”]{0,40})${EDGE}(?<number>${NUMBER})["″](?![\\p{L}\\p{N}])`,
      ({ groups, before, after }) => {
        // The mark may close a quotation that it does not open.
        const isQuoted = (before.match(/"/g) ?? []).length % 2 === 1;
        if (isQuoted || (/^[^"]*"/.test(after) && !/\d"/.test(after))) return undefined;
        if (/^ ?\p{L}/u.test(after) && /(?:^|\s)an? $/.test(before)) return `${say(groups.number)} inch`;
        return inches(groups.number);
      },
    ),
    // `6′`
    rule('unit', `${EDGE}(?<number>${NUMBER})′(?![\\p{L}\\p{N}])`, ({ groups }) => feet(groups.number)),
    // `5 in long`
    rule('unit', `${EDGE}(?<number>${NUMBER}) ?in\\.?(?= (?:${WIDE})(?![\\p{L}]))`, ({ groups }) =>
      inches(groups.number),
    ),
    // `5in`, `5 in.`
    rule('unit', `${EDGE}(?<number>${NUMBER})(?: ?in\\.(?=[ ,]|$)|in${END})`, (match) =>
      keepPeriod(inches(match.groups.number), match),
    ),
    // `1080p`
    rule(
      'number',
      `${EDGE}(?<lines>240|360|480|720|1080|1440|2160)(?<scan>[pi])${END}`,
      ({ groups: { lines = '', scan } }) => `${inPairs(lines, variety)} ${scan}`,
    ),
    // `4K`
    rule('number', `${EDGE}(?<number>[48])K${END}`, ({ groups }) => `${say(groups.number)} K`),
  ];
}

/** `4 1/2 lbs`, `3/4"`, `½ mile`. */
function createFractionRules(variety: English, sayFraction: Fraction): Rule[] {
  // Without `t`, which is a ton or, in recipes, a teaspoon.
  const units = alternation([
    ...Object.keys(EN.units).filter((key) => /^\p{L}/u.test(key) && key !== 't'),
    'in',
    '"',
  ]);
  const nouns: Readonly<Record<string, Noun>> = {
    ...EN.units,
    in: INCH,
    '"': INCH,
    pt: PINT,
    pts: PINT,
  };
  const say = (match: Match): string | undefined => {
    const { whole: integer, top, bottom, vulgar, unit = '' } = match.groups;
    let [numerator = 0, denominator = 0] = [Number(top), Number(bottom)];
    if (vulgar !== undefined) [numerator = 0, denominator = 0] = readVulgar(vulgar);
    const [part, noun] = [sayFraction(numerator, denominator), nouns[unit]];
    if (part === undefined || noun === undefined || numerator >= denominator) return undefined;
    const [singular, plural] = noun;
    if (integer !== undefined) {
      const amount = `${cardinal(Number(integer), variety)} and ${numerator === 1 ? part.replace(/^one /, 'a ') : part}`;
      return keepPeriod(`${amount} ${plural}`, match);
    }
    const share = numerator === 1 && denominator === 2 ? 'half' : `${part} of`;
    return keepPeriod(`${share} ${/^(?:[aeio]|hour)/.test(singular) ? 'an' : 'a'} ${singular}`, match);
  };
  // After the unit: its period at the end of a word, nothing after a `"`, or else no letter or digit.
  const unitEnd = `(?:\\.(?= |$)|(?<=")|${END})`;
  const sources = [
    // `4 1/2 lbs`, `3/4"`
    `(?<![\\p{L}\\p{N}/.,])(?:(?<whole>\\d{1,4})[ -])?(?<top>\\d{1,3})[/⁄](?<bottom>\\d{1,3})[ -]?(?<unit>${units})${unitEnd}`,
    // `2½ lbs`
    `(?<![\\p{L}\\p{N}/.,])(?:(?<whole>\\d{1,4}) ?)?(?<vulgar>[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞])[ -]?(?<unit>${units})${unitEnd}`,
  ];
  return sources.map((source) => wordRule('unit', source, say));
}

const PER: Readonly<Record<string, string>> = {
  mo: 'month',
  mth: 'month',
  yr: 'year',
  y: 'year',
  hr: 'hour',
  h: 'hour',
  wk: 'week',
  d: 'day',
  min: 'minute',
  sec: 'second',
  s: 'second',
  lb: 'pound',
  oz: 'ounce',
  kg: 'kilogram',
  g: 'gram',
  gal: 'gallon',
  l: 'liter',
  L: 'liter',
  km: 'kilometer',
  mi: 'mile',
  ea: 'each',
  'sq ft': 'square foot',
  'sq. ft.': 'square foot',
  kWh: 'kilowatt hour',
  m: 'meter',
  'm²': 'square meter',
  ft: 'foot',
  yd: 'yard',
  pp: 'person',
  GB: 'gigabyte',
  pt: 'pint',
  ha: 'hectare',
  dL: 'deciliter',
  ml: 'milliliter',
  mL: 'milliliter',
};

/** The unit after a slash, such as `mo` in `$20/mo`. Other rules have replaced the amount already. */
export function createRateRules(): Rule[] {
  return [
    // `$5/mo`, `5 km/hour`
    wordRule(
      'unit',
      `(?<=[${SPOKEN}] ?|\\d(?=/(?:\\p{Ll}{2}|\\p{L}{1,2}²)))/ ?(?:(?<unit>${alternation(Object.keys(PER))})(?![\\p{L}\\p{N}²³])\\.?(?=\\s|[,;:!?]|\\.?$|\\.\\s)|(?<word>\\p{Ll}{3,12})(?![\\p{L}/]))`,
      (match) => {
        const { unit = '', word } = match.groups;
        const rate = ` per ${PER[unit] ?? word}`.replace(/per each$/, 'each');
        return keepPeriod(rate, match, /^\s*(?:$|\p{Lu})/u);
      },
    ),
  ];
}
