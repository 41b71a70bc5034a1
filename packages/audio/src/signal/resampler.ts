import { checkSampleRate } from '../pcm.ts';
import { gcd, resample } from './resample.ts';

/** Taps of the filter on one side, at the lower rate, and a few more as a reserve. */
const REACH = 44;

/**
 * Resamples a mono stream in blocks. Each block includes as much of its neighbors as the filter needs, so the result is
 * the same as for the whole stream. Blocks begin where samples of both rates coincide.
 */
export function createResampler(
  sourceRate: number,
  targetRate: number,
  emit: (samples: Float32Array) => void,
) {
  checkSampleRate(sourceRate);
  const divisor = gcd(sourceRate, targetRate);
  const [up, down] = [targetRate / divisor, sourceRate / divisor];
  // Multiples of `down` samples, after each of which samples of both rates coincide: the reach of the filter, and a second.
  const margin = down * Math.ceil((REACH * Math.max(1, down / up)) / down);
  const block = down * Math.ceil(sourceRate / down);
  const window = new Float32Array(margin + block + margin);
  // There is silence before the first sample.
  let filled = margin;

  /** Emits the block in the middle of the window, of which `length` samples are in the stream, and moves on. */
  const flushBlock = (length: number): void => {
    const { channels } = resample({ channels: [window], sampleRate: sourceRate }, targetRate);
    const firstSample = (margin / down) * up;
    const samples = channels[0] ?? new Float32Array();
    emit(samples.slice(firstSample, firstSample + Math.round((length * up) / down)));
    window.copyWithin(0, block);
    filled -= block;
  };

  return {
    push(samples: Float32Array): void {
      for (let offset = 0; offset < samples.length; ) {
        const part = samples.subarray(offset, offset + window.length - filled);
        window.set(part, filled);
        filled += part.length;
        offset += part.length;
        if (filled === window.length) flushBlock(block);
      }
    },
    end(): void {
      for (let remainingSamples = filled - margin; remainingSamples > 0; remainingSamples -= block) {
        window.fill(0, filled);
        flushBlock(Math.min(remainingSamples, block));
        filled = Math.max(filled, margin);
      }
    },
  };
}
