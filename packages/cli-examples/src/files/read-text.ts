import { readFile } from 'node:fs/promises';
import { UsageError } from '../errors/failures.ts';

const REASONS: Record<string, string> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'its permissions do not allow it',
};

/** The text of a file that a person named. */
export async function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${path} cannot be read: ${REASONS[error.code ?? ''] ?? error.message}.`);
  });
}
