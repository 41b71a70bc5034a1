import { AudioError } from './audio-error.ts';
import { bytesToPlace, withKernelMemory } from './kernel.ts';

/** Decoded audio: one array per channel, all of the same length, full scale is -1 to 1. */
export type Pcm = { channels: Float32Array[]; sampleRate: number };

const MIN_SAMPLE_RATE = 4_000;
const MAX_SAMPLE_RATE = 384_000;
/** All channels together; 400 MB of floats, or 34 minutes of mono at 48 kHz. */
const MAX_SAMPLES = 100_000_000;

/** The number of samples of each channel. */
export function sampleCount(pcm: Pcm): number {
  return pcm.channels[0]?.length ?? 0;
}

/** Measures each audio only once. The cache is safe, because no step changes the samples of another. */
export function measureOnce<Value, Audio extends object = Pcm>(
  measure: (pcm: Audio) => Value,
): (pcm: Audio) => Value {
  const values = new WeakMap<Audio, Value>();
  return (pcm) => {
    if (!values.has(pcm)) values.set(pcm, measure(pcm));
    return values.get(pcm) as Value;
  };
}

/** The duration, rounded to milliseconds. */
export function durationMs(pcm: Pcm): number {
  return Math.round((sampleCount(pcm) * 1000) / pcm.sampleRate);
}

/** The number of samples in a time. */
export function toSamples(ms: number, sampleRate: number): number {
  return Math.round((ms * sampleRate) / 1000);
}

/** The audio with each channel changed. */
export function mapChannels(pcm: Pcm, change: (channel: Float32Array) => Float32Array): Pcm {
  return { channels: pcm.channels.map(change), sampleRate: pcm.sampleRate };
}

/** A view, not a copy: the samples stay shared with the source. */
export function slicePcm(pcm: Pcm, from: number, to: number): Pcm {
  return mapChannels(pcm, (channel) => channel.subarray(from, to));
}

/** Adds samples of silence at both ends. */
export function padPcm(pcm: Pcm, before: number, after: number): Pcm {
  return mapChannels(pcm, (channel) => {
    const paddedChannel = new Float32Array(before + channel.length + after);
    paddedChannel.set(channel, before);
    return paddedChannel;
  });
}

/** Mono is copied to both sides; more channels are averaged down. */
export function convertChannels(pcm: Pcm, count: 1 | 2): Pcm {
  const [firstChannel] = pcm.channels;
  if (!firstChannel || pcm.channels.length === count) return pcm;
  if (pcm.channels.length === 1) return { ...pcm, channels: [firstChannel, firstChannel.slice()] };
  const mono = new Float32Array(firstChannel.length);
  const share = 1 / pcm.channels.length;
  for (const channel of pcm.channels) {
    for (let index = 0; index < mono.length; index++)
      mono[index] = (mono[index] ?? 0) + (channel[index] ?? 0) * share;
  }
  if (count === 1) return { ...pcm, channels: [mono] };
  return { ...pcm, channels: [mono, mono.slice()] };
}

/** Every decoder returns through this check, so that no invalid audio reaches the measurements. */
export function checkPcm(pcm: Pcm, what: string): Pcm {
  if (sampleCount(pcm) === 0) throw new AudioError('broken', `The ${what} file contains no audio.`);
  checkSampleRate(pcm.sampleRate);
  checkSize(sampleCount(pcm) * pcm.channels.length);
  return pcm;
}

/** Throws if a sample rate is too low or too high. */
export function checkSampleRate(sampleRate: number): void {
  if (sampleRate >= MIN_SAMPLE_RATE && sampleRate <= MAX_SAMPLE_RATE) return;
  throw new AudioError('unsupported', `A sample rate of ${sampleRate} Hz is not supported.`);
}

/** Throws if all channels together have too many samples. */
export function checkSize(samples: number): void {
  if (samples <= MAX_SAMPLES) return;
  const limit = MAX_SAMPLES.toLocaleString('en');
  throw new AudioError(
    'too_long',
    `The audio has more than ${limit} samples. The maximum is about 35 minutes of mono at 48 kHz.`,
  );
}

/** Decibels of an amplitude; null for digital silence, which has no level. */
export function toDecibels(amplitude: number): number | null {
  if (amplitude > 0) return 20 * Math.log10(amplitude);
  return null;
}

/** The amplitude of decibels below full scale, or the factor of a gain in decibels. */
export function toAmplitude(db: number): number {
  return 10 ** (db / 20);
}

/** The largest amplitude. */
export const samplePeak = measureOnce(({ channels }): number =>
  Math.max(0, ...channels.map((channel) => measurePeaks(channel, [[0, channel.length]])[0] ?? 0)),
);

/** The largest amplitude of each part, from its first sample to before its end. */
export function measurePeaks(channel: Float32Array, parts: readonly (readonly [number, number])[]): number[] {
  return withKernelMemory(bytesToPlace(channel), ({ place, largest }) => {
    const address = place(channel);
    return parts.map(([from, to]) => largest(address + 4 * from, Math.min(to, channel.length) - from));
  });
}
