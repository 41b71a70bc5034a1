import type { Pcm } from '../../src/index.ts';

export type Tone = { hz: number; dbfs: number; seconds: number; phaseDegrees?: number };

export function tone({ hz, dbfs, seconds, phaseDegrees = 0 }: Tone, sampleRate: number): Float32Array {
  const amplitude = 10 ** (dbfs / 20);
  const phase = (phaseDegrees * Math.PI) / 180;
  return Float32Array.from(
    { length: Math.round(seconds * sampleRate) },
    (_, i) => amplitude * Math.sin((2 * Math.PI * hz * i) / sampleRate + phase),
  );
}

export function silence(seconds: number, sampleRate: number): Float32Array {
  return new Float32Array(Math.round(seconds * sampleRate));
}

export function join(...parts: Float32Array[]): Float32Array {
  const joined = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

export function mono(channel: Float32Array, sampleRate: number): Pcm {
  return { channels: [channel], sampleRate };
}

export function stereo(channel: Float32Array, sampleRate: number): Pcm {
  return { channels: [channel, channel.slice()], sampleRate };
}

/** Uniform noise from a fixed seed. */
export function noise(seconds: number, sampleRate: number, seed = 1): Float32Array {
  let state = seed;
  return Float32Array.from({ length: Math.round(seconds * sampleRate) }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 0x8000_0000 - 1;
  });
}

/** Voiced harmonics under a syllable-rate envelope with a pause every second: as peaky as speech. */
export function speechLike(seconds: number, sampleRate: number, level = 0.25): Float32Array {
  const hiss = noise(seconds, sampleRate, 7);
  return Float32Array.from({ length: Math.round(seconds * sampleRate) }, (_, i) => {
    const t = i / sampleRate;
    const beat = (t * 5) % 1;
    const pause = t % 1 > 0.8 ? 0.0005 : 1;
    let voice = 0;
    for (let h = 1; h <= 12; h++) voice += Math.sin(2 * Math.PI * 130 * h * t) / h;
    return level * pause * Math.exp(-4 * beat) * Math.min(1, beat * 40) * (voice + 0.2 * (hiss[i] ?? 0));
  });
}
