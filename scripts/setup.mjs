// Installs everything without drowning the reader in it; on a failure all of the output is shown.
// Runs on any Node that npm runs on, and uses the package manager through npx: nothing is installed globally.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const first = !existsSync('node_modules/.modules.yaml');
if (first)
  process.stdout.write('Installing dependencies (once; well under a minute on a usual connection) …\n');
const args = ['-y', '--prefer-offline', 'pnpm@12.21.0', 'install', '--frozen-lockfile', '--prefer-offline'];
const result = spawnSync('npx', args, {
  encoding: 'utf8',
  shell: process.platform === 'win32',
  maxBuffer: 64 << 20,
});
if (result.status !== 0) {
  process.stderr.write(`${result.stdout ?? ''}${result.stderr ?? ''}${result.error?.message ?? ''}\n`);
  process.exit(result.status || 1);
}
