import { hannWindow, transformInPlace } from '../measure/spectrum.ts';
import type { Pcm } from '../pcm.ts';
import { decimate } from '../signal/decimate.ts';
import { frameEdge } from '../signal/frames.ts';

/** The number of cepstral coefficients of a frame. */
export const CEPSTRA = 13;
const BANDS = 24;
const LOWEST_HZ = 100;
const HIGHEST_HZ = 7_000;
/** Higher sample rates are reduced first: the sounds of speech differ below half of this. */
const ENOUGH_HZ = 16_000;
const FFT_LENGTH = 512;
const WINDOW_SECONDS = 0.025;
/** Lifts the high frequencies, which are softer in speech. */
const PRE_EMPHASIS = 0.97;
/** Keeps the logarithm of silence finite. */
const POWER_FLOOR = 1e-7;

/** The highest frequency that the cepstra of both recordings can cover. */
export function sharedTopHz(one: Pcm, other: Pcm): number {
  return Math.min(HIGHEST_HZ, 0.48 * one.sampleRate, 0.48 * other.sampleRate);
}

/**
 * Mel-frequency cepstra, the usual description of a speech sound: `CEPSTRA` numbers for each frame of 10 ms. Each of the
 * `stretches` moves the bands up, as if the vocal tract were shorter by this factor, and has its own cepstra.
 */
export function cepstra(
  mono: Pcm,
  options: { frames: number; top_hz: number; stretches: readonly number[] },
): Float32Array[] {
  const { frames, top_hz, stretches } = options;
  const factor = Math.max(1, Math.floor(mono.sampleRate / ENOUGH_HZ));
  const samples = mono.channels[0] ?? new Float32Array();
  // Most speech is used as it is, because a copy of a long take needs much memory.
  const signal = factor === 1 ? samples : decimate(samples, factor);
  const rate = mono.sampleRate / factor;
  const banks = stretches.map((stretch) => melFilters({ rate, top_hz, stretch }));
  const cosines = Float64Array.from({ length: CEPSTRA * BANDS }, (_, index) => {
    const [coefficient, band] = [Math.floor(index / BANDS), index % BANDS];
    return Math.cos((Math.PI * coefficient * (band + 0.5)) / BANDS) / BANDS;
  });
  const window = hannWindow(Math.min(FFT_LENGTH, Math.round(rate * WINDOW_SECONDS)));
  const real = new Float64Array(FFT_LENGTH);
  const imaginary = new Float64Array(FFT_LENGTH);
  const powers = new Float64Array(FFT_LENGTH / 2 + 1);
  const logs = new Float64Array(BANDS);
  const results = banks.map(() => new Float32Array(frames * CEPSTRA));

  const writeFrame = (frame: number, filters: readonly MelFilter[], result: Float32Array): void => {
    for (let band = 0; band < BANDS; band++) {
      const filter = filters[band];
      if (!filter) continue;
      const { first, weights } = filter;
      let sum = POWER_FLOOR;
      for (let index = 0; index < weights.length; index++)
        sum += (powers[first + index] ?? 0) * (weights[index] ?? 0);
      logs[band] = Math.log(sum);
    }
    for (let coefficient = 0; coefficient < CEPSTRA; coefficient++) {
      let sum = 0;
      for (let band = 0; band < BANDS; band++)
        sum += (logs[band] ?? 0) * (cosines[coefficient * BANDS + band] ?? 0);
      result[frame * CEPSTRA + coefficient] = sum;
    }
  };

  // One transform serves two frames: the second one is its imaginary part.
  for (let frame = 0; frame < frames; frame += 2) {
    fillFrame(real, frame, { signal, window, rate });
    fillFrame(imaginary, frame + 1, { signal, window, rate });
    transformInPlace({ real, imaginary });
    for (const part of [0, 1]) {
      if (frame + part >= frames) break;
      writePowers(powers, { real, imaginary, sign: part === 0 ? 1 : -1 });
      for (const [index, result] of results.entries()) writeFrame(frame + part, banks[index] ?? [], result);
    }
  }
  return results;
}

/** Writes the windowed samples around the middle of a frame. */
function fillFrame(
  output: Float64Array,
  frame: number,
  { signal, window, rate }: { signal: Float32Array | Float64Array; window: Float64Array; rate: number },
): void {
  const middle = (frameEdge(frame, rate) + frameEdge(frame + 1, rate)) / 2;
  const start = Math.round(middle - window.length / 2);
  let previous = signal[start - 1] ?? 0;
  for (let index = 0; index < window.length; index++) {
    const sample = signal[start + index] ?? 0;
    output[index] = (sample - PRE_EMPHASIS * previous) * (window[index] ?? 0);
    previous = sample;
  }
  output.fill(0, window.length);
}

/** Writes the powers of one of the two frames of a transform. `sign`: 1 for the real one, -1 for the imaginary one. */
function writePowers(
  powers: Float64Array,
  { real, imaginary, sign }: { real: Float64Array; imaginary: Float64Array; sign: number },
): void {
  for (let bin = 0; bin < powers.length; bin++) {
    const mirrored = (FFT_LENGTH - bin) % FFT_LENGTH;
    const sumRe = (real[bin] ?? 0) + sign * (real[mirrored] ?? 0);
    const sumIm = (imaginary[bin] ?? 0) - sign * (imaginary[mirrored] ?? 0);
    powers[bin] = (sumRe * sumRe + sumIm * sumIm) / 4;
  }
}

/** The weights of the bins of a spectrum, from `first`. */
interface MelFilter {
  first: number;
  weights: Float64Array;
}

/** Triangles of equal width on the mel scale. */
function melFilters(options: { rate: number; top_hz: number; stretch: number }): MelFilter[] {
  const { rate, top_hz, stretch } = options;
  const toMel = (hz: number): number => 2_595 * Math.log10(1 + hz / 700);
  const toHz = (mel: number): number => 700 * (10 ** (mel / 2_595) - 1);
  const step = (toMel(top_hz) - toMel(LOWEST_HZ)) / (BANDS + 1);
  const toBin = (edge: number): number =>
    Math.min(FFT_LENGTH / 2, (toHz(toMel(LOWEST_HZ) + edge * step) * stretch * FFT_LENGTH) / rate);
  return Array.from({ length: BANDS }, (_, band) => {
    const [low, center, high] = [toBin(band), toBin(band + 1), toBin(band + 2)];
    const first = Math.ceil(low);
    const weights = Float64Array.from({ length: Math.max(0, Math.floor(high) - first + 1) }, (_, index) => {
      const bin = first + index;
      if (bin < center) return (bin - low) / (center - low);
      return (high - bin) / Math.max(1e-9, high - center);
    });
    // A narrow band can lie between two bins.
    if (weights.length === 0 || weights.every((weight) => weight <= 0))
      return { first: Math.round(center), weights: Float64Array.of(1) };
    return { first, weights };
  });
}
