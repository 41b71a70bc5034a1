import { measurePeaks, type Pcm, sampleCount } from '../pcm.ts';

/** The largest level in each of `count` equal parts, 0 to 255 of full scale: enough to draw a waveform. */
export function waveformPeaks(pcm: Pcm, count: number): number[] {
  const parts = waveformParts(sampleCount(pcm), count);
  const channels = pcm.channels.map((channel) => measurePeaks(channel, parts));
  return toWaveform(parts.map((_, part) => Math.max(0, ...channels.map((peaks) => peaks[part] ?? 0))));
}

/** Where each of `count` equal parts begins and ends, in samples. */
export function waveformParts(total: number, count: number): (readonly [from: number, to: number])[] {
  return Array.from({ length: count }, (_, part) => {
    const start = Math.floor((part * total) / count);
    // Audio with fewer samples than parts repeats its samples.
    return [start, Math.max(start + 1, Math.floor(((part + 1) * total) / count))] as const;
  });
}

/** Amplitudes as levels of 0 to 255. */
export const toWaveform = (amplitudes: readonly number[]): number[] =>
  amplitudes.map((amplitude) => Math.min(255, Math.round(amplitude * 255)));
