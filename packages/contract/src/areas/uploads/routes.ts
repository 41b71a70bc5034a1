import { z } from 'zod';
import { objectOf } from '../../envelope.ts';
import { meta, route, workspaceHeader, workspacePostHeaders } from '../../kit.ts';
import { Empty, Uuid } from '../../primitives.ts';
import { ConfirmUpload, CreatedUpload, CreateUpload, Upload } from './schemas.ts';
import { UploadScript, UploadScriptQuery } from './scripts.ts';

const UploadParams = z.object({ upload_id: Uuid });

const shared = {
  area: 'uploads',
  auth: 'jwt_or_key',
  scope: 'uploads:write',
  role: 'editor',
  workspace: 'header',
} as const;

/** Files that scripts and audio come from. */
export const uploads = {
  create: route({
    method: 'POST',
    path: '/api/v1/uploads',
    summary: 'Create an upload',
    description:
      'Returns the URL to send the bytes to. Unconfirmed uploads expire after 24 hours. A workspace has at most 2,000 of them.',
    headers: workspacePostHeaders,
    body: CreateUpload,
    responses: { 201: objectOf(CreatedUpload) },
    errors: ['CONFLICT'],
    metadata: meta({ ...shared, operationId: 'uploads.create', success: 201, idempotent: true }),
  }),
  confirm: route({
    method: 'POST',
    path: '/api/v1/uploads/:upload_id',
    summary: 'Confirm an upload',
    description:
      'The bytes must have been sent, and must match the size and checksum if these were given. The upload moves to the workspace of `X-Workspace-Id`, else to that of the workflow in `context_id` if the caller is a member, else to the personal workspace. Its bytes count toward the storage of that workspace. An API key confirms in its own workspace. Idempotent.',
    pathParams: UploadParams,
    headers: workspacePostHeaders,
    body: ConfirmUpload,
    responses: { 200: objectOf(Upload) },
    errors: ['STORAGE_LIMIT_EXCEEDED'],
    metadata: meta({ ...shared, operationId: 'uploads.confirm', success: 200, idempotent: true }),
  }),
  script: route({
    method: 'GET',
    path: '/api/v1/uploads/:upload_id/script',
    summary: 'Parse an uploaded script',
    description:
      'Returns how a run would parse the file: columns used and unused, generated IDs, skipped parts, counts per locale and character, and the first 50 lines. Detects columns like `source_script`. If the file cannot be parsed, the error names the row and column.',
    pathParams: UploadParams,
    headers: workspaceHeader,
    query: UploadScriptQuery,
    responses: { 200: objectOf(UploadScript) },
    errors: ['CONFLICT'],
    metadata: meta({
      ...shared,
      role: 'viewer',
      operationId: 'uploads.script',
      success: 200,
      idempotent: false,
    }),
  }),
  delete: route({
    method: 'DELETE',
    path: '/api/v1/uploads/:upload_id',
    summary: 'Delete an upload',
    description:
      'Deletes an upload in any state. Users can delete their own uploads in any workspace and with any role. Admins can also delete uploads of their workspace. An API key acts only in its own workspace. Frees the storage in the workspace of the confirmed upload.',
    pathParams: UploadParams,
    headers: workspaceHeader,
    responses: { 200: objectOf(Empty) },
    metadata: meta({
      ...shared,
      role: 'viewer',
      operationId: 'uploads.delete',
      success: 200,
      idempotent: false,
    }),
  }),
};
