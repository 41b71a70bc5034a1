import { createInterface } from 'node:readline/promises';
import { runModels } from './models/run-models.ts';
import { configOrExit } from './process.ts';

const stop = new AbortController();
process.once('SIGINT', () => stop.abort(new Error('It was interrupted. Repeat the command to continue.')));
process.exitCode = await runModels(process.argv.slice(2), {
  config: configOrExit(),
  signal: stop.signal,
  write: (text) => void process.stdout.write(text),
  writeError: (text) => void process.stderr.write(text),
  isTerminal: process.stdin.isTTY === true && process.stderr.isTTY === true,
  async ask(question) {
    const lines = createInterface({ input: process.stdin, output: process.stderr });
    try {
      return await lines.question(question);
    } finally {
      lines.close();
    }
  },
});
