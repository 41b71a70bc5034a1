import {
  type CreateUpload,
  extensionOf,
  MAX_UPLOAD_BYTES,
  NODE_TYPES,
  type UploadScript,
  type UploadScriptQuery,
} from '@voiceloom/contract';
import type { App } from '../../app.ts';
import { insertRow } from '../../db/by-id.ts';
import { readScript, SourceFailure } from '../../engine/index.ts';
import { ApiError, invalid, notFound } from '../../errors.ts';
import type { WorkspaceCaller } from '../../handler/handler.ts';
import { newId } from '../../ids.ts';
import { contentTypeOf } from '../../storage/index.ts';
import {
  countPending,
  deleteUploadRow,
  findUpload,
  insertStorageCharge,
  PENDING_PREFIX,
  releaseStorage,
  type UploadRow,
} from './queries.ts';

/** How long an upload may stay unconfirmed before it is deleted, and how long its upload URL is valid. */
const PENDING_S = 86_400;
export const MAX_PENDING = 2_000;

/** Creates a pending upload, and the URL for its bytes. */
export async function createUpload(
  app: Pick<App, 'db' | 'storage'>,
  { caller, body, now }: { caller: WorkspaceCaller; body: CreateUpload; now: Date },
): Promise<{ upload: UploadRow; upload_url: string }> {
  await rejectTooMany(app.db, caller.workspace.id, now);
  const upload = pendingUpload(caller, body, now);
  const { size_bytes, checksum_sha256 } = body;
  const ticket = await app.storage.uploadTicket({
    key: upload.object_key,
    content_type: upload.content_type,
    max_size_bytes: MAX_UPLOAD_BYTES,
    expires_in_s: PENDING_S,
    ...(size_bytes === undefined ? {} : { size_bytes }),
    // Only folder storage checks the checksum during the upload. A bucket would need it in a header that callers do not
    // send. For a bucket, the confirm call checks the checksum.
    ...(checksum_sha256 === undefined || app.storage.kind !== 'folder' ? {} : { checksum_sha256 }),
  });
  return { upload: await insertRow(app.db, 'upload', upload), upload_url: ticket.url };
}

/**
 * Limits pending uploads, because they use storage that is not charged yet. Concurrent requests may exceed the limit
 * slightly.
 */
async function rejectTooMany(db: App['db'], workspaceId: string, now: Date): Promise<void> {
  if ((await countPending(db, { workspaceId, now, most: MAX_PENDING })) < MAX_PENDING) return;
  const message = `A workspace can have at most ${MAX_PENDING} unconfirmed uploads. Confirm or delete some first.`;
  throw new ApiError('CONFLICT', message);
}

function pendingUpload(caller: WorkspaceCaller, body: CreateUpload, now: Date) {
  const id = newId();
  const format = extensionOf(body.filename);
  return {
    id,
    workspace_id: caller.workspace.id,
    user_id: caller.user_id,
    filename: body.filename,
    category: body.category,
    content_type: contentTypeOf(body.filename),
    format,
    status: 'pending',
    declared_size_bytes: body.size_bytes ?? null,
    checksum_sha256: body.checksum_sha256 ?? null,
    object_key: `${PENDING_PREFIX}${caller.workspace.id}/${id}.${format}`,
    expires_at: new Date(now.getTime() + PENDING_S * 1000),
    created_at: now,
    updated_at: now,
  };
}

/**
 * Deletes the row and releases its bytes in one transaction. Deletes the object after the response: an error then
 * leaves an object without a row, but never a row without an object.
 */
export async function deleteUpload(
  app: Pick<App, 'db' | 'storage' | 'log'>,
  { caller, id, now }: { caller: WorkspaceCaller; id: string; now: Date },
): Promise<void> {
  // An API key can access only its own workspace.
  const within = caller.kind === 'api_key' ? caller.workspace.id : undefined;
  const row = await app.db.transaction().execute(async (tx) => {
    const deleted = await deleteUploadRow(tx, { userId: caller.user_id, within }, id);
    if (deleted?.status === 'confirmed') await releaseBytes(tx, deleted, now);
    return deleted;
  });
  if (row === undefined) throw notFound('upload');
  setImmediate(() => {
    app.storage.remove(row.object_key).catch((error: unknown) => {
      app.log.warn({ err: error, object_key: row.object_key }, 'object of a deleted upload not deleted');
    });
  });
}

async function releaseBytes(tx: App['db'], row: UploadRow, now: Date): Promise<void> {
  const size_bytes = row.size_bytes ?? 0;
  await releaseStorage(tx, row.workspace_id, size_bytes);
  await insertStorageCharge(tx, {
    id: newId(),
    workspace_id: row.workspace_id,
    cause: `upload.deleted/${row.id}`,
    delta_bytes: -size_bytes,
    created_at: now,
  });
}

const MOST_LINES = 50;

type Wanted = { workspace_id: string; id: string; query: UploadScriptQuery };

const PREFIX = 'columns.';

/** The `columns` of a config. Query values are texts. Without a header row, numbers become indexes. */
function columnsOf({ csv_has_header, ...query }: UploadScriptQuery): Record<string, unknown> {
  const columnOf = (value: string) =>
    !csv_has_header && /^\d{1,4}$/.test(value) ? Number(value) : value === '' ? null : value;
  const textOf = (value: string) => {
    const colon = value.indexOf(':');
    return [value.slice(0, colon), columnOf(value.slice(colon + 1))] as const;
  };
  const named = Object.entries(query).filter(([name]) => name.startsWith(PREFIX));
  return Object.fromEntries(
    named.map(([name, value]) => [
      name.slice(PREFIX.length),
      Array.isArray(value) ? Object.fromEntries(value.map(textOf)) : columnOf(value),
    ]),
  );
}

/** Reads an uploaded script as a run of the workspace would. */
export async function readUploadedScript(
  app: Pick<App, 'db' | 'storage' | 'texts'>,
  { workspace_id, id, query }: Wanted,
): Promise<UploadScript> {
  const upload = await findUpload(app.db, { workspaceId: workspace_id, uploader: undefined }, id);
  if (!upload) throw notFound('upload');
  if (upload.status !== 'confirmed') {
    throw new ApiError('CONFLICT', 'The upload is not confirmed. Confirm it first.');
  }
  const { csv_has_header, csv_column = null, source_language = null } = query;
  const reading = { csv_has_header, csv_column, columns: columnsOf(query), source_language };
  const named = { input_type: 'file', upload_ids: [id], ...reading };
  const config = NODE_TYPES.source_script.config.parse(named);
  try {
    const { lines, readings } = await readScript(app, workspace_id, {
      config,
      again: true,
      first_lines: MOST_LINES,
    });
    const [file] = readings;
    if (!file) throw notFound('upload');
    return {
      upload_id: id,
      filename: upload.filename,
      reading: file.reading,
      lines: lines.map(
        ({ line_index: _index, markup: _markup, source_line_id = null, controls = null, ...line }) => ({
          ...{ ...line, source_line_id, controls },
        }),
      ),
    };
  } catch (error) {
    if (!(error instanceof SourceFailure)) throw error;
    throw invalid(
      ...error.details.map(({ field, message }) => ({
        field: field.replace('upload_ids.0', 'script'),
        message,
      })),
    );
  }
}
