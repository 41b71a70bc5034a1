// SPDX-License-Identifier: GPL-3.0-or-later
import { codePointLength, type Piece } from './pieces.ts';

// The engine's cost grows faster than its input, and an abort is only noticed between two calls.
export const MAX_SEGMENT_CHARACTERS = 1_000;

/** The end of a sentence, also with closing quotes or brackets. */
const SENTENCE_END = /[.!?…。！？]["'»”’」』)\]]*$/u;

/** Splits pieces into segments for one engine call each: at sentence ends, else at spaces, else anywhere. */
export function splitSegments(pieces: readonly Piece[], limit = MAX_SEGMENT_CHARACTERS): Piece[][] {
  const segments: Piece[][] = [];
  let segment: Piece[] = [];
  let length = 0;
  for (const piece of pieces.flatMap((longPiece) => splitPiece(longPiece, limit))) {
    const size = codePointLength(piece.spoken);
    if (length + size > limit) {
      const nextSegment = segment.splice(findCut(segment));
      segments.push(segment);
      segment = nextSegment;
      length = segment.reduce((sum, segmentPiece) => sum + codePointLength(segmentPiece.spoken), 0);
    }
    segment.push(piece);
    length += size;
  }
  if (segment.length > 0) segments.push(segment);
  return segments;
}

/**
 * How many pieces stay in the segment: up to the last sentence end in the second half, else up to the last space there,
 * else all.
 */
function findCut(pieces: readonly Piece[]): number {
  const half = Math.floor(pieces.length / 2);
  const sentence = pieces.findLastIndex((piece) => SENTENCE_END.test(piece.spoken));
  if (sentence >= half) return sentence + 1;
  const space = pieces.findLastIndex((piece) => piece.spoken === ' ');
  if (space >= half && space > 0) return space + 1;
  return pieces.length;
}

/** A piece that is too long as several. The first one has its written text. */
function splitPiece(piece: Piece, limit: number): Piece[] {
  const characters = Array.from(piece.spoken);
  if (characters.length <= limit || piece.is_sounds) return [piece];
  const parts: Piece[] = [];
  for (let start = 0; start < characters.length; start += limit) {
    const part = characters.slice(start, start + limit).join('');
    parts.push({ ...piece, written: start === 0 ? piece.written : '', spoken: part });
  }
  return parts;
}
