import type { App } from '../../../app.ts';
import { createNamer } from './names.ts';
import type { StoredItem } from './source.ts';

/** Long enough to copy a large delivery file by file. */
const FILE_LINK_S = 6 * 3_600;

interface Delivery {
  run: { workflow_name: string; run_number: number };
  file_pattern: string;
  items: AsyncIterable<StoredItem>;
}

/**
 * One line of JSON per audio file: its path as in the ZIP, a signed URL, its size and checksum. Clients can
 * copy the files to their own bucket without sharing its credentials.
 */
export async function* fileLinks(
  { storage }: Pick<App, 'storage'>,
  { run, file_pattern, items }: Delivery,
): AsyncGenerator<string> {
  const nameOf = createNamer(file_pattern, run);
  for await (const item of items) {
    const { stored, status, line_id, locale_code } = item;
    if (stored === null || status !== 'delivered') continue;
    const { object_key: key, content_type, size_bytes, sha256 } = stored;
    const file = nameOf(item);
    const filename = file.slice(file.lastIndexOf('/') + 1);
    const ticket = await storage.downloadTicket({ key, filename, content_type, expires_in_s: FILE_LINK_S });
    const expires_at = ticket.expires_at.toISOString();
    const facts = { file, line_id, locale_code, content_type, size_bytes, sha256 };
    yield `${JSON.stringify({ ...facts, url: ticket.url, expires_at })}\n`;
  }
}
