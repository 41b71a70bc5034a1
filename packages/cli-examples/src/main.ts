#!/usr/bin/env node
import { runCli } from './cli.ts';

const controller = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => controller.abort());

const { env, stdin, stdout, stderr } = process;
process.exitCode = await runCli(process.argv.slice(2), {
  env,
  stdin,
  stdout,
  stderr,
  signal: controller.signal,
});
