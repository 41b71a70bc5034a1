import { relative } from 'node:path';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

/** What a command says about itself for `--help`. */
export interface Usage {
  purpose: string;
  /** The help for each option, by name. */
  options?: Readonly<Record<string, string>>;
}

/**
 * The options of this command. `--help` prints the usage and ends the process with exit code 0. An unknown option, a
 * missing value or any other argument would have no effect, so each of them ends the process with exit code 1.
 */
export function readOptions<const Options extends ParseArgsOptionsConfig>(
  { purpose, options: help = {} }: Usage,
  options: Options = {} as Options,
) {
  const name = relative('', process.argv[1] ?? '');
  const args = process.argv.slice(2);
  if (args.includes('--help')) {
    const rows = Object.entries(help).map(([option, about]) => `  --${option.padEnd(22)}${about}\n`);
    let text = `Usage: node ${name}`;
    if (rows.length > 0) text += ' [options]';
    text += `\n\n${purpose}\n\n`;
    if (rows.length > 0) text += `${rows.join('')}\n`;
    text += 'Settings are environment variables, such as DATABASE_URL; see docs/operating/settings.md.\n';
    process.stdout.write(text);
    process.exit(0);
  }
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${message}\nTo list the options, run "node ${name} --help".\n`);
    process.exit(1);
  }
}
