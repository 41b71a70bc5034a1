import { text } from 'node:stream/consumers';
import { openAdmin } from './admin/open.ts';
import { runAdmin } from './admin/run-command.ts';
import { startFault } from './process.ts';

/** The command line tool of the operators; docs/operating/README.md describes its commands. */
const terminal = {
  write: (output: string) => void process.stdout.write(output),
  writeError: (output: string) => void process.stderr.write(output),
  readSecret: () => text(process.stdin),
};
process.exitCode = await runAdmin(process.argv.slice(2), openAdmin, terminal).catch((error: unknown) => {
  process.stderr.write(`${startFault(error)}\n`);
  process.exit(1);
});
