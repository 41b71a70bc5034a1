import { kaiser, sinc } from '../master/kaiser.ts';
import { decibels, measuredOnce } from '../pcm.ts';

/** Samples on each side of the point between two samples. */
const REACH = 6;
const TAPS = 2 * REACH;
/** At least `REACH` samples: the points in a block depend on it and on its neighbors. */
const BLOCK = 8;

/** Interpolators for the points at 1/4, 1/2 and 3/4 between two samples (4x oversampling, 48 taps in all). */
const EARLY = kernel(1 / 4);
const MIDDLE = kernel(1 / 2);
const LATE = kernel(3 / 4);

/** No interpolated point can exceed the largest sample around it by more than this factor. */
const MAX_OVERSHOOT = Math.max(
  ...[EARLY, MIDDLE, LATE].map((taps) => taps.reduce((sum, tap) => sum + Math.abs(tap), 0)),
);

function kernel(offset: number): Float64Array {
  const taps = new Float64Array(TAPS);
  for (let i = 0; i < TAPS; i++) {
    const distance = i - (REACH - 1) - offset;
    taps[i] = sinc(distance) * kaiser(distance / REACH, 4);
  }
  const total = taps.reduce((sum, tap) => sum + tap, 0);
  return taps.map((tap) => tap / total);
}

/** True peak in dBTP by ITU-R BS.1770-4, annex 2; null for digital silence. */
export const measureTruePeak = measuredOnce(({ channels }): number | null =>
  decibels(Math.max(0, ...channels.map(channelPeak))),
);

function channelPeak(channel: Float32Array): number {
  const blocks = blocksOf(channel);
  let { peak } = blocks;
  for (let block = 1; block < blocks.levels.length - 1; block++) {
    if (!canExceed(blocks, block, peak)) continue;
    for (let at = block * BLOCK; at < blockEnd(blocks, block); at++) {
      peak = Math.max(peak, peakAfter(blocks.samples, at));
    }
  }
  return peak;
}

/** Calls `visit` with each sample where it, or a point before the next sample, exceeds the ceiling. Most blocks cannot. */
export function eachPeakOver(
  channel: Float32Array,
  ceiling: number,
  visit: (index: number, peak: number) => void,
): void {
  const blocks = blocksOf(channel);
  for (let block = 1; block < blocks.levels.length - 1; block++) {
    if (!canExceed(blocks, block, ceiling)) continue;
    for (let at = block * BLOCK; at < blockEnd(blocks, block); at++) {
      const peak = Math.max(Math.abs(blocks.samples[at] ?? 0), peakAfter(blocks.samples, at));
      if (peak > ceiling) visit(at - LEAD, peak);
    }
  }
}

/** Zeros before the first sample: a block without neighbor, and one for the points that lead up to the sample. */
const LEAD = 2 * BLOCK;

type Blocks = {
  /** The channel, with `LEAD` zeros before it and at least a block of zeros behind it. */
  samples: Float64Array;
  /** The largest amplitude in each block, and in all of them. */
  levels: Float64Array;
  peak: number;
  /** Behind the last sample of the channel. */
  end: number;
};

function blocksOf(channel: Float32Array): Blocks {
  const end = LEAD + channel.length;
  const levels = new Float64Array(Math.ceil(end / BLOCK) + 1);
  const samples = new Float64Array(levels.length * BLOCK);
  samples.set(channel, LEAD);
  let peak = 0;
  for (let block = 0; block < levels.length; block++) {
    let most = 0;
    for (let at = block * BLOCK; at < (block + 1) * BLOCK; at++) {
      const level = Math.abs(samples[at] ?? 0);
      if (level > most) most = level;
    }
    levels[block] = most;
    if (most > peak) peak = most;
  }
  return { samples, levels, peak, end };
}

function canExceed({ levels }: Blocks, block: number, limit: number): boolean {
  const around = Math.max(levels[block - 1] ?? 0, levels[block] ?? 0, levels[block + 1] ?? 0);
  return around * MAX_OVERSHOOT > limit;
}

function blockEnd({ end }: Blocks, block: number): number {
  return Math.min((block + 1) * BLOCK, end);
}

/** The largest of the three points between a sample and the next. */
function peakAfter(samples: Float64Array, at: number): number {
  const first = at - REACH + 1;
  let early = 0;
  let middle = 0;
  let late = 0;
  for (let k = 0; k < TAPS; k++) {
    const sample = samples[first + k] ?? 0;
    early += (EARLY[k] ?? 0) * sample;
    middle += (MIDDLE[k] ?? 0) * sample;
    late += (LATE[k] ?? 0) * sample;
  }
  return Math.max(Math.abs(early), Math.abs(middle), Math.abs(late));
}
