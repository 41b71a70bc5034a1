import { expect, test } from 'vitest';
import { transcriptLines } from '../src/index.ts';

/** Words of 300 ms with 100 ms between them; `|` is a pause of two seconds. */
function wordsOf(text: string) {
  let at = 0;
  return text.split(' ').flatMap((word) => {
    if (word === '|') {
      at += 2_000;
      return [];
    }
    const start_ms = at;
    at += 400;
    return [{ text: word, start_ms, end_ms: start_ms + 300 }];
  });
}

test('words become sentences with their times, and abbreviations do not end a sentence', () => {
  const text = 'Dr. Hale is here. Who called him? Nobody.';
  expect(transcriptLines({ text, words: wordsOf(text) }, 'en-us')).toEqual([
    { script: 'Dr. Hale is here.', start_ms: 0, end_ms: 1_500 },
    { script: 'Who called him?', start_ms: 1_600, end_ms: 2_700 },
    { script: 'Nobody.', start_ms: 2_800, end_ms: 3_100 },
  ]);
});

test('a long pause ends a line even without a period', () => {
  const words = wordsOf('the ferry leaves | at noon');
  expect(
    transcriptLines({ text: 'the ferry leaves at noon', words }, 'en').map(({ script }) => script),
  ).toEqual(['the ferry leaves', 'at noon']);
});

test('words of a language without spaces are joined without spaces', () => {
  const words = wordsOf('夜明け 前 に 嵐 が 来 た。 誰 も 眠れ ない。');
  expect(transcriptLines({ text: '', words }, 'ja-jp').map(({ script }) => script)).toEqual([
    '夜明け前に嵐が来た。',
    '誰も眠れない。',
  ]);
});

test('segments provide the punctuation, and are joined until their sentence ends', () => {
  const segments = [
    { text: ' The storm passed', start_ms: 500, end_ms: 1_500 },
    { text: ' over the harbor.', start_ms: 1_500, end_ms: 2_600 },
    { text: ' Nobody slept.', start_ms: 2_600, end_ms: 3_900 },
  ];
  expect(transcriptLines({ text: '', segments, words: wordsOf('the storm passed') }, 'en')).toEqual([
    { script: 'The storm passed over the harbor.', start_ms: 500, end_ms: 2_600 },
    { script: 'Nobody slept.', start_ms: 2_600, end_ms: 3_900 },
  ]);
});

test('a model without times gives sentences without times, never invented ones', () => {
  expect(transcriptLines({ text: 'One. Two.' }, 'en')).toEqual([
    { script: 'One.', start_ms: null, end_ms: null },
    { script: 'Two.', start_ms: null, end_ms: null },
  ]);
  expect(transcriptLines({ text: '  ' }, 'en')).toEqual([]);
});
