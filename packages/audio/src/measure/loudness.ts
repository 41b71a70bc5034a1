import { measureOnce } from '../pcm.ts';
import { FRAME_MS, type FrameLevels, frameEdge, frameLevels, type SpeechSpan } from '../signal/frames.ts';
import { findSounds } from './clicks.ts';
import { weightedEnergy } from './k-weighting.ts';

/** `none`: too short or silent, so there is no valid value. */
export type LoudnessMethod = 'integrated' | 'ungated' | 'none';
export type Loudness = {
  lufs: number | null;
  method: LoudnessMethod;
  /** What a meter of ITU-R BS.1770-4 shows for the whole file; null if no block of 400 ms passes its gates. */
  integrated_lufs: number | null;
};

/** The length of a block, and the distance to the next one, in frames of 10 ms. */
const BLOCK_FRAMES = 40;
const STEP_FRAMES = 10;
/** Quieter parts do not count (ITU-R BS.1770), nor do those far below the average of the rest. */
const ABSOLUTE_GATE_LUFS = -70;
const RELATIVE_GATE_LU = 10;
/** Below this the gate has too few blocks to be stable. */
const MIN_GATED_MS = 3_000;
const MIN_SCORED_MS = 400;
const MIN_ESTIMATED_MS = 50;

/** Integrated loudness by ITU-R BS.1770-4; short speech is measured without the gate over its own span. */
export const measureLoudness = measureOnce((pcm): Loudness => {
  const frames = frameLevels(pcm);
  return computeLoudness(frames, weightedEnergy(pcm, frames.levels.length), pcm.sampleRate);
});

/** The loudness of audio with these levels and weighted energies of its frames. */
export function computeLoudness(frames: FrameLevels, energy: Float64Array, sampleRate: number): Loudness {
  const { span } = findSounds(frames);
  const integrated_lufs = toLufs(gatedPower(energy, sampleRate));
  const unmeasured: Loudness = { lufs: null, method: 'none', integrated_lufs };
  const spanMs = span ? (span.end - span.start) * FRAME_MS : 0;
  if (!span || spanMs < MIN_SCORED_MS) return unmeasured;
  if (spanMs >= MIN_GATED_MS) {
    if (integrated_lufs === null) return unmeasured;
    return { lufs: integrated_lufs, method: 'integrated', integrated_lufs };
  }
  const lufs = toLufs(meanOver(energy, span, sampleRate));
  if (lufs === null) return unmeasured;
  return { lufs, method: 'ungated', integrated_lufs };
}

/**
 * Mean K-weighted power over speech of any length, in LUFS. Under 0.4 s, this is not a loudness to publish, but it is
 * accurate enough to set a level.
 */
export const estimateLoudness = measureOnce((pcm): number | null => {
  const frames = frameLevels(pcm);
  return computeEstimate(frames, weightedEnergy(pcm, frames.levels.length), pcm.sampleRate);
});

/** The estimate for audio with these levels and weighted energies of its frames. */
export function computeEstimate(
  frames: FrameLevels,
  energy: Float64Array,
  sampleRate: number,
): number | null {
  const { span } = findSounds(frames);
  if (!span || (span.end - span.start) * FRAME_MS < MIN_ESTIMATED_MS) return null;
  return toLufs(meanOver(energy, span, sampleRate));
}

/** The loudness of a power by BS.1770-4; null without power. */
function toLufs(power: number): number | null {
  if (power > 0) return -0.691 + 10 * Math.log10(power);
  return null;
}

/** The mean power of a span. `energy`: the sum of squares of each frame. */
function meanOver(energy: Float64Array, span: SpeechSpan, sampleRate: number): number {
  const { start, end } = span;
  let sum = 0;
  for (let frame = start; frame < end; frame++) sum += energy[frame] ?? 0;
  return sum / (frameEdge(end, sampleRate) - frameEdge(start, sampleRate));
}

/** The mean power of the blocks of 400 ms that pass both gates, one every 100 ms. */
function gatedPower(energy: Float64Array, sampleRate: number): number {
  const powers: number[] = [];
  for (let start = 0; start + BLOCK_FRAMES <= energy.length; start += STEP_FRAMES) {
    powers.push(meanOver(energy, { start, end: start + BLOCK_FRAMES }, sampleRate));
  }
  // The inverse of `toLufs`.
  const absoluteGate = 10 ** ((ABSOLUTE_GATE_LUFS + 0.691) / 10);
  const audiblePowers = powers.filter((power) => power > absoluteGate);
  const relativeGate = mean(audiblePowers) * 10 ** (-RELATIVE_GATE_LU / 10);
  return mean(audiblePowers.filter((power) => power > relativeGate));
}

/** The mean of some numbers; 0 without any. */
function mean(values: number[]): number {
  if (values.length === 0) return 0;
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
