const LOWEST_HZ = 60;
const HIGHEST_HZ = 500;
/** Higher sample rates are reduced first: pitch needs no more, and fewer samples mean fewer lags to search. */
const ENOUGH_HZ = 8_000;
const HOP_MS = 10;
const WINDOW_MS = 40;
/** How much a signal must be like itself one period later to count as voiced. */
const VOICED = 0.6;
/**
 * Among lags that match almost as well as the best, the shortest is the period; the others are its multiples.
 */
const NEARLY_BEST = 0.9;
/** Quieter than the loudest window by this factor is not judged. */
const QUIET = 0.03;

/** The pitch of every voiced window of 40 ms in hertz, by autocorrelation; a window begins every `hopMs`. */
export function pitchTrack(samples: Float32Array, sampleRate: number, hopMs = HOP_MS): number[] {
  const factor = Math.max(1, Math.floor(sampleRate / ENOUGH_HZ));
  const signal = decimated(samples, factor);
  const rate = sampleRate / factor;
  const [length, hop] = [Math.round((rate * WINDOW_MS) / 1_000), Math.round((rate * hopMs) / 1_000)];
  const longest = Math.floor(rate / LOWEST_HZ);
  const starts: number[] = [];
  for (let start = 0; start + length + longest + 1 < signal.length; start += hop) starts.push(start);
  const energies = starts.map((start) => energyOf(signal, start, length));
  const quiet = Math.max(0, ...energies) * QUIET ** 2;
  return starts.flatMap((start, index) => {
    if ((energies[index] ?? 0) <= quiet) return [];
    const lag = periodAt(signal, { start, length, shortest: Math.ceil(rate / HIGHEST_HZ), longest });
    return lag === undefined ? [] : [rate / lag];
  });
}

/** Means of neighbors, which also takes out most of what would fold back. */
function decimated(samples: Float32Array, factor: number): Float64Array {
  const means = new Float64Array(Math.floor(samples.length / factor));
  for (let i = 0; i < means.length; i++) {
    let sum = 0;
    for (let k = 0; k < factor; k++) sum += samples[i * factor + k] ?? 0;
    means[i] = sum / factor;
  }
  return means;
}

function energyOf(signal: Float64Array, start: number, length: number): number {
  let sum = 0;
  for (let i = start; i < start + length; i++) sum += (signal[i] ?? 0) ** 2;
  return sum;
}

interface Window {
  start: number;
  length: number;
  shortest: number;
  longest: number;
}

/** The product of a window with itself, `lag` later. Four sums side by side, since one alone would wait for itself. */
function correlations(signal: Float64Array, { start, length, shortest, longest }: Window): Float64Array {
  const sums = new Float64Array(longest + 2);
  for (let next = shortest - 1; next <= longest + 1; next += 4) {
    const lag = Math.min(next, longest - 2);
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    for (let i = start; i < start + length; i++) {
      const value = signal[i] ?? 0;
      a += value * (signal[i + lag] ?? 0);
      b += value * (signal[i + lag + 1] ?? 0);
      c += value * (signal[i + lag + 2] ?? 0);
      d += value * (signal[i + lag + 3] ?? 0);
    }
    sums.set([a, b, c, d], lag);
  }
  return sums;
}

/** The period in samples, with a parabola through the peak; undefined without a peak. */
function periodAt(signal: Float64Array, window: Window): number | undefined {
  const { start, length, shortest, longest } = window;
  const likeness = correlations(signal, window);
  const own = energyOf(signal, start, length);
  let best = 0;
  let later = energyOf(signal, start + shortest - 1, length);
  for (let lag = shortest - 1; lag <= longest + 1; lag++) {
    const value = (likeness[lag] ?? 0) / Math.sqrt(own * later || 1);
    later += (signal[start + lag + length] ?? 0) ** 2 - (signal[start + lag] ?? 0) ** 2;
    likeness[lag] = value;
    if (value > best && lag >= shortest && lag <= longest) best = value;
  }
  if (best < VOICED) return undefined;
  for (let lag = shortest; lag <= longest; lag++) {
    const [before, here, after] = [likeness[lag - 1] ?? 0, likeness[lag] ?? 0, likeness[lag + 1] ?? 0];
    if (here < best * NEARLY_BEST || here < before || here < after) continue;
    const bend = before - 2 * here + after;
    return bend === 0 ? lag : lag + (0.5 * (before - after)) / bend;
  }
  return undefined;
}
