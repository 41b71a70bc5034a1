import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { decodeText } from '../src/encoding/encoding.ts';
import { ScriptError } from '../src/formats/script-error.ts';

const bytesOf = (text: string, encoding: string) => new Uint8Array(iconv.encode(text, encoding));

const SRT = (first: string, second: string) =>
  `1\r\n00:00:01,000 --> 00:00:02,000\r\n${first}\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\n${second}\r\n`;

describe('legacy encodings', () => {
  test.each([
    ['windows-1250', SRT('Dobrý večer, vítejte.', 'Kde je ten člověk? Už přišel.')],
    ['windows-1250', 'id,text\n1,Dzień dobry, źle śpię.\n2,Zażółć gęślą jaźń.\n'],
    ['windows-1250', 'Szép napot kívánok! Hűvös őszi reggel volt, és a gyerekek örültek.'],
    ['windows-1251', SRT('Привет, как дела?', 'Хорошо, спасибо.')],
    ['windows-1251', 'Добре дошли в нашия град.'],
    ['shift_jis', 'id,text\n1,こんにちは、世界。\n2,お元気ですか\n'],
    ['shift_jis', 'key,ja\na,今日はいい天気ですね。\nb,ゲームを始める\n'],
    ['gb18030', 'id,text\n1,你好，世界。\n2,今天天气很好。\n'],
    ['gb18030', '欢迎来到我们的城市，请进。'],
    ['euc-kr', 'id,text\n1,안녕하세요, 여러분.\n2,오늘 날씨가 좋네요.\n'],
    ['windows-1252', 'Grüße aus München, schöne Straße.'],
    ['windows-1252', 'Où êtes-vous allé ? C’est très bien.'],
    ['windows-1252', '¿Qué pasa, señor? Mañana.'],
    ['windows-1252', '“Hello” – it’s me.'],
    ['windows-1252', 'Café'],
  ])('%s is decoded and reported as a guess: %j', (encoding, text) => {
    expect(decodeText(bytesOf(text, encoding))).toEqual({ text, encoding, guessed: true });
  });

  test.each([
    ['big5', '歡迎來到我們的城市，請進。', /Big5/],
    ['euc-jp', 'こんにちは、世界。お元気ですか', /EUC-JP/],
    ['koi8-r', 'Добрый вечер, дамы и господа.', /KOI8-R/],
    ['windows-1253', 'Καλημέρα, τι κάνετε;', /Windows-1253/],
    ['windows-1254', 'Günaydın, nasılsınız? Şimdi gidiyoruz, çok güzel.', /Windows-1254/],
  ])('%s is rejected by name', (encoding, text, name) => {
    expect(() => decodeText(bytesOf(text, encoding))).toThrow(name);
    expect(() => decodeText(bytesOf(text, encoding))).toThrow(ScriptError);
  });

  test.each([
    ['ISO-2022-JP', Buffer.from('1b244224332473244b244124 4f1b2842'.replace(' ', ''), 'hex')],
    ['twice', bytesOf(Buffer.from('Grüße, schöne Straße.').toString('latin1'), 'utf-8')],
  ])('text that decodes as UTF-8 but is in another encoding is rejected: %s', (name, bytes) => {
    expect(() => decodeText(new Uint8Array(bytes))).toThrow(new RegExp(name));
  });

  test('accents of western text in UTF-8 are not mistaken for double-encoded text', () => {
    const text = 'NÃO É ÂNGELA. “Ça va?” – dit-il… À bientôt ! Año. Ð og þ.';
    expect(decodeText(bytesOf(text, 'utf-8')).text).toBe(text);
  });
});

describe('UTF-32', () => {
  const text = 'id,text\n1,Grüße 😀 日本\n';
  test.each(['utf-32le', 'utf-32be'])('%s is decoded with and without a byte order mark', (encoding) => {
    const marked = new Uint8Array(iconv.encode(text, encoding, { addBOM: true }));
    expect(decodeText(marked)).toEqual({ text, encoding, guessed: false });
    const bare = new Uint8Array(iconv.encode(text, encoding, { addBOM: false }));
    expect(decodeText(bare)).toEqual({ text, encoding, guessed: true });
  });

  test('a truncated file that claims to be UTF-32 is rejected by name', () => {
    const marked = new Uint8Array(iconv.encode(text, 'utf-32le', { addBOM: true }));
    expect(() => decodeText(marked.subarray(0, -1))).toThrow(/utf-32le/);
  });
});
