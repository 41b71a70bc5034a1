import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { isDatabaseAway } from '../../db/index.ts';
import { toApiError } from '../../http/errors.ts';
import { activityCommands } from './activity.ts';
import { type AdminApp, type Command, type CommandInput, type Options, UsageError } from './command.ts';
import { commandLines, formatUsage, helpLines, OPTIONS, usageLines } from './help.ts';
import { keyCommands } from './keys.ts';
import { marginCommands } from './margin.ts';
import { plain } from './output.ts';
import { peopleCommands } from './people.ts';
import { personalDataCommands } from './personal-data.ts';
import { planCommands } from './plans.ts';
import { providerCommands } from './providers.ts';
import { runCommands } from './runs.ts';
import { subscriptionCommands } from './subscriptions.ts';
import { suspensionCommands } from './suspension.ts';
import { templateCommands } from './templates.ts';

export const COMMANDS: readonly Command[] = [
  ...peopleCommands,
  ...suspensionCommands,
  ...keyCommands,
  ...runCommands,
  ...templateCommands,
  ...planCommands,
  ...providerCommands,
  ...marginCommands,
  ...subscriptionCommands,
  ...personalDataCommands,
  ...activityCommands,
];

/** Input and output of a command. */
export interface Terminal {
  write(text: string): void;
  writeError(text: string): void;
  readSecret(): Promise<string>;
}

/** Opens the service. It is called only after the command line was found valid. */
export type OpenApp = () => Promise<{ app: AdminApp; close(): Promise<void> }>;

/** Runs the command of these arguments. Returns the exit code: 0, 1 if it failed, 2 if the command line is invalid. */
export async function runAdmin(argv: string[], open: OpenApp, terminal: Terminal): Promise<0 | 1 | 2> {
  try {
    const request = readCommandLine(argv);
    if ('help' in request) {
      terminal.write(`${request.help.join('\n')}\n`);
      return 0;
    }
    const { command, isJson, input } = request;
    const { app, close } = await open();
    try {
      const now = app.clock();
      const { data, lines } = await command.run(app, {
        ...input,
        now,
        readSecret: () => terminal.readSecret(),
      });
      // Undefined for commands without a dry run.
      const isDryRun = command.destroys && !input.isApplied;
      if (isJson) terminal.write(`${JSON.stringify({ dry_run: isDryRun, ...data })}\n`);
      else {
        const output = [...lines];
        if (isDryRun) output.push('Nothing was changed. Repeat the command with --yes to do it.');
        terminal.write(`${output.join('\n')}\n`);
      }
      return 0;
    } finally {
      await close();
    }
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.writeError(`${describeError(error)}\n`);
      return 2;
    }
    // The message is enough for the operator, unless the database is away: then the caller adds a hint.
    if (!(error instanceof Error)) throw error;
    if (toApiError(error).code === 'SERVER_ERROR' || isDatabaseAway(error)) throw error;
    terminal.writeError(`${describeError(error)}\n`);
    return 1;
  }
}

/** Includes the cause, because for the storage, only the cause shows what to correct, such as an address. */
function describeError({ message, cause }: Error): string {
  if (cause === undefined) return message;
  // A refused connection to a name with several addresses has one error for each.
  let text = String(cause);
  if (cause instanceof AggregateError) text = cause.errors.join('; ');
  return `${message} (${plain(text)})`;
}

function readCommandLine(
  argv: string[],
):
  | { command: Command; isJson: boolean; input: Omit<CommandInput, 'now' | 'readSecret'> }
  | { help: string[] } {
  const { values, positionals } = parseOptions(argv);
  const name = positionals.slice(0, 2).join(' ');
  const command = COMMANDS.find((one) => one.name === name);
  if (values.help || positionals.length === 0)
    return { help: command ? helpLines(command) : usageLines(COMMANDS, positionals[0]) };
  const { help: _, json = false, yes = false, as: operatorName = readLoginName(), ...options } = values;
  if (!command)
    throw new UsageError(
      `There is no command "${name}". Commands:\n${commandLines(COMMANDS, positionals[0]).join('\n')}`,
    );
  const args = positionals.slice(2);
  const { params, options: ownOptions = [], required = [] } = command;
  if (args.length !== params.length || args.includes(''))
    throw new UsageError(`Usage: ${formatUsage(command)}`);
  for (const [option, value] of Object.entries(options))
    if (value !== undefined && !ownOptions.includes(option as keyof Options))
      throw new UsageError(`${name} has no option --${option}. Usage: ${formatUsage(command)}`);
  for (const option of required)
    if (!options[option]) throw new UsageError(`--${option} is required. Usage: ${formatUsage(command)}`);
  if (yes && !command.destroys) throw new UsageError(`${name} needs no --yes.`);
  const operator = { name: operatorName, reason: options.reason ?? null };
  return { command, isJson: json, input: { args, options, operator, isApplied: yes } };
}

function parseOptions(argv: string[]) {
  try {
    return parseArgs({ args: argv, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    // The parser reads `-5` as an option. No value can be negative, so the message explains that.
    const negative = argv.find((word) => /^-\d/.test(word));
    if (negative) throw new UsageError(`Numbers must be positive and whole, not "${negative}".`);
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** The login name on this machine, or `operator` if there is none. */
function readLoginName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'operator';
  }
}
