import { type ConfirmUpload, MAX_UPLOAD_BYTES, type UploadCategory } from '@voiceloom/contract';
import pLimit from 'p-limit';
import type { App } from '../../app.ts';
import type { Db } from '../../db/index.ts';
import { ApiError, invalid, notFound } from '../../errors.ts';
import type { Caller, CallerWorkspace, WorkspaceCaller } from '../../handler/handler.ts';
import { newId } from '../../ids.ts';
import { accountLimit } from '../../ledger/account-plan.ts';
import { addWebhookEvent } from '../../ledger/webhook-events.ts';
import { digestBlob, isStorageError } from '../../storage/index.ts';
import { findMembership } from '../workspaces/index.ts';
import { addCountsLater, addMissingCounts, countedInTime, countUpload, NO_COUNTS } from './counts.ts';
import {
  type Confirmation,
  confirmUploadRow,
  findUpload,
  findWorkspaceOfWorkflow,
  insertStorageCharge,
  takeStorage,
  type UploadRow,
} from './queries.ts';
import { serializeByKey } from './serialize-by-key.ts';

type ConfirmApp = Pick<App, 'db' | 'storage' | 'log' | 'queue'>;
type Request = {
  caller: Caller;
  /** The workspace in which the upload is confirmed. */
  workspace: CallerWorkspace;
  id: string;
  body: ConfirmUpload;
  now: Date;
};
type StoredFile = Pick<Confirmation, 'object_key' | 'size_bytes' | 'checksum_sha256'>;

/** Limits concurrent confirmations, because each one copies and reads a file. */
const limitCopies = pLimit(4);
/** A repeated request waits for the first one and uses its result, so that the file is copied only once. */
const oneConfirmPerUpload = serializeByKey();

/**
 * The workspace that an upload is confirmed in: the one in the request, otherwise that of the workflow, otherwise the
 * personal one. A key can use only its own. Rights in the first and the last were checked with the request.
 */
export async function workspaceOfConfirmation(
  { db }: Pick<App, 'db'>,
  { caller, isNamed, body }: { caller: WorkspaceCaller; isNamed: boolean; body: ConfirmUpload },
): Promise<CallerWorkspace> {
  const { user_id, workspace } = caller;
  if (isNamed || caller.kind === 'api_key') return workspace;
  const id = await findWorkspaceOfWorkflow(db, user_id, body.context_id);
  const member = id === undefined ? undefined : await findMembership(db, user_id, id);
  if (member === undefined) return workspace;
  if (member.role === 'viewer') {
    throw new ApiError('FORBIDDEN', 'This needs the role editor in the workspace; yours is viewer.');
  }
  return member;
}

/**
 * Takes over the uploaded bytes: copies them to a key that no upload URL can write, checks them there, and then charges
 * and records them in one transaction, in the workspace of the workflow. Idempotent.
 */
export function confirmUpload(app: ConfirmApp, request: Request): Promise<UploadRow> {
  return oneConfirmPerUpload(request.id, () => confirm(app, request));
}

async function confirm(app: ConfirmApp, request: Request): Promise<UploadRow> {
  const upload = await getUpload(app, request);
  const place = await findWorkspaceOfWorkflow(app.db, request.caller.user_id, request.body.context_id);
  if (place !== request.workspace.id) throw notFound('workflow');
  if (upload.status === 'confirmed') return alreadyConfirmed(app, upload, request.body);
  const file = await limitCopies(() => takeOver(app, upload, place));
  const confirmed = file && (await settleOrDiscard(app, request, { upload, file }));
  if (confirmed === undefined) return outcomeOfRace(app, request);
  discard(app, upload.object_key);
  return confirmed;
}

async function getUpload({ db }: ConfirmApp, { caller, workspace, id }: Request): Promise<UploadRow> {
  const uploader = caller.kind === 'api_key' ? undefined : caller.user_id;
  const upload = await findUpload(db, { workspaceId: workspace.id, uploader }, id);
  if (upload === undefined) throw notFound('upload');
  return upload;
}

/** No bytes were found: another request confirmed or deleted the upload, or they were never sent. */
async function outcomeOfRace(app: ConfirmApp, request: Request): Promise<UploadRow> {
  const upload = await getUpload(app, request);
  if (upload.status === 'confirmed') return alreadyConfirmed(app, upload, request.body);
  throw invalid({ field: 'params.upload_id', message: 'The file of this upload has not been sent yet.' });
}

async function alreadyConfirmed(app: ConfirmApp, upload: UploadRow, body: ConfirmUpload): Promise<UploadRow> {
  if (upload.context_id === body.context_id) return addMissingCounts(app, upload);
  throw invalid({ field: 'body.context_id', message: 'The upload already belongs to another workflow.' });
}

/** Each attempt has its own key, so that the loser of a race cannot change the winner's object. */
async function takeOver(
  { storage, log }: ConfirmApp,
  upload: UploadRow,
  workspaceId: string,
): Promise<StoredFile | undefined> {
  const object_key = `uploads/${workspaceId}/${upload.id}/${newId()}.${upload.format}`;
  const head = await storage.head(upload.object_key);
  if (head === undefined) return undefined;
  assertSize(upload, head.size_bytes);
  try {
    await storage.copy(upload.object_key, object_key);
    const { size_bytes, sha256 } = await digestBlob(storage, object_key);
    assertSize(upload, size_bytes);
    assertChecksum(upload, sha256);
    return { object_key, size_bytes, checksum_sha256: sha256 };
  } catch (error) {
    discard({ storage, log }, object_key);
    if (isStorageError(error, 'NOT_FOUND')) return undefined;
    throw error;
  }
}

function assertSize({ declared_size_bytes: declared }: UploadRow, size_bytes: number): void {
  const mismatch =
    size_bytes === 0
      ? 'The file is empty.'
      : size_bytes > MAX_UPLOAD_BYTES
        ? `The file has ${size_bytes} bytes. The maximum is ${MAX_UPLOAD_BYTES}.`
        : declared !== null && declared !== size_bytes
          ? `The file has ${size_bytes} bytes, but the upload declared ${declared}.`
          : undefined;
  if (mismatch !== undefined) throw invalid({ field: 'params.upload_id', message: mismatch });
}

function assertChecksum({ checksum_sha256: announced }: UploadRow, sha256: string): void {
  if (announced === null || announced === sha256) return;
  const message = 'The SHA-256 of the file does not match the declared one.';
  throw invalid({ field: 'params.upload_id', message });
}

/** Records the copy, or deletes it. */
async function settleOrDiscard(
  app: ConfirmApp,
  request: Request,
  { upload, file }: { upload: UploadRow; file: StoredFile },
): Promise<UploadRow | undefined> {
  let confirmed: UploadRow | undefined;
  try {
    const counting = countUpload(app, upload, file);
    // Nobody handles the error if counting fails after the wait, so it is ignored.
    counting.catch(() => undefined);
    const counts = await countedInTime(counting);
    const confirmation = { ...file, ...(counts ?? NO_COUNTS), ...request.body };
    confirmed = await settle(app, request, { ...confirmation, workspace_id: request.workspace.id });
    if (confirmed && counts === undefined) void addCountsLater(app, request.id, counting);
    return confirmed;
  } finally {
    if (confirmed === undefined) discard(app, file.object_key);
  }
}

/** Lock order: upload, then storage counter of its workspace. Returns undefined if the upload is no longer pending. */
async function settle(
  app: ConfirmApp,
  { workspace, id, now }: Request,
  confirmation: Confirmation,
): Promise<UploadRow | undefined> {
  return app.db.transaction().execute(async (tx) => {
    const row = await confirmUploadRow(tx, { id, confirmation, now });
    if (row === undefined) return undefined;
    const { workspace_id } = row;
    const { size_bytes } = confirmation;
    const allowance = await accountLimit(tx, workspace.owner_id, 'storage_bytes_per_workspace');
    if (!(await takeStorage(tx, { workspaceId: workspace_id, size_bytes, allowance }))) {
      throw new ApiError(
        'STORAGE_LIMIT_EXCEEDED',
        'The file does not fit into the storage of the workspace. Delete uploads, or choose a larger plan.',
      );
    }
    const cause = `upload.confirmed/${id}`;
    await insertStorageCharge(tx, {
      id: newId(),
      workspace_id,
      cause,
      delta_bytes: size_bytes,
      created_at: now,
    });
    await announce(app, tx, { row, size_bytes, now });
    return row;
  });
}

async function announce(
  app: ConfirmApp,
  tx: Db,
  { row, size_bytes, now }: { row: UploadRow; size_bytes: number; now: Date },
): Promise<void> {
  const { id: upload_id, workspace_id, filename, context_id: workflow_id } = row;
  if (workflow_id === null) return;
  const category = row.category as UploadCategory;
  const data = { upload_id, filename, category, size_bytes, workflow_id };
  await addWebhookEvent(app, tx, { workspace_id, event: { type: 'upload.confirmed', data }, now });
}

/** Deletes an object that has no row, without delaying the response. */
function discard({ storage, log }: Pick<App, 'storage' | 'log'>, key: string): void {
  storage.remove(key).catch((error: unknown) => {
    log.warn({ err: error, object_key: key }, 'unused object not deleted');
  });
}
