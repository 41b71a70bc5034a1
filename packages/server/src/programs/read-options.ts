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
    const rows = Object.entries(help).map(([option, text]) => `  --${option.padEnd(22)}${text}\n`);
    const list = rows.length > 0 ? `${rows.join('')}\n` : '';
    const settings =
      'Settings are environment variables, such as DATABASE_URL; see docs/operating/settings.md.';
    process.stdout.write(
      `Usage: node ${name}${rows.length > 0 ? ' [options]' : ''}\n\n${purpose}\n\n${list}${settings}\n`,
    );
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
