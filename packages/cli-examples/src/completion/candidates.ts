import type { Command, Option } from 'commander';

const subcommandOf = (command: Command, word: string): Command | undefined =>
  command.commands.find((one) => one.name() === word || one.aliases().includes(word));

/** A command and its parents, whose options are valid after it as well. */
function lineage(command: Command): Command[] {
  return command.parent ? [...lineage(command.parent), command] : [command];
}

const optionsOf = (command: Command): Option[] =>
  lineage(command).flatMap((one) => one.options.filter(({ hidden }) => !hidden));

function findOption(command: Command, word: string): Option | undefined {
  const flag = word.split('=')[0] ?? '';
  return optionsOf(command).find(({ long, short }) => long === flag || short === flag);
}

const takesValue = (option: Option | undefined): boolean =>
  option?.required === true || option?.optional === true;

/** The command that the words lead to, and the option that expects a value. */
function walk(program: Command, words: readonly string[]): { command: Command; waiting: Option | undefined } {
  let command = program;
  let waiting: Option | undefined;
  for (const word of words) {
    if (waiting) {
      waiting = undefined;
      continue;
    }
    if (word.startsWith('-')) {
      const option = findOption(command, word);
      if (takesValue(option) && !word.includes('=')) waiting = option;
      continue;
    }
    command = subcommandOf(command, word) ?? command;
  }
  return { command, waiting };
}

/** Completions for the last word: commands, options or option values. */
export function candidates(program: Command, words: readonly string[]): string[] {
  const last = words.at(-1) ?? '';
  const { command, waiting } = walk(program, words.slice(0, -1));
  const begins = (text: string) => text.startsWith(last);
  if (waiting) return (waiting.argChoices ?? []).filter(begins);
  if (last.startsWith('-')) {
    const flags = [...optionsOf(command).flatMap(({ long }) => long ?? []), '--help'];
    return [...new Set(flags)].filter(begins);
  }
  const values = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
  const names = command.commands.map((one) => one.name()).filter((name) => name !== 'help');
  return [...names, ...values].filter(begins);
}
