import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Context, World } from '../context.ts';
import { Interrupted, UsageError } from '../errors/failures.ts';
import { safeLine } from '../terminal/terminal-text.ts';

/** Prompts the user. Ctrl-C or the end of the input ends the command. */
async function prompt(
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

/** Prompts for a confirmation before deleting. Without a terminal, `--yes` is required. */
export async function confirm({ world, flags }: Context, question: string): Promise<void> {
  if (flags.yes) return;
  const { stdin, stderr } = world;
  if (!stdin.isTTY) throw new UsageError(`${question} To confirm, repeat the command with --yes.`);
  const answer = await prompt(world, `${safeLine(question)} Type yes to continue: `, { stream: stderr });
  if (!/^y(es)?$/i.test(answer.trim())) throw new UsageError('Nothing was changed.');
}

/** Reads a secret from a pipe, or prompts for it without echo. */
export async function readSecret(world: World, question: string): Promise<string> {
  const { stdin, stderr } = world;
  if (!stdin.isTTY) return (await text(stdin)).trim();
  stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  try {
    return (await prompt(world, '', { stream: silent, terminal: true })).trim();
  } finally {
    stderr.write('\n');
  }
}
