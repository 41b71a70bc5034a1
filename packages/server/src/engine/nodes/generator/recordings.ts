import { AudioError, shiftWordTimes } from '@voiceloom/audio';
import { recordedWords } from '@voiceloom/text';
import type { SpeechResult } from '../../../providers/speech/index.ts';
import { isStorageError, within } from '../../../storage/index.ts';
import { type Dictionary, droppedRecording, type Recording } from '../../casting/text-to-speak.ts';
import type { ChunkContext } from '../../node-types.ts';
import { SourceFailure, toDecodable } from '../../sources/uploads.ts';
import { awaitStorage, readAudio } from '../stored-audio.ts';

const READ_DEADLINE_MS = 10_000;
/** Ten seconds of stereo with 24 bits at 96 kHz have 5.8 MB. */
const MOST_BYTES = 8 * 1_048_576;
/** The maximum number of recordings in one line. */
const MOST_CUTS = 50;

/**
 * `unusable`: the file can never be used as a word. `unavailable`: it cannot be read at the moment.
 */
type ReadRecording = Uint8Array | 'unusable' | 'unavailable';

/** Reads the recordings of a workspace's dictionary, each once for a chunk. */
export type RecordingReader = (sha256: string) => Promise<ReadRecording>;

/** Errors that depend only on the file, so that a retry cannot help. */
const OF_FILE = new Set(['broken', 'unsupported', 'too_long']);

export function openRecordings(context: ChunkContext, dictionary: Dictionary): RecordingReader {
  const known = new Map<string, Promise<ReadRecording>>();
  return (sha256) => {
    const reading = known.get(sha256) ?? readRecording(context, dictionary.recording(sha256));
    known.set(sha256, reading);
    return reading;
  };
}

async function readRecording(
  context: ChunkContext,
  recording: Recording | undefined,
): Promise<ReadRecording> {
  const { app, signal } = context;
  if (!recording) return 'unavailable';
  if ((recording.size_bytes ?? 0) > MOST_BYTES) return 'unusable';
  const { filename, object_key } = recording;
  try {
    const stored = await awaitStorage(context, () => within(READ_DEADLINE_MS, readAudio(context, recording)));
    const file = { bytes: stored, filename, field: 'upload_id', use: 'recording' as const };
    return await app.audio.word(await toDecodable(app, file, signal), signal);
  } catch (error) {
    signal.throwIfAborted();
    app.log.warn({ err: error, run_id: context.run.id, object_key }, 'recording of a word not used');
    if (error instanceof SourceFailure) return 'unusable';
    if (error instanceof AudioError && OF_FILE.has(error.code)) return 'unusable';
    if (isStorageError(error) || (error instanceof AudioError && error.code !== 'closed'))
      return 'unavailable';
    throw error;
  }
}

type CutContext = Pick<ChunkContext, 'app' | 'signal'> & { run: { id: string } };

/**
 * A take in which recordings replace their words. If a recording cannot be cut in, the voice says the word, and
 * `dropped` lists it. `isFinal`: another attempt would not change the result.
 */
export async function withRecordings(
  context: CutContext,
  made: SpeechResult,
  { text, locale_code, read }: { text: string; locale_code: string; read: RecordingReader },
): Promise<{ made: SpeechResult; isFinal: boolean }> {
  const words = recordedWords(text, locale_code, made.words);
  if (words.length === 0) return { made, isFinal: true };
  const timed = words.flatMap(({ time, sha256 }) => (time ? [{ ...time, sha256 }] : [])).slice(0, MOST_CUTS);
  const files = await Promise.all(
    timed.map(async ({ sha256, ...time }) => ({ ...time, sha256, recording: await read(sha256) })),
  );
  const areRead = !files.some(({ recording }) => recording === 'unavailable');
  const cuts = files.flatMap(({ recording, ...cut }) =>
    typeof recording === 'string' ? [] : [{ ...cut, recording }],
  );
  const done = await cutOrPlain(context, made.audio, cuts);
  const starts = new Set(done.spans.map(({ cut }) => cuts[cut]?.start_ms));
  const dropped = words.filter(({ time }) => !time || !starts.has(time.start_ms)).map(({ word }) => word);
  return {
    isFinal: areRead && done.isFinal,
    made: {
      ...made,
      audio: done.bytes,
      words: shiftWordTimes(made.words, done.spans),
      dropped: [...made.dropped, ...[...new Set(dropped)].map(droppedRecording)],
    },
  };
}

type Audio = ChunkContext['app']['audio'];

/** If the audio cannot be processed, keep the original take, which is already paid. */
async function cutOrPlain(
  { app, run, signal }: CutContext,
  audio: Uint8Array,
  cuts: Parameters<Audio['cutIn']>[1],
): Promise<Awaited<ReturnType<Audio['cutIn']>> & { isFinal: boolean }> {
  const plain = { bytes: audio, spans: [] };
  if (cuts.length === 0) return { ...plain, isFinal: true };
  try {
    return { ...(await app.audio.cutIn(audio, cuts, signal)), isFinal: true };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof AudioError) || error.code === 'closed') throw error;
    app.log.warn({ err: error, run_id: run.id }, 'recordings of words not cut into a take');
    return { ...plain, isFinal: OF_FILE.has(error.code) };
  }
}
