import type { CodeWords, Labels } from '../eastern/labels.ts';
import { metric, spelled } from './tables.ts';

const LENGTHS = { k: 'キロ', c: 'センチ', m: 'ミリ' };

export const UNITS: Record<string, string> = {
  ...spelled({
    '%': 'パーセント',
    '‰': 'パーミル',
    '°C ℃ °': '度',
    '°F': '華氏度',
    'km/h kph': 'キロメートル毎時',
    mph: 'マイル毎時',
    'm/s': 'メートル毎秒',
    'm/s² m/s2': 'メートル毎秒毎秒',
    '㎞': 'キロメートル',
    '㎝': 'センチメートル',
    '㎜': 'ミリメートル',
    '㎡ m²': '平方メートル',
    '㎏': 'キログラム',
    '㎎': 'ミリグラム',
    't tons': 'トン',
    'L l ℓ': 'リットル',
    'ml mL ㎖': 'ミリリットル',
    'cc ㏄': 'シーシー',
    dl: 'デシリットル',
    cl: 'センチリットル',
    kl: 'キロリットル',
    '㎢': '平方キロメートル',
    ms: 'ミリ秒',
    kWh: 'キロワット時',
    A: 'アンペア',
    mA: 'ミリアンペア',
    mAh: 'ミリアンペア時',
    'Ω ohm': 'オーム',
    kΩ: 'キロオーム',
    J: 'ジュール',
    kJ: 'キロジュール',
    N: 'ニュートン',
    lx: 'ルクス',
    lm: 'ルーメン',
    mol: 'モル',
    rpm: 'アールピーエム',
    fps: 'エフピーエス',
    dpi: 'ディーピーアイ',
    ppm: 'ピーピーエム',
    ppb: 'ピーピービー',
    dB: 'デシベル',
    bps: 'ビーピーエス',
    kbps: 'キロビーピーエス',
    Mbps: 'メガビーピーエス',
    Gbps: 'ギガビーピーエス',
    'in inch ″': 'インチ',
    ft: 'フィート',
    yd: 'ヤード',
    'lb lbs': 'ポンド',
    oz: 'オンス',
    'mi mile miles': 'マイル',
    min: '分',
    'sec s': '秒',
    'h hr': '時間',
    a: 'アール',
    cal: 'カロリー',
    kcal: 'キロカロリー',
    ha: 'ヘクタール',
    px: 'ピクセル',
  }),
  ...metric(
    'm',
    { ...LENGTHS, '': '', µ: 'マイクロ', μ: 'マイクロ', n: 'ナノ' },
    (prefix) => `${prefix}メートル`,
  ),
  ...metric('m²', { k: 'キロ', c: 'センチ' }, (prefix) => `平方${prefix}メートル`),
  ...metric('m2', { '': '', k: 'キロ', c: 'センチ' }, (prefix) => `平方${prefix}メートル`),
  ...metric('m3', { '': '', c: 'センチ' }, (prefix) => `立方${prefix}メートル`),
  ...metric('m³', { '': '', c: 'センチ', k: 'キロ' }, (prefix) => `立方${prefix}メートル`),
  ...metric(
    'g',
    { k: 'キロ', K: 'キロ', '': '', m: 'ミリ', µ: 'マイクロ', μ: 'マイクロ' },
    (prefix) => `${prefix}グラム`,
  ),
  ...metric('W', { '': '', k: 'キロ', M: 'メガ', G: 'ギガ' }, (prefix) => `${prefix}ワット`),
  ...metric('V', { '': '', k: 'キロ', m: 'ミリ' }, (prefix) => `${prefix}ボルト`),
  ...metric('Pa', { '': '', k: 'キロ', M: 'メガ', h: 'ヘクト' }, (prefix) => `${prefix}パスカル`),
  ...metric('L', { k: 'キロ', d: 'デシ', m: 'ミリ', µ: 'マイクロ' }, (prefix) => `${prefix}リットル`),
  ...metric('Hz', { '': '', k: 'キロ', M: 'メガ', G: 'ギガ' }, (prefix) => `${prefix}ヘルツ`),
  ...metric(
    'B',
    { K: 'キロ', k: 'キロ', M: 'メガ', G: 'ギガ', T: 'テラ', P: 'ペタ' },
    (prefix) => `${prefix}バイト`,
  ),
};

export const CURRENCIES: Record<string, string> = spelled({
  '¥ JPY \\': '円',
  $: 'ドル',
  '¢ ￠': 'セント',
  'A$ AUD': 'オーストラリアドル',
  'C$ CAD': 'カナダドル',
  'HK$ HKD': '香港ドル',
  'NT$ TWD': '台湾ドル',
  'S$ SGD': 'シンガポールドル',
  'NZ$ NZD': 'ニュージーランドドル',
  'R$ BRL': 'レアル',
  '₹ INR': 'ルピー',
  '฿ THB': 'バーツ',
  '₽ RUB': 'ルーブル',
  '₫ VND': 'ドン',
  '₱ PHP': 'ペソ',
  '₿ BTC': 'ビットコイン',
  'US$ USD': '米ドル',
  '€ EUR': 'ユーロ',
  '£ GBP': 'ポンド',
  '₩ KRW': 'ウォン',
  'CNY RMB': '元',
  CHF: 'スイスフラン',
});

export const ABBREVIATIONS: Record<string, string> = spelled({
  '㈱ (株) K.K.': '株式会社',
  '㈲ (有)': '有限会社',
  '(財)': '財団法人',
  '(社)': '社団法人',
  '(学)': '学校法人',
  '㈹': '代表',
  '℡ TEL Tel Tel. TEL. ☎ ☏': '電話',
  'FAX Fax': 'ファックス',
  '〒': '郵便番号',
  '∞': '無限大',
  '№ No. no. NO. №.': 'ナンバー',
  '&': 'アンド',
  'vs. vs VS VS. v.s.': '対',
  'Dr. DR.': 'ドクター',
  'Mr. MR.': 'ミスター',
  'Mrs.': 'ミセス',
  'Ms.': 'ミズ',
  'Prof.': 'プロフェッサー',
  'Jr.': 'ジュニア',
  'St.': 'セント',
  'etc. etc': 'エトセトラ',
  'Vol. vol. VOL.': 'ボリューム',
  'Ver. ver. VER.': 'バージョン',
  'Ep. ep. EP.': 'エピソード',
  'Ch. ch.': 'チャンネル',
  'Lv. lv. LV.': 'レベル',
  'cf. Cf.': '参照',
  'Corp.': 'コーポレーション',
  'Sr.': 'シニア',
  'feat. Feat. ft.': 'フィーチャリング',
  'e.g.': '例えば',
  'i.e.': 'すなわち',
  'P.S.': '追伸',
  'Inc.': 'インク',
  'Ltd.': 'リミテッド',
  'approx. Approx.': '約',
  'a.k.a. aka': 'またの名を',
  '§': 'セクション',
  '©': 'コピーライト',
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
  周年: st('しゅうねん'),
  丁目: st('ちょうめ'),
  町: st('ちょう'),
  手: st('て'),
  '店 点': st('てん'),
  滴: st('てき'),
  '頭 等': st('とう'),
});

export const ERAS: Readonly<Record<string, string>> = {
  R: '令和',
  H: '平成',
  S: '昭和',
  T: '大正',
  M: '明治',
};

export const LETTERS: Readonly<Record<string, string>> = Object.fromEntries(
  'エー ビー シー ディー イー エフ ジー エイチ アイ ジェー ケー エル エム エヌ オー ピー キュー アール エス ティー ユー ブイ ダブリュー エックス ワイ ゼット'
    .split(' ')
    .map((name, index) => [String.fromCharCode(65 + index), name]),
);

/** Initials that are said as words. */
export const SPOKEN_INITIALS: Readonly<Record<string, string>> = {
  NASA: 'ナサ',
  COVID: 'コビッド',
  NATO: 'ナトー',
  UNESCO: 'ユネスコ',
  UNICEF: 'ユニセフ',
  OPEC: 'オペック',
  APEC: 'エイペック',
  ASEAN: 'アセアン',
  JAXA: 'ジャクサ',
  JICA: 'ジャイカ',
  JETRO: 'ジェトロ',
  JASRAC: 'ジャスラック',
  FIFA: 'フィファ',
  AIDS: 'エイズ',
  SARS: 'サーズ',
  LAN: 'ラン',
  RAM: 'ラム',
  ROM: 'ロム',
  PIN: 'ピン',
  SIM: 'シム',
  OK: 'オーケー',
  TOEIC: 'トーイック',
  TOEFL: 'トーフル',
  LINE: 'ライン',
  IKEA: 'イケア',
  PayPay: 'ペイペイ',
  TPP: 'ティーピーピー',
};

/** Initials with a vowel that are said letter by letter. */
export const SPELLED_INITIALS =
  'AI AO AR ADHD AED ANA API ATM BGM CEO CFO CIA COO CTO DIY DNA DVD EC ECB EMS EPA ETC EU EV FAQ FBI FOMC FX GDP GHQ GPU GUI HDMI HIV IAEA IBM IC ICU ID IH IMF IOC IOT IP IPO IPS IQ IR ISO ISS IT JA JAL JOC JR JRA KDDI LED LGBT MBA MRI NBA NEC NFL NGO NHK NPO NTT OA OECD OEM OL OS PCR PDF PKO PTA QOL QR SNS SOS SUV TBS TOB UAE UFO UI UK UN URL USA USB UV UX VIP WHO WTO';

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

/** The words that show what a number is. */
export const JA_CODES: CodeWords = {
  before:
    '(?:暗証|会員|口座|管理|受付|注文|予約|製造|登録|シリアル|追跡|伝票|学籍|社員|識別|証券|整理|確認|問い合わせ|お客様|カード|契約|案件)番号|パスワード|パスコード|コード|シリアルナンバー|PIN|(?<![A-Za-z])OTP',
  endings: '末尾|(?:下|上|末尾|最後の|最初の) ?[1-9一二三四五六七八九数] ?桁',
  examples: '例えば|たとえば|例',
  after:
    '(?:が|は) ?(?:あなたの|お客様の|今回の)?(?:ワンタイム)?(?:認証コード|確認コード|暗証番号|パスワード|コード)',
  counted: '[個件種通回桁本つ枚円人点台行文字秒分時日月年]',
};

export const JA_LABELS: Labels = {
  link: '(?:番号|は|が|を|の|で|に)',
  versions: 'バージョン|(?<![A-Za-z])[Vv](?:er(?:sion)?)?\\.?|ビルド|リリース|ファームウェア|アップデート',
  versionsBehind: '版|系(?!列)|バージョン',
  places:
    'スライド|ページ|頁|シーン|カット|ステージ|レベル|ステップ|チャプター|パート|トラック|ディスク|ラウンド|ウェーブ|ミッション|体力|生命力|スタミナ|魔力|進捗|進行状況|設問|問題?|写真|画像|動画|手順|達成度|ライフ',
  placesBehind: 'ページ|頁|枚目|問目|話目|章目|ステップ',
  expiry: '有効期限|期限',
  deadlines: '期限|締切|締め切り|期日|開催日|発売日|公開日|配信日|日程|誕生日',
  card: /カード|クレジット/,
  recordings:
    '(?:動画|映像|録画|録音|音声|音源|ビデオ|クリップ|アーカイブ|配信|ポッドキャスト|曲|トラック)(?:の|内の|中の|開始)',
  stages: 'ステージ|ワールド|エリア',
  stagesBehind: '面(?!目)',
  stage: 'の',
  durations: '再生時間|所要時間|収録時間|上映時間|演奏時間|経過時間|残り時間|タイム|記録|長さ|残り',
  hours: '時間',
  minutes: '分',
  seconds: '秒',
  degrees: '度',
  compass: { N: '北緯', S: '南緯', E: '東経', W: '西経' },
  keys: {
    star: 'アスタリスク',
    hash: 'シャープ',
    behind: /(?:押して|プッシュして|入力して)[^。！？\n]{0,6}$/,
    ahead:
      /^(?:[をかとやも、,」』]|キー|ボタン|または|もしくは|印)[^。！？\n]{0,30}(?:押|プッシュ|タップ|入力|ダイヤル|発信)/,
  },
  emergency: {
    numbers: '110|118|119|112|911|104|113|115|116|117|171|177|188|189|7119|8000',
    labels: '緊急通報|緊急電話|緊急時|火災|消防|救急車?|海上保安庁',
    about: /電話|通報|緊急|警察|消防|救急|ダイヤル|連絡|発信|相談|かけ/,
    between: ' ?(?:[、，,・/]|または|もしくは|[やとか]) ?',
    noun: ' ?(?:番[目線地]|[人円個点号年月日時分話回件台名本枚%]|ページ)',
  },
};
