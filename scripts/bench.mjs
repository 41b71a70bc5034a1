// Runs the benchmarks one after the other: numbers side by side with their peers, taken in one run.

import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';

const wanted = process.argv.slice(2);
const all = readdirSync('bench')
  .filter((file) => file.endsWith('.ts'))
  .sort();
for (const file of all.filter((name) => wanted.length === 0 || wanted.includes(name.replace('.ts', '')))) {
  process.stdout.write(`\n== ${file.replace('.ts', '')}\n`);
  const result = spawnSync(process.execPath, [`bench/${file}`], { stdio: 'inherit' });
  if (result.status !== 0) process.exitCode = 1;
}
