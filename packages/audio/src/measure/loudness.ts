import { measuredOnce } from '../pcm.ts';
import { FRAME_MS, frameEdge, frameLevels, type SpeechSpan } from '../signal/frames.ts';
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

const BLOCK_FRAMES = 40;
const STEP_FRAMES = 10;
const ABSOLUTE_GATE_LUFS = -70;
const RELATIVE_GATE_LU = 10;
/** Below this the gate has too few blocks to be stable. */
const GATED_FROM_MS = 3_000;
const SCORED_FROM_MS = 400;
const ESTIMATED_FROM_MS = 50;

/** Integrated loudness by ITU-R BS.1770-4; short speech is measured without the gate over its own span. */
export const measureLoudness = measuredOnce((pcm): Loudness => {
  const frames = frameLevels(pcm);
  const { span } = findSounds(frames);
  const energy = weightedEnergy(pcm, frames.levels.length);
  const integrated_lufs = lufsOrNull(gatedMean(blockPowers(energy, pcm.sampleRate)));
  const spanMs = span ? (span.end - span.start) * FRAME_MS : 0;
  if (!span || spanMs < SCORED_FROM_MS) return { lufs: null, method: 'none', integrated_lufs };
  const isLong = spanMs >= GATED_FROM_MS;
  const lufs = isLong ? integrated_lufs : lufsOrNull(meanOver(energy, span, pcm.sampleRate));
  if (lufs === null) return { lufs, method: 'none', integrated_lufs };
  return { lufs, method: isLong ? 'integrated' : 'ungated', integrated_lufs };
});

/**
 * Mean K-weighted power over speech of any length, in LUFS. Under 0.4 s, this is not a loudness to publish, but it is
 * accurate enough to set a level.
 */
export const estimateLoudness = measuredOnce((pcm): number | null => {
  const frames = frameLevels(pcm);
  const { span } = findSounds(frames);
  if (!span || (span.end - span.start) * FRAME_MS < ESTIMATED_FROM_MS) return null;
  const power = meanOver(weightedEnergy(pcm, frames.levels.length), span, pcm.sampleRate);
  if (power > 0) return toLufs(power);
  return null;
});

function lufsOrNull(power: number): number | null {
  if (power > 0) return toLufs(power);
  return null;
}

function toLufs(power: number): number {
  return -0.691 + 10 * Math.log10(power);
}

function meanOver(energy: Float64Array, { start, end }: SpeechSpan, sampleRate: number): number {
  let sum = 0;
  for (let frame = start; frame < end; frame++) sum += energy[frame] ?? 0;
  return sum / (frameEdge(end, sampleRate) - frameEdge(start, sampleRate));
}

/** Mean power of each 400 ms block, one every 100 ms. */
function blockPowers(energy: Float64Array, sampleRate: number): number[] {
  const powers: number[] = [];
  for (let start = 0; start + BLOCK_FRAMES <= energy.length; start += STEP_FRAMES) {
    powers.push(meanOver(energy, { start, end: start + BLOCK_FRAMES }, sampleRate));
  }
  return powers;
}

function gatedMean(powers: number[]): number {
  const absoluteGate = 10 ** ((ABSOLUTE_GATE_LUFS + 0.691) / 10);
  const audible = powers.filter((power) => power > absoluteGate);
  const relativeGate = mean(audible) * 10 ** (-RELATIVE_GATE_LU / 10);
  return mean(audible.filter((power) => power > relativeGate));
}

function mean(values: number[]): number {
  if (values.length === 0) return 0;
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
