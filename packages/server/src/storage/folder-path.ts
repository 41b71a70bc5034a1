import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { BlobPage } from './blob-store.ts';

/*
 * How a key becomes a path. Lower-case letters, digits and ._- stay. Every other byte becomes %xx, so that keys that
 * differ only in case or Unicode form have different paths on any file system. A long name is split into pieces; all
 * but the last end in "~". The last directory is "~hh", the start of the key's hash. It spreads the files, and keys
 * such as "a" and "a/b" can both be files.
 */
const PIECE_LENGTH = 200;

/** The path of an object. Characters that file systems treat differently are escaped, capital letters too. */
export function encodeKey(key: string): string {
  let text = '';
  for (const byte of Buffer.from(key)) {
    const char = String.fromCharCode(byte);
    text += /[a-z0-9._/-]/.test(char) ? char : `%${byte.toString(16).padStart(2, '0')}`;
  }
  return text;
}

/** `runs/A1.wav` becomes `runs/~hh/%411.wav`. */
export function toPath(key: string): string[] {
  const names: string[] = [];
  for (const segment of encodeKey(key).split('/')) {
    const pieces = segment.match(new RegExp(`.{1,${PIECE_LENGTH}}`, 'g')) ?? [];
    names.push(...pieces.map((piece, index) => (index < pieces.length - 1 ? `${piece}~` : piece)));
  }
  const fan = createHash('sha256').update(key).digest('hex').slice(0, 2);
  return [...names.slice(0, -1), `~${fan}`, ...names.slice(-1)];
}

export function joinPath(root: string, names: readonly string[]): string {
  return `${root}${sep}${join(...names)}`;
}

/** The encoded text that every key below these directories starts with. */
export function encodedStem(directories: readonly string[]): string {
  let stem = '';
  for (const name of directories) {
    if (name.startsWith('~')) continue;
    stem += name.endsWith('~') ? name.slice(0, -1) : `${name}/`;
  }
  return stem;
}

export function decodeKey(encodedKey: string): string {
  return decodeURIComponent(encodedKey);
}

interface Walk {
  root: string;
  prefix: string;
  /** The path of the cursor. */
  after: string[] | undefined;
}

/** One page of a depth-first walk. The cursor is the last key of the page before, so earlier folders are skipped. */
export async function listFolder(
  root: string,
  { prefix, cursor, limit }: { prefix: string; cursor: string | undefined; limit: number },
): Promise<BlobPage> {
  const keys: string[] = [];
  const walk = {
    root,
    prefix: encodeKey(prefix),
    after: cursor === undefined ? undefined : toPath(cursor),
  };
  for await (const key of keysBelow(walk, [])) {
    if (keys.length === limit) return { keys, next: keys.at(-1) };
    keys.push(key);
  }
  return { keys, next: undefined };
}

/** The keys in a directory and its subdirectories, in order, that begin with the prefix and follow the cursor. */
async function* keysBelow(walk: Walk, directories: string[]): AsyncGenerator<string> {
  const { root, prefix, after: cursorPath } = walk;
  const stem = encodedStem(directories);
  // The name to continue from in this directory, if the cursor is below it.
  let floor: string | undefined;
  if (cursorPath && directories.every((name, index) => cursorPath[index] === name))
    floor = cursorPath[directories.length];
  for (const entry of await listEntries(root, directories)) {
    if (floor !== undefined && entry.name < floor) continue;
    if (entry.isDirectory()) {
      const childDirectories = [...directories, entry.name];
      const nextStem = encodedStem(childDirectories);
      if (nextStem.startsWith(prefix) || prefix.startsWith(nextStem))
        yield* keysBelow(walk, childDirectories);
    } else if (entry.name !== floor && `${stem}${entry.name}`.startsWith(prefix)) {
      yield decodeKey(`${stem}${entry.name}`);
    }
  }
}

/** The entries of a directory by name; none if it does not exist. */
async function listEntries(root: string, directories: string[]) {
  try {
    const path = directories.length === 0 ? root : joinPath(root, directories);
    const entries = await readdir(path, { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    // Another process may have removed the directory in the meantime.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
