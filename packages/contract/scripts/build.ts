import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Writes the package to dist.

const folder = new URL('../', import.meta.url);
const dist = new URL('dist/', folder);

rmSync(dist, { recursive: true, force: true });
const compiler = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', folder));
const project = fileURLToPath(new URL('tsconfig.build.json', folder));
execFileSync(process.execPath, [compiler, '-p', project], { stdio: 'inherit' });
// The compiler does not rewrite the `.ts` imports of declarations, but consumers have no .ts files.
for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
  if (!name.endsWith('.d.ts')) continue;
  const file = new URL(name, dist);
  const text = readFileSync(file, 'utf8');
  // These types refer to zod 3, so programs that check the types of their libraries would not compile.
  if (/(?:from |import\()['"]@ts-rest/.test(text)) throw new Error(`${name} names types of ts-rest.`);
  writeFileSync(file, text.replaceAll(/((?:from |import\()(['"])\.[^'"]+)\.ts\2/g, '$1.js$2'));
}
