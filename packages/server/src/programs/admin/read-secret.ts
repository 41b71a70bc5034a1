import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { UsageError } from './command.ts';

/** Reads one line without echo from a terminal, or everything from a pipe or a file. */
export async function readSecret(
  stdin: NodeJS.ReadableStream & { isTTY?: boolean },
  stderr: NodeJS.WritableStream,
): Promise<string> {
  if (!stdin.isTTY) return text(stdin);
  stderr.write('Paste the key and press Enter: ');
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: silent, terminal: true });
  try {
    return await new Promise<string>((resolve, reject) => {
      lines.once('line', resolve);
      // Ctrl-C or Ctrl-D.
      lines.once('close', () => reject(new UsageError('No key was entered.')));
    });
  } finally {
    lines.close();
    stderr.write('\n');
  }
}
