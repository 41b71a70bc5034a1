import { inKernel, roomOf } from '../kernel.ts';
import { lowerAtPeaks, measureTruePeak } from '../measure/true-peak.ts';
import { type Pcm, sampleCount, toAmplitude, toSamples } from '../pcm.ts';
import { copyIn, copyOut, scaleInPlace } from '../signal/gain.ts';

const LOOK_AHEAD_MS = 4;
const RELEASE_MS = 60;
/** Room for values other than whole channels. */
const SMALL_ROOM = 4_096;

/**
 * A look-ahead true-peak limiter without delay. The gain is lowered before a peak and recovers slowly, which
 * avoids distortion. The result never exceeds the ceiling.
 */
export function limitTruePeak(pcm: Pcm, ceilingDbtp: number): Pcm {
  return inKernel(limiterRoom(pcm), (kernel) => {
    const copy = copyIn(kernel, pcm);
    const limited = limitInPlace(copy, ceilingDbtp);
    if (limited === copy) return pcm;
    return copyOut(limited);
  });
}

/** Room for a copy of the channels, to limit it in place and to measure it. */
export function limiterRoom(pcm: Pcm): number {
  return (pcm.channels.length + 3) * roomOf(4 * sampleCount(pcm)) + SMALL_ROOM;
}

/**
 * Limits `pcm` and overwrites it, so pass a copy in the kernel. Returns `pcm` itself if no peak exceeds the ceiling.
 */
export function limitInPlace(pcm: Pcm, ceilingDbtp: number): Pcm {
  const length = sampleCount(pcm);
  const isOver = inKernel(2 * roomOf(4 * length), (kernel) => {
    const gains = kernel.floats(length).fill(1);
    const exceedsCeiling = pcm.channels.map((channel) =>
      lowerAtPeaks(gains, channel, toAmplitude(ceilingDbtp)),
    );
    if (!exceedsCeiling.includes(true)) return false;
    const ahead = Math.max(1, toSamples(LOOK_AHEAD_MS, pcm.sampleRate));
    const release = 1 - Math.exp(-1 / toSamples(RELEASE_MS, pcm.sampleRate));
    const smooth = kernel.place(kernel.floats(length));
    kernel.smoothGains(kernel.place(gains), length, ahead, release, smooth);
    for (const channel of pcm.channels) kernel.multiply(kernel.place(channel), length, smooth);
    return true;
  });
  if (!isOver) return pcm;
  // A new object, because measurements are cached by object.
  const limited = { ...pcm };
  // A changing gain can leave peaks between samples, a few hundredths of a decibel above the ceiling.
  const excessDb = (measureTruePeak(limited) ?? ceilingDbtp) - ceilingDbtp;
  if (excessDb <= 0) return limited;
  scaleInPlace(limited, toAmplitude(-excessDb));
  return { ...limited };
}
