import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { InputError } from '../core/client-errors.ts';
import { randomHex } from '../transport/random.ts';
import { checkDigest, type Download } from './downloads.ts';

/** A name of the service as one of a file: it must not lead out of its folder, nor hide or name a device. */
function safeName(filename: string): string {
  const name = (`${filename ?? ''}`.split(/[/\\]/).at(-1) ?? '')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not get into a name
    .replaceAll(/[\x00-\x1f\x7f<>:"|?*]/g, '_')
    .replace(/^\.+/, '')
    .replace(/[. ]+$/, '')
    .replace(/^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i, '_$1');
  return name === '' ? 'download' : name;
}

/** `path`, or below it where it is a folder. */
async function targetOf(path: string, filename: string): Promise<string> {
  const isFolder = /[/\\]$/.test(path) || (await stat(path).catch(() => undefined))?.isDirectory();
  return isFolder ? join(path, safeName(filename)) : path;
}

/**
 * Writes a download to `path`, piece by piece, and answers where it is then. A folder, or a path that ends in a slash,
 * gets the file under the name that the service gives it. The file appears under its name only when it is complete, and
 * is what the service promised where it said so; it then replaces one that was there.
 *
 * @throws VoiceloomError where the download fails or is damaged, Error of `node:fs` where the disk does.
 * @example
 * ```ts
 * await saveTo(await run.download(), 'out/run.zip');
 * ```
 */
export async function saveTo(download: Download, path: string): Promise<string> {
  if (typeof download?.stream !== 'function')
    throw new InputError('saveTo() requires a download, such as the result of run.download().');
  if (typeof path !== 'string' || path === '') {
    await download[Symbol.asyncIterator]().return?.();
    throw new InputError('saveTo() requires the path of a file or a folder.');
  }
  const target = await targetOf(path, download.filename);
  // A name of its own: two downloads to one path must not write into each other, and a long name has no room for more.
  const part = join(dirname(target), `${randomHex()}.part`);
  const hash = download.sha256 === null ? undefined : createHash('sha256');
  async function* hashed(chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      hash?.update(chunk);
      yield chunk;
    }
  }
  try {
    await mkdir(dirname(target), { recursive: true });
    await pipeline(download, hashed, createWriteStream(part));
    if (hash) checkDigest(download, hash.digest('hex'));
    await rename(part, target);
    return target;
  } catch (error) {
    await download[Symbol.asyncIterator]().return?.();
    await rm(part, { force: true }).catch(() => {});
    throw error;
  }
}
