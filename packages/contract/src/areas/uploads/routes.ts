import { area } from '../../area.ts';
import { objectOf } from '../../envelope.ts';
import { Empty } from '../../primitives.ts';
import { ConfirmUpload, CreatedUpload, CreateUpload, Upload } from './schemas.ts';
import { UploadScript, UploadScriptQuery } from './scripts.ts';

const access = { auth: 'jwt_or_key', scope: 'uploads:write', role: 'editor', workspace: 'header' } as const;

/** Files that scripts and audio come from. */
export const uploads = area('uploads', access, {
  create: {
    endpoint: 'POST /api/v1/uploads',
    summary: 'Create an upload',
    description:
      'Returns the URL to send the bytes to. Unconfirmed uploads expire after 24 hours. A workspace has at most 2,000 of them.',
    body: CreateUpload,
    responses: { 201: objectOf(CreatedUpload) },
    errors: ['CONFLICT'],
  },
  confirm: {
    endpoint: 'POST /api/v1/uploads/:upload_id',
    summary: 'Confirm an upload',
    description:
      'Send the bytes first. They must match the size and checksum, if you declared them. The upload moves to the workspace in `X-Workspace-Id`, else to the workspace of the workflow in `context_id` if the caller is a member, else to the personal workspace. Its bytes count toward the storage of that workspace. An API key confirms in its own workspace. Idempotent.',
    body: ConfirmUpload,
    responses: { 200: objectOf(Upload) },
    errors: ['STORAGE_LIMIT_EXCEEDED'],
  },
  script: {
    endpoint: 'GET /api/v1/uploads/:upload_id/script',
    role: 'viewer',
    summary: 'Parse an uploaded script',
    description:
      'Returns how a run would read the file: used and unused columns, generated IDs, skipped parts, counts per locale and character, and the first 50 lines. Detects columns in the same way as `source_script`. If the file cannot be parsed, the error names the row and column.',
    query: UploadScriptQuery,
    responses: { 200: objectOf(UploadScript) },
    errors: ['CONFLICT'],
  },
  delete: {
    endpoint: 'DELETE /api/v1/uploads/:upload_id',
    role: 'viewer',
    summary: 'Delete an upload',
    description:
      'Deletes an upload in any state. Users can delete their own uploads in any workspace and with any role. Admins can also delete uploads of their workspace. An API key acts only in its own workspace. If the upload was confirmed, its bytes no longer count toward the storage of its workspace.',
    responses: { 200: objectOf(Empty) },
  },
});
