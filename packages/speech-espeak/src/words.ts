// SPDX-License-Identifier: GPL-3.0-or-later
import type { EspeakEvent } from '@echogarden/espeak-ng-emscripten';
import type { Piece } from './pieces.ts';
import type { SpokenWord } from './protocol.ts';
import type { Markup } from './ssml.ts';

export interface TimedPieces {
  pieces: readonly Piece[];
  markup: Markup;
  events: readonly EspeakEvent[];
  offset_ms: number;
  duration_ms: number;
}

/** A letter or digit. */
const WORD = /[\p{L}\p{N}]/u;

/**
 * Times of the written words. Events inside one word (digits, syllables) are merged. Words that the engine joins to the
 * word before share its time. Times never decrease.
 */
export function timeWords(timed: TimedPieces): SpokenWord[] {
  const spans = findSpans(timed);
  const words: SpokenWord[] = [];
  for (const [index, span] of spans.entries()) {
    const nextPiece = spans[index + 1]?.piece ?? timed.pieces.length;
    const joinedPieces = timed.pieces
      .slice(span.piece + 1, nextPiece)
      .filter((piece) => WORD.test(piece.written));
    const firstPiece = timed.pieces[span.piece];
    if (firstPiece) joinedPieces.unshift(firstPiece);
    words.push(...shareSpan(span, joinedPieces));
  }
  return words;
}

interface Span {
  piece: number;
  start_ms: number;
  end_ms: number;
}

/** When each piece with a word is spoken, according to the events of the engine. `piece`: its index. */
function findSpans({ pieces, markup, events, offset_ms, duration_ms }: TimedPieces): Span[] {
  const spans: Span[] = [];
  let isOpen = false;
  /** Ends the last span, if it is open. */
  const close = (time_ms: number): void => {
    const lastSpan = spans.at(-1);
    if (lastSpan && isOpen) lastSpan.end_ms = Math.max(lastSpan.start_ms, time_ms);
    isOpen = false;
  };
  for (const event of events) {
    const time_ms = offset_ms + Math.min(event.audio_position, duration_ms);
    if (event.type === 'end') close(time_ms);
    if (event.type !== 'word') continue;
    // The positions of events begin at 1.
    const piece = markup.starts.findLastIndex((start) => start < event.text_position);
    const lastPiece = spans.at(-1)?.piece ?? -1;
    // The word goes on after an end within it.
    if (piece === lastPiece) isOpen = true;
    if (piece <= lastPiece || !pieces[piece]?.written.trim()) continue;
    close(time_ms);
    isOpen = true;
    spans.push({ piece, start_ms: time_ms, end_ms: time_ms });
  }
  close(offset_ms + duration_ms);
  return spans;
}

/** Splits a span between pieces in proportion to their length. */
function shareSpan({ start_ms, end_ms }: Span, pieces: readonly Piece[]): SpokenWord[] {
  const total = pieces.reduce((sum, piece) => sum + piece.written.length, 0);
  let position = 0;
  return pieces.map((piece) => {
    const wordStart = start_ms + ((end_ms - start_ms) * position) / total;
    position += piece.written.length;
    const wordEnd = start_ms + ((end_ms - start_ms) * position) / total;
    const text = piece.written.trim();
    // `“Hello!”` is `Hello`.
    const bareText = text.replace(/^\p{P}+|(?<!\p{P})\p{P}+$/gu, '');
    return { text: bareText || text, start_ms: wordStart, end_ms: wordEnd };
  });
}
