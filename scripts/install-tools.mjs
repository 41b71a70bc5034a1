// Installs what only developers need (tools/dev), unless it is installed. Setup leaves it out, because checks, generators
// and browsers are a third of all dependencies.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
if (!existsSync(`${root}tools/dev/node_modules`)) {
  const args = ['-y', '--prefer-offline', 'pnpm@12.21.0', 'install', '--frozen-lockfile', '--prefer-offline'];
  const { status, stdout, stderr, error } = spawnSync('npx', args, {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    maxBuffer: 64 << 20,
  });
  if (status !== 0) {
    process.stderr.write(`${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}\n`);
    process.exit(status || 1);
  }
}
