import { frameEdge, frameLevels, speechSpan } from '../codecs/frames.ts';
import { type Pcm, sampleCount, samplesOf } from '../pcm.ts';

/** Kept around the speech, so that soft beginnings and endings stay whole. */
const KEEP_BEFORE_MS = 10;
const KEEP_AFTER_MS = 30;

/** The samples after trimming: the speech without the silence around it, or all samples if there is no speech. */
export function speechSamples(pcm: Pcm): { from: number; to: number } {
  const span = speechSpan(frameLevels(pcm));
  if (!span) return { from: 0, to: sampleCount(pcm) };
  const from = frameEdge(span.start, pcm.sampleRate) - samplesOf(KEEP_BEFORE_MS, pcm.sampleRate);
  const to = frameEdge(span.end, pcm.sampleRate) + samplesOf(KEEP_AFTER_MS, pcm.sampleRate);
  return { from: Math.max(0, from), to: Math.min(sampleCount(pcm), to) };
}
