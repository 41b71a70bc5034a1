import { AudioError } from '../audio-error.ts';
import { estimateLoudness } from '../measure/loudness.ts';
import { convertChannels, durationMs, type Pcm, sampleCount, slicePcm, toSamples } from '../pcm.ts';
import { frameEdge, frameLevels, speechSpan } from '../signal/frames.ts';
import { resample } from '../signal/resample.ts';
import { level } from './level.ts';
import { fadeEdges, findSpeechSamples } from './master.ts';

type TimedWord = { start_ms: number; end_ms: number };

/** A word of a take, by its times, and the recording to play in its place. */
export type Cut = TimedWord & { recording: Pcm };

/** The part of a take that a recording replaced, and the length of the recording. `cut` is the index of the cut. */
export type CutSpan = { cut: number; from_ms: number; to_ms: number; length_ms: number };

const MAX_WORD_MS = 10_000;
const CROSSFADE_MS = 8;
/** A word is rarely this much louder or softer than its line. A larger difference means that its times are wrong. */
const MAX_DIFFERENCE_LU = 6;
/** The highest true peak of a recording after it was leveled. */
const CEILING_DBTP = -1;

/**
 * Plays recordings in place of words, as loud as the words, and crossfades them with what they replace. Pauses that the
 * engine counts as part of a word stay. A cut that overlaps an earlier one, or has no length, is left out.
 */
export function cutIn(take: Pcm, cuts: readonly Cut[]): { pcm: Pcm; spans: CutSpan[] } {
  const { sampleRate } = take;
  const cutsInOrder = [...cuts.entries()].sort(([, one], [, other]) => one.start_ms - other.start_ms);
  /** Where each recording goes, in samples of the take. */
  const inserts: { cut: number; from: number; to: number; word: Pcm }[] = [];
  /** By how many samples the recordings are longer than the words. */
  let growth = 0;
  for (const [cutIndex, word] of cutsInOrder) {
    const { from, to } = findSpokenSamples(take, word);
    if (from < (inserts.at(-1)?.to ?? 0) || to <= from) continue;
    const recording = fitRecording(word.recording, take, slicePcm(take, from, to));
    inserts.push({ cut: cutIndex, from, to, word: recording });
    growth += sampleCount(recording) - (to - from);
  }
  const channels = take.channels.map((source, index) => {
    const result = new Float32Array(source.length + growth);
    let [sourcePosition, position] = [0, 0];
    for (const { from, to, word } of inserts) {
      result.set(source.subarray(sourcePosition, from), position);
      position += from - sourcePosition;
      const samples = word.channels[index] ?? new Float32Array();
      result.set(samples, position);
      const insertedWord = result.subarray(position, position + samples.length);
      mixEdges(insertedWord, source.subarray(from, to), toSamples(CROSSFADE_MS, sampleRate));
      position += samples.length;
      sourcePosition = to;
    }
    result.set(source.subarray(sourcePosition), position);
    return result;
  });
  const toMs = (samples: number): number => (samples * 1_000) / sampleRate;
  const spans = inserts.map(({ cut, from, to, word }) => {
    return { cut, from_ms: toMs(from), to_ms: toMs(to), length_ms: toMs(sampleCount(word)) };
  });
  return { pcm: { channels, sampleRate }, spans };
}

/** A recording of a word without the silence around it, in mono. */
export function wordRecording(pcm: Pcm): Pcm {
  const word = convertChannels(pcm, 1);
  if (!speechSpan(frameLevels(word))) throw new AudioError('broken', 'The recording is silent.');
  const { from, to } = findSpeechSamples(word);
  const spokenPart = slicePcm(word, from, to);
  if (durationMs(spokenPart) <= MAX_WORD_MS) return spokenPart;
  throw new AudioError('too_long', `The recording of a word is longer than ${MAX_WORD_MS} ms.`);
}

/** Words of the take at their times in the result. */
export function shiftWordTimes<Word extends TimedWord>(
  words: readonly Word[],
  spans: readonly CutSpan[],
): Word[] {
  return words.map((word) => {
    return { ...word, start_ms: shiftTime(word.start_ms, spans), end_ms: shiftTime(word.end_ms, spans) };
  });
}

/** The time in the result of a time in the take. Within a replaced word, it moves in proportion. */
function shiftTime(ms: number, spans: readonly CutSpan[]): number {
  let shift = 0;
  for (const { from_ms, to_ms, length_ms } of spans) {
    if (ms <= from_ms) break;
    const share = Math.min(1, (ms - from_ms) / (to_ms - from_ms));
    shift += share * (length_ms - (to_ms - from_ms));
  }
  return Math.round(ms + shift);
}

/** The part of a word's span that is speech: engines count the pause after a word as part of it. */
function findSpokenSamples(take: Pcm, word: TimedWord): { from: number; to: number } {
  const { sampleRate } = take;
  const from = Math.max(0, toSamples(word.start_ms, sampleRate));
  const to = Math.min(sampleCount(take), toSamples(word.end_ms, sampleRate));
  if (to <= from) return { from, to };
  const { threshold } = frameLevels(take);
  const { levels, loud } = frameLevels(slicePcm(take, from, to));
  const span = speechSpan({ levels, loud, threshold });
  if (!span) return { from, to };
  const start = from + frameEdge(span.start, sampleRate);
  // A remainder shorter than a frame belongs to the last frame.
  if (span.end === levels.length) return { from: start, to };
  return { from: start, to: from + frameEdge(span.end, sampleRate) };
}

/** The recording in the rate, channels and level of the take. */
function fitRecording(recording: Pcm, take: Pcm, replacedWord: Pcm): Pcm {
  const recordedWord = convertChannels(recording, take.channels.length === 2 ? 2 : 1);
  const word = resample(recordedWord, take.sampleRate);
  const line = estimateLoudness(take);
  let loudness_lufs: number | null = null;
  if (line !== null) {
    const requestedLufs = estimateLoudness(replacedWord) ?? line;
    loudness_lufs = Math.min(line + MAX_DIFFERENCE_LU, Math.max(line - MAX_DIFFERENCE_LU, requestedLufs));
  }
  return fadeEdges(level(word, { loudness_lufs, true_peak_dbtp: CEILING_DBTP }).pcm, CROSSFADE_MS);
}

/** Under the fades of the recording, the replaced word fades out at its beginning and in at its end. */
function mixEdges(word: Float32Array, replacedWord: Float32Array, fade: number): void {
  const length = Math.min(fade, Math.floor(word.length / 2), Math.floor(replacedWord.length / 2));
  for (let index = 0; index < length; index++) {
    const gain = 0.5 + 0.5 * Math.cos((Math.PI * index) / length);
    const [wordEnd, replacedEnd] = [word.length - 1 - index, replacedWord.length - 1 - index];
    word[index] = (word[index] ?? 0) + gain * (replacedWord[index] ?? 0);
    word[wordEnd] = (word[wordEnd] ?? 0) + gain * (replacedWord[replacedEnd] ?? 0);
  }
}
