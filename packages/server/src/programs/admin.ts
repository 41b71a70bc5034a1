import { openAdmin } from './admin/open.ts';
import { readSecret } from './admin/read-secret.ts';
import { runAdmin } from './admin/run-command.ts';
import { describeStartError } from './process.ts';

/** The command line tool of the operators; docs/operating describes its commands. */
const terminal = {
  write: (output: string) => void process.stdout.write(output),
  writeError: (output: string) => void process.stderr.write(output),
  readSecret: () => readSecret(process.stdin, process.stderr),
};
process.exitCode = await runAdmin(process.argv.slice(2), openAdmin, terminal).catch((error: unknown) => {
  process.stderr.write(`${describeStartError(error)}\n`);
  process.exit(1);
});
