import { Argument, type Command } from 'commander';
import { candidates } from '../completion/candidates.ts';
import { COMPLETION_SCRIPTS, SHELLS, type Shell } from '../completion/scripts.ts';
import type { World } from '../context.ts';
import { handle } from './command.ts';

/** completion: prints the script for a shell. That script calls `complete`. */
export function addCompletionCommands(program: Command, world: World): void {
  const script = program
    .command('completion')
    .description('Print the completion script of a shell: source <(voiceloom completion bash)')
    .addArgument(new Argument('<shell>').choices(SHELLS));
  handle<object, [Shell]>(script, world, async (_context, { args: [shell] }) => {
    world.stdout.write(COMPLETION_SCRIPTS[shell]);
  });
  const complete = program.command('complete [words...]', { hidden: true }).allowUnknownOption();
  complete.action((words: string[]) => {
    const found = candidates(program, words);
    if (found.length > 0) world.stdout.write(`${found.join('\n')}\n`);
  });
}
