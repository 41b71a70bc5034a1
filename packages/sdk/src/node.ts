import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { checkDigest, type Download } from './downloads.ts';
import { randomHex } from './random.ts';
import type { UploadSource } from './upload-source.ts';

export { type NodeFetchOptions, nodeFetch } from './node-fetch.ts';

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array);
  return hash.digest('hex');
}

/**
 * A file on disk as an upload. It is read piece by piece when it is sent.
 *
 * @throws Error of `node:fs` when there is no such file.
 * @example
 * ```ts
 * const file = await fileFrom('script.csv');
 * await client.uploads.upload({ file, category: 'script', workflowId });
 * ```
 */
export async function fileFrom(path: string): Promise<UploadSource> {
  const { size } = await stat(path);
  return {
    filename: basename(path),
    sizeBytes: size,
    sha256: () => sha256Of(path),
    stream: () => Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>,
  };
}

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
  await mkdir(dirname(path), { recursive: true });
  try {
    await pipeline(download, hashed, createWriteStream(part));
    if (hash) checkDigest(download, hash.digest('hex'));
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
