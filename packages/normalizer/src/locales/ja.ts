import {
  ABBREVIATIONS,
  COUNTERS,
  CURRENCIES,
  ERAS,
  JA_CODES,
  JA_LABELS,
  LETTERS,
  NATIVE,
  SPELLED_INITIALS,
  SPOKEN_INITIALS,
  UNITS,
} from '../data/ja.ts';
import { perSource } from '../eastern/amounts.ts';
import { type ClockWords, clockRules, type DateWords, dateRules, isDay, sayDate } from '../eastern/clock.ts';
import { createEastern } from '../eastern/eastern.ts';
import {
  joinEnds,
  NUMBER,
  type Numerals,
  removeGroupMarks,
  SIGN,
  START,
  STOP,
  sayWrittenNumber,
  UNTIL,
} from '../eastern/numerals.ts';
import { SPOKEN } from '../markup.ts';
import type { Choices, Language, Rule } from '../types.ts';
import { rule, wordRule } from '../western/rules.ts';
import { kanaDigits, kanji, withCounter } from './ja-numbers.ts';

const NUMERALS: Numerals = {
  cardinal: kanji,
  digits: (text) => Array.from(text, (digit) => '〇一二三四五六七八九'[Number(digit)] ?? '').join(''),
  point: '点',
};
const SCALE = '[万億兆千百]';

/** A number or a fraction as written: `1/2`, `3.5`. */
const say = (text = ''): string => {
  const [top, bottom] = text.split('/');
  if (bottom !== undefined) return `${kanji(Number(bottom))}分の${kanji(Number(top))}`;
  return sayWrittenNumber(NUMERALS, text);
};
/** Minutes with their counter, whose sound depends on the number: `さんぷん`, `ごふん`. */
const minutes = (minute = ''): string =>
  withCounter(Number(minute), COUNTERS.分 ?? { reading: 'ふん', short: '' }) ?? '';

const DATE: DateWords = {
  year: (digits) => `${kanji(Number(digits))}年`,
  month: (value) => `${kanji(value)}月`,
  day: (value) => `${kanji(value)}日`,
  space: '',
};

/** The rules of Japanese. */
export function japanese(locale: string, choices: Choices): Language {
  return createEastern({
    locale,
    choices,
    ...NUMERALS,
    minus: 'マイナス',
    plus: 'プラス',
    plusMinus: 'プラスマイナス',
    to: 'から',
    link: '約|翌|同|午前|午後|朝|夜|夕方|深夜|第|最大|[¥$€£]',
    and: 'と',
    spacing: 'none',
    space: '',
    address: {
      signs: {
        '.': 'ドット',
        '@': 'アットマーク',
        '/': 'スラッシュ',
        '-': 'ハイフン',
        _: 'アンダーバー',
        ':': 'コロン',
        '+': 'プラス',
        '=': 'イコール',
        '&': 'アンド',
        '?': 'クエスチョンマーク',
        '#': 'シャープ',
        '%': 'パーセント',
        '~': 'チルダ',
      },
      number: kanaDigits,
    },
    handle: 'アットマーク',
    hashtag: 'ハッシュタグ',
    phone: {
      plus: 'プラス',
      between: 'の',
      digits: kanaDigits,
      split: (group) =>
        (/^(0[5-9]0)(\d{4})(\d{4})$/.exec(group) ?? /^(0120)(\d{3})(\d{3})$/.exec(group))?.slice(1) ?? [
          group,
        ],
      sources: [
        '(?<![\\d-])\\(?0\\d{1,4}[)‐‑–ー.・-] ?\\d{1,4}[‐‑–ー.・-]\\d{3,4}(?![\\d-])',
        '(?<![\\d-])\\(?[2-9]\\d{2}[)-] ?\\d{3}-\\d{4}(?![\\d-])',
        '(?<=(?:内線|電話番号|局番|ダイヤル|フリーダイヤル)(?:番号)?[はが]?[:： ]{0,2})\\d{2,12}(?:-\\d{3,4}){0,2}(?![\\d番,-])',
        '(?<=番号[はが] ?)0\\d{1,4}(?![\\d.-])',
        '(?<![\\d-])0\\d{1,4} ?\\(\\d{1,4}\\) ?\\d{3,4}(?![\\d-])',
        '(?<![\\d-])0\\d{1,4} \\d{1,4} \\d{3,4}(?![\\d-])',
        '(?<![\\d-])0(?:[5-9]0\\d{8}|120\\d{6}|800\\d{7})(?!\\d)',
        '(?<=(?:〒|郵便番号)[はが:: ]{0,2})\\d{3}[‐‑–-]?\\d{4}(?!\\d)',
      ],
    },
    codes: {
      ...JA_CODES,
      between: 'の',
      say: NUMERALS.digits,
    },
    labels: {
      ...JA_LABELS,
      place: (place, total) => `${place}スラッシュ${total}`,
    },
    date: DATE,
    letters: { names: LETTERS, words: SPOKEN_INITIALS, spelled: SPELLED_INITIALS },
    roman: [
      '(?<=第 ?)[IVXLC]{1,7}(?![A-Za-z])',
      '(?<=\\p{L}[・ ]?)(?<![A-Za-z][・ ]?)[IVXL]{1,6}(?= ?[世章部巻型期編相])',
      '(?<![A-Za-z])(?:I{2,3}|IV|VI{1,3}|IX)(?= ?[世章部巻型期編相])',
      '(?<=[ァ-ヶー][ ・]?)(?:I{2,3}|IV|VI{1,3}|IX|XI{1,3}|XIV|XVI{0,3}|XIX)(?![A-Za-z\\d])',
    ],
    math: {
      arithmetic: {
        '+': '足す',
        '-': '引く',
        '×': 'かける',
        '*': 'かける',
        '÷': '割る',
        '/': '割る',
        '=': 'は',
        '≠': 'ノットイコール',
        '≒': 'ニアリーイコール',
        '≈': 'ニアリーイコール',
        '<': '小なり',
        '>': '大なり',
        '≦': '小なりイコール',
        '≤': '小なりイコール',
        '≧': '大なりイコール',
        '≥': '大なりイコール',
        '±': 'プラスマイナス',
      },
      algebra: { '+': 'プラス', '-': 'マイナス', '=': 'イコール' },
      power: (exponent) =>
        `の${exponent.replace('-', 'マイナス').replace(/\d+/, (number) => kanji(Number(number)))}乗`,
      root: 'ルート',
    },
    score: {
      versus: '対',
      ratio:
        /^ ?(?:の(?:割合|比|比率|画面|モニター|ディスプレイ|映像|動画|確率|希釈|縮尺|配合)|で(?:勝|敗|負|混|割|希釈|配合|分|引き分)|に(?:希釈|薄|混|分)|対|くらいの割合)/,
      ratioBefore: /(?:比率|割合|比|縮尺|アスペクト比|スコア|配合)[はがをで]? ?$/,
      before:
        /(?:スコア|セットカウント|試合|得点|結果|対戦成績|通算)[はがを、:：]? ?$|(?:前半|後半|延長)[はをで]? ?$/,
      after:
        /^ ?(?:で(?:勝|敗|負|逆転|引き|下し|破|終|リード|完|制|快|惜|辛|大|競|試合)|の(?:勝|敗|引き分け|スコア|リード|逆転|接戦|同点|ドロー|完封|辛勝|快勝|惜敗|大勝|大敗|まま)|と(?:リード|逆転|勝)|に(?:終|追|逆転))/,
    },
    counted(number, noun) {
      if (noun === undefined) return say(number);
      return sayCount(number, noun);
    },
    quantity: say,
    fraction: (top, bottom) => `${bottom}分の${top}`,
    currencies: CURRENCIES,
    money: {
      scale: `${SCALE}{1,2}`,
      amount: ({ number, scale }) => `${say(number)}${scale}`,
      say: ({ number, scale }, currency) => `${say(number)}${scale}${currency}`,
      per: perUnit,
    },
    units: UNITS,
    measure(sign, amount, unit, per) {
      const words = `${sign}${amount}${unit}`;
      return per === undefined ? words : `${words}毎${per}`;
    },
    abbreviations: ABBREVIATIONS,
    own: {
      codes: CODES,
      dates: createDateRules(choices),
      times: createTimeRules(),
      money: [YEN],
      measures: [],
      counters: createCounterRules(),
    },
  });
}

/** A number of an address is parted by の: `丸の内一の九の二`. */
const parted: Rule['say'] = ({ text }) => {
  const parts = text.match(/\d+/g) ?? [];
  const isCode = parts.length > 2 && parts.every((part) => part.length > 2);
  const words = parts.map((part) => {
    if (isCode || part.startsWith('0')) return NUMERALS.digits(part);
    return say(part);
  });
  return words.join('の');
};
const HYPHEN = '[‐‑–ー-]';
const CALL_BEHIND =
  /(?:時報|天気予報|伝言|緊急|案内|局番|電報|アメリカ|ヨーロッパ|救急|警察|電話|ダイヤル|ホットライン|番号)\p{L}{0,6} ?$/u;
const CALL_AHEAD =
  /^番?[にへをで]?(?:つけ|付け|電話|通報|かけ|掛け|ダイヤル|相談|連絡|つなが|問い合わせ|発信|押)/;
const CODES: readonly Rule[] = [
  // `No.1`
  rule('abbreviation', '(?:(?<![A-Za-z])[Nn][Oo]\\. ?|№ ?)1(?![\\d.,-])', () => 'ナンバーワン'),
  // Short telephone numbers are said digit by digit if a word shows that they are dialed: `天気予報は177`.
  rule(
    'phone',
    '(?<![\\d.,#-])(?:1(?:0[04]|1[2-7]|36|71|77|8[4689])|911|999)(?!番?[目線地号]|[\\d.,%-])',
    ({ text, before, after }) => {
      if (!CALL_BEHIND.test(before) && !CALL_AHEAD.test(after)) return undefined;
      return kanaDigits(text);
    },
  ),
  // The number of the police has its own reading (ひゃくとおばん): `110番`.
  rule('phone', '(?<![\\d-])110(?:番(?![目線地号])|(?=に(?:電話|通報|かけ|連絡)))', () => 'ひゃくとおばん'),
  // `#7119`
  rule('phone', '#(?<number>\\d{3,5})(?!\\d)', ({ groups }) => `シャープ${kanaDigits(groups.number ?? '')}`),
  // The second place of a rate (ぶ): `三割5分`.
  rule('number', '(?<=割)\\d分', ({ text }) => `${say(text.charAt(0))}分`),
  // `24/7`
  rule('number', '24/7(?![\\d/])', () => '二十四時間年中無休'),
  // `119に電話`
  rule('phone', '(?<![\\d-])11[89](?=[にへ](?:電話|通報|かけ|連絡))', ({ text }) => `${say(text)}番`),
  // License plates: `品川300 あ 12-34`.
  rule('number', '(?<=\\d{2,3} ?[ぁ-ん] ?)\\d{1,2}-\\d{2}(?!\\d)', parted),
  // `1-2-3`
  rule(
    'number',
    `(?<![\\d.,/A-Za-z-])(?!(?:19|20)\\d\\d-)\\d{1,4}${HYPHEN}\\d{1,4}(?:${HYPHEN}\\d{1,4}){1,2}(?![\\d.,/-])`,
    parted,
  ),
  // `12-3番地`
  rule('number', `(?<![\\d.,/-])\\d{1,4}${HYPHEN}\\d{1,4}(?=番地|番館|号室)`, parted),
  // After a place, two numbers are a block and a house: `港区1-9`.
  rule(
    'number',
    `(?<=(?:[町村区市郡]|\\d丁目|[都道府県市区町村郡][\\p{Script=Han}ァ-ヶー々]{1,8}) ?)(?<!第)\\d{1,4}${HYPHEN}\\d{1,4}(?![\\d.,/-]|[年月日時分人個円歳回%])`,
    parted,
  ),
  // Floors: `3F`, `B1F`.
  rule(
    'number',
    '(?<![A-Za-z\\d])(?<base>B?)(?<number>\\d{1,2})[FＦ](?![A-Za-z\\d])',
    ({ groups: { base, number } }) => {
      const floor = COUNTERS.階 && withCounter(Number(number), COUNTERS.階);
      return floor && `${base ? '地下' : ''}${floor}`;
    },
  ),
  // `Ver.1.2`
  wordRule('abbreviation', `(?<![A-Za-z])[Vv](?:er)?\\.? ?(?=\\d{1,4}\\.\\d|${SPOKEN})`, () => 'バージョン'),
  // `p.12`
  rule(
    'abbreviation',
    '(?<![A-Za-z])(?:p{1,2}|P)\\.? ?(?<number>\\d{1,4})(?=$|[^\\dA-Za-z.])',
    ({ groups }) => `${say(groups.number)}ページ`,
  ),
  // A batting average: `打率.325`.
  rule('number', '(?<=打率 ?[はが]? ?)0?\\.(?<number>\\d{3})(?!\\d)', ({ groups }) =>
    Array.from(groups.number ?? '', (digit, index) => {
      if (digit === '0') return '';
      return `${kanji(Number(digit))}${'割分厘'[index]}`;
    }).join(''),
  ),
];

const SLASHED = '(?<month>\\d{1,2})/(?<day>\\d{1,2})';
/** Text that follows only a day: `(金)`, another day, `に発売`. */
const DAY_AHEAD =
  /^ ?(?:\([月火水木金土日]|[-〜～~–—] ?\d{1,2}\/\d|付|発売|開催|公開|放送|開始|締切|締め切り|生まれ|必着|より|から\d{1,2}\/|まで(?!に減)|に(?:発売|開催|公開|放送|開始|締|提出|予定|到着|出発|リリース)|の(?:テロ|震災|事件))/;
/** `8/10` is a date only if the numbers or the text around it suggest one. Otherwise, it is a fraction. */
const isDate = (month: string, day: string, before: string, after: string): boolean =>
  isDay(Number(month), Number(day)) &&
  // A fraction has no zeros before its digits.
  (/^0/.test(month) ||
    /^0/.test(day) ||
    DAY_AHEAD.test(after) ||
    /(?:\d{1,2}\/\d{1,2}|\u{E001})(?:\([^()]\))? ?(?:[-〜～~–—]|から) ?$|\d{4}年$/u.test(before) ||
    (Number(month) > Number(day) && !/^\p{Script=Latin}/u.test(after)) ||
    (Number(day) > 10 && !/^(?:の(?!日)|に減|を|が|以|サイズ|カップ| ?[A-Za-z])|^$/.test(after)));

/** Rules for dates, eras and weekdays. */
const createDateRules = (choices: Choices): Rule[] => [
  // A span with a hyphen: `月-金`, `(月)-(金)`.
  wordRule(
    'date',
    '(?<![\\p{L}\\p{N}])\\(?(?<first>[月火水木金土日])\\)? ?[-–—] ?\\(?(?<last>[月火水木金土日])(?:\\)|(?![\\p{L}\\p{N}]))',
    ({ groups }) => `${groups.first}曜から${groups.last}曜`,
  ),
  // `5月3日(金・祝)`
  wordRule(
    'date',
    '(?<=[日\\d] ?)\\((?<day>[月火水木金土日])(?<holiday>・?祝)?\\)',
    ({ groups }) => `${groups.day}曜日${groups.holiday ? '祝日' : ''}`,
  ),
  ...dateRules(DATE, choices),
  // `R6.5.3`, `令和6.5.3`
  rule(
    'date',
    '(?<![A-Za-z\\d])(?<era>[RHSTM]|令和|平成|昭和|大正|明治)(?<year>\\d{1,2})(?<mark>[./-])(?<month>\\d{1,2})\\k<mark>(?<day>\\d{1,2})(?![\\d./-])',
    ({ groups }) => {
      const { era = '', year } = groups;
      const [month, day] = [Number(groups.month), Number(groups.day)];
      if (!isDay(month, day)) return undefined;
      return `${ERAS[era] ?? era}${sayDate(DATE, year, month, day)}`;
    },
  ),
  // `R6年`
  rule('date', '(?<![A-Za-z\\d])(?<era>[RHS])(?=\\d{1,2}年)', ({ groups }) => ERAS[groups.era ?? '']),
  // `8/10発売`, but not the fraction `1/2`.
  rule(
    'date',
    `(?<![\\d./])${SLASHED}(?![\\d/]|\\.\\d)`,
    ({ groups: { month = '', day = '' }, before, after }) => {
      if (!isDate(month, day, before, after)) return undefined;
      return sayDate(DATE, undefined, Number(month), Number(day));
    },
  ),
  // `5~8月`, `3~5日`
  rule(
    'date',
    `${START}(?<from>\\d{1,2})${UNTIL}(?<to>\\d{1,2})(?<sign>[月日])(?!間|目)`,
    ({ groups }) => `${say(groups.from)}${groups.sign}から${say(groups.to)}${groups.sign}`,
  ),
  // `2020~2024年`
  rule(
    'date',
    `${START}(?<from>[12]\\d{3})${UNTIL}(?<to>(?:[12]\\d)?\\d{2})年`,
    ({ groups }) => `${say(groups.from)}年から${say(groups.to)}年`,
  ),
  // `3月`, `2024年`
  rule(
    'date',
    `${START}(?<number>\\d{1,4})(?<sign>年|月|日)(?=[^間目]|$)`,
    ({ groups }) => `${kanji(Number(groups.number))}${groups.sign}`,
  ),
];

/** Rules for times and spans of them. */
function createTimeRules(): Rule[] {
  const hour = (value: number): string => `${kanji(value)}時`;
  const clock: ClockWords = {
    am: '午前',
    pm: '午後',
    hour,
    minute: minutes,
    second: (value) => `${kanji(value)}秒`,
    space: '',
  };
  return [
    ...clockRules(clock, [`${START}(?<hour>\\d{1,2})時(?<minute>[0-5]?\\d)分`]),
    // `3'25"`
    rule(
      'time',
      `${START}(?<minute>\\d{1,3})['′](?<second>[0-5]\\d)["″]`,
      ({ groups }) => `${minutes(groups.minute)}${kanji(Number(groups.second))}秒`,
    ),
    // `9時`, `9~17時`
    rule('time', `${START}(?:(?<from>\\d{1,2})(?:時)?${UNTIL})?(?<hour>\\d{1,2})時(?!間)`, ({ groups }) =>
      joinEnds([groups.from, groups.hour], (end) => hour(Number(end)), 'から'),
    ),
  ];
}

/** `-500円`, `500円/月` */
const YEN = rule(
  'currency',
  `${SIGN}${START}(?<number>${NUMBER})${STOP}(?:(?=${SCALE}{1,2}円)|円${perSource(UNITS)})`,
  ({ text, groups: { sign, number, per } }) => {
    let amount = say(number);
    if (sign !== undefined) amount = (sign === '+' ? 'プラス' : 'マイナス') + amount;
    if (!text.includes('円')) return amount;
    return perUnit(`${amount}円`, UNITS[per ?? ''] ?? per);
  },
);

/** `一個あたり百円`. */
function perUnit(amount: string, unit: string | undefined): string {
  if (unit === undefined) return amount;
  return `一${unit === '月' ? 'か月' : unit}あたり${amount}`;
}

/** A number with its counter, as they are pronounced together. */
function sayCount(text: string, key: string): string {
  const counter = COUNTERS[key];
  if (key === '歳' && text === '20') return 'はたち';
  const words = counter && withCounter(Number(removeGroupMarks(text)), counter);
  return words ?? `${say(text)}${key}`;
}

/** Rules for numbers with a counter, whose reading depends on both. */
function createCounterRules(): Rule[] {
  const counterNames = Object.keys(COUNTERS)
    .sort((a, b) => b.length - a.length)
    .join('|');
  return [
    // `3本`, `2~3本`
    rule(
      'number',
      `${START}(?:(?<from>\\d{1,4})(?<middle>${counterNames})?${UNTIL})?(?<number>[1-9]\\d{0,3}|[1-9],\\d{3})(?<key>${counterNames})(?!の\\d|(?<=通)り)`,
      ({ groups }) => {
        const { from, number = '', key = '', middle = key } = groups;
        const ends = [sayCount(number, key)];
        if (from !== undefined) ends.unshift(sayCount(from, middle));
        return ends.join('から');
      },
    ),
    // `3つ`
    rule('number', `${START}(?<number>[1-9])つ`, ({ groups }) => NATIVE[Number(groups.number)]),
    // Newspapers set a decimal point as a middle dot: `1・5倍`.
    rule(
      'number',
      `${START}(?<whole>\\d{1,3})・(?<part>\\d{1,2})(?=倍|%|ポイント|パーセント|度|メートル|キロ|ミリ|センチ|秒)`,
      ({ groups }) => say(`${groups.whole}.${groups.part}`),
    ),
  ];
}
