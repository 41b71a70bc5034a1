import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { isDatabaseAway } from '../../db/index.ts';
import { toApiError } from '../../http/errors.ts';
import { activityCommands } from './activity.ts';
import { type AdminApp, type Command, type Given, type Options, type Report, UsageError } from './command.ts';
import { commandLines, helpLines, OPTIONS, usageLines, usageOf } from './help.ts';
import { keyCommands } from './keys.ts';
import { plain } from './output.ts';
import { peopleCommands } from './people.ts';
import { personalDataCommands } from './personal-data.ts';
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
    const typed = readTyped(argv);
    if ('help' in typed) {
      terminal.write(`${typed.help.join('\n')}\n`);
      return 0;
    }
    const { command, isJson, given } = typed;
    const { app, close } = await open();
    try {
      const now = app.clock();
      const report = await command.run(app, { ...given, now, readSecret: () => terminal.readSecret() });
      const isDryRun = command.destroys && !given.isApplied;
      terminal.write(reportText(report, { isJson, isDryRun }));
      return 0;
    } finally {
      await close();
    }
  } catch (error) {
    if (!isExpected(error)) throw error;
    terminal.writeError(`${messageOf(error)}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

/** Whether the message of an error is enough for the operator. If the database is away, the caller adds a hint. */
function isExpected(error: unknown): error is Error {
  if (error instanceof UsageError) return true;
  return toApiError(error).code !== 'SERVER_ERROR' && !isDatabaseAway(error);
}

/** Includes the cause, because for the storage, only the cause shows what to correct, such as an address. */
function messageOf({ message, cause }: Error): string {
  if (cause === undefined) return message;
  // A refused connection to a name with several addresses has one error for each.
  const causes = cause instanceof AggregateError ? cause.errors : [cause];
  return `${message} (${plain(causes.join('; '))})`;
}

interface ReportForm {
  isJson: boolean;
  /** Undefined for commands without a dry run. */
  isDryRun: boolean | undefined;
}

function reportText({ data, lines }: Report, how: ReportForm): string {
  if (how.isJson) return `${JSON.stringify({ dry_run: how.isDryRun, ...data })}\n`;
  const hint = how.isDryRun ? ['Nothing was changed. Repeat the command with --yes to do it.'] : [];
  return `${[...lines, ...hint].join('\n')}\n`;
}

interface Typed {
  command: Command;
  isJson: boolean;
  given: Omit<Given, 'now' | 'readSecret'>;
}

function readTyped(argv: string[]): Typed | { help: string[] } {
  const { values, positionals } = parsed(argv);
  const name = positionals.slice(0, 2).join(' ');
  const command = COMMANDS.find((one) => one.name === name);
  if (values.help || positionals.length === 0)
    return { help: command ? helpLines(command) : usageLines(COMMANDS, positionals[0]) };
  const { help: _, json = false, yes = false, as = loginName(), ...options } = values;
  if (!command)
    throw new UsageError(
      `There is no command "${name}". Commands:\n${commandLines(COMMANDS, positionals[0]).join('\n')}`,
    );
  const args = positionals.slice(2);
  rejectWrong(command, args, options);
  if (yes && !command.destroys) throw new UsageError(`${name} needs no --yes.`);
  const operator = { name: as, reason: options.reason ?? null };
  return { command, isJson: json, given: { args, options, operator, isApplied: yes } };
}

function parsed(argv: string[]) {
  try {
    return parseArgs({ args: argv, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError(parseFault(argv, error));
  }
}

/** The parser reads `-5` as an option. No value can be negative, so the message explains that. */
function parseFault(argv: string[], error: unknown): string {
  const negative = argv.find((word) => /^-\d/.test(word));
  if (negative) return `Numbers must be positive and whole, not "${negative}".`;
  return error instanceof Error ? error.message : String(error);
}

function rejectWrong(command: Command, args: string[], options: Options): void {
  const { name, params, options: known = [], required = [] } = command;
  if (args.length !== params.length || args.includes('')) throw new UsageError(`Usage: ${usageOf(command)}`);
  for (const [option, value] of Object.entries(options))
    if (value !== undefined && !known.includes(option as keyof Options))
      throw new UsageError(`${name} has no option --${option}. Usage: ${usageOf(command)}`);
  for (const option of required)
    if (!options[option]) throw new UsageError(`--${option} is required. Usage: ${usageOf(command)}`);
}

/** The login name on this machine, or `operator` if there is none. */
function loginName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'operator';
  }
}
