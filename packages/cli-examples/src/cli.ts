import { Command, CommanderError } from 'commander';
import { addAccountCommands } from './commands/account.ts';
import { addApiCommands } from './commands/api.ts';
import { addCatalogCommands } from './commands/catalog.ts';
import { addCompletionCommands } from './commands/completion.ts';
import { addDictionaryCommands } from './commands/dictionary.ts';
import { addDoctorCommand } from './commands/doctor.ts';
import { addDownloadCommand } from './commands/download.ts';
import { addLoginCommands } from './commands/login.ts';
import { addMcpCommand } from './commands/mcp.ts';
import { addReviewCommands } from './commands/review.ts';
import { addRunCommand } from './commands/run.ts';
import { addRunsCommands } from './commands/runs.ts';
import { addScheduleCommands } from './commands/schedules.ts';
import { addTemplateCommands } from './commands/templates.ts';
import { addUploadCommands } from './commands/uploads.ts';
import { addWorkflowCommands } from './commands/workflows.ts';
import { addBudgetCommands } from './commands/workspace/budgets.ts';
import { addKeyCommands } from './commands/workspace/keys.ts';
import { addProviderKeyCommands } from './commands/workspace/provider-keys.ts';
import { addWebhookCommands } from './commands/workspace/webhooks.ts';
import type { World } from './context.ts';
import { type Caller, errorJson, errorText } from './errors/error-text.ts';
import { EXIT, EXIT_MEANINGS, getExitCode } from './errors/exit-codes.ts';
import { childOf, withApiNames } from './names/api-names.ts';
import { safeJson, safeText } from './terminal/terminal-text.ts';
import { VERSION } from './version.ts';

const exitCodes = Object.entries(EXIT_MEANINGS)
  .map(([name, meaning]) => `  ${String(EXIT[name as keyof typeof EXIT]).padEnd(4)} ${meaning}`)
  .join('\n');

const EPILOGUE = `
Environment: VOICELOOM_API_KEY or VOICELOOM_TOKEN, VOICELOOM_BASE_URL, VOICELOOM_WORKSPACE_ID, VOICELOOM_PROFILE,
VOICELOOM_CONFIG.

Exit codes:
${exitCodes}

Example:
  voiceloom login --base-url http://127.0.0.1:8080
  id=$(voiceloom workflows create workflow.json)
  voiceloom run "$id" --watch`;

/** The arguments of a command: `<workflow-id> [file]`. */
const usageOf = (command: Command): string =>
  command.registeredArguments.map((one) => (one.required ? `<${one.name()}>` : `[${one.name()}]`)).join(' ');

/** The program with all its commands. The operations below `api` are only added if needed. */
export function createProgram(
  world: World,
  { expanded = true, json = false, words = [] as readonly string[] } = {},
): Command {
  const program: Command = new Command('voiceloom');
  program
    .description('Turn scripts into publish-ready audio.')
    .option('--json', 'print JSON')
    .option('--base-url <url>', 'URL of the service')
    .option('--workspace <id>', 'ID of the workspace to use')
    .option('--profile <name>', 'saved login to use; `voiceloom login --profile <name>` creates one')
    .option('--verbose', 'log each request to stderr')
    .option('-y, --yes', 'skip the confirmation before deleting or canceling')
    .version(VERSION, '-V, --version', 'print the version')
    // Aliases of commands are accepted, but not shown.
    .configureHelp({ subcommandTerm: (one) => [one.name(), usageOf(one)].filter(Boolean).join(' ') })
    .exitOverride()
    .configureOutput({
      writeOut: (text) => world.stdout.write(text),
      // With --json, errors are written as JSON only.
      writeErr: (text) => {
        if (!json) world.stderr.write(text);
      },
      outputError: (text, write) => write(withOptionMeant(text, program, words)),
    })
    .showSuggestionAfterError()
    .showHelpAfterError('Add --help to see all commands and options.')
    .addHelpText('after', EPILOGUE);
  addLoginCommands(program, world);
  addKeyCommands(program, world);
  addCatalogCommands(program, world);
  addWorkflowCommands(program, world);
  addScheduleCommands(program, world);
  addRunCommand(program, world);
  const runs = addRunsCommands(program, world);
  addRunCommand(runs, world, { name: 'start', hidden: true });
  addReviewCommands(program, world);
  addUploadCommands(program, world);
  addDownloadCommand(program, world);
  addDownloadCommand(runs, world, { hidden: true });
  addTemplateCommands(program, world);
  addDictionaryCommands(program, world);
  addProviderKeyCommands(program, world);
  addWebhookCommands(program, world);
  addBudgetCommands(program, world);
  addAccountCommands(program, world);
  addApiCommands(program, world, { expanded });
  addMcpCommand(program, world);
  addDoctorCommand(program, world);
  addCompletionCommands(program, world);
  return program;
}

/** Commander only suggests similar spellings, but `--lang` may be the beginning of `--language`. */
function withOptionMeant(text: string, program: Command, words: readonly string[]): string {
  const option = /unknown option '(--[a-z][\w-]*)'/.exec(text)?.[1];
  if (option === undefined || text.includes('Did you mean')) return text;
  let command = program;
  for (const word of words) command = childOf(command, word) ?? command;
  const options = [...command.options, ...program.options].map(({ long }) => long ?? '');
  const [meant, ...others] = options.filter((long) => long.startsWith(option));
  if (meant === undefined || others.length > 0) return text;
  return `${text.trimEnd()}\n(Did you mean ${meant}?)\n`;
}

/** Runs one command line and returns its exit code. `args` excludes the program's name. */
export async function runCli(args: readonly string[], world: World): Promise<number> {
  const json = args.includes('--json');
  // This program only distinguishes commands from names of the API, so it does not need every operation.
  const words = withApiNames(createProgram(world, { expanded: false }), args);
  const program = createProgram(world, { expanded: words.includes('api'), json, words });
  let group: Command | undefined = program;
  for (const word of words) group = group && childOf(group, word);
  // A command group without a subcommand, or no command at all, shows the help.
  const isBareGroup = group !== undefined && group.commands.length > 0 && group.name() !== 'api';
  const line = isBareGroup ? [...words, '--help'] : words;
  try {
    await program.parseAsync(line, { from: 'user' });
    return Number(program.getOptionValue('exitCode') ?? 0);
  } catch (error) {
    const code = getExitCode(error);
    if (code === EXIT.done) return code;
    const usesKey = program.getOptionValue('usesKey') === true;
    const caller: Caller = { usesKey, command: program.getOptionValue('ran') as Command | undefined };
    if (json) world.stderr.write(`${safeJson(errorJson(error, caller))}\n`);
    // Commander has already printed its own errors.
    else if (!(error instanceof CommanderError))
      world.stderr.write(`${safeText(errorText(error, caller))}\n`);
    return code;
  }
}
