// SPDX-License-Identifier: GPL-3.0-or-later

/** How a counter is read after a number. Keys of the tables are the kana that the number ends with. */
export interface Counter {
  kana: string;
  /** New ending of the number, e.g. いち -> いっ. */
  changes?: Readonly<Record<string, string>>;
  /** Reading of the counter itself after such an ending, e.g. ほん -> ぽん. */
  after?: Readonly<Record<string, string>>;
  /** Numbers with an irregular reading. */
  irregular?: Readonly<Record<string, string>>;
}

/** How numbers end before counters in t, k, and of the clock. */
const DOUBLED_T = { いち: 'いっ', はち: 'はっ', じゅー: 'じゅっ' };
const DOUBLED_K = { ...DOUBLED_T, ろく: 'ろっ', ひゃく: 'ひゃっ', びゃく: 'びゃっ', ぴゃく: 'ぴゃっ' };
const CLOCK = { よん: 'よ', なな: 'しち', きゅー: 'く' };
const FOUR = { よん: 'よ' };

/** The same reading of a counter after several endings. */
function sameReading(endings: readonly string[], kana: string): Record<string, string> {
  return Object.fromEntries(endings.map((ending) => [ending, kana]));
}

/**
 * Counters in h: p after a doubled consonant, b (or p) after さん and せん. `hCounter('ほん', 'ぽん', 'ぼん')` reads ほん, but
 * いっぽん and さんぼん.
 */
function hCounter(kana: string, doubled: string, nasal: string): Counter {
  const readings = {
    ...sameReading(Object.keys(DOUBLED_K), doubled),
    ...sameReading(['さん', 'せん', 'ぜん'], nasal),
  };
  return { kana, changes: DOUBLED_K, after: readings };
}

/** Counters in k, some of which begin with g after さん. */
function kCounter(kana: string, afterThree = kana): Counter {
  return { kana, changes: DOUBLED_K, after: { さん: afterThree } };
}

/** Counters in t, s and ch. */
const tCounter = (kana: string): Counter => ({ kana, changes: DOUBLED_T });
/** Counters without changes. */
const plainCounter = (kana: string): Counter => ({ kana });

/** The days of the month with a reading of their own. */
const DAYS: Readonly<Record<string, string>> = {
  1: 'ついたち',
  2: 'ふつか',
  3: 'みっか',
  4: 'よっか',
  5: 'いつか',
  6: 'むいか',
  7: 'なのか',
  8: 'よーか',
  9: 'ここのか',
  10: 'とーか',
  14: 'じゅーよっか',
  20: 'はつか',
  24: 'にじゅーよっか',
};

const minutes = hCounter('ふん', 'ぷん', 'ぷん');

export const COUNTERS: Readonly<Record<string, Counter>> = {
  年: { kana: 'ねん', changes: FOUR },
  年間: { kana: 'ねんかん', changes: FOUR },
  月: { kana: 'がつ', changes: { ...CLOCK, よん: 'し' } },
  日: { kana: 'にち', changes: { なな: 'しち', きゅー: 'く' }, irregular: DAYS },
  日間: { kana: 'にちかん', changes: { なな: 'しち', きゅー: 'く' } },
  時: { kana: 'じ', changes: CLOCK },
  時間: { kana: 'じかん', changes: CLOCK },
  分: { ...minutes, after: { ...minutes.after, よん: 'ぷん' } },
  分間: { ...hCounter('ふんかん', 'ぷんかん', 'ぷんかん') },
  秒: plainCounter('びょー'),
  秒間: plainCounter('びょーかん'),
  週間: tCounter('しゅーかん'),
  か月: kCounter('かげつ'),
  ヶ月: kCounter('かげつ'),
  ヵ月: kCounter('かげつ'),
  カ月: kCounter('かげつ'),
  人: { kana: 'にん', changes: FOUR, irregular: { 1: 'ひとり', 2: 'ふたり' } },
  名: plainCounter('めー'),
  歳: { ...tCounter('さい'), irregular: { 20: 'はたち' } },
  才: { ...tCounter('さい'), irregular: { 20: 'はたち' } },
  円: { kana: 'えん', changes: FOUR },
  ドル: plainCounter('どる'),
  ユーロ: plainCounter('ゆーろ'),
  本: hCounter('ほん', 'ぽん', 'ぼん'),
  匹: hCounter('ひき', 'ぴき', 'びき'),
  杯: hCounter('はい', 'ぱい', 'ばい'),
  個: kCounter('こ'),
  回: kCounter('かい'),
  階: kCounter('かい', 'がい'),
  軒: kCounter('けん', 'げん'),
  件: kCounter('けん'),
  曲: kCounter('きょく'),
  点: tCounter('てん'),
  冊: tCounter('さつ'),
  着: tCounter('ちゃく'),
  頭: tCounter('とー'),
  章: tCounter('しょー'),
  通: tCounter('つー'),
  枚: plainCounter('まい'),
  台: plainCounter('だい'),
  番: plainCounter('ばん'),
  番目: plainCounter('ばんめ'),
  倍: plainCounter('ばい'),
  度: plainCounter('ど'),
  号: plainCounter('ごー'),
  羽: plainCounter('わ'),
  つ: {
    kana: 'つ',
    irregular: {
      1: 'ひとつ',
      2: 'ふたつ',
      3: 'みっつ',
      4: 'よっつ',
      5: 'いつつ',
      6: 'むっつ',
      7: 'ななつ',
      8: 'やっつ',
      9: 'ここのつ',
    },
  },
  '%': plainCounter('ぱーせんと'),
  '°C': plainCounter('ど'),
  kg: kCounter('きろぐらむ'),
  km: kCounter('きろめーとる'),
  cm: tCounter('せんちめーとる'),
  mm: plainCounter('みりめーとる'),
  m: plainCounter('めーとる'),
  g: plainCounter('ぐらむ'),
  キロ: kCounter('きろ'),
  メートル: plainCounter('めーとる'),
};
