// Builds the web app that the service serves at /studio, unless its sources are unchanged since the last build.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const FOLDER = 'packages/studio';
const SOURCES = ['index.html', 'package.json', 'vite.config.ts', 'src', '../sdk/src', '../../pnpm-lock.yaml'];
const STAMP = `${FOLDER}/dist/.sources`;

const filesOf = (path) =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .sort()
        .flatMap((name) => filesOf(join(path, name)))
    : [path];

const hash = createHash('sha256');
for (const file of SOURCES.flatMap((name) => filesOf(join(FOLDER, name))))
  hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
const stamp = hash.digest('hex');

if (!existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== stamp) {
  const { resolve: find } = createRequire(resolve(FOLDER, 'package.json'));
  const { build } = await import(
    pathToFileURL(join(find('vite/package.json'), '../dist/node/index.js')).href
  );
  // Builds in a new folder, because a service may be serving the old one.
  const outDir = resolve(FOLDER, `dist-${process.pid}`);
  try {
    await build({ root: resolve(FOLDER), build: { outDir, emptyOutDir: true }, logLevel: 'error' });
    writeFileSync(join(outDir, '.sources'), stamp);
    rmSync(`${FOLDER}/dist`, { recursive: true, force: true });
    renameSync(outDir, `${FOLDER}/dist`);
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}
