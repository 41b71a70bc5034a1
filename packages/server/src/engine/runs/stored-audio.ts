import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { type AudioFormat, getContentType, getExtension } from '@voiceloom/audio';
import type { PaidBy } from '@voiceloom/contract';
import { logRarely } from '../../db/outage-log.ts';
import type { AudioFacts } from '../../db/rows.ts';
import { toStorableJson } from '../../db/storable.ts';
import { newId } from '../../ids.ts';
import { freeBytes, isStorageError, isStorageFull, toUnavailable } from '../../storage/index.ts';
import type { AudioRow, LineWork, NewAudio } from '../model.ts';
import type { ChunkContext } from '../node-types.ts';

/**
 * The public id of a line's audio at a node. It is the same for every attempt of a visit, so an aborted
 * attempt leaves no second id behind.
 */
export function createAudioId(context: ChunkContext, work: LineWork): string {
  const { run, node, iteration } = context;
  const visit = [run.id, node.id, iteration, work.line.no, work.input_id].join('/');
  return createHash('sha256').update(visit).digest('hex').slice(0, 16);
}

/** What is needed to wait for the storage, and to log why. */
interface StorageUser {
  app: ChunkContext['app'];
  signal: AbortSignal;
  run: ChunkContext['run'];
  node?: ChunkContext['node'];
  chunk_id?: string;
}

/** The first wait before the storage is tried again. */
const MIN_WAIT_MS = 250;
const MAX_WAIT_MS = 15_000;

/**
 * Repeats `work` while the storage is unavailable or full, until the chunk ends. The result of a provider
 * stays in memory until it is stored, so that nothing is paid for twice. The line also keeps its concurrency
 * slot, so that few new lines start.
 */
export async function awaitStorage<T>(context: StorageUser, work: () => Promise<T>): Promise<T> {
  const { app, signal, run, node, chunk_id } = context;
  for (let wait_ms = MIN_WAIT_MS; ; wait_ms = Math.min(MAX_WAIT_MS, wait_ms * 2)) {
    try {
      return await work();
    } catch (error) {
      if (!isStorageError(error, 'UNAVAILABLE')) throw error;
      const message = isStorageFull(error) ? 'storage full, audio waits to be stored' : 'storage away';
      // Once for each run, so that its log lines show why it waits.
      const origin = { run_id: run.id, node_id: node?.id, chunk_id };
      logRarely(app.log, 'error', { ...origin, err: error, wait_ms }, message, run);
      await delay(wait_ms, undefined, { signal });
    }
  }
}

/** Reads stored audio as a whole. A dropped connection is not an error of the line: the storage counts as unavailable. */
export async function readAudio(
  { app }: Pick<ChunkContext, 'app'>,
  { object_key }: Pick<AudioRow, 'object_key'>,
): Promise<Buffer> {
  try {
    const { stream } = await app.storage.get(object_key);
    const chunks: Buffer[] = await stream.toArray();
    const [firstChunk] = chunks;
    // Avoids a copy: most files arrive in one chunk.
    if (firstChunk && chunks.length === 1) return firstChunk;
    return Buffer.concat(chunks);
  } catch (error) {
    throw toUnavailable(error, 'The audio could not be read.');
  }
}

/** Copies stored audio into a file, without holding it in memory. */
export async function downloadAudio(
  { app }: Pick<ChunkContext, 'app'>,
  { object_key }: Pick<AudioRow, 'object_key'>,
  path: string,
): Promise<void> {
  try {
    const { stream } = await app.storage.get(object_key);
    await pipeline(stream, createWriteStream(path));
  } catch (error) {
    throw toUnavailable(error, 'The audio could not be read.');
  }
}

type MeasuredFacts = Omit<AudioFacts, 'syllables' | 'words' | 'word_times' | 'reason'>;

/** The stored subset of an audio file's measurements. */
export function pickMeasuredFacts(facts: MeasuredFacts): MeasuredFacts {
  const { lufs, loudness_method, integrated_lufs, true_peak_dbtp, peaks, metrics } = facts;
  return { lufs, loudness_method, integrated_lufs, true_peak_dbtp, peaks, metrics };
}

/** The columns that the stored file does not determine. */
interface AudioColumns
  extends Pick<
    NewAudio,
    | 'id'
    | 'kind'
    | 'take_id'
    | 'reuse_key'
    | 'provider'
    | 'model'
    | 'voice_id'
    | 'locale_code'
    | 'spoken_text'
    | 'characters'
    | 'credits'
  > {
  /** Default: none. */
  paid_by?: PaidBy;
  format: AudioFormat;
  settings: object;
  facts: object;
}

/** Bytes, or a function that opens a stream of them for each attempt to store them. */
type AudioBody = Uint8Array | (() => Readable);

interface AudioFile {
  body: AudioBody;
  measurements: { sample_rate: number; channels: number; duration_ms: number };
}

/** Stores audio. Returns the row that the transaction of the result inserts. */
export async function storeAudio(
  context: StorageUser,
  { body, measurements }: AudioFile,
  columns: AudioColumns,
): Promise<NewAudio> {
  const { workspace_id, id: run_id } = context.run;
  // Every attempt writes its own object, so that a late worker cannot overwrite the object in use.
  const object_key = `workspaces/${workspace_id}/runs/${run_id}/${newId()}.${getExtension(columns.format)}`;
  const content_type = getContentType(columns.format);
  const { sha256, size_bytes } = await awaitStorage(context, () => {
    const content = body instanceof Uint8Array ? body : body();
    return context.app.storage.put(object_key, content, { content_type }).catch((error: unknown) => {
      throw toUnavailable(error, 'The audio could not be stored.');
    });
  });
  const { sample_rate, channels, duration_ms } = measurements;
  const now = context.app.clock();
  return {
    ...columns,
    settings: toStorableJson(columns.settings),
    facts: toStorableJson(columns.facts),
    workspace_id,
    run_id,
    object_key,
    sha256,
    size_bytes,
    content_type,
    sample_rate,
    channels,
    duration_ms,
    used_at: now,
    created_at: now,
  };
}

/** Stores audio that was derived from the audio of a line, whose take id it inherits, and frees its bytes. */
export async function storeDerived(
  context: ChunkContext,
  work: LineWork & { input: AudioRow },
  derived: AudioFile & Pick<AudioColumns, 'format' | 'settings' | 'reuse_key' | 'facts'>,
): Promise<NewAudio> {
  const { body, measurements, ...ownColumns } = derived;
  const { take_id, provider, model, voice_id, locale_code, spoken_text } = work.input;
  const inheritedColumns = { take_id, provider, model, voice_id, locale_code, spoken_text };
  const id = createAudioId(context, work);
  const columns = { ...inheritedColumns, ...ownColumns, id, kind: 'master', characters: 0, credits: 0 };
  const row = await storeAudio(context, { body, measurements }, columns);
  if (body instanceof Uint8Array) freeBytes(body);
  return row;
}
