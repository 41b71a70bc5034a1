import { describe, expect, test } from 'vitest';
import { groupWords } from '../src/words.ts';

describe('heard parts of words', () => {
  test('are joined to words at spaces, whether a space is a part or begins one', () => {
    const separate = groupWords({ tokens: ['h', 'i', ' ', 'y', 'o'], timestamps: [0, 0.1, 0.2, 0.3, 0.4] });
    expect(separate).toEqual([
      { text: 'hi', start_ms: 0, end_ms: 200 },
      { text: 'yo', start_ms: 300, end_ms: 800 },
    ]);
    const leading = groupWords({ tokens: ['▁hel', 'lo', ' world', '.'], timestamps: [0.5, 0.7, 1, 1.25] });
    expect(leading).toEqual([
      { text: 'hello', start_ms: 500, end_ms: 1_000 },
      { text: 'world.', start_ms: 1_000, end_ms: 1_650 },
    ]);
  });

  test('end where the model says, or at most 400 ms after their start', () => {
    const words = groupWords({ tokens: [' a', ' b'], timestamps: [0, 2], durations: [0.25, 0.5] });
    expect(words.map(({ end_ms }) => end_ms)).toEqual([250, 2_500]);
    expect(groupWords({ tokens: [' a', ' b'], timestamps: [0, 2] })[0]?.end_ms).toBe(400);
  });

  test('are words by themselves in languages without spaces', () => {
    const words = groupWords({ tokens: ['你', '好', 'ok'], timestamps: [0, 0.2, 0.4] });
    expect(words.map(({ text }) => text)).toEqual(['你', '好', 'ok']);
  });

  test('have no words without times', () => {
    expect(groupWords({ tokens: ['▁a', '▁b'], timestamps: [] })).toEqual([]);
  });
});
