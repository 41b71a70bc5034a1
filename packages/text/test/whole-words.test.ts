import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contextKey, wordKey, wordReplacer } from '../src/index.ts';
import { measureCpu } from './support/cpu.ts';

function replaced(text: string, words: Record<string, string>, locale = 'en-us'): string {
  const patterns = Object.entries(words).map(([word, spoken]) => ({ key: wordKey(word), spoken }));
  return wordReplacer(patterns, locale)(text, ({ spoken }) => spoken);
}

test.each([
  ['whole words alone', 'cat concat cats Cat, (CAT)', { cat: 'dog' }, 'dog concat cats dog, (dog)'],
  ['words with accents as letters', 'café cafe', { cafe: 'x' }, 'café x'],
  ['composed and decomposed letters alike', 'caf\u0065\u0301!', { 'caf\u00e9': 'x' }, 'x!'],
  [
    'several words, whatever the space between them',
    'in New  York\nNew\nYork',
    { 'new york': 'NY' },
    'in NY\nNY',
  ],
  ['the longest first', 'New York Times', { 'new york': 'a', 'new york times': 'b', times: 'c' }, 'b'],
  [
    'signs at the ends',
    'C++ and C# and C, .NET or ASP.NET',
    { 'C++': 'see plus', 'C#': 'see sharp', '.NET': 'dot net' },
    'see plus and see sharp and C, dot net or ASP.NET',
  ],
  ['apostrophes of every kind', "don’t don't", { "don't": 'do not' }, 'do not do not'],
  ['numbers as words', 'B2B 2 B2', { 2: 'two', B2B: 'bee to bee' }, 'bee to bee two B2'],
  ['nothing in what was replaced', 'a b', { a: 'b', b: 'c' }, 'b c'],
  ['nothing in markup', '<break time="2s"/> time', { time: 'tyme', break: 'x' }, '<break time="2s"/> tyme'],
  ['nothing special in signs of expressions', 'a.b axb', { 'a.b': 'x' }, 'x axb'],
  ['letters whose lower case is longer', 'İstanbul İ', { İstanbul: 'x' }, 'x İ'],
])('%s', (_name, text, words, expected) => {
  expect(replaced(text, words)).toBe(expected);
});

/** Replaced by `[led]` if the context matches, otherwise by `[leed]`. */
function inContext(text: string, context: { before?: string[]; after?: string[] }, locale = 'en-us') {
  const key = locale === 'ja-jp' ? '生' : 'lead';
  const pattern = { key, spoken: '[led]', context: contextKey({ before: [], after: [], ...context }) };
  return wordReplacer([pattern, { key, spoken: '[leed]' }], locale)(text, ({ spoken }) => spoken);
}

test.each([
  ['a word after it', 'Lead pipe, lead role', { after: ['pipe', 'poisoning'] }, '[led] pipe, [leed] role'],
  ['a word before it', 'to lead; of lead', { before: ['of'] }, 'to [leed]; of [led]'],
  [
    'both, if both are named',
    'of lead pipe, of lead',
    { before: ['of'], after: ['pipe'] },
    'of [led] pipe, of [leed]',
  ],
  ['whole words only', 'lead pipes', { after: ['pipe'] }, '[leed] pipes'],
  ['direct neighbors only', 'lead grey pipe', { after: ['pipe'] }, '[leed] grey pipe'],
  ['neighbors in any case, with other signs between', 'OF “lead”', { before: ['Of'] }, 'OF “[led]”'],
  [
    'neighbors beyond markup',
    'of <b>lead</b> <break time="1s"/> pipe',
    { before: ['of'], after: ['pipe'] },
    'of <b>[led]</b> <break time="1s"/> pipe',
  ],
  ['phrases with apostrophes', 'it isn’t  lead', { before: ["isn't"] }, 'it isn’t  [led]'],
  ['the text as written, not what was replaced', 'lead lead', { before: ['leed'] }, '[leed] [leed]'],
])('a context is %s', (_name, text, context, expected) => {
  expect(inContext(text, context)).toBe(expected);
});

test('a context in a language without spaces is the text directly next to the word', () => {
  expect(inContext('生ビールと先生', { after: ['ビール'] }, 'ja-jp')).toBe('[led]ビールと先[leed]');
});

test('a longer word whose context does not match leaves the match to a shorter one', () => {
  const patterns = [{ key: 'lead role', context: { before: ['my'], after: [] } }, { key: 'lead' }];
  const replace = wordReplacer(patterns, 'en-us');
  expect(replace('my lead role, a lead role', ({ key }) => `[${key}]`)).toBe('my [lead role], a [lead] role');
});

test('preceding words are searched for only where the word is', () => {
  const before = Array.from({ length: 20 }, (_, index) => `word${index}`);
  const replacer = wordReplacer([{ key: 'read', context: { before, after: [] } }], 'en-us');
  const gap = '.'.repeat(100_000);
  expect(replacer(`read ${gap}`, () => 'red')).toBe(`read ${gap}`);
  expect(replacer(`word7${gap} read`, () => 'red')).toBe(`word7${gap} red`);
});

test('contexts and long gaps are found in linear time', () => {
  const text = `of ${'<b></b> , '.repeat(20_000)}lead`;
  const spent_ms = measureCpu(() => expect(inContext(text, { before: ['if'] })).toContain('[leed]'));
  expect(spent_ms).toBeLessThan(2_000);
});

test('in languages without spaces, a part of the text can be a word', () => {
  expect(replaced('東京都に行く', { 東京: 'とうきょう' }, 'ja-jp')).toBe('とうきょう都に行く');
  expect(replaced('東京都に行く', { 東京: 'x' }, 'en-us')).toBe('東京都に行く');
});

test('in languages without spaces, letters of other scripts still form words', () => {
  expect(replaced('MAILとAIとAI2、AI', { AI: 'エーアイ' }, 'ja-jp')).toBe('MAILとエーアイとAI2、エーアイ');
  expect(replaced('用GPT做GPTs', { GPT: 'x' }, 'zh-cn')).toBe('用x做GPTs');
  expect(replaced('แอปiOSและKiosk', { ios: 'x' }, 'th-th')).toBe('แอปxและKiosk');
  expect(replaced('iPhone2台', { 2: 'x', 台: 'y' }, 'ja-jp')).toBe('iPhone2y');
});

test('a text without any of the words stays unchanged to the last code point', () => {
  expect(replaced('caf\u0065\u0301', { tea: 'x' })).toBe('caf\u0065\u0301');
});

test('any word is found between any spaces, and nothing ever throws', () => {
  const word = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
    .map((text) => text.replace(/[<>\p{Cc}\p{Z}]/gu, ''))
    .filter((text) => /[\p{L}\p{N}]/u.test(text));
  fc.assert(
    fc.property(word, fc.string({ unit: 'grapheme' }), (one, text) => {
      const before = replaced(text, { [one]: '⟦x⟧' });
      expect(typeof before).toBe('string');
      expect(replaced(`a ${one} b`, { [one]: '⟦x⟧' })).toContain('⟦x⟧');
    }),
  );
});

test('ten thousand words add almost no cost to a line', () => {
  const words = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`word${n}`, `w${n}`]));
  expect(replaced('say word9999 and word1, not word10001', words)).toBe('say w9999 and w1, not word10001');
});
