import { mapChannels, type Pcm, sampleCount, samplesOf } from '../pcm.ts';

/** Raised-cosine fades at both ends, never longer than half of the audio each. */
export function fadeEdges(pcm: Pcm, fadeMs: number): Pcm {
  const length = Math.min(samplesOf(fadeMs, pcm.sampleRate), Math.floor(sampleCount(pcm) / 2));
  if (length === 0) return pcm;
  return mapChannels(pcm, (channel) => {
    const faded = channel.slice();
    for (let i = 0; i < length; i++) {
      const gain = 0.5 - 0.5 * Math.cos((Math.PI * i) / length);
      const mirrored = faded.length - 1 - i;
      faded[i] = (faded[i] ?? 0) * gain;
      faded[mirrored] = (faded[mirrored] ?? 0) * gain;
    }
    return faded;
  });
}
