// SPDX-License-Identifier: GPL-3.0-or-later

/** A part of a text: as written, and as the engine speaks it. */
export interface Piece {
  /** Empty for what was not written, such as the spaces between Japanese words. */
  written: string;
  spoken: string;
  /** Engine language of a foreign word. */
  language?: string;
  /** `spoken` is phoneme input. */
  is_sounds?: boolean;
}

/** Languages that are written without spaces between words. */
const UNSPACED_LANGUAGES = new Set(['zh', 'cmn', 'yue', 'th', 'lo', 'km', 'my']);

/** Makes any input one line that is safe to mark up: no control characters, single spaces. */
export function normalizeText(text: string): string {
  return (
    text
      .normalize('NFC')
      // Control characters and all white space, including line breaks.
      .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
      // Halves of broken characters, and characters of no width.
      .replace(/[\p{Cs}\u200b\ufeff]/gu, '')
      .trim()
  );
}

/** Splits text into words and the spaces between them. */
export function splitPieces(text: string, language: string): Piece[] {
  let parts = text.split(/( )/);
  if (UNSPACED_LANGUAGES.has(language)) {
    const segmenter = new Intl.Segmenter(language === 'cmn' ? 'zh' : language, { granularity: 'word' });
    parts = Array.from(segmenter.segment(text), ({ segment }) => segment);
  }
  return parts.filter((part) => part !== '').map((part) => ({ written: part, spoken: part }));
}

/** The text that the engine receives, as one string. Words with given sounds appear as written. */
export function spokenText(pieces: readonly Piece[]): string {
  return pieces
    .map((piece) => (piece.is_sounds ? piece.written : piece.spoken))
    .join('')
    .replace(/ +/g, ' ')
    .trim();
}

/** The length of a text in code points. */
export function codePointLength(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}
