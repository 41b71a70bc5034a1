import { convertChannels, durationMs, type Pcm } from '../pcm.ts';
import { FRAME_MS } from '../signal/frames.ts';
import { sharedTopHz } from './cepstra.ts';
import { findSounds, reduceFeatures, SOUND_SIZE, type Sounds } from './sounds.ts';
import { type Band, bandAround, straightBand, type WarpPath, warp } from './warp.ts';

/** A word with its place in the audio. */
export type TimedWord = { text: string; start_ms: number; end_ms: number };

/** How far the tempo may differ from place to place, as a share of the take. */
const BAND_SHARE = 0.15;
const MIN_BAND_MS = 150;
/** A take that is so much longer or shorter than the reference, without pauses, has another text. Also bounds the memory. */
const MAX_LENGTH_RATIO = 3;
/** Longer silence at the start of a word is a pause; shorter silence is part of a plosive. */
const MAX_ONSET_FRAMES = 60 / FRAME_MS;
/** Longer recordings are compared roughly first, so that memory and time grow with their length, not with its square. */
const MAX_WHOLE_MS = 30_000;
const ROUGH_FACTOR = 8;
const FINE_BAND_MS = 600;
/** How much shorter the vocal tract of the take can be than that of the reference: men, women and children. */
const STRETCHES = [0.85, 0.92, 1, 1.08, 1.17];
/** So many frames of the reference, reduced by a factor, show how much both voices and texts are alike. */
const SAMPLE_FRAMES = 2_000;
const SAMPLE_FACTOR = 4;
/** Shorter speech has too few sounds to tell texts apart. */
const MIN_SAMPLE_FRAMES = 80;
/**
 * The highest distance at which both texts count as the same, relative to that of the reference in wrong order. Takes of
 * another synthesizer had at most 0.85 with the same text, and at least 0.91 with another one of similar length.
 */
const MAX_DISTANCE = 0.88;

/**
 * Finds the words of a take by their times in a reference, a recording of the same text by another voice: dynamic time
 * warping of cepstra. Undefined if a recording is silent, or if the take has a different text.
 */
export function alignWords(take: Pcm, reference: Pcm, words: readonly TimedWord[]): TimedWord[] | undefined {
  const top_hz = sharedTopHz(take, reference);
  const [takeSounds] = findSounds(convertChannels(take, 1), { top_hz, stretches: [1] });
  if (!takeSounds) return undefined;
  const candidates = findSounds(convertChannels(reference, 1), { top_hz, stretches: STRETCHES });
  const referenceSounds = findClosest(candidates, takeSounds);
  if (!referenceSounds) return undefined;
  const path = findPath(referenceSounds, takeSounds);
  if (!path) return undefined;
  const duration = durationMs(take);
  const alignedWords: TimedWord[] = [];
  let previousEnd = 0;
  for (const { text, start_ms, end_ms } of words) {
    const span = findSpan({ start_ms, end_ms }, referenceSounds, takeSounds, path);
    const start = Math.min(duration, Math.max(previousEnd, span.start_ms));
    const end = Math.min(duration, Math.max(start, span.end_ms));
    alignedWords.push({ text, start_ms: start, end_ms: end });
    previousEnd = end;
  }
  return alignedWords;
}

/** The candidate that is most like the take. Undefined if the take has a different text. */
function findClosest(candidates: readonly Sounds[], take: Sounds): Sounds | undefined {
  const frames = candidates[0]?.kept.length ?? 0;
  const rows = Math.min(frames, SAMPLE_FRAMES);
  const lengthRatio = take.kept.length / Math.max(1, frames);
  if (lengthRatio > MAX_LENGTH_RATIO || lengthRatio < 1 / MAX_LENGTH_RATIO) return undefined;
  const columns = Math.round(rows * lengthRatio);
  const takeSample = reduceFeatures(take.features.subarray(0, columns * SOUND_SIZE), SAMPLE_FACTOR);
  const measureCost = (sample: Float32Array): number =>
    warp(sample, takeSample, createBand(sample, takeSample, SAMPLE_FACTOR))?.cost ?? Number.POSITIVE_INFINITY;
  let closest: { sounds: Sounds; sample: Float32Array; cost: number } | undefined;
  for (const sounds of candidates) {
    const sample = reduceFeatures(sounds.features.subarray(0, rows * SOUND_SIZE), SAMPLE_FACTOR);
    const cost = measureCost(sample);
    if (!closest || cost < closest.cost) closest = { sounds, sample, cost };
  }
  if (!closest || rows < MIN_SAMPLE_FRAMES) return closest?.sounds;
  // The same sounds in wrong order show what a different text of these two voices costs.
  const { sample } = closest;
  const sampleRows = sample.length / SOUND_SIZE;
  let costInWrongOrder = 0;
  for (const share of [0.25, 0.5, 0.75]) {
    const start = Math.round(share * sampleRows) * SOUND_SIZE;
    const rotated = new Float32Array(sample.length);
    rotated.set(sample.subarray(start));
    rotated.set(sample.subarray(0, start), sample.length - start);
    costInWrongOrder += measureCost(rotated) / 3;
  }
  if (closest.cost > MAX_DISTANCE * costInWrongOrder) return undefined;
  return closest.sounds;
}

/** The frames of the take that belong to each frame of the reference. */
function findPath(reference: Sounds, take: Sounds): WarpPath | undefined {
  const rows = reference.kept.length;
  const columns = take.kept.length;
  if (Math.max(rows, columns) * FRAME_MS <= MAX_WHOLE_MS)
    return warp(reference.features, take.features, createBand(reference.features, take.features));
  const rowSounds = reduceFeatures(reference.features, ROUGH_FACTOR);
  const columnSounds = reduceFeatures(take.features, ROUGH_FACTOR);
  const roughPath = warp(rowSounds, columnSounds, createBand(rowSounds, columnSounds, ROUGH_FACTOR));
  if (!roughPath) return undefined;
  const half = FINE_BAND_MS / FRAME_MS;
  const band = bandAround(roughPath, { rows, columns, factor: ROUGH_FACTOR, half });
  return warp(reference.features, take.features, band);
}

/** The band for sounds that were reduced by `factor`. */
function createBand(rowSounds: Float32Array, columnSounds: Float32Array, factor = 1): Band {
  return straightBand(rowSounds.length / SOUND_SIZE, columnSounds.length / SOUND_SIZE, {
    share: BAND_SHARE,
    min_columns: Math.ceil(MIN_BAND_MS / FRAME_MS / factor),
  });
}

/** The span of a word in the take. Pauses at its edges do not belong to it. */
function findSpan(
  word: Pick<TimedWord, 'start_ms' | 'end_ms'>,
  reference: Sounds,
  take: Sounds,
  path: WarpPath,
): { start_ms: number; end_ms: number } {
  const lastFrame = reference.isSpeech.length - 1;
  let from = Math.min(lastFrame, Math.round(word.start_ms / FRAME_MS));
  let to = Math.min(lastFrame, Math.max(from, Math.round(word.end_ms / FRAME_MS) - 1));
  while (from < to && !reference.isSpeech[from]) from++;
  while (to > from && !reference.isSpeech[to]) to--;
  let start = take.kept[path.first[reference.keptIndex[from] ?? 0] ?? 0] ?? 0;
  const end = take.kept[path.first[reference.keptIndex[to] ?? 0] ?? 0] ?? 0;
  // A word that would begin in a long pause begins after it.
  const onset = take.isSpeech.indexOf(1, start);
  if (onset - start > MAX_ONSET_FRAMES) start = onset;
  return { start_ms: start * FRAME_MS, end_ms: (end + 1) * FRAME_MS };
}
