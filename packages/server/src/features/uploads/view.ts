import { Upload } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import { viewOf } from '../../handler/view.ts';
import { SIGNED_URL_S } from '../../storage/index.ts';
import type { UploadRow } from './queries.ts';

/** An upload in a response, with a new download link if it is confirmed. */
export async function uploadView(app: Pick<App, 'storage'>, row: UploadRow): Promise<Upload> {
  return viewOf(Upload, {
    ...row,
    size_bytes: row.size_bytes ?? row.declared_size_bytes,
    download_url: await downloadUrl(app, row),
  });
}

async function downloadUrl({ storage }: Pick<App, 'storage'>, row: UploadRow): Promise<string | null> {
  if (row.status !== 'confirmed') return null;
  const { object_key: key, filename, content_type } = row;
  const ticket = await storage.downloadTicket({ key, filename, content_type, expires_in_s: SIGNED_URL_S });
  return ticket.url;
}
