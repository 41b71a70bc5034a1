import { bytesToPlace, bytesToReserve, withKernelMemory } from '../kernel.ts';
import { checkSampleRate, mapChannels, type Pcm } from '../pcm.ts';
import { kaiser, sinc } from './kaiser.ts';

/** Filter length in samples of the lower rate. With this Kaiser window, the stop band is below -100 dB. */
const TAPS = 80;
/** The shape of the Kaiser window, for that stop band. */
const BETA = 10.06;
/** The middle of the transition band, as a share of the lower rate. The stop band begins at half of that rate. */
const CUTOFF = 0.46;
/** Unusual pairs of rates would need huge tables. Above this number, the nearest phase is used. */
const MAX_PHASES = 4_096;

/** The filters for each position between two samples, all of the same length. */
type Table = { taps: Float64Array[]; length: number };

const tables = new Map<string, Table>();
const MAX_TABLES = 8;

/**
 * The audio at another sample rate, filtered so that no frequency is mirrored. `up` and `down` are the rates without their
 * common divisor.
 */
export function resample(pcm: Pcm, sampleRate: number): Pcm {
  if (sampleRate === pcm.sampleRate) return pcm;
  checkSampleRate(sampleRate);
  const divisor = gcd(pcm.sampleRate, sampleRate);
  const [up, down] = [sampleRate / divisor, pcm.sampleRate / divisor];
  const table = getTable(up, down);
  const [even, odd] = table.taps;
  const resampled = mapChannels(pcm, (channel) => {
    if (up === 2 && down === 1 && even && odd) return doubleRate(channel, even, odd);
    const output = new Float32Array(Math.max(1, Math.round((channel.length * up) / down)));
    // Zeros on both sides, so that the filter can reach beyond the ends.
    const samples = new Float64Array(channel.length + 2 * table.length);
    samples.set(channel, table.length);
    const reach = table.length / 2 - 1;
    // Every `up` samples of the output, the filter has the same position between the samples of the source.
    for (let start = 0; start < Math.min(up, output.length); start++) {
      const position = start * down;
      const sampleIndex = Math.floor(position / up);
      const taps = table.taps[Math.floor(((position - sampleIndex * up) * table.taps.length) / up)];
      if (taps)
        filterPhase(output, { samples, taps, start, up, from: table.length + sampleIndex - reach, down });
    }
    return output;
  });
  return { ...resampled, sampleRate };
}

type Phase = {
  samples: Float64Array;
  taps: Float64Array;
  /** The index of the first output, and the distance to the next one of the same phase. */
  start: number;
  up: number;
  /** The first sample under the filter, and the distance to the next one. */
  from: number;
  down: number;
};

/** Doubles the sample rate, which most speech needs. `even`, `odd`: the filters for samples at and between those of the input. */
function doubleRate(input: Float32Array, even: Float64Array, odd: Float64Array): Float32Array {
  const taps = Float64Array.from({ length: 2 * even.length }, (_, index) => {
    const filter = index % 2 === 0 ? even : odd;
    return filter[index >> 1] ?? 0;
  });
  const paddedBytes = 8 * (input.length + 2 * even.length + 8);
  // The kernel writes 16 samples at a time.
  const outputLength = 2 * input.length + 16;
  const room =
    bytesToPlace(input) + bytesToPlace(taps) + bytesToReserve(paddedBytes) + bytesToReserve(4 * outputLength);
  return withKernelMemory(room, (kernel) => {
    const [channel, table] = [kernel.place(input), kernel.place(taps)];
    const paddedSamples = kernel.place(kernel.doubles(paddedBytes / 8));
    const output = kernel.floats(outputLength);
    kernel.doubleRate(channel, input.length, paddedSamples, table, even.length, kernel.place(output));
    return output.slice(0, 2 * input.length);
  });
}

/**
 * Computes all outputs of one phase, four at a time. Four independent sums, because each addition to a single sum would wait
 * for the previous one.
 */
function filterPhase(output: Float32Array, { samples, taps, start, up, from, down }: Phase): void {
  let outputIndex = start;
  let firstSample = from;
  for (; outputIndex + 3 * up < output.length; outputIndex += 4 * up, firstSample += 4 * down) {
    let sum0 = 0;
    let sum1 = 0;
    let sum2 = 0;
    let sum3 = 0;
    for (let tapIndex = 0, sample = firstSample; tapIndex < taps.length; tapIndex++, sample++) {
      const tap = taps[tapIndex] ?? 0;
      sum0 += tap * (samples[sample] ?? 0);
      sum1 += tap * (samples[sample + down] ?? 0);
      sum2 += tap * (samples[sample + 2 * down] ?? 0);
      sum3 += tap * (samples[sample + 3 * down] ?? 0);
    }
    output[outputIndex] = sum0;
    output[outputIndex + up] = sum1;
    output[outputIndex + 2 * up] = sum2;
    output[outputIndex + 3 * up] = sum3;
  }
  // The last outputs, fewer than four.
  for (; outputIndex < output.length; outputIndex += up, firstSample += down) {
    let sum = 0;
    for (let tapIndex = 0; tapIndex < taps.length; tapIndex++)
      sum += (taps[tapIndex] ?? 0) * (samples[firstSample + tapIndex] ?? 0);
    output[outputIndex] = sum;
  }
}

/** The filters for a pair of rates, from the cache if they were used before. */
function getTable(up: number, down: number): Table {
  const key = `${up}/${down}`;
  const existingTable = tables.get(key);
  if (existingTable) return existingTable;
  const scale = Math.min(1, up / down);
  const half = Math.ceil(TAPS / scale / 2);
  const phases = Math.min(up, MAX_PHASES);
  const taps = Array.from({ length: phases }, (_, phase) => {
    const values = new Float64Array(2 * half);
    for (let index = 0; index < values.length; index++) {
      const distance = index - half + 1 - phase / phases;
      values[index] = sinc(2 * CUTOFF * scale * distance) * kaiser(distance / half, BETA);
    }
    // Normalizes each phase to gain 1. Unequal gains would be audible as a tone.
    const total = values.reduce((sum, value) => sum + value, 0);
    return values.map((value) => value / total);
  });
  const table = { taps, length: 2 * half };
  const oldest = tables.keys().next().value;
  if (tables.size >= MAX_TABLES && oldest !== undefined) tables.delete(oldest);
  tables.set(key, table);
  return table;
}

/** The greatest common divisor of two numbers. */
export function gcd(one: number, other: number): number {
  if (other === 0) return one;
  return gcd(other, one % other);
}
