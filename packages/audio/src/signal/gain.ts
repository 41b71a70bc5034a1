import { type Kernel, withKernelMemory } from '../kernel.ts';
import { mapChannels, type Pcm, toAmplitude } from '../pcm.ts';

/** The audio louder or softer by decibels. */
export function applyGain(pcm: Pcm, gainDb: number): Pcm {
  if (gainDb === 0) return pcm;
  return scalePcm(pcm, toAmplitude(gainDb));
}

/** The audio with all samples multiplied. */
export function scalePcm(pcm: Pcm, factor: number): Pcm {
  return mapChannels(pcm, (channel) => {
    const scaledChannel = new Float32Array(channel.length);
    for (let index = 0; index < channel.length; index++)
      scaledChannel[index] = (channel[index] ?? 0) * factor;
    return scaledChannel;
  });
}

/** A copy in the memory of the kernel, to be changed in place before it is measured. */
export function copyIn(kernel: Kernel, pcm: Pcm): Pcm {
  return mapChannels(pcm, (channel) => {
    const copy = kernel.floats(channel.length);
    copy.set(channel);
    return copy;
  });
}

/** Moves audio out of the kernel. It stays the same object, so its cached measurements stay valid. */
export function copyOut(pcm: Pcm): Pcm {
  pcm.channels = pcm.channels.map((channel) => channel.slice());
  return pcm;
}

/** Multiplies the samples of audio in the kernel. */
export function scaleInPlace({ channels }: Pcm, factor: number): void {
  withKernelMemory(0, ({ place, scale }) => {
    for (const channel of channels) scale(place(channel), channel.length, factor);
  });
}
