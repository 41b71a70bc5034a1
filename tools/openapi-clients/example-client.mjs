// Generates the types of packages/cli-examples/src/examples/10-generated-client.ts from four operations.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { partOfDocument } from './part-of-document.mjs';

const KEPT = ['workflows.create', 'runs.start', 'runs.status', 'runs.download'];

const here = dirname(fileURLToPath(import.meta.url));
const at = (path) => join(here, '../../packages', path);
const document = JSON.parse(readFileSync(at('contract/openapi.json'), 'utf8'));

const paths = {};
for (const [path, item] of Object.entries(document.paths))
  for (const [method, operation] of Object.entries(item))
    if (KEPT.includes(operation.operationId)) paths[path] = { ...paths[path], [method]: operation };

const out = join(here, 'dist');
mkdirSync(out, { recursive: true });
writeFileSync(join(out, 'example.json'), JSON.stringify(partOfDocument(document, paths)));
const target = at('cli-examples/src/examples/generated/voiceloom.d.ts');
const args = ['example.json', '-o', target, '--default-non-nullable=false'];
const { status } = spawnSync(join(here, 'node_modules/.bin/openapi-typescript'), args, {
  cwd: out,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
