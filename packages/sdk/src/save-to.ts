import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { checkDigest, type Download } from './downloads.ts';
import { randomHex } from './random.ts';

/**
 * Writes a download to `path`, piece by piece. The file appears under its name only when it is complete, and is what
 * the service promised where it said so.
 *
 * @throws VoiceloomError where the download fails or is damaged, Error of `node:fs` where the disk does.
 * @example
 * ```ts
 * await saveTo(await run.download(), 'out/run.zip');
 * ```
 */
export async function saveTo(download: Download, path: string): Promise<void> {
  // A name of its own: two downloads to one path must not write into each other.
  const part = `${path}.${randomHex()}.part`;
  const hash = download.sha256 === null ? undefined : createHash('sha256');
  async function* hashed(chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      hash?.update(chunk);
      yield chunk;
    }
  }
  try {
    await mkdir(dirname(path), { recursive: true });
    await pipeline(download, hashed, createWriteStream(part));
    if (hash) checkDigest(download, hash.digest('hex'));
    await rename(part, path);
  } catch (error) {
    await download[Symbol.asyncIterator]().return?.();
    await rm(part, { force: true }).catch(() => {});
    throw error;
  }
}
