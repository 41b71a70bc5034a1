// Builds the web app that the service serves at /studio.
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfChanged } from './build-if-changed.mjs';

const FOLDER = 'packages/studio';
const SOURCES = ['index.html', 'package.json', 'vite.config.ts', 'src', '../sdk/src', '../../pnpm-lock.yaml'];

await buildIfChanged(
  FOLDER,
  SOURCES.map((name) => join(FOLDER, name)),
  async (outDir) => {
    const { resolve: find } = createRequire(resolve(FOLDER, 'package.json'));
    const { build } = await import(
      pathToFileURL(join(find('vite/package.json'), '../dist/node/index.js')).href
    );
    await build({ root: resolve(FOLDER), build: { outDir, emptyOutDir: true }, logLevel: 'error' });
  },
);
