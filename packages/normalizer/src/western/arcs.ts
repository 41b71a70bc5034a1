import type { Form, Noun, Rule } from '../types.ts';
import { rule } from './rules.ts';

export interface ArcWords {
  cardinal(value: number, form: Form): string;
  minus: string;
  /** The word between the whole number and the decimals. */
  point: string;
  degree: Noun;
  minute: Noun;
  second: Noun;
  foot: Noun;
  inch: Noun;
  /** In languages where the sign of degrees is also that of ordinals. */
  scale?: ScaleWords;
  /** The points of the compass by their letters. */
  compass: Readonly<Record<string, string>>;
}

interface ScaleWords {
  /** Alternations of words before and after degrees. */
  before: string;
  after: string;
  /** Beginnings of nouns that have ordinals above thirty: `50º aniversario`. */
  counted: string;
  hasNoun(after: string): boolean;
}

const NUMBER = '\\d{1,3}(?:[.,]\\d{1,6})?';
const MINUTES = "['′’]";
const SECONDS = `(?:["″”]|''|′′|’’)`;
const EDGE = `(?<![\\p{L}\\p{N}.,'"])`;

/** Degrees with minutes and seconds of arc or with a point of the compass, and times such as `5' 30"`. */
export function arcRules(words: ArcWords): Rule[] {
  const compass = `(?: ?(?<point>[${Object.keys(words.compass).join('')}])(?![\\p{L}\\p{N}]))`;
  const minutes = `(?<minutes>${NUMBER}) ?${MINUTES}(?!${MINUTES})`;
  const seconds = `(?<seconds>${NUMBER}) ?${SECONDS}`;
  return [
    rule(
      'unit',
      `${EDGE}(?<sign>-)?(?<degrees>${NUMBER}) ?[°º](?: ?${minutes}(?: ?${seconds})?${compass}?|${compass})`,
      ({ groups }) =>
        [
          groups.sign && words.minus,
          sayPart(words, groups.degrees, words.degree),
          sayPart(words, groups.minutes, words.minute),
          sayPart(words, groups.seconds, words.second),
          words.compass[groups.point ?? ''],
        ]
          .filter(Boolean)
          .join(' '),
    ),
    ...(words.scale === undefined ? [] : [degrees(words, words.scale)]),
    rule(
      'time',
      `${EDGE}(?<minutes>\\d{1,3})${MINUTES}(?<gap> ?)${seconds}(?![\\p{L}\\p{N}])`,
      ({ groups }) => {
        // A height has no space, few feet, and fewer than twelve inches.
        const isHeight =
          groups.gap === '' && Number(groups.minutes) <= 8 && /^(?:\d|1[01])$/.test(groups.seconds ?? '');
        const [first, second] = isHeight ? [words.foot, words.inch] : [words.minute, words.second];
        return `${sayPart(words, groups.minutes, first)} ${sayPart(words, groups.seconds, second)}`;
      },
    ),
  ];
}

/** `a 180º`: after a word for a place on a scale, and not before a noun that it counts, it is no ordinal. */
function degrees(words: ArcWords, scale: ScaleWords): Rule {
  const isBefore = new RegExp(`(?<!\\p{L})(?:${scale.before}) $`, 'iu');
  const isAfter = new RegExp(`^ (?:${scale.after})(?!\\p{L})`, 'iu');
  const isCounted = new RegExp(`^ (?:${scale.counted})`, 'iu');
  return rule(
    'unit',
    `${EDGE}(?<sign>-)?(?<degrees>\\d{1,3}(?:[.,]\\d{1,2})?) ?[º°](?![\\p{L}\\p{N}]| ?[CF](?!\\p{L}))`,
    ({ groups: { sign, degrees = '' }, before, after }) => {
      const value = Number.parseInt(degrees, 10);
      const isNoun = value >= 30 ? isCounted.test(after) : scale.hasNoun(after);
      const isScale = value >= 13 && isBefore.test(before) && !isNoun;
      const isSure = sign !== undefined || /\D/.test(degrees) || isAfter.test(after);
      if (!isScale && !isSure) return undefined;
      const said = sayPart(words, degrees, words.degree);
      return sign === undefined ? said : `${words.minus} ${said}`;
    },
  );
}

function sayPart({ cardinal, point }: ArcWords, text: string | undefined, noun: Noun): string | undefined {
  if (text === undefined) return undefined;
  const [one, many, gender = 'm'] = noun;
  const [whole = '', decimals] = text.split(/[.,]/);
  const number = cardinal(Number(whole), { gender, before_noun: decimals === undefined });
  if (decimals === undefined) return `${number} ${Number(whole) === 1 ? one : many}`;
  const isShort = decimals.length <= 2 && !decimals.startsWith('0');
  const said = (isShort ? [decimals] : [...decimals]).map((part) =>
    cardinal(Number(part), { gender: 'm', before_noun: false }),
  );
  return `${number} ${point} ${said.join(' ')} ${many}`;
}
