import { AHEAD_MS, RELEASE_MS } from '../master/limiter.ts';
import { findPeak } from '../measure/true-peak.ts';
import { toAmplitude, toDecibels, toSamples } from '../pcm.ts';
import { scalePcm } from '../signal/gain.ts';
import { measureStream } from './measure-stream.ts';
import { mapBlocks, type PcmStream } from './pcm-stream.ts';
import { blockWindows, PEAK_REACH, toPeakWindow } from './windows.ts';

/** Like `limitTruePeak`, for a stream. Undefined if no peak exceeds the ceiling. */
export function limitStream(stream: PcmStream, ceilingDbtp: number): PcmStream | undefined {
  const limit = toAmplitude(ceilingDbtp);
  if (measureStream(stream).true_peak <= limit) return undefined;
  const limited: PcmStream = { ...stream, blocks: () => limitBlocks(stream, limit) };
  // A changing gain can leave peaks between samples, a few hundredths of a decibel above the ceiling.
  const excessDb = (toDecibels(measureStream(limited).true_peak) ?? ceilingDbtp) - ceilingDbtp;
  return excessDb > 0 ? scaleStream(limited, -excessDb) : limited;
}

/** The stream louder or softer by decibels. */
export function scaleStream(stream: PcmStream, gainDb: number): PcmStream {
  const factor = toAmplitude(gainDb);
  return mapBlocks(stream, () => (block) => scalePcm(block, factor));
}

/** The blocks with the gain of the limiter, which is lowered before a peak and recovers slowly. */
function* limitBlocks(stream: PcmStream, limit: number): Generator<Float32Array[]> {
  const ahead = Math.max(1, toSamples(AHEAD_MS, stream.sampleRate));
  const release = 1 - Math.exp(-1 / toSamples(RELEASE_MS, stream.sampleRate));
  const smooth = createSmoother(ahead + 1, release);
  for (const window of blockWindows(stream, { before: PEAK_REACH, after: ahead + PEAK_REACH })) {
    const { before, length } = window;
    // One sample more, because a peak between two samples lowers both.
    const parts = window.channels.map((samples) => toPeakWindow(window, samples, ahead + 1));
    const [{ from, to } = { from: 0, to: 0 }] = parts;
    const gains = new Float32Array(to - from).fill(1);
    for (const part of parts) findPeak(part, limit, gains);
    const needed = gains.subarray(before - from, before - from + length + Math.min(ahead, window.following));
    spreadBack(needed, ahead);
    const smoothGains = smooth(needed.subarray(0, length));
    yield window.channels.map((samples) => {
      const block = samples.slice(before, before + length);
      for (let index = 0; index < length; index++)
        block[index] = (block[index] ?? 0) * (smoothGains[index] ?? 0);
      return block;
    });
  }
}

/** Sets each value to the minimum of itself and the next `ahead` values, like the loop in the kernel. */
function spreadBack(values: Float32Array, ahead: number): void {
  for (let index = 1; index < values.length; index++) {
    const value = values[index] ?? 1;
    for (let at = index - 1; at >= Math.max(0, index - ahead); at--) {
      if ((values[at] ?? 1) <= value) break;
      values[at] = value;
    }
  }
}

/** The second half of the loop `smoothGains` of the kernel, which goes on from block to block. */
function createSmoother(width: number, release: number): (needed: Float32Array) => Float32Array {
  /** The last gains before smoothing, as a ring. */
  const lastGains = new Float32Array(width);
  let position = 0;
  let first = 1;
  let gain = 1;
  let sum = 0;
  return (needed) => {
    const smooth = new Float32Array(needed.length);
    for (const [index, allowed] of needed.entries()) {
      if (position === 0) {
        first = allowed;
        gain = first;
        sum = first * width;
      } else gain = Math.fround(gain + (1 - gain) * release);
      if (gain > allowed) gain = allowed;
      sum += gain - (position >= width ? (lastGains[position % width] ?? 0) : first);
      lastGains[position % width] = gain;
      smooth[index] = sum / width;
      position += 1;
    }
    return smooth;
  };
}
