import type { CodeWords, Labels } from '../eastern/labels.ts';
import { expandSpellings, readEastern } from './tables.ts';
import table from './words/ja.json' with { type: 'json' };

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

export const {
  units: UNITS,
  currencies: CURRENCIES,
  abbreviations: ABBREVIATIONS,
  letters: LETTERS,
  spoken_initials: SPOKEN_INITIALS,
  spelled_initials: SPELLED_INITIALS,
} = readEastern(table);
export const COUNTERS: Readonly<Record<string, Counter>> = expandSpellings(
  table.counters,
  (counter: Counter) => counter,
);
export const ERAS: Readonly<Record<string, string>> = table.eras;
/** Native numerals before つ, from one to nine. */
export const NATIVE: readonly string[] = table.native;

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
