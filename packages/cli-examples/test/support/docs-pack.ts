import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { bundle, publishedManifest } from '../../../sdk/scripts/bundle.ts';
import { ROOT } from './docs-blocks.ts';

// Replaces `pack:all`, which writes to the repository and packs every published package. It writes the
// tarballs of the SDK and the command line to the current folder. The SDK has no declarations, because no
// compiler reads them. The command line contains its dependencies, because there is no registry.

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
