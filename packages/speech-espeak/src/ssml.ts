// SPDX-License-Identifier: GPL-3.0-or-later
import { codePointLength, type Piece } from './pieces.ts';

// Without this break, the audio ends at the level of speech. With it, the last sound fades.
const TRAILING_BREAK = '<break time="200ms"/>';

export interface Markup {
  ssml: string;
  /** For each piece, the offset in `ssml` where its text begins, in code points from 0. */
  starts: number[];
}

/** Marks up pieces for one engine call and returns where the text of each one begins. */
export function buildMarkup(pieces: readonly Piece[]): Markup {
  const starts: number[] = [];
  let ssml = '';
  let length = 0;
  const append = (text: string): void => {
    ssml += text;
    length += codePointLength(text);
  };
  for (const piece of pieces) {
    const { language, is_sounds } = piece;
    if (language) append(`<voice xml:lang="${language}">`);
    // The engine skips phoneme input directly after a character such as a quotation mark.
    if (is_sounds && !/(?:^|\s)$/.test(ssml)) append(' ');
    starts.push(length);
    append(is_sounds ? escapeXml(piece.spoken) : escapeText(piece.spoken));
    if (language) append('</voice>');
  }
  // Without a line break, the engine reads a tag after phoneme input aloud, and a period after it as "dot".
  if (pieces.some(({ is_sounds }) => is_sounds)) append('\n');
  append(TRAILING_BREAK);
  return { ssml, starts };
}

/** Text of users is never markup; `[[` would open phoneme input. */
export function escapeText(text: string): string {
  return escapeXml(text).replace(/\[(?=\[)/g, '[ ');
}

/** A text as the content of an element. */
function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
