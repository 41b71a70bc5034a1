import { type ConfirmUpload, MAX_UPLOAD_BYTES, type UploadCategory } from '@voiceloom/contract';
import pLimit from 'p-limit';
import type { App } from '../../app.ts';
import { ApiError, invalid, notFound } from '../../errors.ts';
import type { Caller, CallerWorkspace, WorkspaceCaller } from '../../handler/handler.ts';
import { newId } from '../../ids.ts';
import { accountLimit } from '../../ledger/account-plan.ts';
import { addWebhookEvent } from '../../ledger/webhook-events.ts';
import { digestBlob, isStorageError } from '../../storage/index.ts';
import { findMembership } from '../workspaces/index.ts';
import { addCountsLater, addMissingCounts, countUpload, NO_COUNTS, waitForCounts } from './counts.ts';
import {
  confirmUploadRow,
  findUpload,
  findWorkspaceOfWorkflow,
  insertStorageCharge,
  takeStorage,
  type UploadRow,
} from './queries.ts';
import { serializeByKey } from './serialize-by-key.ts';

type ConfirmApp = Pick<App, 'db' | 'storage' | 'log' | 'queue'>;

interface ConfirmRequest {
  caller: Caller;
  /** The workspace in which the upload is confirmed. */
  workspace: CallerWorkspace;
  id: string;
  body: ConfirmUpload;
  now: Date;
}

interface UploadedFile {
  object_key: string;
  size_bytes: number;
  checksum_sha256: string;
}

/** Limits concurrent confirmations, because each one copies and reads a file. */
const limitCopies = pLimit(4);
/** A repeated request waits for the first one and uses its result, so that the file is copied only once. */
const oneConfirmPerUpload = serializeByKey();

/**
 * The workspace that an upload is confirmed in: the one in the request, otherwise that of the workflow, otherwise the
 * personal one. A key can use only its own. Rights in the first and the last were checked with the request.
 */
export async function findConfirmWorkspace(
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
export function confirmUpload(app: ConfirmApp, request: ConfirmRequest): Promise<UploadRow> {
  const { caller, workspace, id, body } = request;
  return oneConfirmPerUpload(id, async () => {
    const upload = await getUpload(app, request);
    const workspaceId = await findWorkspaceOfWorkflow(app.db, caller.user_id, body.context_id);
    if (workspaceId !== workspace.id) throw notFound('workflow');
    if (upload.status === 'confirmed') return completeConfirmed(app, upload, body);
    const file = await limitCopies(() => copyUpload(app, upload, workspaceId));
    const confirmedUpload = file && (await recordUpload(app, request, { upload, file }));
    if (confirmedUpload) {
      discard(app, upload.object_key);
      return confirmedUpload;
    }
    // Another request confirmed or deleted the upload, or its bytes were never sent.
    const currentUpload = await getUpload(app, request);
    if (currentUpload.status === 'confirmed') return completeConfirmed(app, currentUpload, body);
    throw invalid({ field: 'params.upload_id', message: 'The file of this upload has not been sent yet.' });
  });
}

/** With an API key, every upload of the workspace, else only the caller's own. */
async function getUpload({ db }: ConfirmApp, { caller, workspace, id }: ConfirmRequest): Promise<UploadRow> {
  const uploader = caller.kind === 'api_key' ? undefined : caller.user_id;
  const upload = await findUpload(db, { workspaceId: workspace.id, uploader }, id);
  if (upload === undefined) throw notFound('upload');
  return upload;
}

/** Repeats a confirmation: adds counts that are missing, and changes nothing else. */
async function completeConfirmed(
  app: ConfirmApp,
  upload: UploadRow,
  body: ConfirmUpload,
): Promise<UploadRow> {
  if (upload.context_id === body.context_id) return addMissingCounts(app, upload);
  throw invalid({ field: 'body.context_id', message: 'The upload already belongs to another workflow.' });
}

/** Each attempt has its own key, so that the loser of a race cannot change the winner's object. */
async function copyUpload(
  { storage, log }: ConfirmApp,
  upload: UploadRow,
  workspaceId: string,
): Promise<UploadedFile | undefined> {
  const object_key = `uploads/${workspaceId}/${upload.id}/${newId()}.${upload.format}`;
  const head = await storage.head(upload.object_key);
  if (head === undefined) return undefined;
  assertSize(upload, head.size_bytes);
  try {
    await storage.copy(upload.object_key, object_key);
    const { size_bytes, sha256 } = await digestBlob(storage, object_key);
    assertSize(upload, size_bytes);
    if (upload.checksum_sha256 !== null && upload.checksum_sha256 !== sha256)
      throw invalid({
        field: 'params.upload_id',
        message: 'The SHA-256 of the file does not match the declared one.',
      });
    return { object_key, size_bytes, checksum_sha256: sha256 };
  } catch (error) {
    discard({ storage, log }, object_key);
    if (isStorageError(error, 'NOT_FOUND')) return undefined;
    throw error;
  }
}

/** Throws if the stored file is empty, too large, or has not the declared size. */
function assertSize({ declared_size_bytes }: UploadRow, size_bytes: number): void {
  let message: string | undefined;
  if (size_bytes === 0) message = 'The file is empty.';
  else if (size_bytes > MAX_UPLOAD_BYTES)
    message = `The file has ${size_bytes} bytes. The maximum is ${MAX_UPLOAD_BYTES}.`;
  else if (declared_size_bytes !== null && declared_size_bytes !== size_bytes)
    message = `The file has ${size_bytes} bytes, but the upload declared ${declared_size_bytes}.`;
  if (message !== undefined) throw invalid({ field: 'params.upload_id', message });
}

/** Records the copy, or deletes it. Returns undefined if the upload is no longer pending. */
async function recordUpload(
  app: ConfirmApp,
  { workspace, id, body, now }: ConfirmRequest,
  { upload, file }: { upload: UploadRow; file: UploadedFile },
): Promise<UploadRow | undefined> {
  const { size_bytes } = file;
  let confirmedUpload: UploadRow | undefined;
  try {
    const counting = countUpload(app, upload, file);
    // Nobody handles the error if counting fails after the wait, so it is ignored.
    counting.catch(() => undefined);
    const counts = await waitForCounts(counting);
    const confirmation = { ...file, ...(counts ?? NO_COUNTS), ...body, workspace_id: workspace.id };
    // Lock order: upload, then storage counter of its workspace.
    confirmedUpload = await app.db.transaction().execute(async (tx) => {
      const row = await confirmUploadRow(tx, { id, confirmation, now });
      if (row === undefined) return undefined;
      const { workspace_id, filename, context_id: workflow_id } = row;
      const allowance = await accountLimit(tx, workspace.owner_id, 'storage_bytes_per_workspace');
      if (!(await takeStorage(tx, { workspaceId: workspace_id, size_bytes, allowance }))) {
        throw new ApiError(
          'STORAGE_LIMIT_EXCEEDED',
          'The file does not fit into the storage of the workspace. Delete uploads, or choose a larger plan.',
        );
      }
      await insertStorageCharge(tx, {
        id: newId(),
        workspace_id,
        cause: `upload.confirmed/${id}`,
        delta_bytes: size_bytes,
        created_at: now,
      });
      if (workflow_id !== null) {
        const category = row.category as UploadCategory;
        const data = { upload_id: id, filename, category, size_bytes, workflow_id };
        await addWebhookEvent(app, tx, { workspace_id, event: { type: 'upload.confirmed', data }, now });
      }
      return row;
    });
    if (confirmedUpload && counts === undefined) void addCountsLater(app, id, counting);
    return confirmedUpload;
  } finally {
    if (confirmedUpload === undefined) discard(app, file.object_key);
  }
}

/** Deletes an object that has no row, without delaying the response. */
function discard({ storage, log }: Pick<App, 'storage' | 'log'>, key: string): void {
  storage.remove(key).catch((error: unknown) => {
    log.warn({ err: error, object_key: key }, 'unused object not deleted');
  });
}
