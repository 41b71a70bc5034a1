import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { decodeText } from '../src/encoding/encoding.ts';
import { ScriptError } from '../src/index.ts';

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
    ['windows-1252', 'Das ist´s: die “alte” Öffnung – und iPhone™X, œuvre, Žižek.'],
    ['windows-1252', 'He said “wait…”—and left‡ for 20°C.'],
    ['macintosh', 'id,text\r1,Schöne Grüße aus München.\r2,Wir hören später größere Geräusche.\r'],
    ['macintosh', 'L’été à Paris, déjà vu : ça va ? Où êtes-vous, chère Hélène ?'],
    ['macintosh', 'El niño comió ayer. ¿Dónde está la señora? ¡Adiós!'],
    ['macintosh', 'Don’t go — it’s “fine”…'],
    ['macintosh', 'Meu coração não é só seu, João.'],
    ['macintosh', 'Perché è così, Niccolò?'],
    ['macintosh', 'un hôtel'],
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

describe('text in no western encoding', () => {
  test.each([
    ['cp850', 'Schöne Grüße aus München. Später hören wir mehr.'],
    ['cp850', 'El niño comió ayer. ¿Dónde está la señora? ¡Adiós!'],
    ['cp437', 'Où êtes-vous allé hier ? Voilà le château déjà vu.'],
  ])('%s is rejected with the advice to save it as UTF-8: %s', (encoding, text) => {
    expect(() => decodeText(bytesOf(text, encoding))).toThrow(/UTF-8/);
  });
});

describe('several encodings in one file', () => {
  const lines = (...parts: [text: string, encoding: string][]) =>
    Buffer.concat(parts.map(([text, encoding]) => iconv.encode(`${text}\n`, encoding)));
  const errorOf = (bytes: Buffer): ScriptError => {
    try {
      decodeText(new Uint8Array(bytes));
    } catch (error) {
      if (error instanceof ScriptError) return error;
      throw error;
    }
    throw new Error('expected a ScriptError');
  };

  test.each([
    [
      'windows-1252 below UTF-8',
      lines(['id,text', 'utf-8'], ['1,Grüße', 'utf-8'], ['2,Schön', 'windows-1252']),
      2,
      3,
    ],
    [
      'UTF-8 below windows-1252',
      lines(['1,Déjà vu', 'windows-1252'], ['2,Hi', 'utf-8'], ['3,Déjà', 'utf-8']),
      3,
      1,
    ],
    ['Mac Roman below UTF-8', lines(['1,Grüße', 'utf-8'], ['2,Schöne große Füße', 'macintosh']), 1, 2],
    [
      'windows-1250 below UTF-8',
      lines(['1,Dobrý večer', 'utf-8'], ['2,Kde je ten člověk? Už přišel.', 'windows-1250']),
      1,
      2,
    ],
    [
      'a broken byte',
      Buffer.concat([lines(['1,Grüße', 'utf-8']), Buffer.from([0x32, 0x2c, 0xff, 0x0a])]),
      1,
      2,
    ],
  ])('are rejected with the lines: %s', (_what, bytes, utf8, other) => {
    const error = errorOf(bytes);
    expect(error).toMatchObject({ code: 'WRONG_ENCODING', row: other });
    expect(error.message).toContain(`line ${utf8} is UTF-8, but line ${other} is not`);
  });

  test('also far into a large file', () => {
    const many = Array.from({ length: 5_000 }, (_, index): [string, string] => [`${index},Grüße`, 'utf-8']);
    expect(errorOf(lines(...many, ['x,Schön', 'windows-1252'])).row).toBe(5_001);
  });

  test('UTF-8 with a broken character in its only line is not read as western text', () => {
    expect(errorOf(Buffer.concat([Buffer.from('Grüße, schöne Straße'), Buffer.from([0xc3])])).code).toBe(
      'WRONG_ENCODING',
    );
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
