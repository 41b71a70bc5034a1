// Generates the types of packages/cli-examples/src/examples/10-generated-client.ts from four operations.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const KEPT = ['workflows.create', 'runs.start', 'runs.status', 'runs.download'];

const here = dirname(fileURLToPath(import.meta.url));
const at = (path) => join(here, '../../packages', path);
const document = JSON.parse(readFileSync(at('contract/openapi.json'), 'utf8'));

/** The part of the document that the kept operations need. */
function subset() {
  const paths = {};
  for (const [path, item] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(item))
      if (KEPT.includes(operation.operationId)) {
        paths[path] ??= item.parameters ? { parameters: item.parameters } : {};
        paths[path][method] = operation;
      }
  const components = {};
  const queue = [paths];
  for (let part = queue.pop(); part !== undefined; part = queue.pop())
    for (const [, kind, name] of JSON.stringify(part).matchAll(/"#\/components\/(\w+)\/([\w.-]+)"/g)) {
      if (components[kind]?.[name]) continue;
      components[kind] = { ...components[kind], [name]: document.components[kind][name] };
      queue.push(document.components[kind][name]);
    }
  components.securitySchemes = document.components.securitySchemes;
  return { ...document, paths, components, webhooks: undefined, tags: undefined };
}

const out = join(here, 'dist');
mkdirSync(out, { recursive: true });
writeFileSync(join(out, 'example.json'), JSON.stringify(subset()));
const target = at('cli-examples/src/examples/generated/voiceloom.d.ts');
const args = ['example.json', '-o', target, '--default-non-nullable=false'];
const { status } = spawnSync(join(here, 'node_modules/.bin/openapi-typescript'), args, {
  cwd: out,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
