import { MAX_OVERSHOOT, measureTruePeak, peakAfter, REACH } from '../measure/true-peak.ts';
import { amplitudeOf, largest, type Pcm, sampleCount, samplesOf } from '../pcm.ts';
import { applyEnvelope, applyGain } from './gain.ts';

const LOOK_AHEAD_MS = 4;
const RELEASE_MS = 60;
const BLOCK = 32;

/**
 * A look-ahead true-peak limiter without delay. The gain is lowered before a peak and recovers slowly, which
 * avoids distortion. The result never exceeds the ceiling.
 */
export function limitTruePeak(pcm: Pcm, ceilingDbtp: number): Pcm {
  const needed = neededGain(pcm, amplitudeOf(ceilingDbtp));
  if (!needed) return pcm;
  const limited = applyEnvelope(pcm, smoothGain(needed, pcm.sampleRate));
  // A gain that moves can leave a few hundredths of a decibel between samples.
  const rest = (measureTruePeak(limited) ?? ceilingDbtp) - ceilingDbtp;
  return rest > 0 ? applyGain(limited, -rest) : limited;
}

/** For each sample the gain that brings it, and the points around it, to the ceiling; null when none is needed. */
function neededGain(pcm: Pcm, ceiling: number): Float32Array | null {
  const needed = new Float32Array(sampleCount(pcm)).fill(1);
  let any = false;
  for (const channel of pcm.channels) {
    for (let start = -REACH; start < channel.length; start += BLOCK) {
      const end = Math.min(start + BLOCK, channel.length);
      if (largest(channel, start - REACH, end + REACH) * MAX_OVERSHOOT <= ceiling) continue;
      any = lowerBlock(needed, { channel, start, end, ceiling }) || any;
    }
  }
  return any ? needed : null;
}

type Block = { channel: Float32Array; start: number; end: number; ceiling: number };

function lowerBlock(needed: Float32Array, { channel, start, end, ceiling }: Block): boolean {
  let lowered = false;
  for (let i = start; i < end; i++) {
    const peak = Math.max(Math.abs(channel[i] ?? 0), peakAfter(channel, i));
    if (peak <= ceiling) continue;
    lowered = true;
    const gain = ceiling / peak;
    if (i >= 0) needed[i] = Math.min(needed[i] ?? 1, gain);
    if (i + 1 < needed.length) needed[Math.max(0, i + 1)] = Math.min(needed[Math.max(0, i + 1)] ?? 1, gain);
  }
  return lowered;
}

/** Minimum over the look-ahead, slow release, then an average as long as the look-ahead: no steps remain. */
function smoothGain(needed: Float32Array, sampleRate: number): Float32Array {
  const ahead = Math.max(1, samplesOf(LOOK_AHEAD_MS, sampleRate));
  const release = 1 - Math.exp(-1 / samplesOf(RELEASE_MS, sampleRate));
  const target = minimumAhead(needed, ahead);
  for (let i = 1; i < target.length; i++) {
    const before = target[i - 1] ?? 1;
    target[i] = Math.min(target[i] ?? 1, before + (1 - before) * release);
  }
  return averageBehind(target, ahead + 1);
}

/** Sliding minimum of `values[i .. i + ahead]`, with a queue of candidates in rising order. */
function minimumAhead(values: Float32Array, ahead: number): Float32Array {
  const minimum = new Float32Array(values.length);
  const queue = new Int32Array(values.length);
  let head = 0;
  let tail = 0;
  for (let i = 0; i < values.length + ahead; i++) {
    if (i < values.length) {
      while (tail > head && (values[queue[tail - 1] ?? 0] ?? 1) >= (values[i] ?? 1)) tail--;
      queue[tail++] = i;
    }
    const at = i - ahead;
    if (at < 0) continue;
    while ((queue[head] ?? 0) < at) head++;
    minimum[at] = values[queue[head] ?? 0] ?? 1;
  }
  return minimum;
}

function averageBehind(values: Float32Array, length: number): Float32Array {
  const average = new Float32Array(values.length);
  // Before the beginning the first value counts, so that a peak at the very start is covered as well.
  const first = values[0] ?? 1;
  let sum = first * length;
  for (let i = 0; i < values.length; i++) {
    sum += (values[i] ?? 1) - (i >= length ? (values[i - length] ?? 1) : first);
    average[i] = sum / length;
  }
  return average;
}
