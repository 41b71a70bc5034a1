import { Upload } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import { toView } from '../../handler/view.ts';
import { SIGNED_URL_S } from '../../storage/index.ts';
import type { UploadRow } from './queries.ts';

/** An upload in a response, with a new download link if it is confirmed. */
export async function uploadView({ storage }: Pick<App, 'storage'>, row: UploadRow): Promise<Upload> {
  const { object_key: key, filename, content_type } = row;
  let download_url: string | null = null;
  if (row.status === 'confirmed') {
    const ticket = await storage.downloadTicket({ key, filename, content_type, expires_in_s: SIGNED_URL_S });
    download_url = ticket.url;
  }
  const size_bytes = row.size_bytes ?? row.declared_size_bytes;
  return toView(Upload, { ...row, size_bytes, download_url });
}
