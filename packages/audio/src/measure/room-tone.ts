import { mapChannels, type Pcm, sampleCount, toAmplitude } from '../pcm.ts';

/** Fixed, so that equal audio gives equal bytes. */
const SEED = 0x1234_5678;
/** A one-pole filter that softens white noise, because a quiet room has little treble. */
const SMOOTHING = 0.85;

/** Adds a quiet, even noise to the whole file, so that silences sound natural. */
export function addRoomTone(pcm: Pcm, levelDbfs: number): Pcm {
  const { channels } = createRoomTone(levelDbfs)(pcm);
  return { ...pcm, channels };
}

/** Adds the noise to audio that may come in parts. */
export function createRoomTone(levelDbfs: number): (part: Pcm) => Pcm {
  // A uniform value from -1 to 1 has a power of 1/3, and the pole leaves (1 - s) / (1 + s) of it.
  const scale = Math.sqrt((3 * (1 + SMOOTHING)) / (1 - SMOOTHING));
  let state = SEED;
  let smooth = 0;
  const amplitude = toAmplitude(levelDbfs);
  return (part) => {
    const noise = Float32Array.from({ length: sampleCount(part) }, () => {
      // A linear congruential generator, so that equal audio gives equal noise.
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      smooth = SMOOTHING * smooth + (1 - SMOOTHING) * (state / 0x8000_0000 - 1);
      return scale * smooth;
    });
    return mapChannels(part, (channel) =>
      channel.map((sample, index) => sample + amplitude * (noise[index] ?? 0)),
    );
  };
}
