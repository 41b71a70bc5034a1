import { createHash } from 'node:crypto';
import { AudioError } from '@voiceloom/audio';
import { countText } from '@voiceloom/text';
import pLimit from 'p-limit';
import { digestParts } from '../digest.ts';
import type { EngineApp } from '../engine-app.ts';
import type { SourceContext, SourceLine, SourceNode } from '../node-types.ts';
import { parseConfig } from '../plan.ts';
import { markAudioUsed } from '../runs/audio-use.ts';
import { pickMeasuredFacts, storeAudio } from '../runs/stored-audio.ts';
import { readMedia } from '../sources/media-lines.ts';
import { type Recording, readRecordings } from '../sources/recordings.ts';
import { readScript } from '../sources/script-lines.ts';
import { createSourceFailure, readUpload, SourceFailure, unpackMedia } from '../sources/uploads.ts';

export const sourceScript: SourceNode = {
  async read(app, place) {
    const config = parseConfig(place.node, 'source_script');
    if (config.input_type === 'media') return { lines: await readMedia(app, place, config) };
    const { lines, readings } = await readScript(app, place.run.workspace_id, { config });
    const lineValues = lines.map(({ row: _row, ...line }) => ({
      ...line,
      source_line_id: line.source_line_id ?? null,
      controls: line.controls ?? null,
      source_script: line.source_script ?? null,
      source_locale_code: line.source_locale_code ?? null,
      markup: line.markup ?? null,
    }));
    return { lines: lineValues, readings };
  },
};

/** The provider name of recordings. */
export const RECORDING = { provider: 'recording', model: 'upload' } as const;

/** Limited, because files and their decoded audio are held in memory as a whole. */
const FILES_AT_ONCE = 2;
const MAX_FILE_MS = 30 * 60_000;
const MAX_SOURCE_MS = 10 * 3_600_000;
const MAX_NAMED_FILES = 100;

/**
 * Imports uploaded recordings: measures them and stores them as takes, at no charge. Opens every file first, so that one
 * error lists all unusable files.
 */
export const sourceAudio: SourceNode = {
  async read(app, place) {
    const config = parseConfig(place.node, 'source_audio');
    const { recordings } = await readRecordings(app, place.run.workspace_id, config);
    const existingImports = await findImports(app, place, recordings);
    const limit = pLimit(FILES_AT_ONCE);
    const outcomes = await Promise.allSettled(
      recordings.map((recording) => limit(() => importRecording(app, place, recording, existingImports))),
    );
    const lines: SourceLine[] = [];
    const errors: unknown[] = [];
    let total_ms = 0;
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') {
        errors.push(outcome.reason);
        continue;
      }
      lines.push(outcome.value.line);
      total_ms += outcome.value.duration_ms;
    }
    try {
      if (errors.length > 0) throw mergeErrors(errors);
      if (total_ms > MAX_SOURCE_MS) {
        const message = 'The recordings of a source must last at most 10 hours in total.';
        throw createSourceFailure('recordings_too_long', message, 'upload_ids');
      }
      return { lines };
    } catch (error) {
      await discardAudio(app, lines);
      throw error;
    }
  },
};

/** One error for all unusable files. An internal error takes precedence, because it is retried. */
function mergeErrors(errors: unknown[]): unknown {
  const failures = errors.filter((error) => error instanceof SourceFailure);
  const [firstFailure, ...otherFailures] = failures;
  if (!firstFailure || failures.length < errors.length)
    return errors.find((error) => !(error instanceof SourceFailure));
  let { message } = firstFailure;
  if (otherFailures.length > 0) message += ` ${countText(otherFailures.length, 'more file')} cannot be used.`;
  const details = failures.slice(0, MAX_NAMED_FILES).flatMap((failure) => failure.details);
  return new SourceFailure(firstFailure.code, message, details);
}

/** Removes the stored objects of a failed attempt. */
export async function discardAudio(
  { storage }: Pick<EngineApp, 'storage'>,
  lines: readonly SourceLine[],
): Promise<void> {
  const keys = lines.flatMap(({ audio }) => audio?.row?.object_key ?? []);
  if (keys.length > 0) await storage.removeMany(keys).catch(() => undefined);
}

/** Recordings that an earlier run already imported: the same file in the same language. */
async function findImports({ db, clock }: EngineApp, { run }: SourceContext, recordings: Recording[]) {
  const keys = recordings.flatMap(
    ({ upload, line }) => createReuseKey(upload.checksum_sha256, line.locale_code) ?? [],
  );
  if (keys.length === 0) return new Map<string, { id: string; duration_ms: number }>();
  const rows = await db
    .selectFrom('audio')
    .select(['id', 'duration_ms', 'reuse_key'])
    .distinctOn('reuse_key')
    .where('workspace_id', '=', run.workspace_id)
    .where('reuse_key', 'in', keys)
    .orderBy('reuse_key')
    .orderBy('created_at', 'desc')
    .execute();
  const storedIds = await markAudioUsed(db, run.workspace_id, {
    ids: rows.map(({ id }) => id),
    now: clock(),
  });
  const availableRows = rows.filter(({ id }) => storedIds.has(id));
  return new Map(availableRows.map(({ reuse_key, ...row }) => [reuse_key.toString('hex'), row]));
}

/** The key of an imported file in a language; undefined without a checksum. */
function createReuseKey(sha256: string | null, locale: string): Buffer | undefined {
  return sha256 === null ? undefined : digestParts('recording', sha256, locale);
}

/** Stores a recording as the take of its line, or reuses an earlier import of the same file. */
async function importRecording(
  app: EngineApp,
  place: SourceContext,
  recording: Recording,
  existingImports: Awaited<ReturnType<typeof findImports>>,
): Promise<{ line: SourceLine; duration_ms: number }> {
  const { run, node, signal } = place;
  const { upload, line, field } = recording;
  const { filename, checksum_sha256 } = upload;
  signal.throwIfAborted();
  // Without a checksum, the upload cannot be compared with earlier imports.
  const existingKey = createReuseKey(checksum_sha256, line.locale_code);
  const existingImport = existingKey && existingImports.get(existingKey.toString('hex'));
  if (existingImport)
    return { line: { ...line, audio: { id: existingImport.id } }, duration_ms: existingImport.duration_ms };
  const file = await readUpload(app, upload);
  const bytes = await unpackMedia(app, { bytes: file, filename, field, use: 'recording' }, signal);
  const measurements = await app.audio.inspect(bytes, signal).catch((error: unknown) => {
    throw signal.aborted ? signal.reason : toSourceFailure(error, recording);
  });
  if (measurements.duration_ms > MAX_FILE_MS) {
    const message = `${filename}: a recording must last at most 30 minutes.`;
    throw createSourceFailure('recording_too_long', message, field);
  }
  signal.throwIfAborted();
  const id = digestParts('recording', run.id, node.id, upload.id).toString('hex').slice(0, 16);
  const sha256 = checksum_sha256 ?? createHash('sha256').update(file).digest('hex');
  const row = await storeAudio(
    { app, run, signal },
    { body: bytes, measurements },
    {
      ...RECORDING,
      id,
      take_id: id,
      kind: 'take',
      reuse_key: createReuseKey(sha256, line.locale_code) ?? digestParts(id),
      voice_id: null,
      settings: { upload_id: upload.id, filename },
      locale_code: line.locale_code,
      spoken_text: null,
      characters: 0,
      credits: 0,
      format: measurements.format,
      facts: { ...pickMeasuredFacts(measurements), syllables: null },
    },
  );
  return { line: { ...line, audio: { id, row } }, duration_ms: measurements.duration_ms };
}

const FILE_ERRORS = new Set(['unsupported', 'broken', 'too_long', 'timeout']);

/** The owner must fix an error in the file; an internal error is retried. */
export function toSourceFailure(
  error: unknown,
  { upload, field }: Pick<Recording, 'upload' | 'field'>,
): unknown {
  if (!(error instanceof AudioError) || !FILE_ERRORS.has(error.code)) return error;
  return createSourceFailure(`audio_${error.code}`, `${upload.filename}: ${error.message}`, field);
}
