import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { runCli } from '../../src/cli.ts';

/** A folder that is deleted after the test. */
export async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'voiceloom-cli-'));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

/** A separate shell: its settings, and the output of its commands. */
export async function shell(env: Record<string, string> = {}) {
  const home = await folder();
  const run = async (line: string[], input = '') => {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const world = {
      env: { HOME: home, ...env },
      stdin: Readable.from([input]) as Readable & { isTTY?: boolean },
      stdout,
      stderr,
      signal: new AbortController().signal,
    };
    const code = await runCli(line, world);
    const said = (stream: PassThrough) => String(stream.read() ?? '');
    return { code, out: said(stdout), err: said(stderr) };
  };
  return { home, run };
}
