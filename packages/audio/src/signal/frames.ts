import { bytesToPlace, bytesToReserve, type Kernel, withKernelMemory } from '../kernel.ts';
import { measureOnce, type Pcm, sampleCount } from '../pcm.ts';

export const FRAME_MS = 10;
const FRAMES_PER_SECOND = 1000 / FRAME_MS;
/** Frames within this range below the loud frames (the 95th percentile) count as speech. */
const SPEECH_RANGE_DB = 40;
/** Frames below this level never count as speech, so that audio with only hiss has no speech. */
const SILENCE_FLOOR_DBFS = -60;
/** The level of a frame of zeros. */
export const DIGITAL_SILENCE_DBFS = -120;

/** Frames `start` (inclusive) to `end` (exclusive) contain the speech. */
export type SpeechSpan = { start: number; end: number };

export type FrameLevels = {
  /** RMS level of each 10 ms in dBFS, all channels together. */
  levels: Float64Array;
  /** 95th percentile: how loud the loud parts are. */
  loud: number;
  /** Frames below this are silence. */
  threshold: number;
};

/** First sample of a frame; at rates like 22,050 Hz frames differ by one sample in length. */
export function frameEdge(frame: number, sampleRate: number): number {
  return Math.round((frame * sampleRate) / FRAMES_PER_SECOND);
}

/** The level of each frame of 10 ms. */
export const frameLevels = measureOnce((pcm): FrameLevels => {
  const { channels, sampleRate } = pcm;
  const frames = countFrames(sampleCount(pcm), sampleRate);
  return toFrameLevels(sumSquares(channels, { sampleRate, frames }), {
    sampleRate,
    channelCount: channels.length,
  });
});

/** The number of whole frames: a remainder of less than 10 ms is ignored. */
export function countFrames(samples: number, sampleRate: number): number {
  const frames = Math.ceil((samples * FRAMES_PER_SECOND) / sampleRate);
  if (frameEdge(frames, sampleRate) > samples) return frames - 1;
  return frames;
}

/** The sum of the squares of each frame, all channels added. */
export function sumSquares(
  channels: readonly Float32Array[],
  { sampleRate, frames }: { sampleRate: number; frames: number },
): Float64Array {
  return sumFrames(channels, { frames }, (kernel, { channel, sums }) =>
    kernel.addSquares(channel, sampleRate, frames, sums),
  );
}

/** The levels of frames with these sums of squares. */
export function toFrameLevels(
  sums: Float64Array,
  { sampleRate, channelCount }: { sampleRate: number; channelCount: number },
): FrameLevels {
  const levels = sums.map((sum, frame) => {
    const length = frameEdge(frame + 1, sampleRate) - frameEdge(frame, sampleRate);
    return powerLevel(sum / Math.max(1, length * channelCount));
  });
  const loud = percentile(levels, 0.95);
  return { levels, loud, threshold: Math.max(loud - SPEECH_RANGE_DB, SILENCE_FLOOR_DBFS) };
}

const NO_TABLE = new Float64Array();

/**
 * Computes a sum for each frame. `add` adds one channel to the sums. It can use the numbers of `table`. It gets addresses
 * in the memory of the kernel, and the number of frames.
 */
export function sumFrames(
  channels: readonly Float32Array[],
  options: { frames: number; table?: Float64Array },
  add: (
    kernel: Kernel,
    addresses: { channel: number; frames: number; table: number; sums: number },
    index: number,
  ) => void,
): Float64Array {
  const { frames, table = NO_TABLE } = options;
  const room = [table, ...channels].reduce(
    (bytes, array) => bytes + bytesToPlace(array),
    bytesToReserve(8 * frames),
  );
  return withKernelMemory(room, (kernel) => {
    const sums = kernel.doubles(frames).fill(0);
    const addresses = { frames, table: kernel.place(table), sums: kernel.place(sums) };
    channels.forEach((samples, index) => {
      add(kernel, { ...addresses, channel: kernel.place(samples) }, index);
    });
    return sums.slice();
  });
}

/** The mean power of the samples of all channels, from `start` to before `end`. */
export function meanPower(pcm: Pcm, start: number, end: number): number {
  let total = 0;
  for (const channel of pcm.channels) {
    // Each channel has its own sum, as in a stream, where all channels of a block come before the next block.
    let sum = 0;
    for (let index = start; index < end; index++) {
      const sample = channel[index] ?? 0;
      sum += sample * sample;
    }
    total += sum;
  }
  return total / Math.max(1, (end - start) * pcm.channels.length);
}

/** The level of a power in dBFS. */
export function powerLevel(power: number): number {
  if (power > 0) return Math.max(DIGITAL_SILENCE_DBFS, 10 * Math.log10(power));
  return DIGITAL_SILENCE_DBFS;
}

/** The value below which a share of the values is; the level of digital silence without values. */
export function percentile(values: Float64Array, share: number): number {
  if (values.length === 0) return DIGITAL_SILENCE_DBFS;
  const sortedValues = values.slice().sort();
  return sortedValues[Math.round(share * (sortedValues.length - 1))] ?? DIGITAL_SILENCE_DBFS;
}

/** From the first to the last frame above the threshold, including pauses; null if everything is silent. */
export function speechSpan({ levels, threshold }: FrameLevels): SpeechSpan | null {
  const start = levels.findIndex((level) => level > threshold);
  if (start === -1) return null;
  return { start, end: levels.findLastIndex((level) => level > threshold) + 1 };
}
