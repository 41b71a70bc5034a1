import type { Match, Rule } from '../types.ts';
import { rule, wordRule } from '../western/rules.ts';
import { signWord } from './amounts.ts';
import { isDay, sayDate } from './clock.ts';
import type { Eastern } from './eastern.ts';
import { SIGN, START, sayWrittenNumber } from './numerals.ts';

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
  /** Words before a day: `締め切り 12/25`. */
  deadlines: string;
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
    beforeParticle?(words: string, after: string): string;
  };
  /** Numbers for help: the words right before one, those of a sentence with several, and the words between two. */
  emergency: { numbers: string; labels: string; about: RegExp; between: string; noun: string };
}

/** The words of a language in its data; the rest are functions. */
export type Labels = Omit<LabelWords, 'place'>;

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
export function callRules({ labels: { keys, emergency, link }, phone, space }: Eastern): Rule[] {
  const sayKey = (key: string): string => {
    if (key === '*') return keys.star;
    if (key === '#') return keys.hash;
    return phone.digits(key);
  };
  const press = ({ text, after }: Match): string => {
    const words = (text.match(/\d+|[*#]/g) ?? []).map(sayKey).join(space);
    return keys.beforeParticle?.(words, after) ?? words;
  };
  const { numbers, labels, about, between, noun } = emergency;
  const call = ({ text }: Match): string => text.replace(/\d+/g, phone.digits);
  return [
    // `*123#`
    wordRule('phone', `(?<!${NO_KEY})[*#][\\d*#]{1,16}#(?!${NO_KEY})`, (match) => {
      if (!/\d/.test(match.text)) return undefined;
      return press(match);
    }),
    // `#を押す`
    wordRule(
      'phone',
      `(?<![.,]|${NO_KEY})(?:[*#]\\d{0,8}[*#]?|\\d{1,16}#)(?:[号號](?=[键鍵]))?(?!${NO_KEY})`,
      (match) => {
        if (!keys.behind.test(match.before) && !keys.ahead.test(match.after)) return undefined;
        return press(match);
      },
    ),
    // `緊急時は110か119`
    rule(
      'phone',
      `(?<![\\d.,#/-])(?:${numbers})(?:(?:${between})(?:${numbers})(?!\\d)){1,7}(?!${noun})${END}`,
      (match) => {
        if (!about.test(match.before) && !about.test(match.after)) return undefined;
        return call(match);
      },
    ),
    // `緊急時は119`
    rule('phone', `(?<=(?:${labels})(?:${link})?[: ]{0,2})(?:${numbers})(?!${noun})${END}`, call),
  ];
}

/** Versions, places in a row, lengths of time and arcs that are no dates, fractions and times of day. */
export function labelRules(language: Eastern): Rule[] {
  return [...nameRules(language), ...dayRules(language), ...lengthRules(language)];
}

/** Versions, stages of games, and places in a row. */
function nameRules(language: Eastern): Rule[] {
  const { labels, cardinal } = language;
  const { link } = labels;
  const say = (text: string | undefined): string => sayWrittenNumber(language, text);
  const version = ({ text }: Match): string => text.split('.').map(say).join(language.point);
  const particle = new RegExp(`(?:(?:${link})[: ]{0,2})?$`);
  const place = ({ groups, before, after }: Match): string | undefined => {
    // Halves, thirds and quarters of something: `問題は1/2だけ`.
    const hasParticle = particle.exec(before)?.[0].trim() !== '';
    const isPart = Number(groups.total) <= 4 && (hasParticle || PART_AHEAD.test(after));
    if (isPart) return undefined;
    return labels.place(cardinal(Number(groups.place)), cardinal(Number(groups.total)), after);
  };
  const pair = '(?<place>\\d{1,4}) ?/ ?(?<total>\\d{1,4})';
  const stagePair = '(?<one>\\d{1,2})[-‐‑–](?<two>\\d{1,2})(?![\\d%:/-]|[.,]\\d)';
  const sayStage = ({ groups }: Match): string => `${say(groups.one)}${labels.stage}${say(groups.two)}`;
  return [
    // `バージョン1.2`
    rule(
      'number',
      `(?<=(?:${labels.versions})(?:${link})?[: ]{0,2})\\d{1,4}(?:\\.\\d{1,6}){1,4}${END}`,
      version,
    ),
    // `1.2.3版`
    rule('number', `(?<![\\d.,/-])\\d{1,4}(?:\\.\\d{1,6}){2,4}(?= ?(?:${labels.versionsBehind}))`, version),
    // A date has zeros before its digits: `Unity 2022.3.10`, but `Update 2024.05.03`.
    rule('number', `(?<=(?<![A-Za-z])[A-Z][A-Za-z]{1,20} )\\d{1,4}\\.\\d{1,6}\\.\\d{1,6}${END}`, (match) => {
      if (/\.0\d/.test(match.text)) return undefined;
      return version(match);
    }),
    // `ステージ3-2`
    rule('number', `(?<=(?:${labels.stages}) ?)${stagePair}`, sayStage),
    // A growing pair may be a range: `第1-3关`.
    rule('number', `${START}(?<![A-Za-z-])${stagePair}(?= ?(?:${labels.stagesBehind}))`, (match) => {
      if (Number(match.groups.one) < Number(match.groups.two)) return undefined;
      return sayStage(match);
    }),
    // `HP 80/100`, `スライド3/12`
    rule('number', `(?<=(?:${POINTS}|${labels.places})(?:${link})?[: ]{0,2})${pair}${END}`, place),
    // `2/8ページ`
    rule('number', `${START}${pair}(?= ?(?:${labels.placesBehind}))`, (match) => {
      if (Number(match.groups.total) <= 4) return undefined;
      return place(match);
    }),
  ];
}

/** Dates after words for a deadline or the end of a card. */
function dayRules({ labels, date }: Eastern): Rule[] {
  const { link } = labels;
  return [
    // `カードの有効期限 08/27`
    rule(
      'date',
      `(?<=(?:${labels.expiry})(?:${link})?[: ]{0,2})(?<month>0[1-9]|1[0-2])/(?<year>[2-4]\\d)${END}`,
      ({ groups, before }) => {
        if (!labels.card.test(before)) return undefined;
        return sayDate(date, `20${groups.year}`, Number(groups.month));
      },
    ),
    // `締め切り 12/25`
    rule(
      'date',
      `(?<=(?:${labels.deadlines})(?:${link})?[: ]{0,2})(?<month>\\d{1,2})/(?<day>\\d{1,2})${END}`,
      ({ groups }) => {
        const [month, day] = [Number(groups.month), Number(groups.day)];
        if (!isDay(month, day)) return undefined;
        return sayDate(date, undefined, month, day);
      },
    ),
    // `有効期限 2027/08`
    rule(
      'date',
      `(?<=(?:${labels.expiry}|${labels.deadlines})(?:${link})?[: ]{0,2})(?<year>20\\d\\d)/(?<month>0?[1-9]|1[0-2])${END}`,
      ({ groups }) => sayDate(date, groups.year, Number(groups.month)),
    ),
  ];
}

/** Lengths of time, arcs, and the marks of notes. */
function lengthRules(language: Eastern): Rule[] {
  const { labels, space } = language;
  const { hours, minutes, seconds, link } = labels;
  const sayLength = ({ groups }: Match): string | undefined => {
    const parts: string[] = [];
    for (const [number, unit] of [
      [groups.hours, hours],
      [groups.minutes, minutes],
      [groups.seconds, seconds],
    ] as const)
      if (Number(number) > 0) parts.push(language.counted(String(Number(number)), unit));
    return parts.join(space) || undefined;
  };
  const sayArc: Rule['say'] = ({ groups }) => {
    const parts: string[] = [];
    for (const [number, unit] of [
      [groups.degrees, labels.degrees],
      [groups.minutes, minutes],
      [groups.seconds, seconds],
    ] as const)
      if (number !== undefined) parts.push(`${sayWrittenNumber(language, number)}${space}${unit}`);
    const arc = signWord(language, groups.sign) + parts.join(space);
    const point = labels.compass[groups.letter ?? ''];
    if (point === undefined) return arc;
    return `${point}${space}${arc}`;
  };
  const arc = "(?<minutes>[0-5]?\\d(?:\\.\\d{1,6})?) ?['′’](?!')";
  return [
    // `再生時間 1:23:45`
    rule(
      'time',
      `(?<=(?:${labels.durations})(?:${link})?[: ]{0,2})(?:(?<hours>\\d{1,3}):)?(?<minutes>\\d{1,3}):(?<seconds>[0-5]\\d)${END}`,
      (match) => {
        if (match.groups.hours === undefined && CLOCK_AHEAD.test(match.after)) return undefined;
        return sayLength(match);
      },
    ),
    // `動画の12:40`
    rule(
      'time',
      `(?<=(?:${labels.recordings})[: ]{0,2})(?:(?<hours>\\d{1,2}):)?(?<minutes>\\d{1,3}):(?<seconds>[0-5]\\d)${END}`,
      (match) => {
        if (RELEASE_AHEAD.test(match.after)) return undefined;
        return sayLength(match);
      },
    ),
    // `40°26′46″N`
    rule(
      'unit',
      `${SIGN}${START}(?<degrees>\\d{1,3}) ?[°度도] ?${arc}(?: ?(?<seconds>[0-5]?\\d(?:\\.\\d{1,6})?) ?(?:["″”]|''|′′))?(?: ?(?<letter>[NSEW])(?![A-Za-z]))?`,
      sayArc,
    ),
    // `35.5°N`
    rule('unit', `${START}(?<degrees>\\d{1,3}(?:\\.\\d{1,12})?) ?° ?(?<letter>[NSEW])(?![A-Za-z])`, sayArc),
    // The mark of a note: `研究¹`. Squares and cubes follow a number, a variable or a unit.
    wordRule(
      'symbol',
      `(?<=${WORD}|[。、，」』”])(?<!注|註|주|미터|메터|メートル|センチ|キロ|米)[⁰¹²³⁴-⁹]{1,3}`,
      () => '',
    ),
  ];
}
