import { readdir } from 'node:fs/promises';
import type { BlobPage } from './blob-store.ts';
import { decodeKey, encodedStem, encodeKey, joinPath, pathOfKey } from './folder-path.ts';

type Walk = { root: string; prefix: string; after: string[] | undefined };

/** One page of a depth-first walk. The cursor is the last key given, so a page costs its own directories only. */
export async function listFolder(
  root: string,
  { prefix, cursor, limit }: { prefix: string; cursor: string | undefined; limit: number },
): Promise<BlobPage> {
  const keys: string[] = [];
  const walk = {
    root,
    prefix: encodeKey(prefix),
    after: cursor === undefined ? undefined : pathOfKey(cursor),
  };
  for await (const key of keysBelow(walk, [])) {
    if (keys.length === limit) return { keys, next: keys.at(-1) };
    keys.push(key);
  }
  return { keys, next: undefined };
}

async function* keysBelow(walk: Walk, directories: string[]): AsyncGenerator<string> {
  const stem = encodedStem(directories);
  const floor = floorAt(walk.after, directories);
  for (const entry of await entriesOf(walk.root, directories)) {
    if (floor !== undefined && entry.name < floor) continue;
    if (entry.isDirectory()) {
      const next = [...directories, entry.name];
      if (mayHold(encodedStem(next), walk.prefix)) yield* keysBelow(walk, next);
    } else if (entry.name !== floor && `${stem}${entry.name}`.startsWith(walk.prefix)) {
      yield decodeKey(`${stem}${entry.name}`);
    }
  }
}

function mayHold(stem: string, prefix: string): boolean {
  return stem.startsWith(prefix) || prefix.startsWith(stem);
}

/** The name to go on from in this directory, when the cursor lies below it. */
function floorAt(after: string[] | undefined, directories: string[]): string | undefined {
  if (!after || directories.some((name, index) => after[index] !== name)) return undefined;
  return after[directories.length];
}

async function entriesOf(root: string, directories: string[]) {
  try {
    const path = directories.length === 0 ? root : joinPath(root, directories);
    const entries = await readdir(path, { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    // A directory that was removed since is not an error.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
