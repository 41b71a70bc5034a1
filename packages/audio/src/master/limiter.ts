import { eachPeakOver, measureTruePeak } from '../measure/true-peak.ts';
import { amplitudeOf, type Pcm, sampleCount, samplesOf } from '../pcm.ts';
import { applyEnvelope, applyGain } from './gain.ts';

const LOOK_AHEAD_MS = 4;
const RELEASE_MS = 60;

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
    eachPeakOver(channel, ceiling, (peak, i) => {
      any = true;
      const gain = ceiling / peak;
      if (i >= 0) needed[i] = Math.min(needed[i] ?? 1, gain);
      const next = Math.max(0, i + 1);
      if (next < needed.length) needed[next] = Math.min(needed[next] ?? 1, gain);
      return ceiling;
    });
  }
  return any ? needed : null;
}

/** Minimum over the look-ahead, slow release, then an average as long as the look-ahead: no steps remain. */
function smoothGain(needed: Float32Array, sampleRate: number): Float32Array {
  const ahead = Math.max(1, samplesOf(LOOK_AHEAD_MS, sampleRate));
  const release = 1 - Math.exp(-1 / samplesOf(RELEASE_MS, sampleRate));
  spreadBack(needed, ahead);
  const average = new Float32Array(needed.length);
  const length = ahead + 1;
  // Before the beginning the first value counts, so that a peak at the very start is covered as well.
  const first = needed[0] ?? 1;
  let gain = first;
  let sum = first * length;
  for (let i = 0; i < needed.length; i++) {
    const allowed = needed[i] ?? 1;
    if (i > 0) gain = Math.fround(gain + (1 - gain) * release);
    if (gain > allowed) gain = allowed;
    needed[i] = gain;
    sum += gain - (i >= length ? (needed[i - length] ?? 1) : first);
    average[i] = sum / length;
  }
  return average;
}

/** Makes each value the least of `values[i .. i + ahead]`. */
function spreadBack(values: Float32Array, ahead: number): void {
  for (let i = 1; i < values.length; i++) {
    const value = values[i] ?? 1;
    const end = Math.max(0, i - ahead);
    // A value that is as low comes from a place before this one, so everything further back is as low, too.
    for (let at = i - 1; at >= end && (values[at] ?? 1) > value; at--) values[at] = value;
  }
}
