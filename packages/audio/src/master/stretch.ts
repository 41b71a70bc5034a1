import { mapChannels, type Pcm, sampleCount, toSamples } from '../pcm.ts';

/** Two or three periods of a low voice: shorter windows make it rough, longer ones repeat syllables. */
const WINDOW_MS = 30;
/** The maximum shift of a window to fit the previous one: a period of a low voice. */
const SEARCH_MS = 12;
/** The search compares every fourth sample first, and then each around the best of those. */
const COARSE = 4;

/**
 * Changes the tempo without the pitch (WSOLA): moves overlapping windows closer together or further apart. Each window
 * starts where its wave best continues the previous one. A `factor` of 0.9 turns ten seconds into nine. The result has
 * exactly the rounded length. Audio shorter than two windows is returned unchanged.
 */
export function stretchPcm(pcm: Pcm, factor: number): Pcm {
  // At least one step of the search, at any sample rate.
  const half = Math.max(COARSE, toSamples(WINDOW_MS / 2, pcm.sampleRate));
  const length = Math.round(sampleCount(pcm) * factor);
  if (factor === 1 || sampleCount(pcm) < 4 * half) return pcm;
  // All channels use the same windows. Otherwise, the stereo image would shift.
  const [firstChannel = new Float32Array(0), ...otherChannels] = pcm.channels;
  const signal = sumChannels(firstChannel, otherChannels);
  const reach = toSamples(SEARCH_MS, pcm.sampleRate);
  const lastStart = signal.length - half;
  /** The position in the source where the window of each output step begins. */
  const starts = [0];
  for (let outputStart = half; outputStart < length; outputStart += half) {
    // Near the end, the continuation is partly or wholly past the signal, which counts as silence.
    const continuation = (starts.at(-1) ?? 0) + half;
    const target = Math.round(outputStart / factor);
    const [minStart, maxStart] = [Math.max(0, target - reach), Math.min(lastStart, target + reach)];
    // The target is more than `reach` past the last start.
    if (minStart > maxStart) {
      starts.push(Math.max(0, lastStart));
      continue;
    }
    const coarseStart = findBestStart(signal, {
      continuation,
      from: minStart,
      to: maxStart,
      half,
      step: COARSE,
    });
    const fineSearch = {
      from: Math.max(minStart, coarseStart - COARSE),
      to: Math.min(maxStart, coarseStart + COARSE),
    };
    starts.push(findBestStart(signal, { continuation, ...fineSearch, half, step: 1 }));
  }
  return mapChannels(pcm, (channel) => overlapAdd(channel, { starts, half, length }));
}

/** The sum of all channels. */
function sumChannels(firstChannel: Float32Array, otherChannels: Float32Array[]): Float32Array {
  if (otherChannels.length === 0) return firstChannel;
  return firstChannel.map((sample, index) =>
    otherChannels.reduce((sum, channel) => sum + (channel[index] ?? 0), sample),
  );
}

interface Search {
  /** Where the wave of the window before would continue. */
  continuation: number;
  /** The first and the last possible start. */
  from: number;
  to: number;
  /** How many samples are compared: half a window. */
  half: number;
  /** The distance between the starts, and between the samples, that are compared. */
  step: number;
}

/** The start whose wave is most like the natural continuation of the window before. */
function findBestStart(signal: Float32Array, { continuation, from, to, half, step }: Search): number {
  let bestStart = from;
  let highestLikeness = Number.NEGATIVE_INFINITY;
  for (let start = from; start <= to; start += step) {
    let product = 0;
    // Not zero, because it is divided by.
    let energy = 1e-9;
    for (let offset = 0; offset < half; offset += step) {
      const sample = signal[start + offset] ?? 0;
      product += sample * (signal[continuation + offset] ?? 0);
      energy += sample * sample;
    }
    const likeness = product / Math.sqrt(energy);
    if (likeness > highestLikeness) [bestStart, highestLikeness] = [start, likeness];
  }
  return bestStart;
}

/**
 * The windows from `starts`, each of which fades in while the one before fades out. The raised-cosine fades add up to one, so
 * that a steady level stays steady.
 */
function overlapAdd(
  channel: Float32Array,
  { starts, half, length }: { starts: number[]; half: number; length: number },
): Float32Array {
  const output = new Float32Array(length);
  starts.forEach((start, step) => {
    const outputStart = step * half;
    const previousStart = starts[step - 1];
    for (let index = 0; index < half && outputStart + index < length; index++) {
      const sample = channel[start + index] ?? 0;
      if (previousStart === undefined) {
        output[outputStart + index] = sample;
        continue;
      }
      const fadeIn = 0.5 - 0.5 * Math.cos((Math.PI * (index + 0.5)) / half);
      const fadingSample = channel[previousStart + half + index] ?? 0;
      output[outputStart + index] = fadeIn * sample + (1 - fadeIn) * fadingSample;
    }
  });
  return output;
}
