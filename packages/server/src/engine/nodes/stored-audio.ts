import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { type AudioFormat, extensionOf } from '@voiceloom/audio';
import type { AudioFacts } from '../../db/rows.ts';
import { newId } from '../../ids.ts';
import { isStorageError, isStorageFull, StorageError } from '../../storage/index.ts';
import type { AudioRow, ChunkContext, LineWork, NewAudio } from '../model.ts';

/**
 * The public id of a line's audio at a node. It is the same for every attempt of a visit, so an aborted
 * attempt leaves no second id behind.
 */
export function audioIdOf(context: ChunkContext, work: LineWork): string {
  const place = [context.run.id, context.node.id, context.iteration, work.line.no, work.input_id].join('/');
  return createHash('sha256').update(place).digest('hex').slice(0, 16);
}

/** Every attempt writes its own object, so that a late worker cannot overwrite the one in use. */
export function newObjectKey({ run }: Pick<ChunkContext, 'run'>, extension: string): string {
  return `workspaces/${run.workspace_id}/runs/${run.id}/${newId()}.${extension}`;
}

/** The first wait before storage is tried again when it is full. */
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 30_000;

/**
 * A storage error is not an error of the line: the chunk is retried. If storage is full, the audio stays in
 * memory until there is room, so that nothing is paid for twice. It keeps its concurrency slot meanwhile, so
 * few new lines start.
 */
export async function storeObject(
  { app, signal }: Pick<ChunkContext, 'app' | 'signal'>,
  { object_key, content_type, bytes }: { object_key: string; content_type: string; bytes: Uint8Array },
) {
  for (let wait_ms = FIRST_WAIT_MS; ; wait_ms = Math.min(LONGEST_WAIT_MS, wait_ms * 2)) {
    try {
      return await app.storage.put(object_key, bytes, { content_type });
    } catch (error) {
      if (!isStorageFull(error)) throw asUnavailable(error);
      app.log.error({ err: error, wait_ms }, 'storage full, audio waits to be stored');
      await delay(wait_ms, undefined, { signal });
    }
  }
}

function asUnavailable(error: unknown): StorageError {
  if (isStorageError(error)) return error;
  return new StorageError('UNAVAILABLE', 'The audio could not be stored.', { cause: error });
}

/** Reads stored audio as a whole. A dropped connection is not an error of the line. */
export async function readAudio(
  { app }: Pick<ChunkContext, 'app'>,
  { object_key }: Pick<AudioRow, 'object_key'>,
): Promise<Buffer> {
  try {
    return await buffer((await app.storage.get(object_key)).stream);
  } catch (error) {
    if (isStorageError(error)) throw error;
    throw new StorageError('UNAVAILABLE', 'The audio could not be read.', { cause: error });
  }
}

/** A digest of unambiguously separated parts. */
export function digestOf(...parts: unknown[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}

type MeasuredFacts = Pick<
  AudioFacts,
  'lufs' | 'loudness_method' | 'integrated_lufs' | 'true_peak_dbtp' | 'peaks' | 'metrics'
>;

/** The stored subset of an audio file's measurements. */
export function measuredFacts(measured: MeasuredFacts): MeasuredFacts {
  const { lufs, loudness_method, integrated_lufs, true_peak_dbtp, peaks, metrics } = measured;
  return { lufs, loudness_method, integrated_lufs, true_peak_dbtp, peaks, metrics };
}

export interface Derived {
  work: LineWork;
  /** The original audio, whose take id is inherited. */
  input: AudioRow;
  bytes: Uint8Array;
  format: AudioFormat;
  content_type: string;
  settings: object;
  reuse_key: Buffer;
  measured: { sample_rate: number; channels: number; duration_ms: number };
  facts: object;
}

/** Stores audio that was derived from other audio and describes it for the settlement. */
export async function storeDerived(context: ChunkContext, derived: Derived): Promise<NewAudio> {
  const { input, format, content_type, measured } = derived;
  const object_key = newObjectKey(context, extensionOf(format));
  const stored = await storeObject(context, { object_key, content_type, bytes: derived.bytes });
  const { workspace_id, take_id, provider, model, voice_id, locale_code, spoken_text } = input;
  return {
    workspace_id,
    take_id,
    provider,
    model,
    voice_id,
    locale_code,
    spoken_text,
    id: audioIdOf(context, derived.work),
    kind: 'master',
    run_id: context.run.id,
    reuse_key: derived.reuse_key,
    settings: JSON.stringify(derived.settings),
    characters: 0,
    credits: 0,
    object_key,
    sha256: stored.sha256,
    size_bytes: stored.size_bytes,
    format,
    content_type,
    sample_rate: measured.sample_rate,
    channels: measured.channels,
    duration_ms: measured.duration_ms,
    facts: JSON.stringify(derived.facts),
    used_at: context.app.clock(),
    created_at: context.app.clock(),
  };
}
