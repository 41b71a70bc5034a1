import { createHash } from 'node:crypto';
import { AudioError } from '@voiceloom/audio';
import { countText } from '@voiceloom/text';
import pLimit from 'p-limit';
import { digestParts } from '../digest.ts';
import type { EngineApp } from '../engine-app.ts';
import type { NewAudio } from '../model.ts';
import type { SourceLine, SourceNode, SourcePlace } from '../node-types.ts';
import { configOf } from '../plan.ts';
import { useAudio } from '../runs/audio-use.ts';
import { measuredFacts, storeAudio } from '../runs/stored-audio.ts';
import { readMedia } from '../sources/media-lines.ts';
import { type Recording, readRecordings } from '../sources/recordings.ts';
import { readScript } from '../sources/script-lines.ts';
import { readUpload, SourceFailure, scriptProblem, toDecodable } from '../sources/uploads.ts';

export const sourceScript: SourceNode = {
  async read(app, place) {
    const config = configOf(place.node, 'source_script');
    if (config.input_type === 'media') return { lines: await readMedia(app, place, config) };
    const { lines, readings } = await readScript(app, place.run.workspace_id, { config });
    const own = lines.map(({ row: _row, ...line }) => ({
      ...line,
      source_line_id: line.source_line_id ?? null,
      controls: line.controls ?? null,
      source_script: line.source_script ?? null,
      source_locale_code: line.source_locale_code ?? null,
      markup: line.markup ?? null,
    }));
    return { lines: own, readings };
  },
};

/** The provider name of recordings. */
export const RECORDING = { provider: 'recording', model: 'upload' } as const;

/** Limited, because files and their decoded audio are held in memory as a whole. */
const FILES_AT_ONCE = 2;
const LONGEST_FILE_MS = 30 * 60_000;
const LONGEST_SOURCE_MS = 10 * 3_600_000;
const MAX_NAMED_FILES = 100;

/** Imports uploaded recordings: measures them and stores them as takes, at no charge. */
export const sourceAudio: SourceNode = {
  async read(app, place) {
    const config = configOf(place.node, 'source_audio');
    const { recordings } = await readRecordings(app, place.run.workspace_id, config);
    return { lines: await importRecordings(app, place, recordings) };
  },
};

interface ImportedLine {
  line: SourceLine;
  duration_ms: number;
}

/** Opens every file first, so that one error lists all unusable files. */
async function importRecordings(
  app: EngineApp,
  place: SourcePlace,
  recordings: Recording[],
): Promise<SourceLine[]> {
  const imports = await findImports(app, place, recordings);
  const limit = pLimit(FILES_AT_ONCE);
  const outcomes = await Promise.allSettled(
    recordings.map((recording) => limit(() => importRecording(app, place, recording, imports))),
  );
  const takes = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  const lines = takes.map(({ line }) => line);
  try {
    checkUsable(outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : [])));
    const total = takes.reduce((sum, { duration_ms }) => sum + duration_ms, 0);
    if (total > LONGEST_SOURCE_MS) {
      const message = 'The recordings of a source must last at most 10 hours in total.';
      throw scriptProblem('recordings_too_long', message, 'upload_ids');
    }
    return lines;
  } catch (error) {
    await discardAudio(app, lines);
    throw error;
  }
}

function checkUsable(errors: unknown[]): void {
  const problems = errors.filter((error) => error instanceof SourceFailure);
  for (const error of errors) if (!(error instanceof SourceFailure)) throw error;
  const [first] = problems;
  if (!first) return;
  const others = problems.length - 1;
  const more = others === 0 ? '' : ` ${countText(others, 'more file')} cannot be used.`;
  const details = problems.slice(0, MAX_NAMED_FILES).flatMap((problem) => problem.details);
  throw new SourceFailure(first.code, `${first.message}${more}`, details);
}

/** Removes the stored objects of a failed attempt. */
export async function discardAudio(
  { storage }: Pick<EngineApp, 'storage'>,
  lines: readonly SourceLine[],
): Promise<void> {
  const keys = lines.flatMap(({ audio }) => (audio?.made ? [audio.made.object_key] : []));
  if (keys.length > 0) await storage.removeMany(keys).catch(() => undefined);
}

type Imports = Map<string, { id: string; duration_ms: number }>;

/** Recordings that an earlier run already imported: the same file in the same language. */
async function findImports(
  { db, clock }: EngineApp,
  { run }: SourcePlace,
  recordings: Recording[],
): Promise<Imports> {
  const keys = recordings.flatMap(
    ({ upload, line }) => reuseKey(upload.checksum_sha256, line.locale_code) ?? [],
  );
  if (keys.length === 0) return new Map();
  const rows = await db
    .selectFrom('audio')
    .select(['id', 'duration_ms', 'reuse_key'])
    .distinctOn('reuse_key')
    .where('workspace_id', '=', run.workspace_id)
    .where('reuse_key', 'in', keys)
    .orderBy('reuse_key')
    .orderBy('created_at', 'desc')
    .execute();
  const there = await useAudio(db, run.workspace_id, { ids: rows.map(({ id }) => id), now: clock() });
  const available = rows.filter(({ id }) => there.has(id));
  return new Map(available.map(({ reuse_key, ...row }) => [reuse_key.toString('hex'), row]));
}

function reuseKey(sha256: string | null, locale: string): Buffer | undefined {
  return sha256 === null ? undefined : digestParts('recording', sha256, locale);
}

async function importRecording(
  app: EngineApp,
  place: SourcePlace,
  recording: Recording,
  imports: Imports,
): Promise<ImportedLine> {
  const { upload, line } = recording;
  place.signal.throwIfAborted();
  const key = reuseKey(upload.checksum_sha256, line.locale_code);
  const stored = key && imports.get(key.toString('hex'));
  if (stored) return { line: { ...line, audio: { id: stored.id } }, duration_ms: stored.duration_ms };
  const audio = await store(app, place, recording);
  return { line: { ...line, audio: { id: audio.id, made: audio } }, duration_ms: audio.duration_ms };
}

async function store(app: EngineApp, place: SourcePlace, recording: Recording): Promise<NewAudio> {
  const { run, node, signal } = place;
  const { upload, line, field } = recording;
  const { filename } = upload;
  const uploaded = await readUpload(app, upload);
  const bytes = await toDecodable(app, { bytes: uploaded, filename, field, use: 'recording' }, signal);
  const measurements = await app.audio.inspect(bytes, signal).catch((error: unknown) => {
    throw signal.aborted ? signal.reason : ofFile(error, recording);
  });
  if (measurements.duration_ms > LONGEST_FILE_MS) {
    const message = `${filename}: a recording must last at most 30 minutes.`;
    throw scriptProblem('recording_too_long', message, field);
  }
  signal.throwIfAborted();
  const id = digestParts('recording', run.id, node.id, upload.id).toString('hex').slice(0, 16);
  const sha256 = upload.checksum_sha256 ?? createHash('sha256').update(uploaded).digest('hex');
  return storeAudio(
    { app, run, signal },
    { bytes, measured: measurements },
    {
      ...RECORDING,
      id,
      take_id: id,
      kind: 'take',
      reuse_key: reuseKey(sha256, line.locale_code) ?? digestParts(id),
      voice_id: null,
      settings: { upload_id: upload.id, filename },
      locale_code: line.locale_code,
      spoken_text: null,
      characters: 0,
      credits: 0,
      format: measurements.format,
      facts: { ...measuredFacts(measurements), syllables: null },
    },
  );
}

const FILE_ERRORS = new Set(['unsupported', 'broken', 'too_long', 'timeout']);

/** The owner must fix an error in the file; an internal error is retried. */
export function ofFile(error: unknown, { upload, field }: Pick<Recording, 'upload' | 'field'>): unknown {
  if (!(error instanceof AudioError) || !FILE_ERRORS.has(error.code)) return error;
  return scriptProblem(`audio_${error.code}`, `${upload.filename}: ${error.message}`, field);
}
