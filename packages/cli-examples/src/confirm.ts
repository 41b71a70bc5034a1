import { createInterface } from 'node:readline/promises';
import { type Context, UsageError } from './context.ts';

/** Asks before something is taken away. Without a terminal nobody can be asked: `--yes` says it beforehand. */
export async function confirm({ world, flags }: Context, question: string): Promise<void> {
  if (flags.yes) return;
  const { stdin, stderr, signal } = world;
  if (!stdin.isTTY) throw new UsageError(`${question} Repeat with --yes to do it.`);
  const lines = createInterface({ input: stdin, output: stderr });
  try {
    const answer = await lines.question(`${question} Type yes to go on: `, { signal });
    if (!/^y(es)?$/i.test(answer.trim())) throw new UsageError('Nothing was changed.');
  } finally {
    lines.close();
  }
}
