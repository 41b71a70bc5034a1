// Installs and builds everything that the service, its demo and its tests need. Runs on any Node that npm supports.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import own from '../packages/server/src/bin/own-node.cjs';
import { installPackages, stopIfFailed } from './install.mjs';

const first = !existsSync('node_modules/.modules.yaml');
if (first)
  process.stdout.write('Installing dependencies (once; well under a minute on a usual connection) …\n');
// The first check, generation or browser test installs the tools of developers.
installPackages('--filter', '!./tools/dev');
// Uses the installed Node, because the Node that runs this may be too old for the build.
const node = own.findOwnNode('.') ?? process.execPath;
for (const script of ['scripts/build-studio.mjs', 'scripts/build-docs.mjs'])
  stopIfFailed(spawnSync(node, [script], { encoding: 'utf8' }));
