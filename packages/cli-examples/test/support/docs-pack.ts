import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { bundle, publishedManifest } from '../../../sdk/scripts/bundle.ts';
import { ROOT } from './docs-blocks.ts';

// In the place of `pack:all`, which writes into the repository and packs all that is published: the tarballs of SDK and command
// line in the folder where this is run. The SDK is without its declarations, since no compiler reads it; the command line has
// in it what it depends on, which is not to be had without a registry.

const own = join(ROOT, 'packages/sdk');
mkdirSync('sdk');
mkdirSync('dist/packages', { recursive: true });
await bundle(resolve('sdk/dist'));
copyFileSync(join(own, 'README.md'), 'sdk/README.md');
writeFileSync('sdk/package.json', JSON.stringify({ ...publishedManifest, devDependencies: {} }));

const cli = join(ROOT, 'packages/cli-examples');
const { name, version, type, publishConfig } = JSON.parse(readFileSync(join(cli, 'package.json'), 'utf8'));
const build = await rolldown({ input: join(cli, 'src/main.ts'), platform: 'node' });
await build.write({ file: resolve('cli', publishConfig.bin.voiceloom), format: 'esm', codeSplitting: false });
await build.close();
writeFileSync('cli/package.json', JSON.stringify({ name, version, type, bin: publishConfig.bin }));

for (const folder of ['./sdk', './cli'])
  execFileSync('npm', ['pack', folder, '--pack-destination', 'dist/packages'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
