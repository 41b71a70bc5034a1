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
    summary: 'Announce an upload',
    description:
      'Answers the address that takes the bytes. Uploads that are not confirmed expire in 24 hours; a workspace has at most 2,000 of them.',
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
      'The bytes must have arrived and match size and checksum where given. The upload moves to the workspace of `X-Workspace-Id`, else to that of the workflow in `context_id` if the caller is a member there, else to the personal workspace; its bytes count there. An API key confirms in its own workspace. Confirming again returns the same upload.',
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
    summary: 'Read an uploaded script',
    description:
      'How a run would read the file: the columns used and unused, made-up ids, skipped parts, counts per locale and character, and the first 50 lines. Reads with the column detection of `source_script`. An error names the row and column of a file that cannot be read.',
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
      'In any state and, for the person who made it, in any workspace and with any role. Admins also delete uploads of their workspace, and an API key acts in its own workspace only. Releases the bytes in the workspace that the upload was confirmed in.',
    pathParams: UploadParams,
    headers: workspaceHeader,
    responses: { 200: objectOf(Empty) },
    errors: [],
    metadata: meta({
      ...shared,
      role: 'viewer',
      operationId: 'uploads.delete',
      success: 200,
      idempotent: false,
    }),
  }),
};
