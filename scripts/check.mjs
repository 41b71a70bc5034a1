// `pnpm check`: runs all checks that need no database, in parallel.
import './require-node.mjs';
import './install-tools.mjs';
import { spawn } from 'node:child_process';

/** The path of an installed program. */
const at = (program) => `tools/dev/node_modules/.bin/${program}`;

const CHECKS = [
  ['format and lint', at('biome'), ['check', '--error-on-warnings', '.']],
  ['types', 'tsc', ['--noEmit', '-p', 'tsconfig.json']],
  ['unused code', at('knip'), []],
  ['imports', process.execPath, ['scripts/check-imports.mjs']],
  ['sizes', process.execPath, ['scripts/check-sizes.mjs']],
  ['docs', process.execPath, ['scripts/check-docs.mjs']],
  ['words', process.execPath, ['scripts/check-words.mjs']],
  ['patterns', process.execPath, ['tools/dev/check-patterns.mjs']],
  ['contents', process.execPath, ['scripts/check-contents.mjs']],
  ['compatibility', process.execPath, ['scripts/check-compatibility.mjs']],
];
/** Runs alone, because it writes files that the other checks read. */
const LAST = ['generated files', process.execPath, ['scripts/check-generated.mjs']];

/** Resolves with the output of a failed check, or undefined if it passed. */
const run = ([, command, args]) =>
  new Promise((resolve) => {
    const child = spawn(command, args, { shell: process.platform === 'win32' });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    child.on('error', (error) => resolve(`${output}${error.message}`));
    child.on('close', (code) => resolve(code === 0 ? undefined : output));
  });

/** Prints the result of a check, and its output if it failed. */
async function print(name, result) {
  const output = await result;
  process.stdout.write(output === undefined ? `ok   ${name}\n` : `FAIL ${name}\n${output}\n`);
  if (output !== undefined) process.exitCode = 1;
}

const started = CHECKS.map((check) => [check[0], run(check)]);
for (const [name, result] of started) await print(name, result);
await print(LAST[0], run(LAST));
