import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const PROGRAM = new URL('./support/script-fuzz.ts', import.meta.url).pathname;
const INPUTS = 15_000;

test('15,000 broken scripts and bombs in every format are read or rejected, with a small heap', async () => {
  const seed = randomInt(2 ** 31);
  const args = ['--max-old-space-size=256', PROGRAM, String(INPUTS), String(seed)];
  // A crash, an unexpected error or a heap that is too small rejects with the command and its output.
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: {} });
  const { parsed, refused, lines, rss_mb } = JSON.parse(stdout);
  const command = args.join(' ');
  expect(parsed + refused, command).toBeGreaterThan(INPUTS);
  // Mutations that all fail early would prove little.
  expect(Math.min(parsed, refused), command).toBeGreaterThan(INPUTS / 4);
  expect(lines, command).toBeGreaterThan(INPUTS);
  expect(rss_mb, command).toBeLessThan(1_024);
}, 240_000);
