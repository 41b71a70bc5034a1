import { EN } from '../../data/en.ts';
import { alternation } from '../../numbers.ts';
import type { Found, Noun, Rule } from '../../types.ts';
import { EDGE, END, rule, wordRule } from '../../western/rules.ts';
import { cardinal, digitByDigit, type English, inPairs } from './numbers.ts';

type Fraction = (top: number, bottom: number) => string | undefined;

const WIDE = 'wide|long|tall|high|deep|thick|across|in diameter|x|×|by';
const NUMBER = '\\d{1,4}(?:\\.\\d{1,3})?';

/** Feet and inches, fractions of units, and sizes. */
export function quantities(variety: English, fraction: Fraction): Rule[] {
  const say = (text = ''): string => {
    const [whole = '', decimals] = text.split('.');
    return decimals === undefined
      ? cardinal(Number(whole), variety)
      : `${cardinal(Number(whole), variety)} point ${digitByDigit(decimals, variety)}`;
  };
  const feet = (text = ''): string => `${say(text)} ${text === '1' ? 'foot' : 'feet'}`;
  const inches = (text = ''): string => `${say(text)} inch${text === '1' ? '' : 'es'}`;
  return [
    rule(
      'unit',
      `${EDGE}(?<feet>\\d{1,2}) ?['′’] ?(?<inches>\\d{1,2})(?:["″”]|['′’]{2})?(?![\\p{L}\\p{N}'’])`,
      ({ groups }) => `${feet(groups.feet)} ${say(groups.inches)}`,
    ),
    rule(
      'unit',
      `${EDGE}(?<feet>\\d{1,4}) ?(?:ft|feet|foot|['′])\\.?,? (?<inches>\\d{1,2}(?:\\.\\d)?) ?(?:in(?!\\p{L})\\.?|inches|["″])`,
      ({ groups, text, after }) =>
        `${feet(groups.feet)} ${inches(groups.inches)}${text.endsWith('.') && /^\s*$/.test(after) ? '.' : ''}`,
    ),
    rule(
      'unit',
      `${EDGE}(?<one>${NUMBER})(?<mark>["″'′]?) ?[x×] ?(?<two>${NUMBER})(?:\\k<mark> ?[x×] ?(?<three>${NUMBER}))?(?<unit> ?in(?:\\.|${END})|["″'′](?![\\p{L}\\p{N}]))`,
      ({ groups: { one, two, three, mark = '', unit = '' }, text, after }) => {
        const isInches = /in|["″]/.test(unit);
        if (mark !== '' && mark !== unit) return undefined;
        const sizes = [one, two, ...(three === undefined ? [] : [three])].map(say).join(' by ');
        return `${sizes} ${isInches ? 'inches' : 'feet'}${text.endsWith('.') && /^\s*$/.test(after) ? '.' : ''}`;
      },
    ),
    ...fractions(variety, fraction),
    rule(
      'unit',
      `(?<!["“][^"”]{0,40})${EDGE}(?<number>${NUMBER})["″](?![\\p{L}\\p{N}])`,
      ({ groups, before, after }) =>
        (before.match(/"/g) ?? []).length % 2 === 1 || (/^[^"]*"/.test(after) && !/\d"/.test(after))
          ? undefined
          : /^ ?\p{L}/u.test(after) && /(?:^|\s)an? $/.test(before)
            ? `${say(groups.number)} inch`
            : inches(groups.number),
    ),
    rule('unit', `${EDGE}(?<number>${NUMBER})′(?![\\p{L}\\p{N}])`, ({ groups }) => feet(groups.number)),
    rule('unit', `${EDGE}(?<number>${NUMBER}) ?in\\.?(?= (?:${WIDE})(?![\\p{L}]))`, ({ groups }) =>
      inches(groups.number),
    ),
    rule(
      'unit',
      `${EDGE}(?<number>${NUMBER})(?: ?in\\.(?=[ ,]|$)|in${END})`,
      ({ groups, text, after }) =>
        `${inches(groups.number)}${text.endsWith('.') && /^\s*$/.test(after) ? '.' : ''}`,
    ),
    rule(
      'number',
      `${EDGE}(?<lines>240|360|480|720|1080|1440|2160)(?<scan>[pi])${END}`,
      ({ groups: { lines = '', scan } }) => `${inPairs(lines, variety)} ${scan}`,
    ),
    rule('number', `${EDGE}(?<number>[48])K${END}`, ({ groups }) => `${say(groups.number)} K`),
  ];
}

/** `4 1/2 lbs`, `3/4"`, `½ mile`. */
function fractions(variety: English, fraction: Fraction): Rule[] {
  const unit = alternation([
    ...Object.keys(EN.units).filter((key) => /^\p{L}/u.test(key) && key !== 't'),
    'in',
    '"',
  ]);
  const nouns: Readonly<Record<string, Noun>> = {
    ...EN.units,
    in: ['inch', 'inches'],
    '"': ['inch', 'inches'],
  };
  const say = ({ groups, text, after }: Found): string | undefined => {
    const { whole, top, bottom, vulgar, unit: key = '' } = groups;
    const [one = 0, two = 0] =
      vulgar === undefined
        ? [Number(top), Number(bottom)]
        : vulgar.normalize('NFKD').split('\u2044').map(Number);
    const part = one < two ? fraction(one, two) : undefined;
    const noun = nouns[key];
    if (part === undefined || noun === undefined) return undefined;
    const stop = text.endsWith('.') && /^\s*$/.test(after) ? '.' : '';
    if (whole !== undefined)
      return `${cardinal(Number(whole), variety)} and ${one === 1 ? part.replace(/^one /, 'a ') : part} ${noun[1]}${stop}`;
    const article = /^(?:[aeio]|hour)/.test(noun[0]) ? 'an' : 'a';
    return one === 1 && two === 2
      ? `half ${article} ${noun[0]}${stop}`
      : `${part} of ${article} ${noun[0]}${stop}`;
  };
  const sources = [
    `(?<![\\p{L}\\p{N}/.,])(?:(?<whole>\\d{1,4})[ -])?(?<top>\\d{1,3})[/⁄](?<bottom>\\d{1,3})[ -]?(?<unit>${unit})(?:\\.(?= |$)|(?<=")|${END})`,
    `(?<![\\p{L}\\p{N}/.,])(?:(?<whole>\\d{1,4}) ?)?(?<vulgar>[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞])[ -]?(?<unit>${unit})(?:\\.(?= |$)|(?<=")|${END})`,
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
export function rates(): Rule[] {
  return [
    wordRule(
      'unit',
      `(?<=[\u{E001}] ?|\\d(?=/(?:\\p{Ll}{2}|\\p{L}{1,2}²)))/ ?(?:(?<unit>${alternation(Object.keys(PER))})(?![\\p{L}\\p{N}²³])\\.?(?=\\s|[,;:!?]|\\.?$|\\.\\s)|(?<word>\\p{Ll}{3,12})(?![\\p{L}/]))`,
      ({ groups: { unit, word }, text, after }) => {
        const noun = unit === undefined ? word : PER[unit];
        const stop = text.endsWith('.') && /^\s*(?:$|\p{Lu})/u.test(after) ? '.' : '';
        return noun === 'each' ? ` each${stop}` : ` per ${noun}${stop}`;
      },
    ),
  ];
}
