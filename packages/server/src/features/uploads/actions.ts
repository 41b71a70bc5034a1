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
import { getContentType, type UploadTicketRequest } from '../../storage/index.ts';
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
  const { filename, category, size_bytes, checksum_sha256 } = body;
  const workspace_id = caller.workspace.id;
  // Limits pending uploads, because they use storage that is not charged yet. Concurrent requests may exceed the limit
  // slightly.
  const pendingCount = await countPending(app.db, { workspaceId: workspace_id, now, limit: MAX_PENDING });
  if (pendingCount >= MAX_PENDING)
    throw new ApiError(
      'CONFLICT',
      `A workspace can have at most ${MAX_PENDING} unconfirmed uploads. Confirm or delete some first.`,
    );
  const id = newId();
  const format = extensionOf(filename);
  const content_type = getContentType(filename);
  const object_key = `${PENDING_PREFIX}${workspace_id}/${id}.${format}`;
  const ticketRequest: UploadTicketRequest = {
    key: object_key,
    content_type,
    max_size_bytes: MAX_UPLOAD_BYTES,
    expires_in_s: PENDING_S,
  };
  if (size_bytes !== undefined) ticketRequest.size_bytes = size_bytes;
  // Only folder storage checks the checksum during the upload. A bucket would need it in a header that callers do not
  // send. For a bucket, the confirm call checks the checksum.
  if (app.storage.kind === 'folder' && checksum_sha256 !== undefined)
    ticketRequest.checksum_sha256 = checksum_sha256;
  const ticket = await app.storage.uploadTicket(ticketRequest);
  const upload = await insertRow(app.db, 'upload', {
    id,
    workspace_id,
    user_id: caller.user_id,
    filename,
    category,
    content_type,
    format,
    status: 'pending',
    declared_size_bytes: size_bytes ?? null,
    checksum_sha256: checksum_sha256 ?? null,
    object_key,
    expires_at: new Date(now.getTime() + PENDING_S * 1000),
    created_at: now,
    updated_at: now,
  });
  return { upload, upload_url: ticket.url };
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
  const workspaceId = caller.kind === 'api_key' ? caller.workspace.id : undefined;
  const row = await app.db.transaction().execute(async (tx) => {
    const upload = await deleteUploadRow(tx, { userId: caller.user_id, within: workspaceId }, id);
    if (upload?.status !== 'confirmed') return upload;
    const size_bytes = upload.size_bytes ?? 0;
    await releaseStorage(tx, upload.workspace_id, size_bytes);
    await insertStorageCharge(tx, {
      id: newId(),
      workspace_id: upload.workspace_id,
      cause: `upload.deleted/${upload.id}`,
      delta_bytes: -size_bytes,
      created_at: now,
    });
    return upload;
  });
  if (row === undefined) throw notFound('upload');
  setImmediate(() => {
    app.storage.remove(row.object_key).catch((error: unknown) => {
      app.log.warn({ err: error, object_key: row.object_key }, 'object of a deleted upload not deleted');
    });
  });
}

const MAX_PREVIEW_LINES = 50;

const PREFIX = 'columns.';

/** The `columns` of a config. Query values are texts. Without a header row, numbers become indexes. */
function parseColumns({ csv_has_header, ...query }: UploadScriptQuery): Record<string, unknown> {
  const parseColumn = (value: string) => {
    if (!csv_has_header && /^\d{1,4}$/.test(value)) return Number(value);
    return value || null;
  };
  const columns: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(query)) {
    if (!name.startsWith(PREFIX)) continue;
    let column: unknown;
    if (Array.isArray(value)) {
      const entries = value.map((text: string) => {
        const colon = text.indexOf(':');
        return [text.slice(0, colon), parseColumn(text.slice(colon + 1))] as const;
      });
      column = Object.fromEntries(entries);
    } else column = parseColumn(value);
    columns[name.slice(PREFIX.length)] = column;
  }
  return columns;
}

/** Reads an uploaded script as a run of the workspace would. */
export async function readUploadedScript(
  app: Pick<App, 'db' | 'storage' | 'texts'>,
  { workspace_id, id, query }: { workspace_id: string; id: string; query: UploadScriptQuery },
): Promise<UploadScript> {
  const upload = await findUpload(app.db, { workspaceId: workspace_id, uploader: undefined }, id);
  if (!upload) throw notFound('upload');
  if (upload.status !== 'confirmed') {
    throw new ApiError('CONFLICT', 'The upload is not confirmed. Confirm it first.');
  }
  const { csv_has_header, csv_column = null, source_language = null } = query;
  const config = NODE_TYPES.source_script.config.parse({
    input_type: 'file',
    upload_ids: [id],
    csv_has_header,
    csv_column,
    columns: parseColumns(query),
    source_language,
  });
  try {
    const { lines, readings } = await readScript(app, workspace_id, {
      config,
      is_cached: true,
      first_lines: MAX_PREVIEW_LINES,
    });
    const [file] = readings;
    if (!file) throw notFound('upload');
    return {
      upload_id: id,
      filename: upload.filename,
      reading: file.reading,
      lines: lines.map(
        ({ line_index: _index, markup: _markup, source_line_id = null, controls = null, ...line }) => ({
          ...line,
          source_line_id,
          controls,
        }),
      ),
    };
  } catch (error) {
    if (!(error instanceof SourceFailure)) throw error;
    const details = error.details.map(({ field, message }) => ({
      field: field.replace('upload_ids.0', 'script'),
      message,
    }));
    throw invalid(...details);
  }
}
