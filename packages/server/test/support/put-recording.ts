import { createHash } from 'node:crypto';
import { encodeWav } from '@voiceloom/audio';
import { join, mono, silence, speechLike } from '../../../audio/test/support/signals.ts';
import type { Engine, Owner } from './engine.ts';

const RATE = 24_000;

/** A clean recording: speech-like sound with quiet edges. */
export function recorded(seconds = 1.2, level = 0.25): Uint8Array {
  const quiet = silence(0.15, RATE);
  return encodeWav(mono(join(quiet, speechLike(seconds - 0.3, RATE, level), quiet), RATE));
}

/** A confirmed upload, as a client leaves it. */
export async function putUpload(
  engine: Pick<Engine, 'app'>,
  owner: Owner,
  file: { filename: string; bytes: Uint8Array | string; category?: string },
): Promise<string> {
  const id = crypto.randomUUID();
  const { filename, category = 'audio' } = file;
  const bytes = typeof file.bytes === 'string' ? new TextEncoder().encode(file.bytes) : file.bytes;
  const format = filename.slice(filename.lastIndexOf('.') + 1).toLowerCase();
  const object_key = `uploads/${owner.workspace_id}/${id}/${crypto.randomUUID()}.${format}`;
  const content_type = 'application/octet-stream';
  await engine.app.storage.put(object_key, bytes, { content_type });
  const at = { created_at: new Date(), updated_at: new Date() };
  const checksum_sha256 = createHash('sha256').update(bytes).digest('hex');
  const facts = { filename, category, content_type, format, checksum_sha256, size_bytes: bytes.length };
  await engine.app.db
    .insertInto('upload')
    .values({ id, ...owner, ...facts, status: 'confirmed', object_key, ...at })
    .execute();
  return id;
}
