import type { Upload } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import type { UploadRow } from './queries.ts';

const DOWNLOAD_S = 900;

/** An upload as callers see it, with a fresh download link once it is confirmed. */
export async function uploadView(app: Pick<App, 'storage'>, row: UploadRow): Promise<Upload> {
  return {
    id: row.id,
    user_id: row.user_id,
    workspace_id: row.workspace_id,
    filename: row.filename,
    category: row.category as Upload['category'],
    content_type: row.content_type,
    format: row.format,
    status: row.status as Upload['status'],
    size_bytes: row.size_bytes ?? row.declared_size_bytes,
    checksum_sha256: row.checksum_sha256,
    download_url: await downloadUrl(app, row),
    context_type: row.context_type as Upload['context_type'],
    context_id: row.context_id,
    char_count: row.char_count,
    line_count: row.line_count,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

async function downloadUrl({ storage }: Pick<App, 'storage'>, row: UploadRow): Promise<string | null> {
  if (row.status !== 'confirmed') return null;
  const { object_key: key, filename, content_type } = row;
  const ticket = await storage.downloadTicket({ key, filename, content_type, expires_in_s: DOWNLOAD_S });
  return ticket.url;
}
