import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

const SCRIPT = fileURLToPath(new URL('../../../scripts/check-compatibility.mjs', import.meta.url));
const document = (properties: object) => ({
  paths: {
    '/songs': {
      get: {
        operationId: 'songs.list',
        responses: { 200: { content: { 'application/json': { schema: { type: 'object', properties } } } } },
      },
    },
  },
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'release-'));
  mkdirSync(join(folder, 'packages/contract'), { recursive: true });
  mkdirSync(join(folder, 'tools/release'), { recursive: true });
  write({ title: { type: 'string' } });
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (properties: object) =>
  writeFileSync(join(folder, 'packages/contract/openapi.json'), JSON.stringify(document(properties)));
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
    cwd: folder,
  });
const check = () => {
  // Git must not look for a repository above the folder.
  const env = { ...process.env, GIT_CEILING_DIRECTORIES: tmpdir() };
  const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  return { status, output: `${stdout}${stderr}`.trim() };
};

const release = (commit: string | null) =>
  writeFileSync(
    join(folder, 'tools/release/last-release.json'),
    JSON.stringify({ version: '1.0.0', commit }),
  );

test('the compatibility check passes before the first release', () => {
  release(null);
  expect(check()).toEqual({ status: 0, output: 'compatibility: no release yet' });
});

test('the compatibility check fails in a clone without the commit of the last release', () => {
  release('0123abc');
  const output = 'compatibility: this clone lacks the commit 0123abc of 1.0.0: fetch it';
  expect(check()).toEqual({ status: 1, output });
});

test('the compatibility check compares with the document of the last release', () => {
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'first');
  release(String(git('rev-parse', 'HEAD')).trim());
  write({ title: { type: 'string' }, artist: { type: 'string' } });
  expect(check()).toEqual({ status: 0, output: 'compatibility: ok' });
  write({ artist: { type: 'string' } });
  const { status, output } = check();
  expect(status).toBe(1);
  expect(output).toMatch(/title is gone \(released in 1\.0\.0\)/);
});
