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
  const frameLength = Math.round((FRAME_MS * rate) / 1_000);
  const buffer = new Float32Array(Math.max(frameLength * 4, Math.floor(longest)));
  /** The number of samples in the buffer. */
  let filled = 0;
  /** The position of the buffer in the stream. */
  let position = 0;

  /** Emits the first samples of the buffer as a piece. */
  const cutAt = (length: number): void => {
    const samples = buffer.slice(0, length);
    const silent = measureFrames(samples, frameLength).every((level) => level < AUDIBLE);
    emit({ from: position, samples, silent });
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
        if (filled === buffer.length) cutAt(findCut(buffer, frameLength));
      }
    },
    end(): void {
      if (filled > 0) cutAt(filled);
    },
  };
}

/** The length of the next piece: up to the longest pause in the second half of the buffer, else the quietest frame. */
function findCut(buffer: Float32Array, frameLength: number): number {
  const frameLevels = measureFrames(buffer, frameLength);
  const firstFrame = Math.floor(frameLevels.length * MIN_CUT_SHARE);
  let pause = { at: 0, length: 0 };
  let quietest = frameLevels.length - 1;
  /** The number of silent frames up to this one. */
  let run = 0;
  for (let index = firstFrame; index < frameLevels.length; index++) {
    const level = frameLevels[index] ?? 0;
    if (level < (frameLevels[quietest] ?? 0)) quietest = index;
    run = level < SILENCE ? run + 1 : 0;
    if (run > pause.length) pause = { at: index - run + 1, length: run };
  }
  // The cut is in the middle of the pause or of the quietest frame.
  const middle = pause.length > 0 ? pause.at + pause.length / 2 : quietest + 0.5;
  return Math.max(frameLength, Math.round(middle * frameLength));
}

/** The mean level of each frame. */
function measureFrames(samples: Float32Array, frameLength: number): number[] {
  const levels: number[] = [];
  for (let start = 0; start < samples.length; start += frameLength) {
    const frame = samples.subarray(start, start + frameLength);
    let power = 0;
    for (const sample of frame) power += sample ** 2;
    levels.push(Math.sqrt(power / frame.length));
  }
  return levels;
}
