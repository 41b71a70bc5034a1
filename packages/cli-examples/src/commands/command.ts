import { once } from 'node:events';
import type { Command } from 'commander';
import { type Context, createContext, type GlobalFlags, type World } from '../context.ts';

/** The action of a command. Its last argument may be missing or a list. It returns the exit code, if not 0. */
export type Handler<Options, Args extends (string | string[] | undefined)[]> = (
  context: Context,
  call: { args: Args; options: Options },
  // biome-ignore lint/suspicious/noConfusingVoidType: a handler that returns nothing has exit code 0
) => Promise<number | void>;

/** Attaches a handler to a commander command, and stores its exit code in the program. */
export function handle<
  Options = Record<string, never>,
  Args extends (string | string[] | undefined)[] = string[],
>(command: Command, world: World, handler: Handler<Options, Args>): void {
  command.action(async (...all: unknown[]) => {
    // Commander passes the arguments, then the options and the command.
    const args = all.slice(0, -2) as Args;
    const options = command.opts() as Options;
    const context = createContext(world, command.optsWithGlobals() as GlobalFlags);
    const root = rootOf(command);
    // `cli.ts` reads these values after the command has ended.
    root.setOptionValue('ran', command);
    try {
      root.setOptionValue('exitCode', (await handler(context, { args, options })) ?? 0);
    } finally {
      root.setOptionValue('usesKey', context.usesKey());
    }
  });
}

/** Writes one line of a list or stream of any length. Waits for slow readers. */
export async function writeLine({ stdout, signal }: World, line: string): Promise<void> {
  if (!stdout.write(`${line}\n`)) await once(stdout, 'drain', { signal });
}

/** The program that a command belongs to. */
function rootOf(command: Command): Command {
  if (command.parent) return rootOf(command.parent);
  return command;
}
