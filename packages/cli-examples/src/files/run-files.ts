import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import type { Voiceloom } from '@voiceloom/sdk';
import { saveTo } from '@voiceloom/sdk/node';

/** How many files are downloaded concurrently. */
const MAX_CONCURRENT = 4;

/** An entry of a run's file list. */
type FileEntry = { file: string; url: string; size_bytes?: number; sha256?: string };

/** A local file of a run; `kept` if it already existed. */
export type SavedFile = { path: string; kept: boolean };

/** Which files to save, and where. */
export type FilesRequest = {
  workflowId: string;
  runId: string;
  nodeId?: string | undefined;
  folderOf: (filename: string) => string;
  /** Throws if the file must not be written. */
  check?: (path: string) => Promise<void>;
  signal: AbortSignal;
};

/** Whether the file exists with the expected content, so that it need not be downloaded again. */
async function isComplete(path: string, { size_bytes, sha256 }: FileEntry): Promise<boolean> {
  if (sha256 === undefined) return false;
  const file = await stat(path).catch(() => undefined);
  if (!file?.isFile() || file.size !== size_bytes) return false;
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array);
  return hash.digest('hex') === sha256;
}

async function readFileList(client: Voiceloom, { workflowId, runId, nodeId, signal }: FilesRequest) {
  const query = { format: 'files' } as const;
  const link = await (nodeId === undefined
    ? client.runs.download(workflowId, runId, query, { signal })
    : client.runs.downloadNode(workflowId, runId, nodeId, query, { signal }));
  const bytes = await (await client.download(link, { signal })).bytes();
  const lines = new TextDecoder().decode(bytes).split('\n');
  return { link, files: lines.filter(Boolean).map((line) => JSON.parse(line) as FileEntry) };
}

/** Saves the missing audio files of an ended run. After an interruption, it continues where it stopped. */
export async function saveMissing(client: Voiceloom, request: FilesRequest): Promise<SavedFile[]> {
  const { link, files } = await readFileList(client, request);
  const folder = request.folderOf(link.filename);
  const jobs = files.map((file) => {
    const path = resolve(folder, file.file);
    // A path from the service must never lead outside.
    if (path.startsWith(join(resolve(folder), sep))) return { file, path };
    throw new Error(`The service returned a file path outside the folder: ${JSON.stringify(file.file)}.`);
  });
  const { signal } = request;
  const save = async ({ file, path }: (typeof jobs)[number]): Promise<SavedFile> => {
    await request.check?.(path);
    if (await isComplete(path, file)) return { path, kept: true };
    await saveTo(await client.download({ url: file.url, filename: file.file }, { signal }), path);
    return { path, kept: false };
  };
  const savedFiles: SavedFile[] = [];
  for (let from = 0; from < jobs.length; from += MAX_CONCURRENT) {
    // Running downloads finish, so that they need not be repeated.
    const batch = await Promise.allSettled(jobs.slice(from, from + MAX_CONCURRENT).map(save));
    for (const result of batch) {
      if (result.status === 'rejected') throw result.reason;
      savedFiles.push(result.value);
    }
  }
  return savedFiles;
}
