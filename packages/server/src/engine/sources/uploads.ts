import { buffer } from 'node:stream/consumers';
import { AudioError, type MediaUse, sniffConverterInput } from '@voiceloom/audio';
import type { Db, Row } from '../../db/index.ts';
import type { FileReading } from '../../db/rows.ts';
import { isStorageError, toUnavailable } from '../../storage/index.ts';
import type { EngineApp } from '../engine-app.ts';
import { NodeFailure } from '../model.ts';

/** A script or recording that cannot be read, with the config field and, if known, the row. */
export class SourceFailure extends NodeFailure {
  /** How the file was read, as far as it is known. */
  reading: FileReading | undefined;
}

/** The failure of a source, with the config field that names the file. */
export function createSourceFailure(code: string, message: string, field: string): SourceFailure {
  return new SourceFailure(code, message, [{ field, message }]);
}

const COLUMNS = [
  'id',
  'category',
  'filename',
  'format',
  'object_key',
  'size_bytes',
  'checksum_sha256',
] as const;

export type Upload = Pick<Row<'upload'>, (typeof COLUMNS)[number]>;

/** The confirmed uploads of the workspace among `ids`. */
export async function findUploads(
  db: Db,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, Upload>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('upload')
    .select(COLUMNS)
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'confirmed')
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** The upload that a config field names. */
export function getUpload(uploads: ReadonlyMap<string, Upload>, id: string, field: string): Upload {
  const upload = uploads.get(id);
  if (!upload) throw createSourceFailure('upload_not_found', `There is no confirmed upload ${id}.`, field);
  return upload;
}

/** For lines from recordings: the fields that only script files fill. */
export const EMPTY_SCRIPT_FIELDS = {
  source_line_id: null,
  max_characters: null,
  controls: null,
  source_script: null,
  source_locale_code: null,
  markup: null,
};

/** The bytes of an upload. If it was deleted after the lookup, the source fails. */
export async function readUpload(
  { storage }: Pick<EngineApp, 'storage'>,
  { filename, object_key }: Pick<Upload, 'filename' | 'object_key'>,
): Promise<Buffer> {
  try {
    return await buffer((await storage.get(object_key)).stream);
  } catch (error) {
    if (!isStorageError(error, 'NOT_FOUND')) throw toUnavailable(error, `${filename} could not be read.`);
    throw createSourceFailure(
      'upload_not_found',
      `${filename} was deleted while the run read it.`,
      'upload_ids',
    );
  }
}

/** The file itself, or its audio track if only ffmpeg can open it. */
export async function unpackMedia(
  { converter }: Pick<EngineApp, 'converter'>,
  { bytes, filename, field, use }: { bytes: Uint8Array; filename: string; field: string; use: MediaUse },
  signal: AbortSignal,
): Promise<Uint8Array> {
  const container = sniffConverterInput(bytes);
  if (!container) return bytes;
  const kind = container === 'mp4' ? 'an MP4 file (m4a, mp4, mov)' : 'a WebM or Matroska file';
  if (!converter) {
    const message =
      `${filename} is ${kind}. This installation reads wav, mp3, flac, ogg and opus; ` +
      'ffmpeg, which would open it, is not installed.';
    throw createSourceFailure('audio_unsupported', message, field);
  }
  try {
    return await converter.unpack(bytes, use, signal);
  } catch (error) {
    if (!(error instanceof AudioError) || error.code === 'crashed') throw error;
    throw createSourceFailure(`audio_${error.code}`, `${filename}: ${error.message}`, field);
  }
}
