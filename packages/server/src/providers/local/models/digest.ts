import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { DESCRIPTION_FILE } from './description.ts';
import { ModelError } from './model-error.ts';

/** The SHA-256 of a file, in hexadecimal. */
export async function digestFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/**
 * The SHA-256 of the names and contents of all files in a folder, and their size, without the description. Links are an
 * error: what they point to can change.
 */
export async function digestFolder(folder: string): Promise<{ digest: string; size_bytes: number }> {
  const hash = createHash('sha256');
  let size_bytes = 0;
  const names = await readdir(folder, { recursive: true });
  for (const name of names.map((path) => path.replaceAll('\\', '/')).sort()) {
    if (name === DESCRIPTION_FILE) continue;
    const file = join(folder, name);
    const stats = await lstat(file);
    if (stats.isDirectory()) continue;
    if (!stats.isFile()) throw new ModelError(`${name} is not a file. Links are not allowed in a model.`);
    size_bytes += stats.size;
    hash.update(`${name}\0${await digestFile(file)}\n`);
  }
  return { digest: hash.digest('hex'), size_bytes };
}
