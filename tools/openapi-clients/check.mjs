// Checks that linters accept the OpenAPI document and that third-party generators can create clients from it.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
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
      ...{ strict: true, noEmit: true, skipLibCheck: true, types: [] },
      ...{
        target: 'ES2022',
        module: 'ESNext',
        moduleResolution: 'Bundler',
        lib: ['ES2022', 'DOM', 'DOM.Iterable'],
      },
    },
    include: ['clients'],
  }),
);

const STEPS = [
  ['redocly', ['lint', 'openapi.json']],
  ['spectral', ['lint', 'openapi.json', '--fail-severity', 'hint']],
  [
    'openapi-typescript',
    ['openapi.json', '-o', 'clients/openapi-typescript.d.ts', '--default-non-nullable=false'],
  ],
  ['openapi-ts', ['-i', 'openapi.json', '-o', 'clients/hey-api']],
  ['orval', ['--input', 'openapi.json', '--output', 'clients/orval.ts', '--client', 'fetch']],
  ['swagger-typescript-api', ['generate', '-p', 'openapi.json', '-o', 'clients/swagger-typescript-api']],
  ['tsc', ['-p', 'tsconfig.json']],
];
const path = `${dirname(process.execPath)}:${process.env.PATH}`;
const env = {
  ...process.env,
  PATH: path,
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  CI: 'true',
};
for (const [command, args] of STEPS) {
  const result = spawnSync(join(here, 'node_modules/.bin', command), args, {
    cwd: out,
    env,
    encoding: 'utf8',
  });
  const text = `${result.stdout ?? ''}${result.stderr ?? ''}`;
  // Redocly exits with 0 if it has only warnings.
  const ok = result.status === 0 && !(command === 'redocly' && /\d+ warnings?\b/i.test(text));
  process.stdout.write(`${ok ? 'ok  ' : 'FAIL'} ${command}\n`);
  if (ok) continue;
  process.stdout.write(text);
  process.exit(1);
}
