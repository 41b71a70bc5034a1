import { type BigIntStats, constants } from 'node:fs';
import { access, copyFile, mkdir, open, rm, stat, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Clock } from '../config/clock.ts';
import type {
  BlobContent,
  BlobHead,
  ByteRange,
  FolderBlobStore,
  FolderConfig,
  PutOptions,
} from './blob-store.ts';
import { getContentType } from './content-type.ts';
import { clearStaleFiles, isMissing, publish, unlinkAndPrune, withDraft } from './folder-files.ts';
import { joinPath, listFolder, toPath } from './folder-path.ts';
import { folderTickets } from './folder-tickets.ts';
import { assertKey, assertPrefix, CHECK_DEADLINE_MS, resolveRange, within } from './key.ts';
import { meter } from './meter.ts';
import { StorageError, toFolderError } from './storage-error.ts';

const PAGE_LENGTH = 1_000;
const REMOVALS_AT_ONCE = 16;
const PROBE_BYTES = 64 * 1024;
/** Large enough to read most takes in one piece. */
const READ_BYTES = 256 * 1024;

/** The directories of a folder store: objects, and drafts that become objects by a rename. */
type Folder = { objects: string; drafts: string };

/** Objects as files. An object is written as a draft and then moved, so that readers never see a part of it. */
export async function createFolderStore(config: FolderConfig, clock: Clock): Promise<FolderBlobStore> {
  const folder = {
    objects: joinPath(config.directory, ['objects']),
    drafts: joinPath(config.directory, ['drafts']),
  };
  await mkdir(folder.objects, { recursive: true, mode: 0o700 });
  await mkdir(folder.drafts, { recursive: true, mode: 0o700 });
  await clearStaleFiles(folder.drafts, clock());
  return {
    kind: 'folder',
    put: (key, body, options) => writing(put(folder, key, body, options)),
    get: (key, range) => get(folder, key, range),
    head: (key) => head(folder, key),
    remove: async (key) => unlinkAndPrune(folder.objects, toPathNames(key)),
    removeMany: (keys) => removeMany(folder, keys),
    list: (prefix, page = {}) => list(folder, prefix, page),
    copy: (sourceKey, targetKey) => writing(copy(folder, sourceKey, targetKey)),
    ...folderTickets(config, clock),
    check: () => within(CHECK_DEADLINE_MS, check(folder)),
    close: async () => {},
  };
}

/** The names of the folders and of the file for a key. */
function toPathNames(key: string): string[] {
  assertKey(key);
  return toPath(key);
}

/** Readers see the previous content or the new one, never a part: the file is written beside and then moved. */
async function put(folder: Folder, key: string, body: Uint8Array | Readable, options: PutOptions) {
  const names = toPathNames(key);
  const bodyMeter = meter(body, options);
  try {
    await withDraft(folder.drafts, async (draft) => {
      const file = await open(draft, 'wx', 0o600);
      try {
        await file.writeFile(bodyMeter.chunks);
        await file.sync();
      } finally {
        await file.close();
      }
      await publish(draft, folder.objects, names);
    });
    return bodyMeter.measurements();
  } finally {
    if (body instanceof Readable) body.destroy();
  }
}

async function get(folder: Folder, key: string, range?: ByteRange): Promise<BlobContent> {
  const file = await knownSource(key, open(joinPath(folder.objects, toPathNames(key)), 'r'));
  try {
    // The open file stays the same for this reader, even if a put replaces it.
    const head = toHead(key, await file.stat({ bigint: true }));
    const { size_bytes } = head;
    if (!range && size_bytes === 0) return { ...head, stream: file.createReadStream() };
    const part = resolveRange(range ?? { start: 0 }, size_bytes);
    const highWaterMark = Math.min(part.end - part.start + 1, READ_BYTES);
    const stream = file.createReadStream({ ...part, highWaterMark });
    if (range) return { ...head, range: part, stream };
    return { ...head, stream };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function head(folder: Folder, key: string): Promise<BlobHead | undefined> {
  try {
    return toHead(key, await stat(joinPath(folder.objects, toPathNames(key)), { bigint: true }));
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** What is known about a file without reading it. */
function toHead(key: string, { size, ino, mtimeNs, mtime }: BigIntStats): BlobHead {
  // Every put creates a file, so inode and time distinguish two contents of one key.
  const etag = `"${ino.toString(36)}-${mtimeNs.toString(36)}-${size.toString(36)}"`;
  return { size_bytes: Number(size), content_type: getContentType(key), etag, modified_at: mtime };
}

/** Also removes the folders that become empty. */
async function removeMany(folder: Folder, keys: readonly string[]): Promise<void> {
  const paths = keys.map(toPathNames);
  for (let index = 0; index < paths.length; index += REMOVALS_AT_ONCE) {
    const batch = paths.slice(index, index + REMOVALS_AT_ONCE);
    await Promise.all(batch.map((names) => unlinkAndPrune(folder.objects, names)));
  }
}

/** The keys with a prefix, page by page. */
async function list(folder: Folder, prefix: string, page: { cursor?: string; limit?: number }) {
  assertPrefix(prefix);
  return listFolder(folder.objects, { prefix, cursor: page.cursor, limit: page.limit ?? PAGE_LENGTH });
}

/** Without copying bytes, if the file system can share them. */
async function copy(folder: Folder, sourceKey: string, targetKey: string): Promise<void> {
  const source = joinPath(folder.objects, toPathNames(sourceKey));
  const names = toPathNames(targetKey);
  await withDraft(folder.drafts, async (draft) => {
    await knownSource(sourceKey, copyFile(source, draft, constants.COPYFILE_FICLONE));
    const file = await open(draft, 'r+');
    try {
      await file.sync();
    } finally {
      await file.close();
    }
    await publish(draft, folder.objects, names);
  });
}

/** Translates the error of a missing file into NOT_FOUND. */
async function knownSource<T>(key: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isMissing(error))
      throw new StorageError('NOT_FOUND', `There is no object "${key}".`, { cause: error });
    throw error;
  }
}

/** A full disk is a state of the store, not an error of the written object. */
async function writing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw toFolderError(error);
  }
}

/** Only a write shows whether the disk has free space. */
async function check(folder: Folder): Promise<void> {
  try {
    await access(folder.objects, constants.R_OK | constants.W_OK | constants.X_OK);
    await withDraft(folder.drafts, async (draft) => {
      await writeFile(draft, Buffer.alloc(PROBE_BYTES));
      await rm(draft, { force: true });
    });
  } catch (cause) {
    const error = toFolderError(cause);
    if (error instanceof StorageError) throw error;
    throw new StorageError('UNAVAILABLE', 'The storage folder is not writable.', { cause });
  }
}
