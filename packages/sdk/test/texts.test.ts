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

/** The words of a text, without words that mean nothing alone. */
const wordsOf = (text: string): string =>
  (
    text
      .replaceAll('_', ' ')
      .toLowerCase()
      .match(/[a-z]+/g) ?? []
  )
    .filter((word) => !['a', 'an', 'the', 'of', 'its', 'this'].includes(word))
    .sort()
    .join(' ');

test('every method of the published declarations has a description', () => {
  const methods = members(dist).filter(({ isMethod }) => isMethod);
  expect(methods.length).toBeGreaterThan(200);
  expect(methods.filter(({ description }) => description === '').map(({ place }) => place)).toEqual([]);
});

test('no description of a property just repeats its name', () => {
  const described = members(dist).filter(({ isMethod, description }) => !isMethod && description !== '');
  expect(described.length).toBeGreaterThan(1_000);
  const repeated = described.filter(({ name, description }) => wordsOf(name) === wordsOf(description));
  expect(repeated.map(({ place }) => place)).toEqual([]);
});

test('every method has an example, or its class or interface has one', () => {
  const hidden = members(dist).filter(({ isMethod, isShown }) => isMethod && !isShown);
  expect(hidden.map(({ place }) => place)).toEqual([]);
});
