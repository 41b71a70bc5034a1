import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rmdir, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract, type Header } from 'tar-stream';
import unbzip2 from 'unbzip2-stream';
import { explainFullDisk, ModelError } from './model-error.ts';

/** More than any model has. */
const MAX_ENTRIES = 50_000;
/** Left free for everything else on the disk. */
const RESERVED_BYTES = 256 * 1_048_576;

export interface UnpackOptions {
  signal: AbortSignal;
  /** The space on the disk. Default: as the system says. */
  freeBytes?(folder: string): Promise<number>;
}

/**
 * Unpacks an archive (tar with bzip2 or gzip) to a folder that must be empty. Only files and folders are accepted, with
 * paths inside of the folder. A folder that contains everything is left out.
 */
export async function unpack(
  archive: string,
  folder: string,
  { signal, freeBytes = readFreeBytes }: UnpackOptions,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const space = (await freeBytes(folder)) - RESERVED_BYTES;
  const entries = extract();
  let written = 0;
  let count = 0;
  const writeEntries = async (): Promise<void> => {
    for await (const entry of entries) {
      const { header } = entry;
      count += 1;
      if (count > MAX_ENTRIES) throw new ModelError('The archive has too many files.');
      const path = checkEntry(header);
      if (path === undefined) {
        entry.resume();
        continue;
      }
      const file = join(folder, path);
      if (header.type === 'directory') {
        await mkdir(file, { recursive: true });
        entry.resume();
        continue;
      }
      written += header.size ?? 0;
      if (written > space) {
        const megabytes = Math.ceil(written / 1_048_576);
        const message = `There is not enough space in ${folder}: it needs more than ${megabytes} MB.`;
        throw new ModelError(message, { isFullDisk: true });
      }
      await mkdir(dirname(file), { recursive: true });
      // `wx`: no entry replaces another one.
      await pipeline(entry, createWriteStream(file, { flags: 'wx' }), { signal });
    }
  };
  try {
    const source = createReadStream(archive);
    const reading = (await isGzip(archive))
      ? pipeline(source, createGunzip(), entries, { signal })
      : pipeline(source, unbzip2(), entries, { signal });
    await Promise.all([reading, writeEntries()]);
  } catch (error) {
    signal.throwIfAborted();
    const explained = explainFullDisk(error, folder);
    if (explained instanceof ModelError) throw explained;
    const reason = error instanceof Error ? error.message : String(error);
    throw new ModelError(`The archive cannot be unpacked: ${reason}.`, { cause: error });
  }
  if (count === 0) throw new ModelError('The archive is empty.');
  await liftOnlyFolder(folder);
}

/** The path of an entry. Undefined for entries to leave out. Throws for what could reach outside of the folder. */
function checkEntry({ name, type }: Header): string | undefined {
  if (type === 'symlink' || type === 'link')
    throw new ModelError(`it contains a link (${name}), and links could point anywhere`);
  if (type !== 'file' && type !== 'directory' && type !== 'contiguous-file')
    throw new ModelError(`it contains an entry that is neither a file nor a folder (${name})`);
  const parts = name.split('/').filter((part) => part !== '' && part !== '.');
  const isOutside = name.startsWith('/') || parts.includes('..') || /^[A-Za-z]:/.test(name);
  // A backslash separates folders on some systems, and a NUL ends paths.
  if (isOutside || /[\\\0]/.test(name))
    throw new ModelError(`it contains a path that leads outside (${name})`);
  // Notes of macOS about files.
  if (parts.at(-1)?.startsWith('._')) return undefined;
  return parts.length > 0 ? parts.join('/') : undefined;
}

/** Archives contain one folder with the name of the model. */
async function liftOnlyFolder(folder: string): Promise<void> {
  const [first, ...others] = await readdir(folder, { withFileTypes: true });
  if (!first?.isDirectory() || others.length > 0) return;
  const inner = join(folder, first.name);
  // The inner folder may contain a file of its own name.
  const aside = join(folder, `.${first.name}.lifted`);
  await rename(inner, aside);
  for (const name of await readdir(aside)) await rename(join(aside, name), join(folder, name));
  await rmdir(aside);
}

async function isGzip(archive: string): Promise<boolean> {
  const file = await open(archive);
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await file.close();
  }
}

export async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
