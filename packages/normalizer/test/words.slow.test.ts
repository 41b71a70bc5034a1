import { describe, expect, test } from 'vitest';
import { changedWords, dictionaryWords, WORD_LISTS } from './support/dictionary-words.ts';

const FEWEST = 40_000;

describe.each(Object.entries(WORD_LISTS))('the words of %s', (_language, list) => {
  test('stay as they are before a period, but for abbreviations', async () => {
    const words = await dictionaryWords(list);
    expect(words.length).toBeGreaterThan(FEWEST);
    expect(changedWords(words, list).sort()).toEqual(list.abbreviations.split(' ').sort());
  });
});
