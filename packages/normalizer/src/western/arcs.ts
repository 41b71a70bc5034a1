import { countedNoun } from '../numbers.ts';
import type { Form, Noun, Rule } from '../types.ts';
import { rule } from './rules.ts';
import { COUNTING, type Lexicon } from './western.ts';

export interface ArcWords {
  cardinal(value: number, form: Form): string;
  degree: Noun;
  minute: Noun;
  second: Noun;
  foot: Noun;
  inch: Noun;
  /** In languages where the sign of degrees is also that of ordinals. */
  scale?: {
    /** Alternations of words before and after degrees. */
    before: string;
    after: string;
    /** Beginnings of nouns that have ordinals above thirty: `50º aniversario`. */
    counted: string;
    hasNoun(after: string): boolean;
  };
  /** The points of the compass by their letters. */
  compass: Readonly<Record<string, string>>;
}

const NUMBER = '\\d{1,3}(?:[.,]\\d{1,6})?';
const MINUTES = "['′’]";
const SECONDS = `(?:["″”]|''|′′|’’)`;
const EDGE = `(?<![\\p{L}\\p{N}.,'"])`;

/** Degrees with minutes and seconds of arc or with a point of the compass, and times such as `5' 30"`. */
export function arcRules({ minus, point }: Lexicon, words: ArcWords): Rule[] {
  const { scale } = words;
  const sayPart = (text: string | undefined, noun: Noun): string | undefined => {
    if (text === undefined) return undefined;
    const [integer, decimals] = text.split(/[.,]/);
    const [, plural, gender = 'm'] = noun;
    const number = words.cardinal(Number(integer), { gender, before_noun: decimals === undefined });
    if (decimals === undefined) return `${number} ${countedNoun(Number(integer), noun)}`;
    const isShort = decimals.length <= 2 && !decimals.startsWith('0');
    const parts = isShort ? [decimals] : [...decimals];
    return [number, point, ...parts.map((part) => words.cardinal(Number(part), COUNTING)), plural].join(' ');
  };
  const compass = `(?: ?(?<point>[${Object.keys(words.compass).join('')}])(?![\\p{L}\\p{N}]))`;
  const minutes = `(?<minutes>${NUMBER}) ?${MINUTES}(?!${MINUTES})`;
  const seconds = `(?<seconds>${NUMBER}) ?${SECONDS}`;
  const rules = [
    // `40° 26′ 46″ N`, `12.5° W`
    rule(
      'unit',
      `${EDGE}(?<sign>-)?(?<degrees>${NUMBER}) ?[°º](?: ?${minutes}(?: ?${seconds})?${compass}?|${compass})`,
      ({ groups }) =>
        [
          groups.sign && minus,
          sayPart(groups.degrees, words.degree),
          sayPart(groups.minutes, words.minute),
          sayPart(groups.seconds, words.second),
          words.compass[groups.point ?? ''],
        ]
          .filter(Boolean)
          .join(' '),
    ),
    // `5'11"`, `3' 25"`
    rule(
      'time',
      `${EDGE}(?<minutes>\\d{1,3})${MINUTES}(?<gap> ?)${seconds}(?![\\p{L}\\p{N}])`,
      ({ groups }) => {
        // A height has no space, few feet, and fewer than twelve inches.
        const isHeight =
          groups.gap === '' && Number(groups.minutes) <= 8 && /^(?:\d|1[01])$/.test(groups.seconds ?? '');
        const [largeUnit, smallUnit] = isHeight ? [words.foot, words.inch] : [words.minute, words.second];
        return `${sayPart(groups.minutes, largeUnit)} ${sayPart(groups.seconds, smallUnit)}`;
      },
    ),
  ];
  if (scale === undefined) return rules;
  const degrees = degreeRule(scale, (sign, text) =>
    [sign && minus, sayPart(text, words.degree)].filter(Boolean).join(' '),
  );
  return rules.toSpliced(1, 0, degrees);
}

/** `a 180º`: after a word for a place on a scale, and not before a noun that it counts, it is no ordinal. */
function degreeRule(
  scale: NonNullable<ArcWords['scale']>,
  say: (sign: string | undefined, degrees: string) => string,
): Rule {
  const isBefore = new RegExp(`(?<!\\p{L})(?:${scale.before}) $`, 'iu');
  const isAfter = new RegExp(`^ (?:${scale.after})(?!\\p{L})`, 'iu');
  const isCounted = new RegExp(`^ (?:${scale.counted})`, 'iu');
  return rule(
    'unit',
    `${EDGE}(?<sign>-)?(?<degrees>\\d{1,3}(?:[.,]\\d{1,2})?) ?[°º](?![\\p{L}\\p{N}]| ?[CF](?!\\p{L}))`,
    ({ groups: { sign, degrees = '' }, before, after }) => {
      const value = Number.parseInt(degrees, 10);
      const hasNoun = value >= 30 ? isCounted.test(after) : scale.hasNoun(after);
      const isScale = value >= 13 && isBefore.test(before) && !hasNoun;
      const isSure = sign !== undefined || /\D/.test(degrees) || isAfter.test(after);
      if (!isScale && !isSure) return undefined;
      return say(sign, degrees);
    },
  );
}
