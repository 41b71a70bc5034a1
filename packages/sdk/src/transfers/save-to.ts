import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { InputError } from '../errors/errors.ts';
import { checkDigest, type Download } from './downloads.ts';

/**
 * Converts a name from the service to a safe file name: it must stay in its folder, and not be hidden or a
 * device name.
 */
function safeName(filename: string): string {
  // Some systems forbid these characters, dots and spaces at the end, and the names of devices.
  const name = (`${filename ?? ''}`.split(/[/\\]/).at(-1) ?? '')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: file names must not contain these
    .replaceAll(/[\x00-\x1f\x7f<>:"|?*]/g, '_')
    .replace(/^\.+/, '')
    .replace(/(?<![. ])[. ]+$/, '')
    // `con.txt` becomes `_con.txt`.
    .replace(/^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i, '_$1');
  if (name === '') return 'download';
  return name;
}

/**
 * Writes a download to `path` as a stream and returns the final path. If `path` is a folder or ends in a
 * slash, the file gets the name that the service assigned. The file is renamed into place only when it is
 * complete and its digest matches, if the service sent one. An existing file is replaced.
 *
 * @throws VoiceloomError if the download fails or is damaged; Error of `node:fs` if writing fails.
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
  const isFolder = /[/\\]$/.test(path) || (await stat(path).catch(() => undefined))?.isDirectory();
  const target = isFolder ? join(path, safeName(download.filename)) : path;
  // A random name: parallel downloads must not write to the same file, and a long name leaves no room for a
  // suffix.
  const part = join(dirname(target), `${randomUUID()}.part`);
  const hash = download.sha256 === null ? undefined : createHash('sha256');
  /** The chunks, which are added to the hash. */
  async function* hashChunks(chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      hash?.update(chunk);
      yield chunk;
    }
  }
  let file: WriteStream | undefined;
  try {
    await mkdir(dirname(target), { recursive: true });
    file = createWriteStream(part);
    await pipeline(download, hashChunks, file);
    if (hash) checkDigest(download, hash.digest('hex'));
    await rename(part, target);
    return target;
  } catch (error) {
    await download[Symbol.asyncIterator]().return?.();
    // A file that is still being opened would appear after its removal.
    if (file && !file.closed) await once(file, 'close').catch(() => {});
    await rm(part, { force: true }).catch(() => {});
    throw error;
  }
}
