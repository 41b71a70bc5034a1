import { execFile } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { folder, shell } from './support/shell.ts';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

test.each([
  [['ru'], ['run', 'runs']],
  [['runs', 'c'], ['cancel']],
  [
    ['api', 'runs.st'],
    ['runs.start', 'runs.status', 'runs.steps'],
  ],
  [
    ['api', 'usage.summary', '--range', ''],
    ['30d', '60d', '90d'],
  ],
  [['api', 'usage.summary', '--ra'], ['--range']],
  [['--base-url', 'http://x', 'upl'], ['uploads']],
  [['completion', 'f'], ['fish']],
  [
    ['mcp', '--tools', 'r'],
    ['read', 'runs', 'reviews'],
  ],
  [['nothing'], []],
])('%j can be completed to %j', async (words, expected) => {
  const { run } = await shell();
  const { out } = await run(['complete', '--', ...words]);
  expect(out.trim() === '' ? [] : out.trim().split('\n')).toEqual(expected);
});

test('bash completes with the script that the program prints', async () => {
  const place = await folder();
  const program = join(place, 'voiceloom');
  await writeFile(program, `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`);
  await chmod(program, 0o755);
  const script = `
    PATH="${place}:$PATH"
    source <(voiceloom completion bash)
    COMP_WORDS=(voiceloom api runs.st) COMP_CWORD=2
    _voiceloom
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = await promisify(execFile)('bash', ['-c', script]);
  expect(stdout.trim().split('\n')).toEqual(['runs.start', 'runs.status', 'runs.steps']);
});

test('every shell has a completion script that calls the program', async () => {
  const { run } = await shell();
  for (const name of ['bash', 'zsh', 'fish']) {
    const { code, out } = await run(['completion', name]);
    expect(code).toBe(0);
    expect(out).toContain('complete -- ');
  }
});
