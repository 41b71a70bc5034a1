import { AudioError } from '../audio-error.ts';
import { estimateLoudness } from '../measure/loudness.ts';
import { convertChannels, durationMs, type Pcm, sampleCount, samplesOf, slicePcm } from '../pcm.ts';
import { frameEdge, frameLevels, speechSpan } from '../signal/frames.ts';
import { resample } from '../signal/resample.ts';
import { level } from './level.ts';
import { fadeEdges, speechSamples } from './master.ts';

type TimedWord = { start_ms: number; end_ms: number };

/** A word of a take, by its times, and the recording to play in its place. */
type Cut = TimedWord & { recording: Pcm };

/** The part of a take that a recording replaced, and the length of the recording. `cut` is the index of the cut. */
export type CutSpan = { cut: number; from_ms: number; to_ms: number; length_ms: number };

const LONGEST_WORD_MS = 10_000;
const CROSSFADE_MS = 8;
/** A word is rarely this much louder or softer than its line. A larger difference means that its times are wrong. */
const MAX_DIFFERENCE_LU = 6;
const CEILING_DBTP = -1;

/**
 * Plays recordings in place of words, as loud as the words, and crossfades them with what they replace. Pauses that the
 * engine counts as part of a word stay. A cut that overlaps an earlier one, or has no length, is left out.
 */
export function cutIn(take: Pcm, cuts: readonly Cut[]): { pcm: Pcm; spans: CutSpan[] } {
  const places = placesOf(take, cuts);
  const grown = places.reduce((sum, { from, to, word }) => sum + sampleCount(word) - (to - from), 0);
  const channels = take.channels.map((source, index) => {
    const result = new Float32Array(source.length + grown);
    let [read, position] = [0, 0];
    for (const { from, to, word } of places) {
      result.set(source.subarray(read, from), position);
      position += from - read;
      const samples = word.channels[index] ?? new Float32Array();
      result.set(samples, position);
      mixEdges(result.subarray(position, position + samples.length), source.subarray(from, to), fadeOf(take));
      position += samples.length;
      read = to;
    }
    result.set(source.subarray(read), position);
    return result;
  });
  const ms = (samples: number): number => (samples * 1_000) / take.sampleRate;
  const spans = places.map(({ cut, from, to, word }) => {
    return { cut, from_ms: ms(from), to_ms: ms(to), length_ms: ms(sampleCount(word)) };
  });
  return { pcm: { channels, sampleRate: take.sampleRate }, spans };
}

/** A recording of a word without the silence around it, in mono. */
export function wordRecording(pcm: Pcm): Pcm {
  const word = convertChannels(pcm, 1);
  if (!speechSpan(frameLevels(word))) throw new AudioError('broken', 'The recording is silent.');
  const { from, to } = speechSamples(word);
  const trimmed = slicePcm(word, from, to);
  if (durationMs(trimmed) <= LONGEST_WORD_MS) return trimmed;
  throw new AudioError('too_long', `The recording of a word is longer than ${LONGEST_WORD_MS} ms.`);
}

/** Words of the take at their times in the result. */
export function shiftWordTimes<Word extends TimedWord>(
  words: readonly Word[],
  spans: readonly CutSpan[],
): Word[] {
  return words.map((word) => {
    return { ...word, start_ms: movedTime(word.start_ms, spans), end_ms: movedTime(word.end_ms, spans) };
  });
}

function movedTime(ms: number, spans: readonly CutSpan[]): number {
  let shift = 0;
  for (const { from_ms, to_ms, length_ms } of spans) {
    if (ms <= from_ms) break;
    const share = Math.min(1, (ms - from_ms) / (to_ms - from_ms));
    shift += share * (length_ms - (to_ms - from_ms));
  }
  return Math.round(ms + shift);
}

/** A cut with its position in samples of the take, and the fitted recording. */
type Place = { cut: number; from: number; to: number; word: Pcm };

function placesOf(take: Pcm, cuts: readonly Cut[]): Place[] {
  const places: Place[] = [];
  const ordered = [...cuts.entries()].sort(([, one], [, other]) => one.start_ms - other.start_ms);
  for (const [cut, { recording, ...span }] of ordered) {
    const { from, to } = wordSamples(take, span);
    if (from < (places.at(-1)?.to ?? 0) || to <= from) continue;
    places.push({ cut, from, to, word: fitted(recording, take, { from, to }) });
  }
  return places;
}

/** The part of a word's span that is speech: engines count the pause after a word as part of it. */
function wordSamples(take: Pcm, { start_ms, end_ms }: TimedWord) {
  const { sampleRate } = take;
  const from = Math.max(0, samplesOf(start_ms, sampleRate));
  const to = Math.min(sampleCount(take), samplesOf(end_ms, sampleRate));
  if (to <= from) return { from, to };
  const { threshold } = frameLevels(take);
  const { levels, loud } = frameLevels(slicePcm(take, from, to));
  const span = speechSpan({ levels, loud, threshold });
  if (!span) return { from, to };
  const isLast = span.end === levels.length;
  return {
    from: from + frameEdge(span.start, sampleRate),
    to: isLast ? to : from + frameEdge(span.end, sampleRate),
  };
}

/** The recording in the rate, channels and level of the take. */
function fitted(recording: Pcm, take: Pcm, { from, to }: Pick<Place, 'from' | 'to'>): Pcm {
  const mixed = convertChannels(recording, take.channels.length === 2 ? 2 : 1);
  const word = resample(mixed, take.sampleRate);
  const line = estimateLoudness(take);
  const replaced = estimateLoudness(slicePcm(take, from, to)) ?? line;
  const loudness_lufs =
    replaced === null || line === null
      ? null
      : Math.min(line + MAX_DIFFERENCE_LU, Math.max(line - MAX_DIFFERENCE_LU, replaced));
  return fadeEdges(level(word, { loudness_lufs, true_peak_dbtp: CEILING_DBTP }).pcm, CROSSFADE_MS);
}

const fadeOf = ({ sampleRate }: Pcm): number => samplesOf(CROSSFADE_MS, sampleRate);

/** Under the fades of the recording, the replaced word fades out at its beginning and in at its end. */
function mixEdges(word: Float32Array, replaced: Float32Array, longest: number): void {
  const length = Math.min(longest, Math.floor(word.length / 2), Math.floor(replaced.length / 2));
  for (let i = 0; i < length; i++) {
    const gain = 0.5 + 0.5 * Math.cos((Math.PI * i) / length);
    const [end, last] = [word.length - 1 - i, replaced.length - 1 - i];
    word[i] = (word[i] ?? 0) + gain * (replaced[i] ?? 0);
    word[end] = (word[end] ?? 0) + gain * (replaced[last] ?? 0);
  }
}
