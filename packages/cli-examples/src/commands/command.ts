import { once } from 'node:events';
import { type Command, InvalidArgumentError } from 'commander';
import { type Context, createContext, type GlobalFlags, type World } from '../context.ts';

/** What a command does; the exit code where it is not 0. */
export type Handler<Options, Args extends string[]> = (
  context: Context,
  call: { args: Args; options: Options },
  // biome-ignore lint/suspicious/noConfusingVoidType: a handler that answers nothing has exit code 0
) => Promise<number | void>;

/** Gives a commander command its handler. The exit code is left with the program. */
export function handle<Options = Record<string, never>, Args extends string[] = string[]>(
  command: Command,
  world: World,
  handler: Handler<Options, Args>,
): void {
  command.action(async (...all: unknown[]) => {
    const args = all.slice(0, -2) as Args;
    const options = command.opts() as Options;
    const context = createContext(world, command.optsWithGlobals() as GlobalFlags);
    const root = rootOf(command);
    root.setOptionValue('ran', command);
    try {
      root.setOptionValue('exitCode', (await handler(context, { args, options })) ?? 0);
    } finally {
      root.setOptionValue('usesKey', context.usesKey());
    }
  });
}

/** Writes a line of a list or stream that may be longer than memory: a reader that is slow is waited for. */
export async function writeLine({ stdout, signal }: World, line: string): Promise<void> {
  if (!stdout.write(`${line}\n`)) await once(stdout, 'drain', { signal });
}

function rootOf(command: Command): Command {
  return command.parent ? rootOf(command.parent) : command;
}

/** A whole number from `min` on, for options. */
export function wholeNumber(min: number) {
  return (text: string): number => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= min)) throw new InvalidArgumentError(`It must be a whole number from ${min}.`);
    return value;
  };
}

/** Collects an option that may be given several times. */
export const several = (value: string, before: string[] = []): string[] => [...before, value];
