/** In which part of a piece a pause is looked for: its last third. */
const SEARCHED_FROM = 2 / 3;
/** A pause between words is at least as long. */
const PAUSE_SECONDS = 0.1;

/** A part of a recording, with the place of its first sample. */
export interface SpeechPiece {
  start: number;
  samples: Int16Array;
}

/** Cuts speech into pieces that last at most `max_seconds`, each at the quietest moment near its end. No sample is lost. */
export function cutAtPauses(
  samples: Int16Array,
  { sample_rate, max_seconds }: { sample_rate: number; max_seconds: number },
): SpeechPiece[] {
  const longest = Math.floor(max_seconds * sample_rate);
  const pause = Math.max(1, Math.floor(PAUSE_SECONDS * sample_rate));
  const pieces: SpeechPiece[] = [];
  let start = 0;
  while (samples.length - start > longest) {
    let end = start + longest;
    let quietest = Number.POSITIVE_INFINITY;
    for (
      let from = start + Math.floor(longest * SEARCHED_FROM);
      from + pause <= start + longest;
      from += pause
    ) {
      let loudness = 0;
      for (let index = from; index < from + pause; index += 1) loudness += Math.abs(samples[index] ?? 0);
      // Of equal pauses the last one, so that there are few pieces.
      if (loudness > quietest) continue;
      quietest = loudness;
      end = from + Math.ceil(pause / 2);
    }
    pieces.push({ start, samples: samples.subarray(start, end) });
    start = end;
  }
  pieces.push({ start, samples: samples.subarray(start) });
  return pieces;
}
