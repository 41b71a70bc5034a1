import { mapChannels, type Pcm, sampleCount, samplesOf } from '../pcm.ts';

/** Two or three periods of a low voice: shorter windows make it rough, longer ones repeat syllables. */
const WINDOW_MS = 30;
/** The maximum shift of a window to fit the previous one: a period of a low voice. */
const SEARCH_MS = 12;
/** The search compares every fourth sample first, and then each around the best of those. */
const COARSE = 4;

/**
 * Changes the tempo without the pitch (WSOLA): moves overlapping windows closer together or further apart. Each window
 * starts where its wave best continues the previous one. A `factor` of 0.9 turns ten seconds into nine. The result has
 * exactly the rounded length.
 */
export function stretchPcm(pcm: Pcm, factor: number): Pcm {
  const half = Math.max(COARSE, samplesOf(WINDOW_MS / 2, pcm.sampleRate));
  const length = Math.round(sampleCount(pcm) * factor);
  if (factor === 1 || sampleCount(pcm) < 4 * half) return pcm;
  const starts = windowStarts(mixed(pcm), {
    half,
    length,
    factor,
    reach: samplesOf(SEARCH_MS, pcm.sampleRate),
  });
  return mapChannels(pcm, (channel) => overlapped(channel, { starts, half, length }));
}

/** All channels use the same windows. Otherwise, the stereo image would shift. */
function mixed({ channels }: Pcm): Float32Array {
  const [first = new Float32Array(0), ...others] = channels;
  if (others.length === 0) return first;
  return first.map((value, i) => others.reduce((sum, channel) => sum + (channel[i] ?? 0), value));
}

type Plan = { half: number; length: number; factor: number; reach: number };

/** The position in the source where the window of each output step begins. */
function windowStarts(signal: Float32Array, { half, length, factor, reach }: Plan): number[] {
  const starts = [0];
  for (let out = half; out < length; out += half) {
    const natural = (starts.at(-1) ?? 0) + half;
    const target = Math.round(out / factor);
    const last = signal.length - half;
    const [from, to] = [Math.max(0, target - reach), Math.min(last, target + reach)];
    starts.push(from > to ? Math.max(0, last) : bestStart(signal, { natural, from, to, half }));
  }
  return starts;
}

type Search = { natural: number; from: number; to: number; half: number };

function bestStart(signal: Float32Array, search: Search): number {
  const coarse = scan(signal, { ...search, step: COARSE });
  const from = Math.max(search.from, coarse - COARSE);
  const to = Math.min(search.to, coarse + COARSE);
  return scan(signal, { ...search, from, to, step: 1 });
}

/** The start whose wave is most like the natural continuation of the window before. */
function scan(signal: Float32Array, { natural, from, to, half, step }: Search & { step: number }): number {
  let best = from;
  let highest = Number.NEGATIVE_INFINITY;
  for (let start = from; start <= to; start += step) {
    let product = 0;
    let energy = 1e-9;
    for (let i = 0; i < half; i += step) {
      const value = signal[start + i] ?? 0;
      product += value * (signal[natural + i] ?? 0);
      energy += value * value;
    }
    const likeness = product / Math.sqrt(energy);
    if (likeness > highest) [best, highest] = [start, likeness];
  }
  return best;
}

/** Raised-cosine halves that add up to one, so that a steady level stays steady. */
function overlapped(
  channel: Float32Array,
  { starts, half, length }: { starts: number[]; half: number; length: number },
): Float32Array {
  const output = new Float32Array(length);
  starts.forEach((start, step) => {
    const at = step * half;
    const before = starts[step - 1];
    for (let i = 0; i < half && at + i < length; i++) {
      const rise = before === undefined ? 1 : 0.5 - 0.5 * Math.cos((Math.PI * (i + 0.5)) / half);
      const old = before === undefined ? 0 : (channel[before + half + i] ?? 0);
      output[at + i] = rise * (channel[start + i] ?? 0) + (1 - rise) * old;
    }
  });
  return output;
}
