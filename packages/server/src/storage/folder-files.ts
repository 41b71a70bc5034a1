import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, rmdir, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { joinPath } from './folder-path.ts';

const STALE_MS = 24 * 60 * 60 * 1000;
const PUBLISH_ATTEMPTS = 10;

/** Whether an error means that there is no such file. */
export function isMissing(error: unknown): boolean {
  return hasCode(error, 'ENOENT');
}

/** Whether an error of Node has one of these codes. */
function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/** Calls `work` with a unique path to write to. If it fails, removes the file at this path. */
export async function withDraft(drafts: string, work: (draft: string) => Promise<void>): Promise<void> {
  const draft = joinPath(drafts, [randomUUID()]);
  try {
    await work(draft);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Moves a finished file to the path of its object, atomically and durably. */
export async function publish(file: string, root: string, names: readonly string[]): Promise<void> {
  const target = joinPath(root, names);
  for (let attempt = 1; ; attempt++) {
    try {
      await rename(file, target);
      break;
    } catch (error) {
      // The directory does not exist yet, or a removal has just pruned it.
      if (!isMissing(error) || attempt === PUBLISH_ATTEMPTS) throw error;
      await mkdir(dirname(target), { recursive: true, mode: 0o700 }).catch((cause: unknown) => {
        if (!isMissing(cause)) throw cause;
      });
    }
  }
  // Windows cannot open directories, and does not need to sync them.
  if (process.platform === 'win32') return;
  try {
    const directory = await open(dirname(target), 'r');
    try {
      await directory.sync();
    } finally {
      await directory.close();
    }
  } catch (error) {
    // Another process has removed the directory again, so there is nothing to make durable.
    if (!isMissing(error)) throw error;
  }
}

/** Also removes the directories that a removed object leaves empty, up to the first that is still in use. */
export async function unlinkAndPrune(root: string, names: readonly string[]): Promise<void> {
  try {
    await unlink(joinPath(root, names));
  } catch (error) {
    if (!isMissing(error) && !hasCode(error, 'ENOTDIR')) throw error;
    return;
  }
  for (let depth = names.length - 1; depth > 0; depth--) {
    try {
      await rmdir(joinPath(root, names.slice(0, depth)));
    } catch (error) {
      if (isMissing(error)) continue;
      if (hasCode(error, 'ENOTEMPTY', 'EEXIST', 'EBUSY', 'EPERM')) return;
      throw error;
    }
  }
}

/** Removes drafts of killed processes. A running writer updates its draft far more often than every `STALE_MS`. */
export async function clearStaleFiles(drafts: string, now: Date): Promise<void> {
  for (const name of await readdir(drafts)) {
    const path = joinPath(drafts, [name]);
    try {
      const { mtimeMs } = await stat(path);
      if (now.getTime() - mtimeMs > STALE_MS) await rm(path, { force: true });
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
}
