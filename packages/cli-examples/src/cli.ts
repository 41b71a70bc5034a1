import { AbortError, InputError, VoiceloomError } from '@voiceloom/sdk';
import { Command, CommanderError } from 'commander';
import { addCatalogCommands } from './commands/catalog.ts';
import { addFileCommands } from './commands/files.ts';
import { addKeyCommands } from './commands/keys.ts';
import { addLoginCommands } from './commands/login.ts';
import { addRunCommand } from './commands/run.ts';
import { addRunsCommands } from './commands/runs.ts';
import { addWorkflowCommands } from './commands/workflows.ts';
import { UsageError, type World } from './context.ts';
import { errorText } from './error-text.ts';

const FAILED = 1;
const WRONG_USAGE = 2;
const INTERRUPTED = 130;

const EPILOGUE = `
Environment: VOICELOOM_API_KEY or VOICELOOM_TOKEN, VOICELOOM_BASE_URL, VOICELOOM_WORKSPACE_ID, VOICELOOM_CONFIG.
Exit codes: 0 done, 1 the run failed or the service refused, 2 wrong usage, 130 interrupted.

Example:
  voiceloom login --base-url http://127.0.0.1:8080
  id=$(voiceloom workflows create workflow.json)
  voiceloom run "$id" --watch`;

/** The program with all its commands. */
export function createProgram(world: World): Command {
  const program = new Command('voiceloom')
    .description('Scripts to publish-ready audio.')
    .option('--json', 'answer as JSON')
    .option('--base-url <url>', 'where the service is')
    .option('--workspace <id>', 'the workspace to work in')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => world.stdout.write(text),
      writeErr: (text) => world.stderr.write(text),
    })
    .showSuggestionAfterError()
    .showHelpAfterError('Add --help to see what is possible.')
    .addHelpText('after', EPILOGUE);
  addLoginCommands(program, world);
  addKeyCommands(program, world);
  addCatalogCommands(program, world);
  addWorkflowCommands(program, world);
  addRunCommand(program, world);
  addRunsCommands(program, world);
  addFileCommands(program, world);
  return program;
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_USAGE;
  if (error instanceof UsageError || error instanceof InputError) return WRONG_USAGE;
  return error instanceof AbortError ? INTERRUPTED : FAILED;
}

function tell(error: unknown, { stderr }: World, json: boolean): void {
  // Commander has said what is wrong already.
  if (error instanceof CommanderError) return;
  const text = json
    ? JSON.stringify(
        { error: error instanceof VoiceloomError ? error.toJSON() : { message: errorText(error) } },
        null,
        2,
      )
    : errorText(error);
  stderr.write(`${text}\n`);
}

/** Runs one command line and answers its exit code. `args` begin after the program's name. */
export async function runCli(args: readonly string[], world: World): Promise<number> {
  const program = createProgram(world);
  try {
    await program.parseAsync(args, { from: 'user' });
    return Number(program.getOptionValue('exitCode') ?? 0);
  } catch (error) {
    tell(error, world, args.includes('--json'));
    return exitCodeOf(error);
  }
}
