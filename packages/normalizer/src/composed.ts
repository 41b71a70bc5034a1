import type { Change } from './types.ts';

/** A letter with its accents, or the parts of a Korean syllable. */
const LETTERS = /\p{L}\p{M}{1,20}|[\u1100-\u115f][\u1160-\u11a7][\u11a8-\u11ff]?/gu;

interface Composed {
  text: string;
  /** Moves changes of the composed text to their places in the original. */
  place(changes: readonly Change[]): Change[];
}

/** A text with composed letters, because rules take a separate accent for the end of a word. */
export function composeLetters(original: string): Composed {
  // Where the texts differ: positions after which the original is longer.
  const shifts: { at: number; length: number; by: number }[] = [];
  let shift = 0;
  const text = original.replace(LETTERS, (letters, offset: number) => {
    const composed = letters.normalize('NFC');
    const by = letters.length - composed.length;
    if (by > 0) shifts.push({ at: offset - shift, length: composed.length, by });
    shift += by;
    return composed;
  });
  if (shifts.length === 0) return { text, place: (changes) => [...changes] };
  const place = (changes: readonly Change[]): Change[] => {
    let shiftIndex = 0;
    let shiftSum = 0;
    // Positions increase, so each shift is passed once.
    const getPosition = (position: number): number => {
      let nextShift = shifts[shiftIndex];
      while (nextShift !== undefined && nextShift.at + nextShift.length <= position) {
        shiftSum += nextShift.by;
        shiftIndex += 1;
        nextShift = shifts[shiftIndex];
      }
      return position + shiftSum;
    };
    return changes.map((change) => {
      const start = getPosition(change.start);
      const end = getPosition(change.end);
      return { ...change, start, end, written: original.slice(start, end) };
    });
  };
  return { text, place };
}
