import { describe, expect, test } from 'vitest';
import { decodeText } from '../src/encoding/encoding.ts';
import {
  cleanScript,
  countCharacters,
  countText,
  detectLanguage,
  normalizeLocale,
  ScriptError,
  splitSentences,
  writeSrt,
  writeVtt,
} from '../src/index.ts';
import { findHeaderLocale } from '../src/locales/locale.ts';
import { parseCues } from './support/cues.ts';

const sample = 'Grüße, “Ada” – 日本語';
const utf16 = (text: string, big: boolean) => {
  const bytes = new Uint8Array(Buffer.from(text, 'utf16le'));
  if (big) Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).swap16();
  return bytes;
};

describe('encoding', () => {
  test('UTF-8 and UTF-16 are read with and without a byte order mark', () => {
    expect(decodeText(new TextEncoder().encode(sample)).text).toBe(sample);
    expect(decodeText(new TextEncoder().encode(`\ufeff${sample}`)).text).toBe(sample);
    for (const big of [false, true]) {
      expect(decodeText(utf16(`\ufeff${sample}`, big)).text).toBe(sample);
      expect(decodeText(utf16('Hello there', big)).text).toBe('Hello there');
    }
  });

  test('text that is not UTF-8 is read as western text', () => {
    expect(decodeText(new Uint8Array([0x93, 0x47, 0x72, 0xfc, 0xdf, 0x65, 0x94])).text).toBe('“Grüße”');
  });

  test.each([
    ['a PNG', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13])],
    ['control characters', new Uint8Array(200).fill(1)],
    ['Cyrillic in windows-1251', new Uint8Array(40).fill(0xe4)],
    ['a few letters of Greek', new Uint8Array([0xc3, 0xe5, 0xe9, 0xdc, 0x20, 0xf3, 0xef, 0xf5])],
    ['UTF-16 cut in the middle', new Uint8Array([0xff, 0xfe, 0x41, 0x00, 0x42])],
  ])('%s is the wrong encoding', (_, bytes) => {
    expect(() => decodeText(bytes)).toThrow(ScriptError);
    expect(() => decodeText(bytes)).toThrow(/encoding|is not|not text/);
  });
});

describe('locales', () => {
  test.each([
    ['de_DE', 'de-de'],
    [' EN-us ', 'en-us'],
    ['zh_Hant_TW', 'zh-hant-tw'],
    ['en-uk', 'en-gb'],
    ['cmn', 'zh'],
    ['xx', null],
    ['x-klingon', null],
    ['de-xx1', null],
    ['english', null],
    ['', null],
  ])('%j is %j on the wire', (tag, expected) => expect(normalizeLocale(tag)).toBe(expected));

  test('a header is a locale only if it cannot be an ordinary word', () => {
    expect(['en', 'de_DE', 'ja', 'no-no'].map(findHeaderLocale)).toEqual(['en', 'de-de', 'ja', 'no-no']);
    expect(['id', 'no', 'vo', 'text', 'notes', 'tag', 'is'].map(findHeaderLocale)).toEqual(
      Array(7).fill(null),
    );
  });
});

describe('language detection', () => {
  test.each([
    ['The door is locked tonight', 'en'],
    ['Hello, world my friend', 'en'],
    ['Ich gehe heute nach Hause', 'de'],
    ['Merci beaucoup mon ami', 'fr'],
    ['Gracias por su llamada', 'es'],
    ['東京へ行きます', 'ja'],
    ['안녕하세요', 'ko'],
    ['我们今天晚上回家吃饭', 'zh'],
    ['สวัสดี', 'th'],
    ['Yes', null],
    ['東京', null],
    ['123 456 789', null],
    ['xqz plk wrt', null],
  ])('%s is %s', (text, expected) => expect(detectLanguage(text)).toBe(expected));

  test('candidates restrict detection, and the result is one of them', () => {
    expect(detectLanguage('東京', ['en-us', 'ja-jp'])).toBe('ja-jp');
    expect(detectLanguage('Yes', ['en-us'])).toBe('en-us');
    expect(detectLanguage('The door is locked', ['en-us', 'de-de'])).toBe('en-us');
    expect(detectLanguage('The door is locked', ['en-us', 'en-gb'])).toBeNull();
  });
});

describe('characters', () => {
  test('code points of the stripped script are counted', () => {
    expect(countCharacters('  héllo 👋🏽\n')).toBe(8);
    expect(countCharacters('')).toBe(0);
  });

  test('a cleaned script has no control characters and a single kind of newline', () => {
    expect(cleanScript('\u0007 a\r\nb\rc \u200b')).toBe('a\nb\nc \u200b'.trim());
    expect(cleanScript(' \u200b\u00ad ')).toBe('');
  });
});

describe('subtitles', () => {
  test('cues survive a byte order mark, CRLF, ids, settings, missing ids, missing hours and NOTE blocks', () => {
    const text =
      '\ufeffWEBVTT - title\r\n\r\nNOTE hidden\r\nmore\r\n\r\nintro\r\n00:01.5 --> 00:02.000 align:start\r\n<v Ada>Hi &amp; welcome</v>\r\n' +
      '\r\n00:00:03,000-->00:00:04,000\r\n{\\an8}12 bells\r\n12\r\n13\r\n00:00:05.000 --> 00:00:06.000\r\nA -> B\r\n';
    expect(parseCues(text)).toEqual([
      { start_ms: 1500, end_ms: 2000, text: 'Hi & welcome', speaker: 'Ada', row: 7 },
      { start_ms: 3000, end_ms: 4000, text: '12 bells\n12', speaker: null, row: 10 },
      { start_ms: 5000, end_ms: 6000, text: 'A -> B', speaker: null, row: 14 },
    ]);
  });

  test('written subtitles are read back unchanged, whatever the text contains', () => {
    const cues = [
      { start_ms: 0, end_ms: 1234, text: 'One\n\nTwo' },
      { start_ms: 3_599_999, end_ms: 36_000_001, text: 'a < b & c > d' },
    ];
    const expected = [{ ...cues[0], text: 'One\nTwo' }, cues[1]];
    for (const text of [[...writeSrt(cues)].join(''), [...writeVtt(cues)].join('')]) {
      expect(
        parseCues(text).map(({ start_ms, end_ms, text: read }) => ({ start_ms, end_ms, text: read })),
      ).toEqual(expected);
    }
    expect([...writeSrt(cues)][1]).toContain('00:59:59,999 --> 10:00:00,001');
  });
});

describe('sentences', () => {
  test.each([
    ['en-us', ['Dr. Smith met J. R. Jones at 5 p.m. yesterday.', '"Really?" she asked.', 'Yes!']],
    ['de-de', ['Am 24. Dezember feiern wir z. B. Weihnachten.', 'Er sagte: „Komm! Jetzt.“', 'Und ging.']],
    ['ja-jp', ['彼は「はい。行きます。」と言った。', 'それから帰った。']],
    ['fr-fr', ['M. Dupont arrive.', 'Il dit : « Bonjour ! Entrez. »', 'Puis il part.']],
  ])('%s text is split where a reader would pause', (locale, sentences) => {
    expect(splitSentences(sentences.join(locale === 'ja-jp' ? '' : ' '), locale)).toEqual(sentences);
  });

  test('a piece is never longer than the limit and never split inside an emoji', () => {
    const pieces = splitSentences('👩🏽‍🚀'.repeat(100), 'en', 30);
    expect(Math.max(...pieces.map((piece) => [...piece].length))).toBeLessThanOrEqual(30);
    expect(pieces.every((piece) => piece.startsWith('👩'))).toBe(true);
  });
});

test.each([
  [0, '0 retries'],
  [1, '1 retry'],
  [2, '2 retries'],
  [1200, '1,200 retries'],
])('%d retries are counted as "%s"', (count, text) => {
  expect(countText(count, 'retry', 'retries')).toBe(text);
});
