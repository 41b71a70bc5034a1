import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const PROGRAM = new URL('./support/script-fuzz.ts', import.meta.url).pathname;
const INPUTS = 50_000;
const SEED = 20_260_101;

test('50,000 broken scripts and bombs of every format are read or refused, in a small heap', async () => {
  const args = ['--max-old-space-size=256', PROGRAM, String(INPUTS), String(SEED)];
  // A crash, an error that is not the reader's own or a heap that is too small reject with what it said.
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: {} });
  const { parsed, refused, lines, rss_mb } = JSON.parse(stdout);
  expect(parsed + refused).toBeGreaterThan(INPUTS);
  // Mutations that all fail early would prove little.
  expect(Math.min(parsed, refused)).toBeGreaterThan(INPUTS / 4);
  expect(lines).toBeGreaterThan(INPUTS);
  expect(rss_mb).toBeLessThan(1_024);
}, 240_000);
