import { execFileSync } from 'node:child_process';
import { readdirSync, rmdirSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundle, publishedManifest } from './bundle.ts';
import { mergeDeclarations } from './declarations.ts';

// Writes the package to dist or to a given folder: a few JavaScript modules, and the declarations that entries use.

const folder = new URL('../', import.meta.url);
const dist = process.argv[2] ? pathToFileURL(`${resolve(process.argv[2])}/`) : new URL('dist/', folder);

rmSync(dist, { recursive: true, force: true });
await bundle(fileURLToPath(dist));
const compiler = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', folder));
const project = fileURLToPath(new URL('tsconfig.build.json', folder));
execFileSync(process.execPath, [compiler, '-p', project, '--outDir', fileURLToPath(dist)], {
  stdio: 'inherit',
});
mergeDeclarations(
  dist,
  Object.values(publishedManifest.exports).map(({ types }) => types.replace('./dist/', '')),
);
for (const entry of readdirSync(dist, { withFileTypes: true, recursive: true }).reverse()) {
  const path = `${entry.parentPath}/${entry.name}`;
  if (entry.isDirectory() && readdirSync(path).length === 0) rmdirSync(path);
}
