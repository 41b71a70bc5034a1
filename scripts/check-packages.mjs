// Stops packages that cannot be published as they are: writes their tarballs and uses them from outside.
import { execFileSync } from 'node:child_process';

const options = { stdio: 'inherit', shell: process.platform === 'win32' };
execFileSync(process.execPath, ['scripts/require-node.mjs'], options);
execFileSync(process.execPath, ['scripts/pack.mjs'], options);
// Its scripts fetch the second version of Node.
execFileSync(
  'npm',
  ['--prefix', 'tools/consumer', 'ci', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'],
  options,
);
execFileSync(process.execPath, ['tools/consumer/check.mjs'], options);
