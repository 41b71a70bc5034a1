import { describe, expect, test } from 'vitest';
import { changedWords, dictionaryWords, WORD_LISTS } from './support/dictionary-words.ts';

/** Abbreviations are short. `words.slow.test.ts` tries all words. */
const LONGEST = 5;
const FEWEST = 3_000;

describe.each(Object.entries(WORD_LISTS))('the short words of %s', (_language, list) => {
  test('stay as they are before a period, but for abbreviations', async () => {
    const words = (await dictionaryWords(list)).filter((word) => word.length <= LONGEST);
    const abbreviations = list.abbreviations.split(' ').filter((word) => word.length <= LONGEST);
    expect(words.length).toBeGreaterThan(FEWEST);
    expect(changedWords(words, list).sort()).toEqual(abbreviations.sort());
  });
});
