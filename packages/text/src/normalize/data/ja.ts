import { metric, spelled } from './tables.ts';

const LENGTHS = { k: 'キロ', c: 'センチ', m: 'ミリ' };

export const UNITS: Record<string, string> = {
  ...spelled({
    '%': 'パーセント',
    '‰': 'パーミル',
    '°C ℃ °': '度',
    '°F': '華氏度',
    'km/h': 'キロメートル毎時',
    'm/s': 'メートル毎秒',
    '㎞': 'キロメートル',
    '㎝': 'センチメートル',
    '㎜': 'ミリメートル',
    '㎡ m²': '平方メートル',
    'm³': '立方メートル',
    '㎏': 'キログラム',
    '㎎': 'ミリグラム',
    t: 'トン',
    'L l ℓ': 'リットル',
    'ml mL': 'ミリリットル',
    cc: 'シーシー',
    dl: 'デシリットル',
    ms: 'ミリ秒',
    kWh: 'キロワット時',
    V: 'ボルト',
    A: 'アンペア',
    mAh: 'ミリアンペア時',
    dB: 'デシベル',
    Mbps: 'メガビーピーエス',
    hPa: 'ヘクトパスカル',
    kcal: 'キロカロリー',
    ha: 'ヘクタール',
    px: 'ピクセル',
  }),
  ...metric('m', { ...LENGTHS, '': '', µ: 'マイクロ', n: 'ナノ' }, (prefix) => `${prefix}メートル`),
  ...metric('m²', { k: 'キロ', c: 'センチ' }, (prefix) => `平方${prefix}メートル`),
  ...metric('g', { k: 'キロ', '': '', m: 'ミリ' }, (prefix) => `${prefix}グラム`),
  ...metric('W', { '': '', k: 'キロ' }, (prefix) => `${prefix}ワット`),
  ...metric('Hz', { '': '', k: 'キロ', M: 'メガ', G: 'ギガ' }, (prefix) => `${prefix}ヘルツ`),
  ...metric('B', { K: 'キロ', M: 'メガ', G: 'ギガ', T: 'テラ' }, (prefix) => `${prefix}バイト`),
};

export const CURRENCIES: Record<string, string> = spelled({
  '¥ JPY': '円',
  $: 'ドル',
  'US$ USD': '米ドル',
  '€ EUR': 'ユーロ',
  '£ GBP': 'ポンド',
  '₩ KRW': 'ウォン',
  CNY: '元',
  CHF: 'スイスフラン',
});

export const ABBREVIATIONS: Record<string, string> = spelled({
  '㈱ (株)': '株式会社',
  '㈲ (有)': '有限会社',
  '㈹': '代表',
  '℡ TEL': '電話',
  '〒': '郵便番号',
  '№': 'ナンバー',
  '&': 'アンド',
});

/** The first sound of a counter determines the end of the number before it: `いっぽん`, `さんぼん`, `ろっぴき`. */
export interface Counter {
  /** The default reading. */
  reading: string;
  /** After 1, 6, 8, 10 and 100, if different. */
  hard?: string;
  /** After 3 and 1000, if different. */
  soft?: string;
  /** After 4, if different. */
  four?: string;
  /** Which number endings become a small tsu. */
  short: string;
}

const H = '1 6 8 10 100';
const K = '1 6 8 10 100';
const ST = '1 8 10';
const h = (reading: string, hard: string, soft: string, four = reading): Counter => ({
  reading,
  hard,
  soft,
  four,
  short: H,
});
const k = (reading: string, soft = reading): Counter => ({ reading, soft, short: K });
const st = (reading: string, soft = reading): Counter => ({ reading, soft, short: ST });

export const COUNTERS: Record<string, Counter> = spelled({
  本: h('ほん', 'ぽん', 'ぼん'),
  匹: h('ひき', 'ぴき', 'びき'),
  杯: h('はい', 'ぱい', 'ばい'),
  分間: h('ふんかん', 'ぷんかん', 'ぷんかん', 'ぷんかん'),
  分: h('ふん', 'ぷん', 'ぷん', 'ぷん'),
  泊: h('はく', 'ぱく', 'ぱく', 'ぱく'),
  発: h('はつ', 'ぱつ', 'ぱつ'),
  票: h('ひょう', 'ぴょう', 'びょう'),
  品: h('ひん', 'ぴん', 'ぴん'),
  歩: h('ほ', 'ぽ', 'ぽ'),
  個: k('こ'),
  回: k('かい'),
  階: k('かい', 'がい'),
  軒: k('けん', 'げん'),
  件: k('けん'),
  曲: k('きょく'),
  脚: k('きゃく'),
  'か月 カ月 ヶ月': k('かげつ'),
  'か国 カ国 ヶ国': k('かこく'),
  'か所 カ所 ヶ所': k('かしょ'),
  球: k('きゅう'),
  '缶 巻': k('かん'),
  機: k('き'),
  句: k('く'),
  組目: k('くみめ'),
  '歳 才': st('さい'),
  冊: st('さつ'),
  足: st('そく', 'ぞく'),
  週間: st('しゅうかん'),
  世紀: st('せいき'),
  社: st('しゃ'),
  周: st('しゅう'),
  '勝 章': st('しょう'),
  試合: st('しあい'),
  節: st('せつ'),
  種類: st('しゅるい'),
  食: st('しょく'),
  '席 隻': st('せき'),
  着: st('ちゃく'),
  通: st('つう'),
  丁目: st('ちょうめ'),
  町: st('ちょう'),
  手: st('て'),
  '店 点': st('てん'),
  滴: st('てき'),
  '頭 等': st('とう'),
});

export const NATIVE = [
  '',
  'ひとつ',
  'ふたつ',
  'みっつ',
  'よっつ',
  'いつつ',
  'むっつ',
  'ななつ',
  'やっつ',
  'ここのつ',
];
