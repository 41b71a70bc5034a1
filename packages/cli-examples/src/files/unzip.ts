import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Entry, openPromise } from 'yauzl';

/** The bits of a Unix mode that contain the type of a file, and their value for a link. */
const FILE_TYPE = 0o170000;
const SYMBOLIC_LINK = 0o120000;

/** The target of an entry, always inside `folder`. */
function placeOf(entry: Entry, folder: string): string {
  const name = entry.fileName;
  // The upper half of the attributes is the mode of a Unix file.
  const isLink = ((entry.externalFileAttributes >>> 16) & FILE_TYPE) === SYMBOLIC_LINK;
  const parts = name.split('/');
  // `../x`, `/x`, and `C:x` or `a\b` of Windows.
  const isOutside = parts.includes('..') || name.startsWith('/') || /[\\\0]|^[a-z]:/i.test(name);
  const place = join(folder, name);
  if (isLink || isOutside || !place.startsWith(join(folder, sep))) {
    throw new Error(`The ZIP contains an entry outside the folder: ${JSON.stringify(name)}.`);
  }
  return place;
}

/** Unpacks a ZIP as a stream and returns the paths of its files, relative to `folder`. */
export async function unzip(path: string, folder: string): Promise<string[]> {
  const zip = await openPromise(path, { lazyEntries: true, validateEntrySizes: true });
  const files: string[] = [];
  try {
    for await (const entry of zip.eachEntry()) {
      const place = placeOf(entry, folder);
      if (entry.fileName.endsWith('/')) continue;
      await mkdir(dirname(place), { recursive: true });
      await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(place));
      files.push(entry.fileName);
    }
  } finally {
    zip.close();
  }
  return files;
}
