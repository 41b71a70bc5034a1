#!/usr/bin/env node
import { runCli } from './cli.ts';

const controller = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => controller.abort());

const { env, stdin, stdout, stderr } = process;
// A reader such as `head` may close the pipe early.
for (const stream of [stdout, stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
process.exitCode = await runCli(process.argv.slice(2), {
  env,
  stdin,
  stdout,
  stderr,
  signal: controller.signal,
});
