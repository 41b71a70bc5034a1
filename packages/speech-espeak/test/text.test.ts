import { expect, test } from 'vitest';
import { normalizeText, splitPieces, spokenText } from '../src/pieces.ts';
import { splitSegments } from '../src/segments.ts';
import { buildMarkup, escapeText } from '../src/ssml.ts';
import { countMorae, countSyllables } from '../src/syllables.ts';
import { timeWords } from '../src/words.ts';

test('user text is escaped, so that it cannot inject markup or phoneme input', () => {
  expect(escapeText('a <b> & [[x]] [[[y')).toBe('a &lt;b&gt; &amp; [ [x]] [ [ [y');
});

test('control characters and line breaks become single spaces', () => {
  expect(normalizeText(' a\u0000b\n\n\tc\u2028d ')).toBe('a b c d');
});

test('the markup marks where each piece starts in code points, including entities and astral characters', () => {
  const { ssml, starts } = buildMarkup(splitPieces('<😀 & x', 'en'));
  const characters = Array.from(ssml);
  expect(starts.map((start) => characters[start])).toEqual(['&', ' ', '&', ' ', 'x']);
});

test.each([
  ['sentences', 'A short sentence. '.repeat(500)],
  ['words without sentences', 'word '.repeat(1500)],
  ['one endless word', 'x'.repeat(5000)],
  ['Chinese without spaces', '黎明之前暴风雨掠过港口'.repeat(300)],
])('%s are split into calls below the limit that together contain the whole text', (_, text) => {
  const segments = splitSegments(splitPieces(text.trim(), text.startsWith('黎') ? 'zh' : 'en'), 1000);
  expect(segments.length).toBeGreaterThan(3);
  for (const segment of segments)
    expect(segment.map(({ spoken }) => spoken).join('').length).toBeLessThanOrEqual(1000);
  expect(spokenText(segments.flat())).toBe(text.trim());
});

test('text is split after the last sentence that fits', () => {
  const [first] = splitSegments(splitPieces('One two three four. Five six seven.', 'en'), 24);
  expect(first?.map(({ spoken }) => spoken).join('')).toBe('One two three four.');
});

test('a word that the engine merged with the one before shares its time', () => {
  const pieces = splitPieces('of the sea', 'en');
  const markup = buildMarkup(pieces);
  const event = (text_position: number, audio_position: number) => {
    return { type: 'word', text_position, audio_position, word_length: 0, id: 0 } as const;
  };
  const words = timeWords({
    pieces,
    markup,
    events: [event(1, 0), event(8, 500)],
    offset_ms: 100,
    duration_ms: 900,
  });
  expect(words).toEqual([
    { text: 'of', start_ms: 100, end_ms: 300 },
    { text: 'the', start_ms: 300, end_ms: 600 },
    { text: 'sea', start_ms: 600, end_ms: 1000 },
  ]);
});

test.each([
  ['がっこう', 4],
  ['きょー', 2],
  ['にっぽん', 4],
  ['ちょこれーと', 5],
  ['ファン', 2],
  ['、。 !', 0],
])('%s has %i morae', (kana, morae) => {
  expect(countMorae(kana)).toBe(morae);
});

test('vowels, diphthongs and syllabic consonants count once each, and a change of language does not count', () => {
  expect(countSyllables(['h', 'ə', 'l', 'ˈoʊ', '', '(en)', 'b', 'ʌ', 't', 'n̩', 'ɑ̃'])).toBe(5);
});
