import { AudioError, type RecordingPart } from '@voiceloom/audio';
import { detectLanguage, normalizeLocale, type TranscriptLine, transcriptLines } from '@voiceloom/text';
import pMap from 'p-map';
import { ProviderError } from '../../providers/transcription/transcriber.ts';
import type { EngineApp } from '../engine-app.ts';
import { NodeFailure } from '../model.ts';
import type { SourceContext, SourceLine } from '../node-types.ts';
import { callProvider } from '../provider-calls/call-provider.ts';
import { createPositionId, MAX_SOURCE_LINES, type SourceConfig } from './script-lines.ts';
import { openTranscriber, type Transcriber, transcribePieceOnce } from './transcripts.ts';
import {
  createSourceFailure,
  EMPTY_SCRIPT_FIELDS,
  findUploads,
  getUpload,
  readUpload,
  type Upload,
  unpackMedia,
} from './uploads.ts';

const MAX_PIECE_MS = 300_000;
/** 16-bit samples at 16 kHz. */
const BYTES_PER_MS = 32;
const PIECES_AT_ONCE = 4;
/** The limit for all files together: a source is one job, which must finish within an hour. */
const MAX_SOURCE_MS = 4 * 3_600_000;

/**
 * Transcribes recordings into one line per sentence. The lines of each file follow those of the previous one.
 */
export async function readMedia(
  app: EngineApp,
  place: SourceContext,
  config: SourceConfig,
): Promise<SourceLine[]> {
  const { workspace_id } = place.run;
  const { transcription_provider: provider, transcription_model: model } = config;
  const transcriber = await openTranscriber(app, workspace_id, { provider, model });
  if (transcriber instanceof NodeFailure) throw transcriber;
  const uploads = await findUploads(app.db, workspace_id, config.upload_ids);
  const lines: SourceLine[] = [];
  let before_ms = 0;
  for (const [index, id] of config.upload_ids.entries()) {
    const field = `upload_ids.${index}`;
    const upload = getUpload(uploads, id, field);
    const recording = await readRecording(app, place, {
      upload,
      field,
      transcriber,
      config,
      earlier_files_ms: before_ms,
    });
    before_ms += recording.length_ms;
    for (const { script, locale_code, start_ms, end_ms } of recording.lines) {
      let max_duration_ms: number | null = null;
      if (start_ms !== null && end_ms !== null && end_ms > start_ms) max_duration_ms = end_ms - start_ms;
      lines.push({
        ...EMPTY_SCRIPT_FIELDS,
        line_id: createPositionId(lines.length),
        line_index: lines.length,
        locale_code,
        script,
        start_ms,
        character_name: null,
        max_duration_ms,
        notes: null,
        direction: null,
      });
    }
    if (lines.length > MAX_SOURCE_LINES)
      throw createSourceFailure(
        'too_many_lines',
        `The recordings have more than ${MAX_SOURCE_LINES} lines.`,
        'upload_ids',
      );
  }
  return lines;
}

interface MediaFile {
  upload: Upload;
  field: string;
  transcriber: Transcriber;
  config: SourceConfig;
  /** The total duration of the files before it. */
  earlier_files_ms: number;
}

/** Transcribes one file into sentences, with their times in the file. */
async function readRecording(
  app: EngineApp,
  place: SourceContext,
  file: MediaFile,
): Promise<{ lines: (TranscriptLine & { locale_code: string })[]; length_ms: number }> {
  const { upload, field, transcriber, config } = file;
  const pieces = await splitRecording(app, place, file);
  const length_ms = pieces.at(-1)?.end_ms ?? 0;
  if (file.earlier_files_ms + length_ms > MAX_SOURCE_MS)
    throw createSourceFailure(
      'recordings_too_long',
      'The recordings of a source must last at most four hours in total.',
      field,
    );
  // Aborted as soon as one piece fails, so that no other piece is paid for without use.
  const stop = new AbortController();
  const signal = AbortSignal.any([place.signal, stop.signal]);
  const transcripts = await pMap(
    pieces.filter(({ silent }) => !silent),
    async (piece) => ({
      piece,
      ...(await transcribePiece(app, { run: place.run, signal }, { file, piece })),
    }),
    { concurrency: PIECES_AT_ONCE, signal },
  ).finally(() => stop.abort());
  const fullText = transcripts.map(({ transcription }) => transcription.text).join(' ');
  if (fullText.trim() === '')
    throw createSourceFailure('empty_script', `${upload.filename}: it contains no speech.`, field);
  // The billed amounts by the provider's units, and the length of the text in each language.
  const billed: Record<string, number> = {};
  const letters = new Map<string, number>();
  for (const { transcription, is_reused } of transcripts) {
    const { language, text, billed: bill } = transcription;
    if (bill && !is_reused) billed[bill.unit] = (billed[bill.unit] ?? 0) + bill.amount;
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
  const locale_code = config.source_language ?? longest?.[0] ?? detectLanguage(fullText);
  if (locale_code === null) {
    const message = `${upload.filename}: the language could not be detected. Set the source language.`;
    throw createSourceFailure('undecidable_locale', message, field);
  }
  const lines = transcripts.flatMap(({ piece, transcription }) => {
    const moveIntoFile = (ms: number | null): number | null =>
      ms === null ? null : Math.min(ms + piece.start_ms, piece.end_ms);
    return transcriptLines(transcription, locale_code).map(({ script, start_ms, end_ms }) => ({
      script,
      locale_code,
      start_ms: moveIntoFile(start_ms),
      end_ms: moveIntoFile(end_ms),
    }));
  });
  return { lines, length_ms };
}

/** Splits a file at pauses into pieces that the model accepts. */
async function splitRecording(
  app: EngineApp,
  { signal }: SourceContext,
  { upload, field, transcriber }: MediaFile,
): Promise<RecordingPart[]> {
  const uploaded = await readUpload(app, upload);
  const { filename } = upload;
  const bytes = await unpackMedia(app, { bytes: uploaded, filename, field, use: 'speech' }, signal);
  // Leaves some room for the header and the multipart form.
  const maxRequestMs = Math.floor((transcriber.model.max_bytes * 0.95) / BYTES_PER_MS);
  try {
    return await app.audio.pieces(bytes, Math.min(MAX_PIECE_MS, maxRequestMs), signal);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof AudioError) || ['closed', 'crashed', 'aborted'].includes(error.code)) throw error;
    throw createSourceFailure(`audio_${error.code}`, `${filename}: ${error.message}`, field);
  }
}

/** The transcript of a piece. An error of the provider fails the source. */
async function transcribePiece(
  app: EngineApp,
  place: Pick<SourceContext, 'run' | 'signal'>,
  { file, piece }: { file: MediaFile; piece: RecordingPart },
) {
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
  // Without a time limit of ours: a piece can be minutes long.
  const transcribe = () =>
    callProvider(transcriber, { app, ...place, least_ms: Number.POSITIVE_INFINITY }, (signal) =>
      provider.transcribe({ ...request, signal }),
    );
  const { workspace_id } = place.run;
  const sound = { workspace_id, wav: piece.wav, locale_code, signal: place.signal };
  try {
    return await transcribePieceOnce(app, transcriber, sound, transcribe);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    throw new NodeFailure(`provider_${error.kind}`, `${upload.filename}: ${provider.id}: ${error.message}`);
  }
}
