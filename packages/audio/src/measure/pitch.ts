import { bytesToPlace, bytesToReserve, withKernelMemory } from '../kernel.ts';
import { decimate } from '../signal/decimate.ts';

const MIN_HZ = 60;
const MAX_HZ = 500;
/** Higher sample rates are reduced first: pitch needs no more, and fewer samples mean fewer lags to search. */
const ENOUGH_HZ = 8_000;
const HOP_MS = 10;
const WINDOW_MS = 40;
/** How similar a signal must be to itself one period later to count as voiced. */
const VOICED = 0.6;
/**
 * Among lags that match almost as well as the best, the shortest is the period; the others are its multiples.
 */
const NEARLY_BEST = 0.9;
/** Windows quieter than the loudest one by this factor are ignored. */
export const QUIET = 0.03;
/** The kernel writes eight sums at a time. */
const SPARE = 10;

/** The pitch of every voiced window of 40 ms in hertz, by autocorrelation; a window begins every `hopMs`. */
export function pitchTrack(samples: Float32Array, sampleRate: number, hopMs = HOP_MS): number[] {
  const search = createPitchSearch(sampleRate, hopMs);
  const signal = decimate(samples, search.factor);
  const starts: number[] = [];
  for (let start = 0; start + search.reach < signal.length; start += search.hop) starts.push(start);
  const energies = starts.map((start) => measureEnergy(signal, start, search.length));
  let highestEnergy = 0;
  for (const energy of energies) highestEnergy = Math.max(highestEnergy, energy);
  const quietEnergy = highestEnergy * QUIET ** 2;
  return withKernelMemory(bytesToPlace(signal) + bytesToSearch(search), (kernel) => {
    const kernelSignal = new Float64Array(kernel.memory.buffer, kernel.place(signal), signal.length);
    const pitches: number[] = [];
    for (const [index, start] of starts.entries()) {
      if ((energies[index] ?? 0) <= quietEnergy) continue;
      const pitch = findPitch(kernelSignal.subarray(start), search);
      if (pitch !== undefined) pitches.push(pitch);
    }
    return pitches;
  });
}

/** The lengths of a search for the pitch, in samples of the reduced rate. */
interface PitchSearch {
  /** How many samples become one. */
  factor: number;
  rate: number;
  /** The window, and the distance to the next one. */
  length: number;
  hop: number;
  /** The shortest and the longest period. */
  shortest: number;
  longest: number;
  /** How far a search reads from the start of its window. */
  reach: number;
}

/** The search for the pitch at a sample rate, with a window every `hopMs`. */
export function createPitchSearch(sampleRate: number, hopMs: number): PitchSearch {
  const factor = Math.max(1, Math.floor(sampleRate / ENOUGH_HZ));
  const rate = sampleRate / factor;
  const [length, hop] = [Math.round((rate * WINDOW_MS) / 1_000), Math.round((rate * hopMs) / 1_000)];
  const longest = Math.floor(rate / MIN_HZ);
  const shortest = Math.ceil(rate / MAX_HZ);
  return { factor, rate, length, hop, shortest, longest, reach: length + longest + 1 };
}

/** The room that `findPitch` needs in the kernel, besides its signal. */
const bytesToSearch = ({ longest }: PitchSearch): number => bytesToReserve(8 * (longest + SPARE));

/** The pitch of the window at the start of a signal, in hertz. Undefined if it is not voiced. */
export function findPitch(signal: Float64Array, search: PitchSearch): number | undefined {
  const { length, shortest, longest, rate } = search;
  return withKernelMemory(bytesToPlace(signal) + bytesToSearch(search), (kernel) => {
    const sums = kernel.doubles(longest + SPARE);
    // One lag more on each side, for the parabola through a peak.
    const lags = longest - shortest + 3;
    const address = kernel.place(sums.subarray(shortest - 1));
    kernel.correlate(kernel.place(signal), length, shortest - 1, lags, address);
    const period = findPeriod(signal, sums, { start: 0, length, shortest, longest });
    return period === undefined ? undefined : rate / period;
  });
}

/** The sum of squares of a window. */
export function measureEnergy(signal: Float64Array, start: number, length: number): number {
  let sum = 0;
  for (let index = start; index < start + length; index++) sum += (signal[index] ?? 0) ** 2;
  return sum;
}

/**
 * The period in samples, from the peak of the autocorrelation and a parabola through it. Undefined without a peak.
 * `likeness`: the sum of the products of the samples and of those one lag later, by lag.
 */
function findPeriod(
  signal: Float64Array,
  likeness: Float64Array,
  /** Its position and length, and the shortest and longest period that counts. */
  window: { start: number; length: number; shortest: number; longest: number },
): number | undefined {
  const { start, length, shortest, longest } = window;
  const windowEnergy = measureEnergy(signal, start, length);
  // Divides each sum by the energy of both windows, in place, so that 1 means equal.
  let bestLikeness = 0;
  let laterEnergy = measureEnergy(signal, start + shortest - 1, length);
  for (let lag = shortest - 1; lag <= longest + 1; lag++) {
    const value = (likeness[lag] ?? 0) / Math.sqrt(windowEnergy * laterEnergy || 1);
    laterEnergy += (signal[start + lag + length] ?? 0) ** 2 - (signal[start + lag] ?? 0) ** 2;
    likeness[lag] = value;
    const isPossiblePeriod = lag >= shortest && lag <= longest;
    if (isPossiblePeriod && value > bestLikeness) bestLikeness = value;
  }
  if (bestLikeness < VOICED) return undefined;
  for (let lag = shortest; lag <= longest; lag++) {
    const previousValue = likeness[lag - 1] ?? 0;
    const value = likeness[lag] ?? 0;
    const nextValue = likeness[lag + 1] ?? 0;
    const isPeak = value >= previousValue && value >= nextValue;
    if (!isPeak || value < bestLikeness * NEARLY_BEST) continue;
    const curvature = previousValue - 2 * value + nextValue;
    if (curvature === 0) return lag;
    return lag + (0.5 * (previousValue - nextValue)) / curvature;
  }
  return undefined;
}
