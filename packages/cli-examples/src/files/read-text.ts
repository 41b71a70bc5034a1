import { readFile } from 'node:fs/promises';
import { UsageError } from '../errors/failures.ts';

const REASONS: Record<string, string> = {
  ENOENT: 'the file does not exist',
  EISDIR: 'it is a folder',
  EACCES: 'you do not have permission to read it',
};

/** The text of a file that the user named. */
export async function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${path} cannot be read: ${REASONS[error.code ?? ''] ?? error.message}.`);
  });
}

/** JSON that the user wrote; `from` is its file or option. */
export function parseJson(text: string, from: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${from} is not JSON: ${(error as Error).message}`);
  }
}

/** The first `most` characters of a response body; the rest is not read. */
export async function beginningOf(response: Response, most: number): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length >= most) break;
  }
  return text.slice(0, most);
}
