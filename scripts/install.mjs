// Installs packages with little output, and prints all output of a failure. Runs on any Node that npm supports, and runs the
// package manager through npx, so nothing is installed globally.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Installs what the lockfile names, in the packages that the options of pnpm select. Exits if that fails. */
export function installPackages(...options) {
  const args = ['-y', '--prefer-offline', 'pnpm@12.21.0', 'install', '--frozen-lockfile', '--prefer-offline'];
  const result = spawnSync('npx', [...args, ...options], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    encoding: 'utf8',
    shell: process.platform === 'win32',
    maxBuffer: 64 << 20,
  });
  stopIfFailed(result);
}

/** Prints the output of a program that failed, and exits. */
export function stopIfFailed({ status, stdout, stderr, error }) {
  if (status === 0) return;
  process.stderr.write(`${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}\n`);
  process.exit(status || 1);
}
