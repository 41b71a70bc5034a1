import fc from 'fast-check';
import { expect, test } from 'vitest';
import { alignWords } from '../src/align/align.ts';
import { durationMs, type Pcm } from '../src/index.ts';
import { join, mono, noise, silence } from './support/signals.ts';

const RATE = 16_000;

/** Sounds of 120 ms with different formants, as a text of letters. Another `voice` has another pitch and tempo. */
function speak(text: string, voice: { hz?: number; tempo?: number; rate?: number } = {}): Pcm {
  const { hz = 110, tempo = 1, rate = RATE } = voice;
  const sounds = [...text].map((letter, index) => {
    if (letter === ' ') return silence(0.04, rate);
    if (letter === '.') return silence(0.3, rate);
    const code = letter.charCodeAt(0);
    const [low, high] = [300 + ((code * 97) % 600), 1_000 + ((code * 389) % 1_800)];
    const breath = noise(0.12 / tempo, rate, code + index);
    return breath.map((hiss, sample) => {
      const seconds = sample / rate;
      let value = 0.01 * hiss;
      for (let overtone = hz; overtone < 4_000; overtone += hz) {
        const nearness =
          Math.exp(-(((overtone - low) / 150) ** 2)) + Math.exp(-(((overtone - high) / 250) ** 2));
        value += 0.1 * nearness * Math.sin(2 * Math.PI * overtone * seconds);
      }
      return value;
    });
  });
  return mono(join(silence(0.1, rate), ...sounds, silence(0.1, rate)), rate);
}

/** The words of `speak` at a tempo of 1. */
function wordsOf(text: string) {
  let time_ms = 100;
  const words: { text: string; start_ms: number; end_ms: number }[] = [];
  for (const word of text.split(/(?<=[ .])/)) {
    const letters = word.replace(/[ .]/g, '');
    if (letters) words.push({ text: letters, start_ms: time_ms, end_ms: time_ms + 120 * letters.length });
    time_ms += 120 * letters.length;
    if (word.endsWith(' ')) time_ms += 40;
    if (word.endsWith('.')) time_ms += 300;
  }
  return words;
}

const TEXT = 'keep the harbor quiet.wind and rain come from far over sea';

test('words are found in a voice with another pitch, tempo and sample rate', () => {
  const take = speak(TEXT, { hz: 190, tempo: 1.25, rate: 44_100 });
  const words = alignWords(take, speak(TEXT), wordsOf(TEXT));
  let time_ms = 100;
  const starts = TEXT.split(/(?<=[ .])/).map((word) => {
    const start_ms = time_ms;
    time_ms += (120 / 1.25) * word.replace(/[ .]/g, '').length;
    time_ms += word.endsWith('.') ? 300 : 40;
    return start_ms;
  });
  expect(words).toHaveLength(starts.length);
  for (const [index, start_ms] of starts.entries())
    expect(Math.abs((words?.[index]?.start_ms ?? 0) - start_ms)).toBeLessThanOrEqual(40);
});

test('a take with another text, or without sound, has no words', () => {
  const otherText = 'jump under purple lamps.try six new big ideas to make it ok';
  expect(alignWords(speak(otherText), speak(TEXT), wordsOf(TEXT))).toBeUndefined();
  expect(alignWords(mono(silence(2, RATE), RATE), speak(TEXT), wordsOf(TEXT))).toBeUndefined();
  expect(alignWords(speak(TEXT), mono(silence(2, RATE), RATE), wordsOf(TEXT))).toBeUndefined();
});

test('a take that is several times as long as its text has no words', () => {
  expect(alignWords(speak(`${TEXT}.`.repeat(4)), speak(TEXT), wordsOf(TEXT))).toBeUndefined();
});

test('long takes are aligned like short ones', () => {
  const text = `${TEXT}.`.repeat(7);
  const take = speak(text, { hz: 140, tempo: 0.9 });
  expect(durationMs(take)).toBeGreaterThan(45_000);
  const words = alignWords(take, speak(text), wordsOf(text)) ?? [];
  const last = words.at(-1);
  // The take ends with a pause of 300 ms and silence of 100 ms.
  expect(Math.abs((last?.end_ms ?? 0) - (durationMs(take) - 400))).toBeLessThanOrEqual(40);
  expect(words).toHaveLength(wordsOf(text).length);
});

test('every word has times inside the take, in order, whatever the recordings and times are', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'e', 'k', 'o', ' ', '.'), maxLength: 12 });
  const time = fc.integer({ min: -1_000, max: 5_000 });
  const word = fc.record({ text: fc.string(), start_ms: time, end_ms: time });
  fc.assert(
    fc.property(letters, letters, fc.array(word, { maxLength: 8 }), (takeText, text, words) => {
      const take = speak(takeText, { hz: 150 });
      const alignedWords = alignWords(take, speak(text), words);
      if (!alignedWords) return;
      expect(alignedWords.map((one) => one.text)).toEqual(words.map((one) => one.text));
      const times = alignedWords.flatMap(({ start_ms, end_ms }) => [start_ms, end_ms]);
      expect(times).toEqual(times.toSorted((one, other) => one - other));
      expect(Math.min(0, ...times)).toBe(0);
      expect(Math.max(0, ...times)).toBeLessThanOrEqual(durationMs(take));
    }),
    { numRuns: 30 },
  );
});
