import { bytesToPlace, bytesToReserve, withKernelMemory } from '../kernel.ts';
import { checkSampleRate, mapChannels, type Pcm } from '../pcm.ts';
import { kaiser, sinc } from './kaiser.ts';

/** Filter length in samples of the lower rate. With this Kaiser window, the stop band is below -100 dB. */
const TAPS = 80;
const BETA = 10.06;
/** The middle of the transition band, as a share of the lower rate. The stop band begins at half of that rate. */
const CUTOFF = 0.46;
/** Unusual pairs of rates would need huge tables. Above this number, the nearest phase is used. */
const MAX_PHASES = 4_096;

type Table = { taps: Float64Array[]; length: number };

const tables = new Map<string, Table>();
const MAX_TABLES = 8;

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

/** The ratio that most speech needs. */
function doubleRate(input: Float32Array, even: Float64Array, odd: Float64Array): Float32Array {
  const taps = Float64Array.from({ length: 2 * even.length }, (_, i) => (i % 2 ? odd : even)[i >> 1] ?? 0);
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

/** Four independent sums, because each addition to a single sum would wait for the previous one. */
function filterPhase(output: Float32Array, { samples, taps, start, up, from, down }: Phase): void {
  let i = start;
  let firstSample = from;
  for (; i + 3 * up < output.length; i += 4 * up, firstSample += 4 * down) {
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    for (let k = 0, sample = firstSample; k < taps.length; k++, sample++) {
      const tap = taps[k] ?? 0;
      a += tap * (samples[sample] ?? 0);
      b += tap * (samples[sample + down] ?? 0);
      c += tap * (samples[sample + 2 * down] ?? 0);
      d += tap * (samples[sample + 3 * down] ?? 0);
    }
    output[i] = a;
    output[i + up] = b;
    output[i + 2 * up] = c;
    output[i + 3 * up] = d;
  }
  for (; i < output.length; i += up, firstSample += down) {
    let sum = 0;
    for (let k = 0; k < taps.length; k++) sum += (taps[k] ?? 0) * (samples[firstSample + k] ?? 0);
    output[i] = sum;
  }
}

function getTable(up: number, down: number): Table {
  const key = `${up}/${down}`;
  const existingTable = tables.get(key);
  if (existingTable) return existingTable;
  const scale = Math.min(1, up / down);
  const half = Math.ceil(TAPS / scale / 2);
  const phases = Math.min(up, MAX_PHASES);
  const taps = Array.from({ length: phases }, (_, phase) => {
    const values = new Float64Array(2 * half);
    for (let i = 0; i < values.length; i++) {
      const distance = i - half + 1 - phase / phases;
      values[i] = sinc(2 * CUTOFF * scale * distance) * kaiser(distance / half, BETA);
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

export function gcd(a: number, b: number): number {
  if (b === 0) return a;
  return gcd(b, a % b);
}
