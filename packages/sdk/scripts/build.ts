import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundle, publishedManifest } from './bundle.ts';

// Writes the package to dist: a few modules of JavaScript, and the declarations that its entries reach.

const folder = new URL('../', import.meta.url);
const dist = new URL('dist/', folder);

rmSync(dist, { recursive: true, force: true });
await bundle(fileURLToPath(dist));
const compiler = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', folder));
const project = fileURLToPath(new URL('tsconfig.build.json', folder));
try {
  execFileSync(process.execPath, [compiler, '-p', project], { stdio: 'inherit' });
} catch {}
const kept = reach();
for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
  const file = new URL(name, dist);
  if (name.endsWith('.d.ts') && !kept.has(file.href)) rmSync(file);
}

/** Follows the entries, and gives imports the ending that a consumer without our compiler options understands. */
function reach(): Set<string> {
  const reached = new Set<string>();
  const visit = (file: URL) => {
    if (reached.has(file.href)) return;
    reached.add(file.href);
    const text = readFileSync(file, 'utf8');
    const imports = /(from |import\()(['"])(\.[^'"]+)\.ts\2/g;
    for (const [, , , from] of text.matchAll(imports)) visit(new URL(`${from}.d.ts`, file));
    writeFileSync(file, text.replaceAll(imports, '$1$2$3.js$2'));
  };
  for (const { types } of Object.values(publishedManifest.exports)) visit(new URL(types, folder));
  return reached;
}
