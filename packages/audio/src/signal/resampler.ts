import { checkSampleRate } from '../pcm.ts';
import { gcd, resample } from './resample.ts';

/** Taps of the filter on one side, at the lower rate, and a few more as a reserve. */
const REACH = 44;

/**
 * Resamples a mono stream in blocks. Each block includes as much of its neighbors as the filter needs, so the result is
 * the same as for the whole stream. Blocks begin where samples of both rates coincide.
 */
export function createResampler(from: number, to: number, emit: (samples: Float32Array) => void) {
  checkSampleRate(from);
  const divisor = gcd(from, to);
  const [up, down] = [to / divisor, from / divisor];
  const margin = down * Math.ceil((REACH * Math.max(1, down / up)) / down);
  const block = down * Math.ceil(from / down);
  const window = new Float32Array(margin + block + margin);
  // There is silence before the first sample.
  let filled = margin;

  const flushBlock = (length: number): void => {
    const { channels } = resample({ channels: [window], sampleRate: from }, to);
    const first = (margin / down) * up;
    emit((channels[0] ?? new Float32Array()).slice(first, first + Math.round((length * up) / down)));
    window.copyWithin(0, block);
    filled -= block;
  };

  return {
    push(samples: Float32Array): void {
      for (let at = 0; at < samples.length; ) {
        const part = samples.subarray(at, at + window.length - filled);
        window.set(part, filled);
        filled += part.length;
        at += part.length;
        if (filled === window.length) flushBlock(block);
      }
    },
    end(): void {
      for (let remaining = filled - margin; remaining > 0; remaining -= block) {
        window.fill(0, filled);
        flushBlock(Math.min(remaining, block));
        filled = Math.max(filled, margin);
      }
    },
  };
}
