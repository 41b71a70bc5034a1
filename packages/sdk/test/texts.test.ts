import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { members } from '../../../bench/sdk/texts.ts';

const build = fileURLToPath(new URL('../scripts/build.ts', import.meta.url));

let dist = '';
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'voiceloom-sdk-texts-'));
  await promisify(execFile)(process.execPath, [build, dist]);
}, 120_000);
afterAll(() => rm(dist, { recursive: true }));

test('every method and property of the published declarations says what it is', () => {
  const all = members(dist);
  expect(all.length).toBeGreaterThan(1_000);
  expect(all.filter(({ isTold }) => !isTold).map(({ place }) => place)).toEqual([]);
});

test('every method is shown by an example of its own, or by that of its class or interface', () => {
  const hidden = members(dist).filter(({ isMethod, isShown }) => isMethod && !isShown);
  expect(hidden.map(({ place }) => place)).toEqual([]);
});
