/** A part of a stream, with its position and samples. */
export type Cut = { from: number; samples: Float32Array; silent: boolean };

const FRAME_MS = 20;
/** Cuts are made only after this share of the longest piece. */
const MIN_CUT_SHARE = 0.5;
/** Frames below this level belong to a pause. */
const SILENCE = 10 ** (-50 / 20);
/** A piece without a frame above this level contains no speech. */
const AUDIBLE = 10 ** (-60 / 20);

/**
 * Splits a stream into pieces of at most `longest` samples: in the longest pause of the second half, or at
 * the quietest point if there is no pause.
 */
export function createCutter(longest: number, rate: number, emit: (cut: Cut) => void) {
  const frame = Math.round((FRAME_MS * rate) / 1_000);
  const buffer = new Float32Array(Math.max(frame * 4, Math.floor(longest)));
  let filled = 0;
  let position = 0;

  const cutAt = (length: number): void => {
    const samples = buffer.slice(0, length);
    emit({ from: position, samples, silent: levels(samples, frame).every((level) => level < AUDIBLE) });
    buffer.copyWithin(0, length, filled);
    filled -= length;
    position += length;
  };

  return {
    push(samples: Float32Array): void {
      for (let offset = 0; offset < samples.length; ) {
        const part = samples.subarray(offset, offset + buffer.length - filled);
        buffer.set(part, filled);
        filled += part.length;
        offset += part.length;
        if (filled === buffer.length) cutAt(findCut(buffer, frame));
      }
    },
    end(): void {
      if (filled > 0) cutAt(filled);
    },
  };
}

function findCut(buffer: Float32Array, frame: number): number {
  const frameLevels = levels(buffer, frame);
  const firstFrame = Math.floor(frameLevels.length * MIN_CUT_SHARE);
  let pause = { at: 0, length: 0 };
  let quietest = frameLevels.length - 1;
  let run = 0;
  for (let index = firstFrame; index < frameLevels.length; index++) {
    const level = frameLevels[index] ?? 0;
    if (level < (frameLevels[quietest] ?? 0)) quietest = index;
    run = level < SILENCE ? run + 1 : 0;
    if (run > pause.length) pause = { at: index - run + 1, length: run };
  }
  // The cut is in the middle of the pause or of the quietest frame.
  const middle = pause.length > 0 ? pause.at + pause.length / 2 : quietest + 0.5;
  return Math.max(frame, Math.round(middle * frame));
}

/** The mean level of each frame. */
function levels(samples: Float32Array, frame: number): number[] {
  const positions: number[] = [];
  for (let start = 0; start < samples.length; start += frame) {
    const end = Math.min(samples.length, start + frame);
    let power = 0;
    for (let i = start; i < end; i++) power += (samples[i] ?? 0) ** 2;
    positions.push(Math.sqrt(power / (end - start)));
  }
  return positions;
}
