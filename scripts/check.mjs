// Everything that can be told without a database, side by side; `pnpm check`.
import { spawnSync } from 'node:child_process';

const CHECKS = [
  ['format and lint', 'biome', ['check', '--error-on-warnings', '.']],
  ['types', 'tsc', ['--noEmit', '-p', 'tsconfig.json']],
  ['unused code', 'knip', []],
  ['imports', process.execPath, ['scripts/check-imports.mjs']],
  ['sizes', process.execPath, ['scripts/check-sizes.mjs']],
  ['docs', process.execPath, ['scripts/check-docs.mjs']],
  ['words', process.execPath, ['scripts/check-words.mjs']],
  ['contents', process.execPath, ['scripts/check-contents.mjs']],
  ['compatibility', process.execPath, ['scripts/check-compatibility.mjs']],
  ['generated files', process.execPath, ['scripts/check-generated.mjs']],
];
let failed = 0;
for (const [name, command, args] of CHECKS) {
  const result = spawnSync(command, args, {
    encoding: 'utf8',
    shell: process.platform === 'win32',
    maxBuffer: 64 << 20,
  });
  const ok = result.status === 0;
  process.stdout.write(`${ok ? 'ok  ' : 'FAIL'} ${name}\n`);
  if (ok) continue;
  failed += 1;
  process.stdout.write(
    `${result.stdout ?? ''}${result.stderr ?? ''}${result.error ? result.error.message : ''}\n`,
  );
}
process.exit(failed > 0 ? 1 : 0);
