import { createInterface } from 'node:readline';
import type { World } from '../context.ts';
import { Interrupted } from '../errors/failures.ts';

/** Prompts the user. Ctrl-C or the end of the input ends the command. */
export async function prompt(
  { stdin, signal }: World,
  question: string,
  output: { stream: NodeJS.WritableStream; terminal?: boolean },
): Promise<string> {
  const { stream, ...mode } = output;
  const lines = createInterface({ input: stdin, output: stream, ...mode });
  try {
    return await new Promise<string>((resolve, reject) => {
      const stop = () => {
        // Subsequent messages start on a new line.
        stream.write('\n');
        reject(new Interrupted());
      };
      lines.once('SIGINT', stop);
      lines.once('close', stop);
      signal.addEventListener('abort', stop, { once: true });
      if (signal.aborted) stop();
      else lines.question(question, resolve);
    });
  } finally {
    lines.removeAllListeners('close');
    lines.close();
  }
}
