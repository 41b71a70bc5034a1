import { createHash } from 'node:crypto';
import { AudioError, contentTypeOf } from '@voiceloom/audio';
import { countText } from '@voiceloom/text';
import pMap from 'p-map';
import type { EngineApp } from '../../engine-app.ts';
import {
  type NewAudio,
  NodeFailure,
  type SourceLine,
  type SourceNode,
  type SourcePlace,
} from '../../model.ts';
import { configOf } from '../../plan.ts';
import { useAudio } from '../../runs/audio-use.ts';
import { toDecodable } from '../../sources/media-file.ts';
import { type Recording, readRecordings } from '../../sources/recordings.ts';
import { ScriptProblem } from '../../sources/script-lines.ts';
import { readUpload } from '../../sources/uploaded.ts';
import { digestOf, measuredFacts, newObjectKey, storeObject } from '../stored-audio.ts';

/** The provider name of recordings. */
export const RECORDING = { provider: 'recording', model: 'upload' } as const;

/** Files and their decoded audio are held in memory as a whole. */
const FILES_AT_ONCE = 2;
const LONGEST_FILE_MS = 30 * 60_000;
const LONGEST_SOURCE_MS = 10 * 3_600_000;
const MOST_NAMED = 100;

/** Imports uploaded recordings: measured, and stored as takes without charge. */
export const sourceAudio: SourceNode = {
  async read(app, place) {
    try {
      const { run, node } = place;
      const config = configOf(node, 'source_audio');
      const recordings = await readRecordings(app, run.workspace_id, config);
      return { lines: await takeIn(app, place, recordings) };
    } catch (error) {
      if (error instanceof ScriptProblem) throw new NodeFailure(error.code, error.message, error.details);
      throw error;
    }
  },
};

type Taken = { line: SourceLine; duration_ms: number };
type Outcome = { taken: Taken } | { fault: ScriptProblem } | { error: unknown };

/** Opens every file first, so that one error lists all unusable files. */
async function takeIn(app: EngineApp, place: SourcePlace, recordings: Recording[]): Promise<SourceLine[]> {
  const known = await knownRecordings(app, place, recordings);
  const outcomes = await pMap(
    recordings,
    (recording): Promise<Outcome> =>
      takeOne(app, place, { recording, known }).then(
        (taken) => ({ taken }),
        (error: unknown) => (error instanceof ScriptProblem ? { fault: error } : { error }),
      ),
    { concurrency: FILES_AT_ONCE },
  );
  const taken = outcomes.flatMap((outcome) => ('taken' in outcome ? [outcome.taken] : []));
  try {
    refuse(outcomes);
    refuseLength(taken);
    return taken.map(({ line }) => line);
  } catch (error) {
    await discardAudio(
      app,
      taken.map(({ line }) => line),
    );
    throw error;
  }
}

function refuse(outcomes: Outcome[]): void {
  for (const outcome of outcomes) if ('error' in outcome) throw outcome.error;
  const faults = outcomes.flatMap((outcome) => ('fault' in outcome ? [outcome.fault] : []));
  const [first] = faults;
  if (!first) return;
  const others = faults.length - 1;
  const more = others === 0 ? '' : ` ${countText(others, 'more file')} cannot be used.`;
  const details = faults.slice(0, MOST_NAMED).flatMap((fault) => fault.details);
  throw new ScriptProblem(first.code, `${first.message}${more}`, details);
}

function refuseLength(taken: Taken[]): void {
  const total = taken.reduce((sum, { duration_ms }) => sum + duration_ms, 0);
  if (total <= LONGEST_SOURCE_MS) return;
  const message = 'The recordings of a source must last at most 10 hours in total.';
  throw new ScriptProblem('recordings_too_long', message, [{ field: 'upload_ids', message }]);
}

/** Removes the stored objects of a failed attempt. */
export async function discardAudio(
  { storage }: Pick<EngineApp, 'storage'>,
  lines: readonly SourceLine[],
): Promise<void> {
  const keys = lines.flatMap(({ audio }) => (audio?.made ? [audio.made.object_key] : []));
  if (keys.length > 0) await storage.removeMany(keys).catch(() => undefined);
}

type KnownAudio = Map<string, { id: string; duration_ms: number }>;

/** Recordings that an earlier run already imported: the same file in the same language. */
async function knownRecordings(
  { db, clock }: EngineApp,
  { run }: SourcePlace,
  recordings: Recording[],
): Promise<KnownAudio> {
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
  const kept = rows.filter(({ id }) => there.has(id));
  return new Map(kept.map(({ reuse_key, ...row }) => [reuse_key.toString('hex'), row]));
}

function reuseKey(sha256: string | null, locale: string): Buffer | undefined {
  return sha256 === null ? undefined : digestOf('recording', sha256, locale);
}

async function takeOne(
  app: EngineApp,
  place: SourcePlace,
  { recording, known }: { recording: Recording; known: KnownAudio },
): Promise<Taken> {
  const { upload, line } = recording;
  place.signal.throwIfAborted();
  const key = reuseKey(upload.checksum_sha256, line.locale_code);
  const stored = key && known.get(key.toString('hex'));
  if (stored) return { line: { ...line, audio: { id: stored.id } }, duration_ms: stored.duration_ms };
  const made = await store(app, place, recording);
  return { line: { ...line, audio: { id: made.id, made } }, duration_ms: made.duration_ms };
}

async function store(app: EngineApp, place: SourcePlace, recording: Recording): Promise<NewAudio> {
  const { run, node, signal } = place;
  const { upload, line, field } = recording;
  const uploaded = await readUpload(app, upload);
  const { filename } = upload;
  const bytes = await toDecodable(app, { bytes: uploaded, filename, field, use: 'recording', signal });
  const measured = await app.audio.inspect(bytes, signal).catch((error: unknown) => {
    throw signal.aborted ? signal.reason : ofFile(error, recording);
  });
  if (measured.duration_ms > LONGEST_FILE_MS) {
    const message = `${upload.filename}: a recording must last at most 30 minutes.`;
    throw new ScriptProblem('recording_too_long', message, [{ field, message }]);
  }
  signal.throwIfAborted();
  const { format } = measured;
  const object_key = newObjectKey({ run }, format);
  const content_type = contentTypeOf(format);
  const { sha256, size_bytes } = await storeObject({ app, signal }, { object_key, content_type, bytes });
  const id = digestOf('recording', run.id, node.id, upload.id).toString('hex').slice(0, 16);
  const now = app.clock();
  return {
    ...RECORDING,
    id,
    take_id: id,
    workspace_id: run.workspace_id,
    run_id: run.id,
    kind: 'take',
    reuse_key: reuseKey(upload.checksum_sha256 ?? digest(uploaded), line.locale_code) ?? digestOf(id),
    voice_id: null,
    settings: JSON.stringify({ upload_id: upload.id, filename: upload.filename }),
    locale_code: line.locale_code,
    spoken_text: null,
    characters: 0,
    credits: 0,
    object_key,
    sha256,
    size_bytes,
    format,
    content_type,
    sample_rate: measured.sample_rate,
    channels: measured.channels,
    duration_ms: measured.duration_ms,
    facts: JSON.stringify({ ...measuredFacts(measured), syllables: null }),
    used_at: now,
    created_at: now,
  };
}

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const OF_FILE = new Set(['unsupported', 'broken', 'too_long', 'timeout']);

/** The owner must fix an error in the file; an internal error is retried. */
export function ofFile(error: unknown, { upload, field }: Pick<Recording, 'upload' | 'field'>): unknown {
  if (!(error instanceof AudioError) || !OF_FILE.has(error.code)) return error;
  const message = `${upload.filename}: ${error.message}`;
  return new ScriptProblem(`audio_${error.code}`, message, [{ field, message }]);
}
