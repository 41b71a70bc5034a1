import { join, resolve, sep } from 'node:path';
import type { Voiceloom } from '../client/client.ts';
import type { RequestOptions } from '../core/request-options.ts';
import { InputError, ResponseError } from '../errors/errors.ts';
import type { Run } from '../generated/types.ts';
import { reasonOf } from '../runs/run-reason.ts';
import { saveTo } from '../transfers/save-to.ts';

/** How many files are downloaded concurrently. */
const MAX_CONCURRENT = 4;

/** An entry of a run's file list. */
type FileEntry = { file: string; url: string; sha256?: string | null };

/** An entry of the file list from its JSON. */
function readEntry(line: string): FileEntry {
  try {
    const { file, url, sha256 = null } = JSON.parse(line) as FileEntry;
    if (typeof file === 'string' && typeof url === 'string') return { file, url, sha256 };
  } catch {
    // For example, a proxy's error page.
  }
  throw new ResponseError('The file list from the service has an invalid line.');
}

/** Which files of a run to save. */
export interface SaveFilesOptions extends Pick<RequestOptions, 'signal' | 'workspaceId'> {
  /**
   * The output node whose files to save. Default: all files of the run, under the paths of its first output.
   */
  nodeId?: string;
}

/**
 * Saves every audio file of a finished run to `folder`, under the path from the output's `file_pattern`, and
 * returns the paths, including the folder. Only the ZIP contains manifest, subtitles and report: see
 * `run.download()`.
 *
 * @throws VoiceloomError: CONFLICT if the run has not ended, INVALID_RESPONSE if a file is damaged, or the error
 * of the failed download. Errors of `node:fs` if writing fails.
 * @example
 * ```ts
 * import { saveFiles } from '@voiceloom/sdk/node';
 * const paths = await saveFiles(client, await client.runs.start(workflowId).wait(), 'audio');
 * ```
 */
export async function saveFiles(
  client: Pick<Voiceloom, 'runs' | 'download'>,
  run: Pick<Run, 'id' | 'workflow_id'>,
  folder: string,
  { nodeId, ...options }: SaveFilesOptions = {},
): Promise<string[]> {
  if (typeof run?.id !== 'string' || typeof folder !== 'string' || folder === '')
    throw new InputError('saveFiles() requires a client, a run and the path of a folder.');
  const query = { format: 'files' } as const;
  const linkRequest =
    nodeId === undefined
      ? client.runs.download(run.workflow_id, run.id, query, options)
      : client.runs.downloadNode(run.workflow_id, run.id, nodeId, query, options);
  const link = await linkRequest.catch(async (error: unknown) => {
    throw await reasonOf(error, () => client.runs.status(run.workflow_id, run.id, options));
  });
  const stop = new AbortController();
  const signals = [stop.signal];
  if (options.signal) signals.push(options.signal);
  const within = { signal: AbortSignal.any(signals) };
  const list = new TextDecoder().decode(await (await client.download(link, within)).bytes());
  const lines = list.split('\n').filter((line) => line !== '');
  const files = lines.map(readEntry);
  const places = files.map(({ file }) => {
    const place = resolve(folder, file);
    // A path from the service must never lead outside.
    if (place.startsWith(join(resolve(folder), sep))) return place;
    throw new ResponseError(`The service returned a file path outside the folder: ${JSON.stringify(file)}.`);
  });
  const failures: unknown[] = [];
  const save = async ({ file, url, sha256 = null }: FileEntry, at: number) => {
    try {
      const download = await client.download({ url, filename: file }, within);
      // Buckets send no digest, but the file list contains it.
      await saveTo({ ...download, sha256: download.sha256 ?? sha256 }, places[at] ?? '');
    } catch (error) {
      // No transfer is still running when this throws.
      failures.push(error);
      stop.abort();
    }
  };
  for (let from = 0; from < files.length; from += MAX_CONCURRENT) {
    const batch = files.slice(from, from + MAX_CONCURRENT);
    await Promise.all(batch.map((file, index) => save(file, from + index)));
    if (failures.length > 0) throw failures[0];
  }
  return files.map(({ file }) => join(folder, file));
}
