import { execFile, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundle } from '../scripts/bundle.ts';
import { VERSION } from '../src/version.ts';

const run = promisify(execFile);
const own = fileURLToPath(new URL('..', import.meta.url));
const manifest = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'));

/** The Node of this installation, and that of the shell if it is another one. */
const inShell = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .map((folder) => join(folder, 'node'))
  .find((program) => existsSync(program));
const NODES = [process.execPath, ...(inShell === undefined ? [] : [inShell])];

let home: string;
let program: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'voiceloom-package-'));
  const modules = join(home, 'node_modules');
  const installed = join(modules, '@voiceloom/cli');
  program = join(installed, manifest.publishConfig.bin.voiceloom);
  await bundle(program);
  await writeFile(join(installed, 'package.json'), JSON.stringify({ ...manifest, devDependencies: {} }));
  // Only the dependencies of an installation, without the SDK.
  for (const name of Object.keys(manifest.dependencies)) {
    await mkdir(dirname(join(modules, name)), { recursive: true });
    await symlink(join(own, 'node_modules', name), join(modules, name));
  }
});
afterAll(() => rm(home, { recursive: true, force: true }));

test('the published command line needs no other package of this repository', () => {
  expect(Object.keys(manifest.dependencies).filter((name) => name.startsWith('@voiceloom/'))).toEqual([]);
});

test('no dependency of the command line needs a newer Node than its own manifest', () => {
  const wanted = (engines: string) => Number(/>= ?(\d+)/.exec(engines)?.[1]);
  expect(wanted(manifest.engines.node)).toBe(20);
  for (const name of Object.keys(manifest.dependencies)) {
    const { engines } = JSON.parse(readFileSync(join(own, 'node_modules', name, 'package.json'), 'utf8'));
    expect(wanted(engines.node), name).toBeLessThanOrEqual(20);
  }
});

test.each(NODES)('installed alone it prints its version and serves MCP, with %s', async (node) => {
  const env = { HOME: home };
  expect((await run(node, [program, '--version'], { env })).stdout).toBe(`${VERSION}\n`);
  const initialize = {
    ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  };
  const { status, stdout, stderr } = spawnSync(node, [program, 'mcp'], {
    ...{ env, input: `${JSON.stringify(initialize)}\n`, encoding: 'utf8' },
  });
  expect([status, stderr]).toEqual([0, '']);
  expect(JSON.parse(stdout)).toMatchObject({ id: 1, result: { serverInfo: { version: VERSION } } });
});

test.each(NODES)('the doctor accepts %s', async (node) => {
  const env = { HOME: home, VOICELOOM_BASE_URL: 'http://127.0.0.1:9' };
  const { stdout } = spawnSync(node, [program, 'doctor'], { env, encoding: 'utf8' });
  expect(stdout).toContain('ok      Node.js');
});
