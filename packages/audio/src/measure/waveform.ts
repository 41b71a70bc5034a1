import { largest, type Pcm, sampleCount } from '../pcm.ts';

/** The largest level in each of `count` equal parts, 0 to 255 of full scale: enough to draw a waveform. */
export function waveformPeaks(pcm: Pcm, count: number): number[] {
  const total = sampleCount(pcm);
  return Array.from({ length: count }, (_, part) => {
    const start = Math.floor((part * total) / count);
    // Audio with fewer samples than parts repeats its samples.
    const end = Math.max(start + 1, Math.floor(((part + 1) * total) / count));
    const peak = Math.max(0, ...pcm.channels.map((channel) => largest(channel, start, end)));
    return Math.min(255, Math.round(peak * 255));
  });
}
