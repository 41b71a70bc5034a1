import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bundle, publishedManifest } from '../../../sdk/scripts/bundle.ts';
import { ROOT } from './docs-blocks.ts';

// In the place of `pack:all`, which writes into the repository and packs all that is published: the tarball of the SDK in the
// folder where this is run, without its declarations, since no compiler reads it.

const own = join(ROOT, 'packages/sdk');
mkdirSync('sdk');
mkdirSync('dist/packages', { recursive: true });
await bundle(resolve('sdk/dist'));
copyFileSync(join(own, 'README.md'), 'sdk/README.md');
writeFileSync('sdk/package.json', JSON.stringify({ ...publishedManifest, devDependencies: {} }));
execFileSync('npm', ['pack', './sdk', '--pack-destination', 'dist/packages'], {
  stdio: ['ignore', 'ignore', 'inherit'],
});
