import { bytesToReserve, withKernelMemory } from '../kernel.ts';
import { lowerAtPeaks, measureTruePeak } from '../measure/true-peak.ts';
import { type Pcm, sampleCount, toAmplitude, toSamples } from '../pcm.ts';
import { copyIn, copyOut, scaleInPlace } from '../signal/gain.ts';

export const AHEAD_MS = 4;
export const RELEASE_MS = 60;
/** Room for values other than whole channels. */
const SMALL_ROOM = 4_096;

/**
 * A look-ahead true-peak limiter without delay. The gain is lowered before a peak and recovers slowly, which
 * avoids distortion. The result never exceeds the ceiling.
 */
export function limitTruePeak(pcm: Pcm, ceilingDbtp: number): Pcm {
  return withKernelMemory(bytesToLimit(pcm), (kernel) => {
    const limited = limitInPlace(copyIn(kernel, pcm), ceilingDbtp);
    return limited ? copyOut(limited) : pcm;
  });
}

/** The kernel memory for a copy of the channels, to limit it in place and to measure it. */
export function bytesToLimit(pcm: Pcm): number {
  return (pcm.channels.length + 3) * bytesToReserve(4 * sampleCount(pcm)) + SMALL_ROOM;
}

/**
 * Limits `pcm` and overwrites it, so pass a copy in the kernel. Undefined if no peak exceeds the ceiling: `pcm` is then
 * unchanged.
 */
export function limitInPlace(pcm: Pcm, ceilingDbtp: number): Pcm | undefined {
  const length = sampleCount(pcm);
  const isOver = withKernelMemory(2 * bytesToReserve(4 * length), (kernel) => {
    const gains = kernel.floats(length).fill(1);
    const exceedsCeiling = pcm.channels.map((channel) =>
      lowerAtPeaks(gains, channel, toAmplitude(ceilingDbtp)),
    );
    if (!exceedsCeiling.includes(true)) return false;
    const ahead = Math.max(1, toSamples(AHEAD_MS, pcm.sampleRate));
    const release = 1 - Math.exp(-1 / toSamples(RELEASE_MS, pcm.sampleRate));
    const smooth = kernel.place(kernel.floats(length));
    kernel.smoothGains(kernel.place(gains), length, ahead, release, smooth);
    for (const channel of pcm.channels) kernel.multiply(kernel.place(channel), length, smooth);
    return true;
  });
  if (!isOver) return undefined;
  // A new object, because measurements are cached by object.
  const limited = { ...pcm };
  // A changing gain can leave peaks between samples, a few hundredths of a decibel above the ceiling.
  const excessDb = (measureTruePeak(limited) ?? ceilingDbtp) - ceilingDbtp;
  if (excessDb <= 0) return limited;
  scaleInPlace(limited, toAmplitude(-excessDb));
  return { ...limited };
}
