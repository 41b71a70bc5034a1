import { alignWords, type TimedWord } from './align/align.ts';
import { AudioError, type AudioErrorCode, INTERNAL_ERROR } from './audio-error.ts';
import { decode } from './codecs/decode.ts';
import { type EncodeSettings, encode } from './codecs/encode.ts';
import { encodeWav } from './codecs/wav/wav-encode.ts';
import { type Cut, type CutSpan, cutIn, wordRecording } from './master/cut-in.ts';
import { type DeliveredFile, deliver, type MasterFacts } from './master/deliver.ts';
import type { MasterSettings } from './master/master.ts';
import { type AudioFacts, inspect } from './measure/inspect.ts';
import { type RecordingPart, speechPieces, speechWav } from './measure/speech-pieces.ts';
import type { Pcm } from './pcm.ts';
import { deliverStream, type MasterPaths } from './stream/deliver-stream.ts';

/** A word of a take, by its times, and the file to play in its place. */
export type FileCut = { start_ms: number; end_ms: number; recording: Uint8Array };
/** A take with recordings in place of words, as WAV, and where they replaced it. */
export type CutFile = { bytes: Uint8Array; spans: CutSpan[] };

export type AudioTask =
  | { kind: 'inspect'; bytes: Uint8Array }
  | { kind: 'master'; bytes: Uint8Array; settings: MasterSettings }
  | { kind: 'masterFile'; paths: MasterPaths; settings: MasterSettings }
  | { kind: 'encode'; bytes: Uint8Array; settings: EncodeSettings }
  | { kind: 'response'; bytes: Uint8Array }
  | { kind: 'word'; bytes: Uint8Array }
  | { kind: 'cutIn'; bytes: Uint8Array; cuts: readonly FileCut[] }
  | { kind: 'align'; bytes: Uint8Array; reference: Uint8Array; words: readonly TimedWord[] }
  | { kind: 'speech'; bytes: Uint8Array }
  | { kind: 'pieces'; bytes: Uint8Array; longest_ms: number };

export type AudioResults = {
  inspect: AudioFacts;
  master: DeliveredFile;
  masterFile: MasterFacts | undefined;
  encode: Uint8Array;
  response: Uint8Array;
  word: Uint8Array;
  cutIn: CutFile;
  align: TimedWord[] | null;
  speech: Uint8Array;
  pieces: RecordingPart[];
};

/** Error classes do not survive the transfer between threads, so an error travels as data. */
export type AudioOutcome<Value> =
  | { ok: true; value: Value }
  | { ok: false; code: AudioErrorCode; message: string; cause?: string };

const MAX_MESSAGE_LENGTH = 200;
const MAX_CAUSE_LENGTH = 2_000;

/** The entry of a worker thread: one task at a time. */
export default async function run(task: AudioTask): Promise<AudioOutcome<AudioResults[AudioTask['kind']]>> {
  try {
    return { ok: true, value: await perform(task) };
  } catch (error) {
    if (error instanceof AudioError)
      return { ok: false, code: error.code, message: error.message.slice(0, MAX_MESSAGE_LENGTH) };
    // The text of an internal error helps nobody but the operator, whose log gets it.
    const cause = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { ok: false, code: 'crashed', message: INTERNAL_ERROR, cause: cause.slice(0, MAX_CAUSE_LENGTH) };
  }
}

/** The result of a task. Recordings that are cut in, or split into pieces, are not decoded like others. */
async function perform(task: AudioTask): Promise<AudioResults[AudioTask['kind']]> {
  if (task.kind === 'masterFile') return await deliverStream(task.paths, task.settings);
  if (task.kind === 'pieces') return speechPieces(task.bytes, task.longest_ms);
  const { pcm, format } = await decode(task.bytes, task.kind === 'response' ? 'strict' : 'lenient');
  switch (task.kind) {
    case 'inspect':
      return inspect(pcm, format);
    case 'master':
      return await deliver(pcm, task.settings);
    case 'response':
      return encodeWav(pcm);
    case 'word':
      return encodeWav(wordRecording(pcm));
    case 'cutIn': {
      const cuts: Cut[] = [];
      // Several words often get the same recording.
      const recordings = new Map<Uint8Array, Pcm>();
      for (const { recording: file, ...word } of task.cuts) {
        const recording = recordings.get(file) ?? (await decode(file)).pcm;
        recordings.set(file, recording);
        cuts.push({ ...word, recording });
      }
      const result = cutIn(pcm, cuts);
      return { bytes: encodeWav(result.pcm), spans: result.spans };
    }
    case 'align': {
      const reference = (await decode(task.reference)).pcm;
      return alignWords(pcm, reference, task.words) ?? null;
    }
    case 'speech':
      return speechWav(pcm);
    case 'encode':
      return await encode(pcm, task.settings);
  }
}
