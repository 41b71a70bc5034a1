import { VoiceloomError } from '@voiceloom/sdk';
import { Command, CommanderError } from 'commander';
import { addAccountCommands } from './commands/account.ts';
import { addApiCommands } from './commands/api.ts';
import { addCatalogCommands } from './commands/catalog.ts';
import { addCompletionCommands } from './commands/completion.ts';
import { addDictionaryCommands } from './commands/dictionary.ts';
import { addDoctorCommand } from './commands/doctor.ts';
import { addFileCommands } from './commands/files.ts';
import { addKeyCommands } from './commands/keys.ts';
import { addLoginCommands } from './commands/login.ts';
import { addMcpCommand } from './commands/mcp.ts';
import { addProviderKeyCommands } from './commands/provider-keys.ts';
import { addRunCommand } from './commands/run.ts';
import { addRunsCommands } from './commands/runs.ts';
import { addTemplateCommands } from './commands/templates.ts';
import { addWebhookCommands } from './commands/webhooks.ts';
import { addWorkflowCommands } from './commands/workflows.ts';
import type { World } from './context.ts';
import { errorText } from './error-text.ts';
import { EXIT_TEXT, exitCodeOf } from './exit-codes.ts';

const EPILOGUE = `
Environment: VOICELOOM_API_KEY or VOICELOOM_TOKEN, VOICELOOM_BASE_URL, VOICELOOM_WORKSPACE_ID, VOICELOOM_CONFIG.
${EXIT_TEXT}

Example:
  voiceloom login --base-url http://127.0.0.1:8080
  id=$(voiceloom workflows create workflow.json)
  voiceloom run "$id" --watch`;

/** The program with all its commands; the operations below `api` only where they are asked for. */
export function createProgram(world: World, { expanded = true } = {}): Command {
  const program = new Command('voiceloom')
    .description('Scripts to publish-ready audio.')
    .option('--json', 'answer as JSON')
    .option('--base-url <url>', 'where the service is')
    .option('--workspace <id>', 'the workspace to work in')
    .option('-y, --yes', 'do not ask before something is deleted or cancelled')
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
  addTemplateCommands(program, world);
  addDictionaryCommands(program, world);
  addProviderKeyCommands(program, world);
  addWebhookCommands(program, world);
  addAccountCommands(program, world);
  addApiCommands(program, world, { expanded });
  addMcpCommand(program, world);
  addDoctorCommand(program, world);
  addCompletionCommands(program, world);
  return program;
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
  const program = createProgram(world, { expanded: args.includes('api') });
  try {
    await program.parseAsync(args, { from: 'user' });
    return Number(program.getOptionValue('exitCode') ?? 0);
  } catch (error) {
    tell(error, world, args.includes('--json'));
    return exitCodeOf(error);
  }
}
