import { startOfTrailing } from '../locales/characters.ts';
import { fixedPieces } from './pieces.ts';

/** Letters that get an accent, each at the place of its accented form in `ACCENTS`. */
const LETTERS = 'aAcCeEiInNoOsSuUyYzZ';
const ACCENTS = 'áÁçÇéÉíÍñÑóÓšŠúÚýÝžŽ';
/** Added to the end of a text, as far as it must grow. */
const FILLER = ' lorem ipsum dolor sit amet consectetur adipiscing elit sed eiusmod tempor incididunt labore';
/** The share by which a text grows. */
const GROWTH = 0.3;

/** The maximum length of the pseudo-translation of a text of this length. */
export const maxPseudoLength = (length: number): number => length + Math.ceil(length * GROWTH) + 1;

/**
 * A pseudo-translation: accented letters, about 30 % more text, unchanged placeholders and markup. It shows
 * how a workflow handles longer lines with other letters, and cannot be mistaken for a real translation.
 */
export function pseudoTranslate(text: string): string {
  let at = 0;
  let letters = 0;
  let result = '';
  const addAccents = (part: string): string => {
    letters += part.match(/\p{L}/gu)?.length ?? 0;
    return part.replace(/[a-z]/gi, (letter) => ACCENTS[LETTERS.indexOf(letter)] ?? letter);
  };
  for (const piece of fixedPieces(text)) {
    result += addAccents(text.slice(at, piece.start)) + piece.text;
    at = piece.end;
  }
  result += addAccents(text.slice(at));
  const growth = Math.round(letters * GROWTH);
  if (growth === 0) return result;
  // One more, because the filler begins with a space.
  const filler = FILLER.repeat(Math.ceil(growth / FILLER.length))
    .slice(0, growth + 1)
    .trimEnd();
  // Before the end of the sentence, so that it stays one sentence.
  const end = startOfTrailing(result, /[\s.!?…。！？"”»)]/);
  return result.slice(0, end) + filler + result.slice(end);
}
