// Checks that packages can be published: writes their tarballs and uses them from outside of the repository.
import { execFileSync } from 'node:child_process';

const options = { stdio: 'inherit', shell: process.platform === 'win32' };
execFileSync(process.execPath, ['scripts/require-node.mjs'], options);
execFileSync(process.execPath, ['scripts/pack.mjs'], options);
// Runs install scripts, because they download other versions of Node.
execFileSync(
  'npm',
  ['--prefix', 'tools/consumer', 'ci', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'],
  options,
);
execFileSync(process.execPath, ['tools/consumer/check.mjs'], options);
