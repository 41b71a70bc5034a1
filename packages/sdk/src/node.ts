import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { InputError } from './errors/errors.ts';
import type { UploadSource } from './transfers/upload-source.ts';

export { type SaveFilesOptions, saveFiles } from './node/save-files.ts';
export { saveTo } from './transfers/save-to.ts';
export { type NodeFetchOptions, nodeFetch } from './transport/node-fetch.ts';

/**
 * A file on disk as an upload. It is read in chunks when it is sent.
 *
 * @throws Error of `node:fs` if the file does not exist; InputError if it is a folder.
 * @example
 * ```ts
 * const file = await fileFrom('script.csv');
 * await client.uploads.upload({ file, category: 'script', workflowId });
 * ```
 */
export async function fileFrom(path: string): Promise<UploadSource> {
  if (typeof path !== 'string') throw new InputError('fileFrom() requires the path of a file.');
  const about = await stat(path);
  if (about.isDirectory()) throw new InputError(`${path} is a folder, not a file.`);
  const { size } = about;
  return {
    filename: basename(path),
    sizeBytes: size,
    sha256: async () => {
      const hash = createHash('sha256');
      for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array);
      return hash.digest('hex');
    },
    stream: () => Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>,
  };
}
