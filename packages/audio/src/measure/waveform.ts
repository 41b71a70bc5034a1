import { measurePeaks, type Pcm, sampleCount } from '../pcm.ts';

/** The largest level in each of `count` equal parts, 0 to 255 of full scale: enough to draw a waveform. */
export function waveformPeaks(pcm: Pcm, count: number): number[] {
  const total = sampleCount(pcm);
  const parts = Array.from({ length: count }, (_, part) => {
    const start = Math.floor((part * total) / count);
    // Audio with fewer samples than parts repeats its samples.
    return [start, Math.max(start + 1, Math.floor(((part + 1) * total) / count))] as const;
  });
  const channels = pcm.channels.map((channel) => measurePeaks(channel, parts));
  return parts.map((_, part) => {
    const peak = Math.max(0, ...channels.map((peaks) => peaks[part] ?? 0));
    return Math.min(255, Math.round(peak * 255));
  });
}
