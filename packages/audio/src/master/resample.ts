import { checkSampleRate, mapChannels, type Pcm } from '../pcm.ts';
import { kaiser, sinc } from './kaiser.ts';

/** Filter length in samples of the lower rate. With this Kaiser window, the stop band is below -100 dB. */
const TAPS = 80;
const BETA = 10.06;
/** Middle of the transition, as a share of the lower rate: the stop band begins at its half. */
const CUTOFF = 0.46;
/** Unusual pairs of rates would need huge tables. Above this number, the nearest phase is used. */
const MAX_PHASES = 4_096;

type Table = { taps: Float64Array[]; length: number };

const tables = new Map<string, Table>();
const KEPT_TABLES = 8;

export function resample(pcm: Pcm, sampleRate: number): Pcm {
  if (sampleRate === pcm.sampleRate) return pcm;
  checkSampleRate(sampleRate);
  const divisor = gcd(pcm.sampleRate, sampleRate);
  const ratio = { up: sampleRate / divisor, down: pcm.sampleRate / divisor };
  const table = tableFor(ratio);
  return { ...mapChannels(pcm, (channel) => convert(channel, ratio, table)), sampleRate };
}

type Ratio = { up: number; down: number };

function convert(input: Float32Array, { up, down }: Ratio, table: Table): Float32Array {
  const output = new Float32Array(Math.max(1, Math.round((input.length * up) / down)));
  const half = table.length / 2;
  // Zeros on both sides spare the inner loop its bounds checks.
  const padded = new Float32Array(input.length + 2 * table.length);
  padded.set(input, table.length);
  for (let i = 0; i < output.length; i++) {
    const position = i * down;
    const whole = Math.floor(position / up);
    const phase = Math.floor(((position - whole * up) * table.taps.length) / up);
    const taps = table.taps[phase];
    if (!taps) continue;
    const first = whole - half + 1 + table.length;
    let sum = 0;
    for (let k = 0; k < taps.length; k++) sum += (taps[k] ?? 0) * (padded[first + k] ?? 0);
    output[i] = sum;
  }
  return output;
}

function tableFor(ratio: Ratio): Table {
  const key = `${ratio.up}/${ratio.down}`;
  const known = tables.get(key);
  if (known) return known;
  const table = buildTable(ratio);
  const oldest = tables.keys().next().value;
  if (tables.size >= KEPT_TABLES && oldest !== undefined) tables.delete(oldest);
  tables.set(key, table);
  return table;
}

function buildTable({ up, down }: Ratio): Table {
  const scale = Math.min(1, up / down);
  const length = 2 * Math.ceil(TAPS / scale / 2);
  const phases = Math.min(up, MAX_PHASES);
  const taps = Array.from({ length: phases }, (_, phase) => buildPhase(phase / phases, scale, length));
  return { taps, length };
}

function buildPhase(offset: number, scale: number, length: number): Float64Array {
  const half = length / 2;
  const taps = new Float64Array(length);
  for (let i = 0; i < length; i++) {
    const distance = i - half + 1 - offset;
    taps[i] = sinc(2 * CUTOFF * scale * distance) * kaiser(distance / half, BETA);
  }
  // Normalizes each phase to gain 1. Unequal gains would be audible as a tone.
  const total = taps.reduce((sum, tap) => sum + tap, 0);
  return taps.map((tap) => tap / total);
}

export function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}
