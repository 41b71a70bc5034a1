import { describe, expect, test } from 'vitest';
import { align, countErrors } from '../src/accuracy/align.ts';
import {
  buildDiff,
  type Comparison,
  compareTexts,
  countedRate,
  findTextErrors,
  pronouncedWords,
  recordedWords,
  recordingTag,
  type Sounds,
  speechText,
  tokenize,
  withoutRecordings,
  withoutWrittenTags,
} from '../src/index.ts';

type Words = { text: string; start_ms: number; end_ms: number }[];

/** Half a second for each word between spaces. */
function timesOf(text: string): Words {
  return text
    .split(' ')
    .map((word, index) => ({ text: word, start_ms: index * 500, end_ms: index * 500 + 400 }));
}

async function compare(script: string, text: string, locale = 'en-us', sounds?: Sounds): Promise<Comparison> {
  const transcript = { text, words: timesOf(text) };
  const comparison = await compareTexts({ script, transcript, locale, sounds });
  if (!comparison) throw new Error('nothing to compare');
  return comparison;
}

describe('words from recordings', () => {
  test('do not count, however they are transcribed, but the words around them do', async () => {
    const rateOf = async (heard: string, locale = 'en-us', script = 'Ask for Nguyen in town.') => {
      const more = { transcript: { text: heard, words: timesOf(heard) }, locale, recorded: ['nguyen', '阮'] };
      const comparison = await compareTexts({ script, ...more });
      return comparison && countedRate(comparison, { phonetic: false });
    };
    expect(await rateOf('ask for win in town')).toBe(0);
    expect(await rateOf('ask for new yen in town')).toBe(0);
    expect(await rateOf('ask for in town')).toBe(0);
    expect(await rateOf('ask for win in a town')).toBe(0.2);
    expect(await rateOf('你好温', 'zh-cn', '你好阮')).toBe(0);
  });

  test('have the times of their own occurrence unless the engine times them with other letters', () => {
    const tag = (said: string) => recordingTag({ sha256: '0a', word: 'Nguyen & "Co"' }, said);
    const text = `Nguyen met ${tag('win')}, and ${tag('New York')}; ${tag('Nguyen')}'s win.`;
    const spoken = withoutRecordings(text);
    expect(spoken).toBe("Nguyen met win, and New York; Nguyen's win.");
    const found = recordedWords(text, 'en-us', timesOf(spoken));
    expect(found.map(({ word, time }) => [word, time?.start_ms, time?.end_ms])).toEqual([
      ['Nguyen & "Co"', 1_000, 1_400],
      ['Nguyen & "Co"', 2_000, 2_900],
      ['Nguyen & "Co"', undefined, undefined],
    ]);
    expect(recordedWords(text, 'en-us', []).map(({ time }) => time)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('the tag of a recording in a script', () => {
  test('is never treated as a tag of a recording, however it is encoded', () => {
    const tag = recordingTag({ sha256: '0a', word: 'tree' }, 'tree');
    const escaped = tag.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    const nested = (depth: number) =>
      tag.replaceAll('recorded', `re${'<x'.repeat(depth)}${'>'.repeat(depth)}corded`);
    const long = tag.replace('word="', `word="${'x'.repeat(2_100)}`);
    const hidden = [3, 4, 5].map(nested);
    for (const written of [
      tag,
      escaped,
      ...hidden,
      long,
      `<recorded>${tag}`,
      tag.replace('sha', `<recorded>sha`),
    ]) {
      const text = withoutWrittenTags(speechText(`A ${written} here.`, { locale: 'en-us' }).text);
      expect(recordedWords(text, 'en-us', [])).toEqual([]);
    }
  });
});

describe('the edit path from one text to another', () => {
  test('matches the one computed manually', () => {
    const ops = (a: string, b: string) =>
      align([...a], [...b])
        .map(({ op }) => op[0])
        .join('');
    expect(ops('kitten', 'sitting')).toBe('smmmsmi');
    expect(ops('flaw', 'lawn')).toBe('dmmmi');
    expect(ops('', 'ab')).toBe('ii');
    expect(ops('ab', '')).toBe('dd');
    expect(ops('', '')).toBe('');
  });

  /** The textbook's full table, as a reference for the fast implementation. */
  function distanceByTable(a: string[], b: string[]): number {
    let row = Array.from({ length: b.length + 1 }, (_, j) => j);
    for (const [i, word] of a.entries()) {
      const next = [i + 1];
      for (const [j, other] of b.entries())
        next.push(
          Math.min((row[j] ?? 0) + Number(word !== other), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1),
        );
      row = next;
    }
    return row[b.length] ?? 0;
  }

  let seed = 20_261_121;
  const random = (below: number): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  const words = (length: number, kinds: number): string[] =>
    Array.from({ length }, () => `w${random(kinds)}`);

  test('for 2,000 random pairs is shortest, symmetric, 0 for equal texts, and leads to the target', () => {
    for (let round = 0; round < 2_000; round++) {
      const [a, b] = [words(random(30), 1 + random(6)), words(random(30), 1 + random(6))];
      const steps = align(a, b);
      const distance = countErrors(steps);
      expect(distance).toBe(distanceByTable(a, b));
      expect(countErrors(align(b, a))).toBe(distance);
      expect(countErrors(align(a, a))).toBe(0);
      expect(distance).toBeGreaterThanOrEqual(Math.abs(a.length - b.length));
      expect(distance).toBeLessThanOrEqual(Math.max(a.length, b.length));
      expect(steps.flatMap((step) => step.a ?? [])).toEqual(a.map((_, index) => index));
      expect(steps.flatMap((step) => step.b ?? [])).toEqual(b.map((_, index) => index));
      for (const { op, a: i, b: j } of steps)
        if (i !== undefined && j !== undefined) expect(op === 'match').toBe(a[i] === b[j]);
    }
  });

  test('of texts of 10,000 words, similar or not, keeps only a part of the table in memory', () => {
    const script = words(10_000, 3_000);
    const close = script.flatMap((word, index) =>
      index % 400 === 7 ? ['other'] : index % 900 === 3 ? [] : word,
    );
    const expected = script.filter((_, index) => index % 400 === 7 || index % 900 === 3).length;
    expect(countErrors(align(script, close))).toBe(expected);
    const before = process.memoryUsage().arrayBuffers;
    const strange = align(script, words(10_000, 3_000));
    expect(strange.flatMap((step) => step.a ?? [])).toHaveLength(10_000);
    expect(strange.flatMap((step) => step.b ?? [])).toHaveLength(10_000);
    // The full table would have 100 million cells.
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50_000_000);
  });

  test('is also shortest if the table is too large to keep', () => {
    const [a, b] = [words(3_500, 4), words(3_000, 4)];
    expect(countErrors(align(a, b))).toBe(distanceByTable(a, b));
  });
});

describe('error rates, calculated manually', () => {
  const cases: [locale: string, script: string, heard: string, wer: number | null, cer: number | null][] = [
    // One word wrong, one missing, of five.
    ['en-us', 'The quick brown fox jumps.', 'the quick brow fox', 2 / 5, null],
    // Written in symbols and spoken in words.
    [
      'en-us',
      'I have 24 apples for $3.50.',
      'I have twenty-four apples for three dollars and fifty cents',
      0,
      null,
    ],
    // `neun` for `acht`, `ab` is missing, of seven.
    ['de-de', 'Der Zug fährt um acht Uhr ab.', 'Der Zug fährt um neun Uhr', 2 / 7, null],
    // One word more than four.
    ['fr-fr', "L'école est fermée.", "l'école est bien fermée", 1 / 3, null],
    ['es-es', '¿Dónde está la biblioteca?', 'donde está la biblioteca', 1 / 4, null],
    // Turkish has two letters i, so its capital is another word in English.
    ['tr-tr', 'İyi akşamlar', 'iyi akşamlar', 0, null],
    // 雪 for 雨, of six characters.
    ['ja-jp', '明日は雨です。', '明日は雪です', null, 1 / 6],
    // 喝 is missing, of five.
    ['zh-cn', '我喜欢喝茶。', '我喜欢茶', null, 1 / 5],
    // ส วั ส ดี ค รั บ: two of seven are different, and one is missing.
    ['th-th', 'สวัสดีครับ', 'สวัสดีค่ะ', null, 3 / 7],
    // One of three words, and two of eight syllables.
    ['ko-kr', '오늘 날씨가 좋아요.', '오늘 날씨가 추워요', 1 / 3, 2 / 8],
    // Spaces in Korean are flexible: they cause word errors, but no character errors.
    ['ko-kr', '할 수 있어요', '할수 있어요', 2 / 3, 0],
  ];
  test.each(cases)('%s: %s', async (locale, script, heard, wer, cer) => {
    const comparison = await compare(script, heard, locale);
    expect([comparison.wer, comparison.cer]).toEqual([
      wer === null ? null : expect.closeTo(wer, 10),
      cer === null ? null : expect.closeTo(cer, 10),
    ]);
    expect(countedRate(comparison, { phonetic: false })).toBe(wer === null ? comparison.cer : comparison.wer);
  });

  test('an empty transcript has every word wrong, and a much longer one more than that', async () => {
    expect((await compare('One two three.', '')).wer).toBe(1);
    expect((await compare('Yes.', 'Yes. Thank you for watching.')).wer).toBe(4);
  });

  test('a script without words cannot be compared', async () => {
    for (const script of ['', '…', '♪ ♪', '<break time="1s"/>', '[sighs]'])
      expect(
        await compareTexts({ script, transcript: { text: 'a', words: [] }, locale: 'en-us' }),
      ).toBeUndefined();
  });
});

test('tags, directions in brackets, punctuation, case and width do not count as words', () => {
  const keys = (text: string, locale = 'en-us') => tokenize(text, locale).tokens.map(({ key }) => key);
  expect(keys('[whispers] Hello, <break time="1s"/><b>WORLD</b>!')).toEqual(['hello', 'world']);
  expect(keys('<sub alias="World Wide Web">WWW</sub> ’tis “rock ’n’ roll”')).toEqual([
    'world',
    'wide',
    'web',
    'tis',
    'rock',
    'n',
    'roll',
  ]);
  expect(keys('ＡＢＣ　ｶﾞ', 'ja-jp')).toEqual(keys('abc ガ', 'ja-jp'));
});

describe('words that sound alike', () => {
  const alike: Record<string, string> = {
    their: 'ðɛɹ',
    there: 'ðɛɹ',
    'can not': 'kæn nɑːt',
    cannot: 'kænɑːt',
  };
  const asked: string[] = [];
  const sounds: Sounds = (texts) => {
    asked.push(...texts);
    return Promise.resolve(texts.map((text) => alike[text] ?? text));
  };

  test('are not errors, and are shown as homophones', async () => {
    const comparison = await compare(
      'We cannot see their house.',
      'we can not see there home',
      'en-us',
      sounds,
    );
    expect(comparison.wer).toBeCloseTo(4 / 5, 10);
    expect(comparison.phonetic_rate).toBeCloseTo(1 / 5, 10);
    expect(countedRate(comparison, { phonetic: true })).toBeCloseTo(1 / 5, 10);
    expect(countedRate(comparison, { phonetic: false })).toBeCloseTo(4 / 5, 10);
    expect(
      buildDiff(comparison, 'en-us').map(({ op, script, transcript }) => [op, script, transcript]),
    ).toEqual([
      ['match', 'We', 'we'],
      ['homophone', 'cannot', 'can not'],
      ['match', 'see', 'see'],
      ['homophone', 'their', 'there'],
      ['substitute', 'house', 'home'],
    ]);
  });

  test('are looked up only where the spelling differs', async () => {
    asked.length = 0;
    await compare('All of this is the same.', 'all of this is the same', 'en-us', sounds);
    expect(asked).toEqual([]);
    await compare('One house here.', 'one home here', 'en-us', sounds);
    expect(asked).toEqual(['house', 'home']);
  });

  test('do not change the character error rate, which counts characters of the script', async () => {
    const kana: Sounds = (texts) => Promise.resolve(texts.map((text) => text.replace('明日', 'あした')));
    const comparison = await compare('明日は雨です', 'あしたは雨です', 'ja-jp', kana);
    expect(comparison.cer).toBeGreaterThan(0);
    expect(comparison.phonetic_rate).toBe(0);
  });

  test('are not looked up for a completely different text', async () => {
    asked.length = 0;
    const letters = (index: number) => String.fromCharCode(97 + Math.floor(index / 26), 97 + (index % 26));
    const strange = Array.from({ length: 200 }, (_, index) => `word${letters(index)}`).join(' ');
    const other = Array.from({ length: 200 }, (_, index) => `other${letters(index)}`).join(' ');
    expect((await compare(strange, other, 'en-us', sounds)).phonetic_rate).toBe(1);
    expect(asked).toEqual([]);
  });
});

describe('defects of a take', () => {
  const errors = async (script: string, heard: string) =>
    findTextErrors(await compare(script, heard), 10_000).map((error) => Object.values(error));

  test('a cut-off end is from the last word to the end of the audio', async () => {
    expect(await errors('The ferry leaves at noon today.', 'the ferry leaves at')).toEqual([
      ['missing_end', 2, 'noon today', 1_900, 10_000],
    ]);
  });

  test('dropped words are between those that are present', async () => {
    expect(await errors('The old ferry leaves at noon.', 'the leaves at noon')).toEqual([
      ['missing_words', 2, 'old ferry', 400, 500],
    ]);
  });

  test('repeated words are distinguished from added ones, once or many times, before or after', async () => {
    expect(await errors('We go home.', 'we go home go home')).toEqual([
      ['repeated_words', 2, 'go home', 1_500, 2_400],
    ]);
    expect(await errors('We go home now.', 'we go go go home now')).toEqual([
      ['repeated_words', 2, 'go go', 1_000, 1_900],
    ]);
    expect(await errors('We go home.', 'we go home thank you')).toEqual([
      ['extra_words', 2, 'thank you', 1_500, 2_400],
    ]);
  });

  test('wrong words are those that were transcribed, with their time', async () => {
    expect(await errors('We go home now.', 'we go hone now')).toEqual([
      ['wrong_words', 1, 'hone', 1_000, 1_400, 'home'],
    ]);
  });

  test('without word times a defect has no position, but silence covers the whole take', async () => {
    const transcript = { text: 'the ferry', words: [] };
    const cut = await compareTexts({ script: 'The ferry leaves.', transcript, locale: 'en-us' });
    expect(cut && findTextErrors(cut, 900)).toMatchObject([
      { kind: 'missing_end', start_ms: null, end_ms: null },
    ]);
    expect(await errors('We go.', '')).toEqual([['missing_end', 2, 'We go', 0, 10_000]]);
  });
});

test('numbers transcribed in digits have the time of the digits', async () => {
  const { transcript } = await compare('Take twenty-four apples.', 'take 24 apples');
  expect(transcript.map(({ key, start_ms, end_ms }) => [key, start_ms, end_ms])).toEqual([
    ['take', 0, 400],
    ['twenty', 500, 900],
    ['four', 500, 900],
    ['apples', 1_000, 1_400],
  ]);
});

test('a transcribed word may contain anything, and the times of the other words stay correct', async () => {
  const hostile = `a${'!'.repeat(1_000_000)}a`;
  const transcript = {
    text: 'the ferry',
    words: [{ text: hostile, start_ms: 0, end_ms: 1 }, ...timesOf('the “ferry!”')],
  };
  const comparison = await compareTexts({ script: 'The ferry.', transcript, locale: 'en-us' });
  expect(comparison?.transcript.map(({ start_ms }) => start_ms)).toEqual([0, 500]);
});

test('long texts are compared only if they are similar', async () => {
  const script = Array.from({ length: 60_000 }, (_, index) => `w${index % 50_000}`);
  const other = Array.from({ length: 60_000 }, (_, index) => `x${index % 50_000}`);
  const transcript = (words: string[]) => ({ text: words.join(' '), words: [] });
  const of = { script: script.join(' '), locale: 'xx' };
  expect(await compareTexts({ ...of, transcript: transcript(other) })).toBeUndefined();
  expect((await compareTexts({ ...of, transcript: transcript(script.with(30_000, 'x')) }))?.wer).toBe(
    1 / 60_000,
  );
});

test('only the first few hundred dictionary words are checked', async () => {
  const script = '的'.repeat(20_000);
  const entry = { word: '的', respelled: null, ipa: null };
  const words = await pronouncedWords(await compare(script, script, 'zh-cn'), [entry], { locale: 'zh-cn' });
  expect(words).toHaveLength(500);
  expect(words.every(({ right }) => right)).toBe(true);
});

test('the part of a transcript that is far longer than its script is reported as excess, not compared', async () => {
  const script = Array.from({ length: 20_000 }, (_, index) => String.fromCodePoint(0x4e00 + (index % 4_000)));
  const more = Array.from({ length: 180_000 }, (_, index) => String.fromCodePoint(0x6e00 + (index % 3_001)));
  const steps = align(script, [...script, ...more]);
  expect(countErrors(steps)).toBe(180_000);
  expect(steps.filter(({ op }) => op === 'match')).toHaveLength(20_000);
  const strange = align(script.slice(0, 100), more);
  expect([countErrors(strange), strange.at(-1)]).toEqual([
    180_000,
    { op: 'insert', a: undefined, b: 179_999 },
  ]);
});
