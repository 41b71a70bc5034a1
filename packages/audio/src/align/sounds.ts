import type { Pcm } from '../pcm.ts';
import { FRAME_MS, frameLevels } from '../signal/frames.ts';
import { CEPSTRA, cepstra } from './cepstra.ts';

/** The numbers of a frame: its cepstra, and how they change. */
export const SOUND_SIZE = 2 * CEPSTRA;
/** Over so many frames on each side, a change is measured. */
const CHANGE_SPAN = 3;
/** In standard deviations. Keeps single noises from dominating. */
const MAX_DEVIATION = 4;
/** Longer pauses are shortened to this, so that their length does not matter. */
const MAX_PAUSE_FRAMES = 80 / FRAME_MS;

/** The sounds of a recording, comparable between voices. */
export interface Sounds {
  /** `SOUND_SIZE` numbers of each kept frame, each with mean 0 and deviation 1 over the speech. */
  features: Float32Array;
  /** The frames that were kept: all but those of long pauses. */
  kept: Int32Array;
  /** For each frame of the recording, the index of the kept frame at or after it. */
  keptIndex: Int32Array;
  /** 1 for each frame of the recording that is not silent. */
  isSpeech: Uint8Array;
}

/** The sounds of a recording, once for each of the `stretches` of the vocal tract. Empty if the recording is silent. */
export function findSounds(mono: Pcm, options: { top_hz: number; stretches: readonly number[] }): Sounds[] {
  const { levels, threshold } = frameLevels(mono);
  const isSpeech = Uint8Array.from(levels, (level) => Number(level > threshold));
  const kept = keepFrames(isSpeech);
  if (!kept) return [];
  const frames = isSpeech.length;
  const keptIndex = new Int32Array(frames);
  let index = 0;
  for (let frame = 0; frame < frames; frame++) {
    while (index < kept.length - 1 && (kept[index] ?? 0) < frame) index++;
    keptIndex[frame] = index;
  }
  return cepstra(mono, { ...options, frames }).map((cepstrum) => {
    const features = toFeatures(cepstrum, isSpeech, kept);
    return { features, kept, keptIndex, isSpeech };
  });
}

/** All frames of speech, and the edges of the pauses between them. Undefined without speech. */
function keepFrames(isSpeech: Uint8Array): Int32Array | undefined {
  const first = isSpeech.indexOf(1);
  if (first === -1) return undefined;
  const last = isSpeech.lastIndexOf(1);
  const edge = MAX_PAUSE_FRAMES / 2;
  const kept: number[] = [];
  let pauseStart = first;
  for (let frame = Math.max(0, first - edge); frame < Math.min(isSpeech.length, last + 1 + edge); frame++) {
    kept.push(frame);
    if (!isSpeech[frame]) continue;
    pauseStart = frame + 1;
    // The rest of a pause that ends at a speech frame.
    const pauseEnd = isSpeech.indexOf(1, pauseStart);
    if (pauseEnd - pauseStart <= MAX_PAUSE_FRAMES) continue;
    for (let index = 0; index < edge; index++) kept.push(pauseStart + index);
    frame = pauseEnd - edge - 1;
  }
  return Int32Array.from(kept);
}

/**
 * The cepstra of the kept frames and their changes, normalized over the frames of speech, so that voices and
 * microphones matter less.
 */
function toFeatures(cepstrum: Float32Array, isSpeech: Uint8Array, kept: Int32Array): Float32Array {
  const last = isSpeech.length - 1;
  const features = new Float32Array(kept.length * SOUND_SIZE);
  const sums = new Float64Array(SOUND_SIZE);
  const squares = new Float64Array(SOUND_SIZE);
  let count = 0;
  for (let position = 0; position < kept.length; position++) {
    const frame = kept[position] ?? 0;
    const before = Math.max(0, frame - CHANGE_SPAN) * CEPSTRA;
    const after = Math.min(last, frame + CHANGE_SPAN) * CEPSTRA;
    count += isSpeech[frame] ?? 0;
    for (let index = 0; index < SOUND_SIZE; index++) {
      let value = cepstrum[frame * CEPSTRA + index] ?? 0;
      if (index >= CEPSTRA)
        value = (cepstrum[after + index - CEPSTRA] ?? 0) - (cepstrum[before + index - CEPSTRA] ?? 0);
      features[position * SOUND_SIZE + index] = value;
      if (!isSpeech[frame]) continue;
      sums[index] = (sums[index] ?? 0) + value;
      squares[index] = (squares[index] ?? 0) + value * value;
    }
  }
  const means = sums.map((sum) => sum / count);
  const deviations = squares.map((sum, index) =>
    Math.sqrt(Math.max(1e-6, sum / count - (means[index] ?? 0) ** 2)),
  );
  for (let position = 0; position < kept.length; position++) {
    for (let index = 0; index < SOUND_SIZE; index++) {
      const place = position * SOUND_SIZE + index;
      const value = ((features[place] ?? 0) - (means[index] ?? 0)) / (deviations[index] ?? 1);
      features[place] = Math.max(-MAX_DEVIATION, Math.min(MAX_DEVIATION, value));
    }
  }
  return features;
}

/** Averages of `factor` frames each, for a search that is fast and rough. */
export function reduceFeatures(features: Float32Array, factor: number): Float32Array {
  const frames = features.length / SOUND_SIZE;
  const reduced = new Float32Array(Math.ceil(frames / factor) * SOUND_SIZE);
  for (let frame = 0; frame < frames; frame++) {
    const output = Math.floor(frame / factor) * SOUND_SIZE;
    for (let index = 0; index < SOUND_SIZE; index++)
      reduced[output + index] =
        (reduced[output + index] ?? 0) + (features[frame * SOUND_SIZE + index] ?? 0) / factor;
  }
  return reduced;
}
