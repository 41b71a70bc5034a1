import { Argument, type Command, type Option } from 'commander';
import type { World } from '../context.ts';
import { childOf, lineage } from '../names/api-names.ts';
import { handle } from './command.ts';

/** Shells with completion. */
const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

/** Each script calls the program, so completion always matches the accepted commands. */
const SCRIPTS: Readonly<Record<Shell, string>> = {
  bash: `_voiceloom() {
  local words=("\${COMP_WORDS[@]:1:COMP_CWORD}")
  local IFS=$'\\n'
  COMPREPLY=($("\${COMP_WORDS[0]}" complete -- "\${words[@]}" 2>/dev/null))
}
complete -o default -F _voiceloom voiceloom
`,
  zsh: `#compdef voiceloom
_voiceloom() {
  local -a found
  found=("\${(@f)$("\${words[1]}" complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  [[ -n "$found" ]] && compadd -a found || _files
}
compdef _voiceloom voiceloom
`,
  fish: `function __voiceloom_complete
  set -l words (commandline -opc)
  voiceloom complete -- $words[2..-1] (commandline -ct) 2>/dev/null
end
complete -c voiceloom -a '(__voiceloom_complete)'
`,
};

const optionsOf = (command: Command): Option[] =>
  lineage(command).flatMap((one) => one.options.filter(({ hidden }) => !hidden));

/** The command that the words lead to, and the option that expects a value. */
function findCommand(
  program: Command,
  words: readonly string[],
): { command: Command; waiting: Option | undefined } {
  let command = program;
  let waiting: Option | undefined;
  for (const word of words) {
    if (waiting) {
      waiting = undefined;
      continue;
    }
    if (word.startsWith('-')) {
      const [flag] = word.split('=');
      const option = optionsOf(command).find(({ long, short }) => long === flag || short === flag);
      if ((option?.required || option?.optional) && !word.includes('=')) waiting = option;
      continue;
    }
    command = childOf(command, word) ?? command;
  }
  return { command, waiting };
}

/** Completions for the last word: commands, options or option values. */
function listCompletions(program: Command, words: readonly string[]): string[] {
  const last = words.at(-1) ?? '';
  const { command, waiting } = findCommand(program, words.slice(0, -1));
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

/** completion: prints the script for a shell. That script calls `complete`. */
export function addCompletionCommands(program: Command, world: World): void {
  const script = program
    .command('completion')
    .description('Print the completion script of a shell: source <(voiceloom completion bash)')
    .addArgument(new Argument('<shell>').choices(SHELLS));
  handle<object, [Shell]>(script, world, async (_context, { args: [shell] }) => {
    world.stdout.write(SCRIPTS[shell]);
  });
  const complete = program.command('complete [words...]', { hidden: true }).allowUnknownOption();
  complete.action((words: string[]) => {
    const suggestions = listCompletions(program, words);
    if (suggestions.length > 0) world.stdout.write(`${suggestions.join('\n')}\n`);
  });
}
