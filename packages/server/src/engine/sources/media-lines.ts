import { AudioError, type RecordingPart } from '@voiceloom/audio';
import { detectLanguage, type HeardLine, heardLines, normalizeLocale } from '@voiceloom/text';
import pMap from 'p-map';
import { ProviderError, type Transcription } from '../../providers/transcription/transcriber.ts';
import type { EngineApp } from '../engine-app.ts';
import { NodeFailure } from '../model.ts';
import type { SourceLine, SourcePlace } from '../node-types.ts';
import { callProvider } from '../provider-calls/call-provider.ts';
import { MAX_SOURCE_LINES, positionId, type SourceConfig } from './script-lines.ts';
import { heardOnce, type Transcriber, transcriberFor } from './transcripts.ts';
import {
  findUploads,
  NOT_FROM_SCRIPT,
  readUpload,
  scriptProblem,
  toDecodable,
  type Upload,
  uploadAt,
} from './uploads.ts';

const LONGEST_PIECE_MS = 300_000;
/** 16-bit samples at 16 kHz. */
const BYTES_PER_MS = 32;
const PIECES_AT_ONCE = 4;
/** The limit for all files together: a source is one job, which must finish within an hour. */
const LONGEST_SOURCE_MS = 4 * 3_600_000;

/**
 * Transcribes recordings into one line per sentence. The lines of each file follow those of the previous one.
 */
export async function readMedia(
  app: EngineApp,
  place: SourcePlace,
  config: SourceConfig,
): Promise<SourceLine[]> {
  const { workspace_id } = place.run;
  const { transcription_provider: provider, transcription_model: model } = config;
  const transcriber = await transcriberFor(app, workspace_id, { provider, model });
  if (transcriber instanceof NodeFailure) throw transcriber;
  const uploads = await findUploads(app.db, workspace_id, config.upload_ids);
  const lines: SourceLine[] = [];
  let before_ms = 0;
  for (const [index, id] of config.upload_ids.entries()) {
    const field = `upload_ids.${index}`;
    const upload = uploadAt(uploads, id, field);
    const recording = await hear(app, place, { upload, field, transcriber, config, before_ms });
    before_ms += recording.length_ms;
    for (const line of recording.lines) lines.push(sourceLine(line, lines.length));
    if (lines.length > MAX_SOURCE_LINES)
      throw scriptProblem(
        'too_many_lines',
        `The recordings have more than ${MAX_SOURCE_LINES} lines.`,
        'upload_ids',
      );
  }
  return lines;
}

type Heard = HeardLine & { locale_code: string };

function sourceLine({ script, locale_code, start_ms, end_ms }: Heard, line_index: number): SourceLine {
  const length = start_ms !== null && end_ms !== null ? end_ms - start_ms : 0;
  return {
    ...NOT_FROM_SCRIPT,
    line_id: positionId(line_index),
    line_index,
    locale_code,
    script,
    start_ms,
    character_name: null,
    max_duration_ms: length > 0 ? length : null,
    notes: null,
    direction: null,
  };
}

interface MediaFile {
  upload: Upload;
  field: string;
  transcriber: Transcriber;
  config: SourceConfig;
  /** The total duration of the files before it. */
  before_ms: number;
}

type TranscribedPiece = {
  piece: RecordingPart;
  said: Transcription;
  /** Whether a stored transcript was reused. Nothing is then billed. */
  kept: boolean;
};

async function hear(
  app: EngineApp,
  place: SourcePlace,
  file: MediaFile,
): Promise<{ lines: Heard[]; length_ms: number }> {
  const { upload, field, transcriber, config } = file;
  const pieces = await splitRecording(app, place, file);
  const length_ms = pieces.at(-1)?.end_ms ?? 0;
  if (file.before_ms + length_ms > LONGEST_SOURCE_MS)
    throw scriptProblem(
      'recordings_too_long',
      'The recordings of a source must last at most four hours in total.',
      field,
    );
  const sounding = pieces.filter(({ silent }) => !silent);
  const transcripts = await writeAll(app, place, { file, pieces: sounding });
  const all = transcripts.map(({ said }) => said.text).join(' ');
  if (all.trim() === '')
    throw scriptProblem('empty_script', `${upload.filename}: it contains no speech.`, field);
  // The billed amounts by the provider's units, and the length of the text in each language.
  const billed: Record<string, number> = {};
  const letters = new Map<string, number>();
  for (const { said: transcription, kept: isReused } of transcripts) {
    const { language, text, billed: bill } = transcription;
    if (bill && !isReused) billed[bill.unit] = (billed[bill.unit] ?? 0) + bill.amount;
    const locale = language === null ? null : normalizeLocale(language);
    if (locale !== null) letters.set(locale, (letters.get(locale) ?? 0) + text.length);
  }
  const { provider, model } = transcriber;
  app.log.info(
    { run_id: place.run.id, provider: provider.id, model: model.id, billed },
    'recording written down',
  );
  // The language of most of the text. A short piece can be misdetected.
  const [longest] = [...letters].sort(([, one], [, other]) => other - one);
  const locale_code = config.source_language ?? longest?.[0] ?? detectLanguage(all);
  if (locale_code === null) {
    const message = `${upload.filename}: the language could not be detected. Set the source language.`;
    throw scriptProblem('undecidable_locale', message, field);
  }
  return { lines: transcripts.flatMap((part) => placedLines(part, locale_code)), length_ms };
}

async function writeAll(
  app: EngineApp,
  place: SourcePlace,
  { file, pieces }: { file: MediaFile; pieces: RecordingPart[] },
): Promise<TranscribedPiece[]> {
  // Aborted as soon as one piece fails, so that no other piece is paid for without use.
  const stop = new AbortController();
  const signal = AbortSignal.any([place.signal, stop.signal]);
  try {
    return await pMap(
      pieces,
      async (piece): Promise<TranscribedPiece> => ({
        piece,
        ...(await writeDown(app, { run: place.run, signal }, { file, piece })),
      }),
      { concurrency: PIECES_AT_ONCE, signal },
    );
  } finally {
    stop.abort();
  }
}

/** The sentences of a piece, with their times in the file. */
function placedLines({ piece, said }: TranscribedPiece, locale_code: string): Heard[] {
  return heardLines(said, locale_code).map(({ script, start_ms, end_ms }) => ({
    script,
    locale_code,
    start_ms: start_ms === null ? null : Math.min(start_ms + piece.start_ms, piece.end_ms),
    end_ms: end_ms === null ? null : Math.min(end_ms + piece.start_ms, piece.end_ms),
  }));
}

async function splitRecording(
  app: EngineApp,
  { signal }: SourcePlace,
  { upload, field, transcriber }: MediaFile,
): Promise<RecordingPart[]> {
  const uploaded = await readUpload(app, upload);
  const { filename } = upload;
  const bytes = await toDecodable(app, { bytes: uploaded, filename, field, use: 'speech' }, signal);
  // Leaves some room for the header and the multipart form.
  const fitting = Math.floor((transcriber.model.max_bytes * 0.95) / BYTES_PER_MS);
  try {
    return await app.audio.pieces(bytes, Math.min(LONGEST_PIECE_MS, fitting), signal);
  } catch (error) {
    signal.throwIfAborted();
    const isOfFile = error instanceof AudioError && !['closed', 'crashed', 'aborted'].includes(error.code);
    throw isOfFile ? scriptProblem(`audio_${error.code}`, `${filename}: ${error.message}`, field) : error;
  }
}

async function writeDown(
  app: EngineApp,
  place: Pick<SourcePlace, 'run' | 'signal'>,
  { file, piece }: { file: MediaFile; piece: RecordingPart },
): Promise<Omit<TranscribedPiece, 'piece'>> {
  const { upload, transcriber, config } = file;
  const { provider, model, credentials } = transcriber;
  const locale_code = config.source_language;
  const request = {
    audio: piece.wav,
    content_type: 'audio/wav',
    locale_code,
    credentials,
    model: model.id,
    duration_ms: piece.end_ms - piece.start_ms,
  };
  const hear = () =>
    callProvider(transcriber, { app, ...place, least_ms: Number.POSITIVE_INFINITY }, (signal) =>
      provider.transcribe({ ...request, signal }),
    );
  const { workspace_id } = place.run;
  const sound = { workspace_id, wav: piece.wav, locale_code, signal: place.signal };
  try {
    return await heardOnce(app, transcriber, sound, hear);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    throw new NodeFailure(`provider_${error.kind}`, `${upload.filename}: ${provider.id}: ${error.message}`);
  }
}
