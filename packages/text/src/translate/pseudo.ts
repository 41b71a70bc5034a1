import { startOfEnding } from '../locales/characters.ts';
import { fixedPieces } from './pieces.ts';

const ACCENTS: Readonly<Record<string, string>> = Object.fromEntries(
  [...'aáAÁcçCÇeéEÉiíIÍnñNÑoóOÓsšSŠuúUÚyýYÝzžZŽ'].flatMap((letter, at, all) =>
    at % 2 === 0 ? [[letter, all[at + 1] ?? letter]] : [],
  ),
);
const FILLER = ' lorem ipsum dolor sit amet consectetur adipiscing elit sed eiusmod tempor incididunt labore';
const GROWTH = 0.3;

/**
 * A pseudo-translation: accented letters, about 30 % more text, unchanged placeholders and markup. It shows
 * how a workflow handles longer lines with other letters, and cannot be mistaken for a real translation.
 */
export function pseudoTranslate(text: string): string {
  let at = 0;
  let letters = 0;
  let result = '';
  const accented = (part: string): string => {
    letters += part.match(/\p{L}/gu)?.length ?? 0;
    return part.replace(/[a-z]/gi, (letter) => ACCENTS[letter] ?? letter);
  };
  for (const piece of fixedPieces(text)) {
    result += accented(text.slice(at, piece.start)) + piece.text;
    at = piece.end;
  }
  result += accented(text.slice(at));
  return grow(result, Math.round(letters * GROWTH));
}

/** Inserts the filler before the end of the sentence, so that it stays one sentence. */
function grow(text: string, by: number): string {
  if (by === 0) return text;
  const filler = FILLER.repeat(Math.ceil(by / FILLER.length))
    .slice(0, by + 1)
    .trimEnd();
  const end = startOfEnding(text, /[\s.!?…。！？"”»)]/);
  return text.slice(0, end) + filler + text.slice(end);
}
