import { AudioError, shiftWordTimes } from '@voiceloom/audio';
import { recordedWords } from '@voiceloom/text';
import type { SpeechResult } from '../../providers/speech/index.ts';
import { isStorageError, within } from '../../storage/index.ts';
import type { ChunkContext } from '../node-types.ts';
import { awaitStorage, readAudio } from '../runs/stored-audio.ts';
import { SourceFailure, unpackMedia } from '../sources/uploads.ts';
import { type Dictionary, formatDroppedRecording } from './dictionary.ts';

const READ_DEADLINE_MS = 10_000;
/** Ten seconds of stereo with 24 bits at 96 kHz have 5.8 MB. */
const MAX_BYTES = 8 * 1_048_576;
/** The maximum number of recordings in one line. */
const MAX_CUTS = 50;

/**
 * Reads the recordings of a workspace's dictionary, each once for a chunk. `unusable`: the file can never be used as a
 * word. `unavailable`: it cannot be read at the moment.
 */
export type RecordingReader = (sha256: string) => Promise<Uint8Array | 'unusable' | 'unavailable'>;

/** Errors that depend only on the file, so that a retry cannot help. */
const FILE_ERRORS = new Set(['broken', 'unsupported', 'too_long']);

/** See `RecordingReader`. Waits while the storage is unavailable, at most ten seconds for a recording. */
export function openRecordings(context: ChunkContext, dictionary: Dictionary): RecordingReader {
  const { app, run, signal } = context;
  const readings = new Map<string, ReturnType<RecordingReader>>();

  const readRecording: RecordingReader = async (sha256) => {
    const recording = dictionary.findRecording(sha256);
    if (!recording) return 'unavailable';
    if ((recording.size_bytes ?? 0) > MAX_BYTES) return 'unusable';
    const { filename, object_key } = recording;
    try {
      const bytes = await awaitStorage(context, () =>
        within(READ_DEADLINE_MS, readAudio(context, recording)),
      );
      const file = { bytes, filename, field: 'upload_id', use: 'recording' as const };
      return await app.audio.word(await unpackMedia(app, file, signal), signal);
    } catch (error) {
      signal.throwIfAborted();
      app.log.warn({ err: error, run_id: run.id, object_key }, 'recording of a word not used');
      if (error instanceof SourceFailure) return 'unusable';
      if (error instanceof AudioError && FILE_ERRORS.has(error.code)) return 'unusable';
      if (isStorageError(error) || (error instanceof AudioError && error.code !== 'closed'))
        return 'unavailable';
      throw error;
    }
  };

  return (sha256) => {
    const reading = readings.get(sha256) ?? readRecording(sha256);
    readings.set(sha256, reading);
    return reading;
  };
}

/**
 * A take in which recordings replace their words. If a recording cannot be cut in, the voice says the word, and
 * `dropped` lists it. `isFinal`: another attempt would not change the result.
 */
export async function cutInRecordings(
  context: { app: ChunkContext['app']; signal: AbortSignal; run: { id: string } },
  result: SpeechResult,
  wording: { text: string; locale_code: string; readRecording: RecordingReader },
): Promise<{ result: SpeechResult; isFinal: boolean }> {
  const { app, run, signal } = context;
  const { text, locale_code, readRecording } = wording;
  const words = recordedWords(text, locale_code, result.words);
  if (words.length === 0) return { result, isFinal: true };
  const timedWords = words.filter(({ time }) => time).slice(0, MAX_CUTS);
  const recordings = await Promise.all(timedWords.map(({ sha256 }) => readRecording(sha256)));
  let isFinal = true;
  const cuts: Parameters<typeof app.audio.cutIn>[1][number][] = [];
  for (const [index, { time }] of timedWords.entries()) {
    const recording = recordings[index];
    if (recording === 'unavailable') isFinal = false;
    if (time && recording instanceof Uint8Array) cuts.push({ ...time, recording });
  }
  let cutFile: Awaited<ReturnType<typeof app.audio.cutIn>> = { bytes: result.audio, spans: [] };
  try {
    if (cuts.length > 0) cutFile = await app.audio.cutIn(result.audio, cuts, signal);
  } catch (error) {
    // If the audio cannot be processed, keep the original take, which is already paid.
    signal.throwIfAborted();
    if (!(error instanceof AudioError) || error.code === 'closed') throw error;
    app.log.warn({ err: error, run_id: run.id }, 'recordings of words not cut into a take');
    if (!FILE_ERRORS.has(error.code)) isFinal = false;
  }
  // The voice says every word that was not cut in: without a time, beyond the maximum, or after an error.
  const replacedStarts = new Set(cutFile.spans.map(({ cut: cutIndex }) => cuts[cutIndex]?.start_ms));
  const voicedWords = words
    .filter(({ time }) => !time || !replacedStarts.has(time.start_ms))
    .map(({ word }) => word);
  return {
    isFinal,
    result: {
      ...result,
      audio: cutFile.bytes,
      words: shiftWordTimes(result.words, cutFile.spans),
      dropped: [...result.dropped, ...[...new Set(voicedWords)].map(formatDroppedRecording)],
    },
  };
}
