import type { Found, Rule } from '../types.ts';
import { rule, wordRule } from '../western/rules.ts';
import type { Eastern } from './eastern.ts';
import { SIGN, START, sayPlain } from './numerals.ts';

/**
 * The words of a language that show what a number is. Strings are sources of expressions. `link` is what may stand
 * between such a word and its number: a particle or a verb.
 */
export interface LabelWords {
  link: string;
  /** Words before a version, and after one. Names in Latin letters need no entry. */
  versions: string;
  versionsBehind: string;
  /** Words before a place in a row, and after one: `スライド3/12`, `2/8ページ`. */
  places: string;
  placesBehind: string;
  place(place: string, total: string, after: string): string;
  /** Words before a month and a year, if the text is about a card: `有効期限 08/27`. */
  expiry: string;
  card: RegExp;
  month(year: number, month: number): string;
  /** Words before a day: `締め切り 12/25`. */
  deadlines: string;
  day(month: number, day: number): string;
  /** Words before a length of time: `再生時間 1:23:45`. */
  durations: string;
  /** Recordings with what links them to a place in them: `動画の12:40`. */
  recordings: string;
  /** Words before and after two numbers that name a stage of a game (`ステージ3-2`), and the word between the numbers. */
  stages: string;
  stagesBehind: string;
  stage: string;
  /** The units of a length of time and of an arc. */
  hours: string;
  minutes: string;
  seconds: string;
  degrees: string;
  compass: Readonly<Record<string, string>>;
  /** The keys of a telephone, and the text on either side that shows that they are pressed. */
  keys: {
    star: string;
    hash: string;
    behind: RegExp;
    ahead: RegExp;
    /** The names as they agree with the particle after them. */
    beforeParticle?(spoken: string, after: string): string;
  };
  /** Numbers for help: the words right before one, those of a sentence with several, and the words between two. */
  emergency: { numbers: string; labels: string; about: RegExp; between: string; noun: string };
}

/** The words of a language in its data; the rest are functions. */
export type Labels = Omit<LabelWords, 'place' | 'month' | 'day'>;

/** The words around numbers that are read digit by digit, and nouns after an amount: `コード10個`. */
export interface CodeWords {
  before: string;
  /** Words for the end of a number, and words before an example: `下4桁、例えば7390`. */
  endings: string;
  examples: string;
  after: string;
  counted: string;
}

const END = '(?!\\d|[.,:/-]\\d)';
const NO_KEY = '[A-Za-z\\d*#]';
const WORD =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}ー]|(?<![A-Za-z])[A-Za-z]{4,20}';
/** Text that follows a part of something, and text that follows a time of day. */
const PART_AHEAD = /^ ?(?:だけ|くらい|ぐらい|ほど|程度|以上|以下|만|정도|쯤|左右|大小)/;
const CLOCK_AHEAD = /^ ?(?:に|から|まで|より|頃|ごろ|開始|에|부터|까지|시작|开始|開始|起|[到至前后後])/;
/** When a recording appears, not a place in it: `视频12:40上线`. */
const RELEASE_AHEAD =
  /^[^。.!?！？\n]{0,4}(?:公開|配信|放送|投稿|공개|방송|업로드|시작|发布|發布|上线|上線|播出|直播|首播|开播|开始|開始)/;
/** Points of players, in the games of most languages. */
const POINTS = '(?<![A-Za-z])(?:HP|MP|XP|EXP|SP|AP)';

/** Keys of a telephone, and numbers for help. They precede the rules for hashtags and for single numbers. */
export function callRules({ labels: { keys, emergency, link }, phone, spacing }: Eastern): Rule[] {
  const space = spacing === 'none' ? '' : ' ';
  const nameOf = (key: string): string => {
    if (key === '*') return keys.star;
    return key === '#' ? keys.hash : phone.digits(key);
  };
  const press = ({ text, after }: Found): string => {
    const spoken = (text.match(/\d+|[*#]/g) ?? []).map(nameOf).join(space);
    return keys.beforeParticle === undefined ? spoken : keys.beforeParticle(spoken, after);
  };
  const { numbers, labels, about, between, noun } = emergency;
  const call = ({ text }: Found): string => text.replace(/\d+/g, phone.digits);
  return [
    wordRule('phone', `(?<!${NO_KEY})[*#][\\d*#]{1,16}#(?!${NO_KEY})`, (match) =>
      /\d/.test(match.text) ? press(match) : undefined,
    ),
    wordRule(
      'phone',
      `(?<![.,]|${NO_KEY})(?:[*#]\\d{0,8}[*#]?|\\d{1,16}#)(?:[号號](?=[键鍵]))?(?!${NO_KEY})`,
      (match) => (keys.behind.test(match.before) || keys.ahead.test(match.after) ? press(match) : undefined),
    ),
    rule(
      'phone',
      `(?<![\\d.,#/-])(?:${numbers})(?:(?:${between})(?:${numbers})(?!\\d)){1,7}(?!${noun})${END}`,
      (match) => (about.test(match.before) || about.test(match.after) ? call(match) : undefined),
    ),
    rule('phone', `(?<=(?:${labels})(?:${link})?[: ]{0,2})(?:${numbers})(?!${noun})${END}`, call),
  ];
}

/** Versions, places in a row, lengths of time and arcs that are no dates, fractions and times of day. */
export function labelRules(language: Eastern): Rule[] {
  const { labels, cardinal, spacing, minus, plus } = language;
  const { hours, minutes, seconds, degrees, compass, link } = labels;
  const space = spacing === 'none' ? '' : ' ';
  const say = (text: string | undefined): string => sayPlain(language, text);
  const version = ({ text }: Found): string => text.split('.').map(say).join(language.point);
  const particle = new RegExp(`(?:(?:${link})[: ]{0,2})?$`);
  const place = ({ groups, before, after }: Found): string | undefined => {
    // Halves, thirds and quarters of something: `問題は1/2だけ`.
    const hasParticle = particle.exec(before)?.[0].trim() !== '';
    const isPart = Number(groups.total) <= 4 && (hasParticle || PART_AHEAD.test(after));
    if (isPart) return undefined;
    return labels.place(cardinal(Number(groups.place)), cardinal(Number(groups.total)), after);
  };
  const pair = '(?<place>\\d{1,4}) ?/ ?(?<total>\\d{1,4})';
  const joined = (parts: readonly (readonly [string | undefined, string])[]): string =>
    parts
      .flatMap(([number, unit]) => (number === undefined ? [] : [`${say(number)}${space}${unit}`]))
      .join(space);
  const withPoint = (spoken: string, letter: string | undefined): string => {
    const point = compass[letter ?? ''];
    return point === undefined ? spoken : `${point}${space}${spoken}`;
  };
  const signOf = (sign: string | undefined): string => {
    if (sign === undefined) return '';
    return sign === '+' ? plus : minus;
  };
  const lengthOf = (groups: Found['groups']): string | undefined => {
    const parts = [
      [groups.hours, hours],
      [groups.minutes, minutes],
      [groups.seconds, seconds],
    ] as const;
    const spoken = parts
      .filter(([number]) => Number(number) > 0)
      .map(([number, unit]) => language.counted(String(Number(number)), unit));
    return spoken.length === 0 ? undefined : spoken.join(space);
  };
  const stagePair = '(?<one>\\d{1,2})[-‐‑–](?<two>\\d{1,2})(?![\\d%:/-]|[.,]\\d)';
  const sayStage = ({ groups }: Found): string => `${say(groups.one)}${labels.stage}${say(groups.two)}`;
  const arc = "(?<minutes>[0-5]?\\d(?:\\.\\d{1,6})?) ?['′’](?!')";
  return [
    rule(
      'number',
      `(?<=(?:${labels.versions})(?:${link})?[: ]{0,2})\\d{1,4}(?:\\.\\d{1,6}){1,4}${END}`,
      version,
    ),
    rule('number', `(?<![\\d.,/-])\\d{1,4}(?:\\.\\d{1,6}){2,4}(?= ?(?:${labels.versionsBehind}))`, version),
    // A date has zeros before its digits: `Unity 2022.3.10`, but `Update 2024.05.03`.
    rule('number', `(?<=(?<![A-Za-z])[A-Z][A-Za-z]{1,20} )\\d{1,4}\\.\\d{1,6}\\.\\d{1,6}${END}`, (match) =>
      /\.0\d/.test(match.text) ? undefined : version(match),
    ),
    rule('number', `(?<=(?:${labels.stages}) ?)${stagePair}`, sayStage),
    // A growing pair may be a range: `第1-3关`.
    rule('number', `${START}(?<![A-Za-z-])${stagePair}(?= ?(?:${labels.stagesBehind}))`, (match) =>
      Number(match.groups.one) >= Number(match.groups.two) ? sayStage(match) : undefined,
    ),
    rule('number', `(?<=(?:${POINTS}|${labels.places})(?:${link})?[: ]{0,2})${pair}${END}`, place),
    rule('number', `${START}${pair}(?= ?(?:${labels.placesBehind}))`, (match) =>
      Number(match.groups.total) > 4 ? place(match) : undefined,
    ),
    rule(
      'date',
      `(?<=(?:${labels.expiry})(?:${link})?[: ]{0,2})(?<month>0[1-9]|1[0-2])/(?<year>[2-4]\\d)${END}`,
      ({ groups, before }) =>
        labels.card.test(before) ? labels.month(2000 + Number(groups.year), Number(groups.month)) : undefined,
    ),
    rule(
      'date',
      `(?<=(?:${labels.deadlines})(?:${link})?[: ]{0,2})(?<month>\\d{1,2})/(?<day>\\d{1,2})${END}`,
      ({ groups }) => {
        const [month, day] = [Number(groups.month), Number(groups.day)];
        return month >= 1 && month <= 12 && day >= 1 && day <= 31 ? labels.day(month, day) : undefined;
      },
    ),
    rule(
      'date',
      `(?<=(?:${labels.expiry}|${labels.deadlines})(?:${link})?[: ]{0,2})(?<year>20\\d\\d)/(?<month>0?[1-9]|1[0-2])${END}`,
      ({ groups }) => labels.month(Number(groups.year), Number(groups.month)),
    ),
    rule(
      'time',
      `(?<=(?:${labels.durations})(?:${link})?[: ]{0,2})(?:(?<hours>\\d{1,3}):)?(?<minutes>\\d{1,3}):(?<seconds>[0-5]\\d)${END}`,
      ({ groups, after }) => {
        return groups.hours === undefined && CLOCK_AHEAD.test(after) ? undefined : lengthOf(groups);
      },
    ),
    rule(
      'time',
      `(?<=(?:${labels.recordings})[: ]{0,2})(?:(?<hours>\\d{1,2}):)?(?<minutes>\\d{1,3}):(?<seconds>[0-5]\\d)${END}`,
      ({ groups, after }) => (RELEASE_AHEAD.test(after) ? undefined : lengthOf(groups)),
    ),
    rule(
      'unit',
      `${SIGN}${START}(?<degrees>\\d{1,3}) ?[°度도] ?${arc}(?: ?(?<seconds>[0-5]?\\d(?:\\.\\d{1,6})?) ?(?:["″”]|''|′′))?(?: ?(?<letter>[NSEW])(?![A-Za-z]))?`,
      ({ groups }) =>
        withPoint(
          signOf(groups.sign) +
            joined([
              [groups.degrees, degrees],
              [groups.minutes, minutes],
              [groups.seconds, seconds],
            ]),
          groups.letter,
        ),
    ),
    rule(
      'unit',
      `${START}(?<degrees>\\d{1,3}(?:\\.\\d{1,12})?) ?° ?(?<letter>[NSEW])(?![A-Za-z])`,
      ({ groups }) => withPoint(joined([[groups.degrees, degrees]]), groups.letter),
    ),
    // The mark of a note. Squares and cubes follow a number, a variable or a unit.
    wordRule(
      'symbol',
      `(?<=${WORD}|[。、，」』”])(?<!注|註|주|미터|메터|メートル|センチ|キロ|米)[⁰¹²³⁴-⁹]{1,3}`,
      () => '',
    ),
  ];
}
