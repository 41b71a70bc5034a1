import { execFileSync } from 'node:child_process';
import { readdirSync, rmdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundle, publishedManifest } from './bundle.ts';
import { mergeDeclarations } from './declarations.ts';

// Writes the package to dist: a few modules of JavaScript, and the declarations that its entries reach.

const folder = new URL('../', import.meta.url);
const dist = new URL('dist/', folder);

rmSync(dist, { recursive: true, force: true });
await bundle(fileURLToPath(dist));
const compiler = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', folder));
const project = fileURLToPath(new URL('tsconfig.build.json', folder));
execFileSync(process.execPath, [compiler, '-p', project], { stdio: 'inherit' });
mergeDeclarations(
  dist,
  Object.values(publishedManifest.exports).map(({ types }) => types.replace('./dist/', '')),
);
for (const entry of readdirSync(dist, { withFileTypes: true, recursive: true }).reverse()) {
  const path = `${entry.parentPath}/${entry.name}`;
  if (entry.isDirectory() && readdirSync(path).length === 0) rmdirSync(path);
}
