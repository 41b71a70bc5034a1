import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const root = join(import.meta.dirname, '../../../..');
const bin = join(root, 'packages/server/src/bin');
/** Makes a Node say that it is 20, before it loads the program. */
const OLD = `Object.defineProperty(process.versions, 'node', { value: '20.20.2' });`;

/** Runs a file as Node 20 would. */
function runOld(file: string) {
  const folder = mkdtempSync(join(tmpdir(), 'voiceloom-old-node-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const preload = join(folder, 'old.cjs');
  writeFileSync(preload, OLD);
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--require', preload, file], {
    encoding: 'utf8',
    cwd: root,
  });
  return { status, stdout, stderr };
}

const PROGRAMS = readdirSync(bin).filter((name) => name.endsWith('.ts'));
const ENTRIES = [
  ...PROGRAMS.map((name) => join(bin, name)),
  ...['scripts/bench.mjs', 'scripts/require-node.mjs', 'packages/cli-examples/bin/voiceloom.cjs'].map(
    (file) => join(root, file),
  ),
];

test.each(ENTRIES)('%s says on an old Node what to install, without a stack', (file) => {
  const { status, stdout, stderr } = runOld(file);
  expect([status, stdout]).toEqual([1, '']);
  const lines = stderr.trim().split('\n');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toBe('Voiceloom runs on Node 22.18 or newer; this is Node 20.20.2.');
});

test('programs are readable to every Node: CommonJS without types', () => {
  for (const name of PROGRAMS) {
    const text = `// Every Node can run this file, because it is CommonJS without types.
require('./require-node.cjs');
void import('../programs/${name}');
`;
    expect(readFileSync(join(bin, name), 'utf8')).toBe(text);
  }
});

test('the advice depends on what the install did', () => {
  const adviceIn = (state?: object, hasNode = false) => {
    const checkout = mkdtempSync(join(tmpdir(), 'voiceloom-checkout-'));
    onTestFinished(() => rmSync(checkout, { recursive: true, force: true }));
    const folder = join(checkout, 'packages/server/src/bin');
    mkdirSync(folder, { recursive: true });
    for (const file of ['require-node.cjs', 'own-node.cjs']) cpSync(join(bin, file), join(folder, file));
    const nodeFolder = join(checkout, `node_modules/node-${process.platform}-${process.arch}/bin`);
    mkdirSync(nodeFolder, { recursive: true });
    if (state) writeFileSync(join(checkout, 'node_modules/.modules.yaml'), JSON.stringify(state, null, 2));
    if (hasNode) writeFileSync(join(nodeFolder, 'node'), '');
    return runOld(join(folder, 'require-node.cjs')).stderr.split('\n')[1];
  };
  const installed = { included: { optionalDependencies: true } };
  expect(adviceIn()).toContain('npm run setup');
  expect(adviceIn(installed, true)).toContain('npx -y pnpm@12.21.0 exec');
  expect(adviceIn({ included: { optionalDependencies: false } })).toContain('--no-optional');
  const platform = `${process.platform} ${process.arch}`;
  expect(adviceIn(installed)).toContain(`no Node for this platform (${platform})`);
});
