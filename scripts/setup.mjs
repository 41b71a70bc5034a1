// Installs everything with little output. On a failure, prints all output. Runs on any Node that npm supports, and runs
// the package manager through npx, so nothing is installed globally.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import own from '../packages/server/src/bin/own-node.cjs';

const first = !existsSync('node_modules/.modules.yaml');
if (first)
  process.stdout.write('Installing dependencies (once; well under a minute on a usual connection) …\n');
const args = ['-y', '--prefer-offline', 'pnpm@12.21.0', 'install', '--frozen-lockfile', '--prefer-offline'];
// The first check, generation or browser test installs the tools of developers.
args.push('--filter', '!./tools/dev');
const result = spawnSync('npx', args, {
  encoding: 'utf8',
  shell: process.platform === 'win32',
  maxBuffer: 64 << 20,
});
stopIfFailed(result);
// Uses the installed Node, because the Node that runs this may be too old for the build.
const node = own.findOwnNode('.') ?? process.execPath;
for (const script of ['scripts/build-studio.mjs', 'scripts/build-docs.mjs'])
  stopIfFailed(spawnSync(node, [script], { encoding: 'utf8' }));

function stopIfFailed({ status, stdout, stderr, error }) {
  if (status === 0) return;
  process.stderr.write(`${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}\n`);
  process.exit(status || 1);
}
