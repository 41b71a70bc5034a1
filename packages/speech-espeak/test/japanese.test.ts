import { expect, test } from 'vitest';
import { COUNTERS } from '../src/japanese/counters.ts';
import { japanesePieces } from '../src/japanese/japanese.ts';
import { parseKanjiNumber, readCounted, readNumber } from '../src/japanese/numbers.ts';
import { spokenText } from '../src/pieces.ts';

const read = async (text: string): Promise<string> => spokenText(await japanesePieces(text));

test.each([
  ['0', 'ぜろ'],
  ['7', 'なな'],
  ['10', 'じゅー'],
  ['24', 'にじゅーよん'],
  ['300', 'さんびゃく'],
  ['608', 'ろっぴゃくはち'],
  ['1250', 'せんにひゃくごじゅー'],
  ['3800', 'さんぜんはっぴゃく'],
  ['10000', 'いちまん'],
  ['10000000', 'いっせんまん'],
  ['120030000', 'いちおくにせんさんまん'],
  ['1000000000000', 'いっちょー'],
  ['3.14', 'さんてんいちよん'],
  ['090', 'ぜろきゅーぜろ'],
])('the number %s is read %s', (number, kana) => {
  expect(readNumber(number)).toBe(kana);
});

test.each([
  ['4', '月', 'しがつ'],
  ['9', '月', 'くがつ'],
  ['12', '月', 'じゅーにがつ'],
  ['1', '日', 'ついたち'],
  ['8', '日', 'よーか'],
  ['17', '日', 'じゅーしちにち'],
  ['20', '日', 'はつか'],
  ['31', '日', 'さんじゅーいちにち'],
  ['4', '時', 'よじ'],
  ['19', '時', 'じゅーくじ'],
  ['1', '分', 'いっぷん'],
  ['4', '分', 'よんぷん'],
  ['5', '分', 'ごふん'],
  ['30', '分', 'さんじゅっぷん'],
  ['2024', '年', 'にせんにじゅーよねん'],
  ['1', '人', 'ひとり'],
  ['14', '人', 'じゅーよにん'],
  ['1', '本', 'いっぽん'],
  ['3', '本', 'さんぼん'],
  ['100', '本', 'ひゃっぽん'],
  ['300', '本', 'さんびゃっぽん'],
  ['6', '個', 'ろっこ'],
  ['8', '回', 'はっかい'],
  ['3', '階', 'さんがい'],
  ['8', '冊', 'はっさつ'],
  ['20', '歳', 'はたち'],
  ['4', '円', 'よえん'],
  ['5', 'つ', 'いつつ'],
  ['12.5', '%', 'じゅーにてんごぱーせんと'],
])('%s%s is read %s', (number, name, kana) => {
  const counter = COUNTERS[name];
  expect(counter && readCounted(number, counter)).toBe(kana);
});

test.each([
  ['二十四', '24'],
  ['百', '100'],
  ['三千五百', '3500'],
  ['一万二千', '12000'],
  ['二〇二四', '2024'],
])('the numeral %s is %s', (kanji, number) => {
  expect(parseKanjiNumber(kanji)).toBe(number);
});

test.each([
  [
    '彼女は3月5日の午後4時30分に東京へ行きました。',
    'かのじょわ さんがつ いつかの ごご よじ さんじゅっぷんに とーきょーえ いきました。',
  ],
  ['私は学生です。', 'わたしわ がくせいです。'],
  ['こんにちは、世界！', 'こんにちわ、 せかい!'],
  ['二人で一本ずつ飲んだ。', 'ふたりで いっぽんずつ のんだ。'],
  ['１２：０５に1,250円払った', 'じゅーにじ ごふんに せんにひゃくごじゅーえん はらった'],
  ['ＨＰが足りない', 'えいちぴーが たりない'],
  ['ゲームは終わりだ！', 'げーむわ おわりだ!'],
])('%s is read in kana', async (text, kana) => {
  expect(await read(text)).toBe(kana);
});

test('a reading keeps every written character next to it, and contains no kanji', async () => {
  const text = '勇者アレクよ、「暁の剣」を手に取り、闇の王を倒すのだ。';
  const pieces = await japanesePieces(text);
  expect(pieces.map(({ written }) => written).join('')).toBe(text);
  expect(spokenText(pieces)).not.toMatch(/\p{Script=Han}/u);
});

test('a foreign word is left to the English voice, and an acronym is read letter by letter', async () => {
  const pieces = await japanesePieces('VIPはContinueを押す');
  expect(pieces.filter(({ language }) => language === 'en-us').map(({ spoken }) => spoken)).toEqual([
    'Continue',
  ]);
  expect(spokenText(pieces)).toMatch(/^ぶいあいぴーわ/);
});
