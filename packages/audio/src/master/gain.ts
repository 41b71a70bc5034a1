import { amplitudeOf, mapChannels, type Pcm } from '../pcm.ts';

export function applyGain(pcm: Pcm, gainDb: number): Pcm {
  return gainDb === 0 ? pcm : scalePcm(pcm, amplitudeOf(gainDb));
}

export function scalePcm(pcm: Pcm, factor: number): Pcm {
  return mapChannels(pcm, (channel) => {
    const scaled = new Float32Array(channel.length);
    for (let i = 0; i < channel.length; i++) scaled[i] = (channel[i] ?? 0) * factor;
    return scaled;
  });
}

/** One gain per sample, the same for every channel. */
export function applyEnvelope(pcm: Pcm, gain: Float32Array): Pcm {
  return mapChannels(pcm, (channel) => {
    const scaled = new Float32Array(channel.length);
    for (let i = 0; i < channel.length; i++) scaled[i] = (channel[i] ?? 0) * (gain[i] ?? 1);
    return scaled;
  });
}
