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

test('the compatibility check passes without a git repository or a tag', () => {
  expect(check()).toEqual({ status: 0, output: 'compatibility: no release yet' });
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'first');
  expect(check()).toEqual({ status: 0, output: 'compatibility: no release yet' });
});

test('the compatibility check compares with the document at the last tag', () => {
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'first');
  git('tag', 'v1.0.0');
  write({ title: { type: 'string' }, artist: { type: 'string' } });
  expect(check()).toEqual({ status: 0, output: 'compatibility: ok' });
  write({ artist: { type: 'string' } });
  const { status, output } = check();
  expect(status).toBe(1);
  expect(output).toMatch(/title is gone \(released in v1\.0\.0\)/);
});
