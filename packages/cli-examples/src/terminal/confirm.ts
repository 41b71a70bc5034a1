import type { Context } from '../context.ts';
import { UsageError } from '../errors/failures.ts';
import { prompt } from './prompt.ts';
import { safeLine } from './terminal-text.ts';

/** Asks for a confirmation before deleting. Without a terminal, `--yes` is required. */
export async function confirm({ world, flags }: Context, question: string): Promise<void> {
  if (flags.yes) return;
  const { stdin, stderr } = world;
  if (!stdin.isTTY) throw new UsageError(`${question} To confirm, repeat the command with --yes.`);
  const answer = await prompt(world, `${safeLine(question)} Type yes to continue: `, { stream: stderr });
  if (!/^y(es)?$/i.test(answer.trim())) throw new UsageError('Nothing was changed.');
}
