// Runs benchmarks one after the other. Most measure ratios to a peer in the same run. `name:part` runs only one part.
// `--save` stores the figures in bench/baseline.json, and `--compare` compares them to the stored ones.

import './require-node.mjs';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const BASELINE = 'bench/baseline.json';
/** A ratio that is worse by more than this fails a comparison. */
const TOLERANCE = 0.2;

const known = readdirSync('bench')
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.replace('.ts', ''))
  .sort();
const { values: options, positionals } = parseArgs({
  options: { save: { type: 'boolean' }, compare: { type: 'boolean' } },
  allowPositionals: true,
});
const unknown = positionals.filter((word) => !known.includes(word.split(':')[0]));
if (unknown.length > 0) {
  process.stderr.write(`Unknown benchmark: ${unknown.join(', ')}. Known: ${known.join(', ')}.\n`);
  process.exit(1);
}

const baseline = existsSync(BASELINE) ? JSON.parse(readFileSync(BASELINE, 'utf8')) : {};
const measured = {};
const directory = mkdtempSync(join(tmpdir(), 'voiceloom-figures-'));
for (const word of positionals.length > 0 ? positionals : known) {
  process.stdout.write(`\n== ${word}\n`);
  const result = run(word);
  if (result) measured[word] = result;
  else process.exitCode = 1;
}
rmSync(directory, { recursive: true, force: true });
if (options.compare) for (const [word, now] of Object.entries(measured)) compare(word, now);
if (options.save) save();

/** Runs a benchmark. Returns its sizes and its figures by name, or undefined if it failed. */
function run(word) {
  const [name, ...parts] = word.split(':');
  const file = join(directory, `${name}.jsonl`);
  writeFileSync(file, '');
  const env = { ...process.env, BENCH_FIGURES: file };
  const { status } = spawnSync(process.execPath, [`bench/${name}.ts`, ...parts], { stdio: 'inherit', env });
  if (status !== 0) return undefined;
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  const entries = lines.map((line) => JSON.parse(line));
  const sizes = entries.filter((entry) => entry.size).map(({ size, value }) => [size, value]);
  const figures = entries.filter((entry) => entry.name).map(({ name, ...figure }) => [name, figure]);
  return { sizes: Object.fromEntries(sizes.sort(byName)), figures: Object.fromEntries(figures.sort(byName)) };
}

/** Stores the measured figures as the new baseline, with the machine that they come from. */
function save() {
  const date = new Date().toISOString().slice(0, 10);
  const machine = { date, cores: availableParallelism(), node: process.versions.node };
  for (const [word, { sizes, figures }] of Object.entries(measured)) {
    for (const figure of Object.values(figures)) figure.value = Number(figure.value.toPrecision(3));
    baseline[word] = { ...machine, sizes, figures };
  }
  const sorted = Object.fromEntries(Object.entries(baseline).sort(byName));
  writeFileSync(BASELINE, `${JSON.stringify(sorted, null, 2)}\n`);
  process.stdout.write(`\nSaved in ${BASELINE}: ${Object.keys(measured).join(', ') || 'nothing'}.\n`);
}

/** Orders entries by their key. */
function byName([a], [b]) {
  return a < b ? -1 : 1;
}

/** Prints the baseline, the new figures and their ratio. Only ratios to a peer can fail, because machines differ. */
function compare(word, now) {
  const [name] = word.split(':');
  const before = baseline[word] ?? baseline[name];
  if (!before) return void process.stdout.write(`\n== ${word}: no baseline. Save one with --save.\n`);
  const { date, cores, node, sizes } = before;
  const { figures } = now;
  process.stdout.write(`\n== ${word} beside the baseline of ${date}, ${cores} cores, Node ${node}\n`);
  if (JSON.stringify(sizes) !== JSON.stringify(now.sizes))
    process.stdout.write(`The sizes differ. Baseline: ${JSON.stringify(sizes)}\n`);
  // If only a part ran, its other figures are not missing.
  const others = baseline[word] ? Object.keys(before.figures) : [];
  const rows = [...new Set([...others, ...Object.keys(figures)])].sort().map((name) => {
    const [old, own] = [before.figures[name], figures[name]];
    const { unit, better } = own ?? old;
    const ratio = old && own ? own.value / old.value : undefined;
    const isWorse =
      ratio !== undefined && (better === 'higher' ? ratio < 1 - TOLERANCE : ratio > 1 + TOLERANCE);
    if (isWorse && unit === 'ratio') process.exitCode = 1;
    const verdict = isWorse ? (unit === 'ratio' ? 'WORSE' : 'worse, maybe the machine') : '';
    return [name, unit, text(old?.value), text(own?.value), text(ratio), verdict];
  });
  print([['figure', 'unit', 'baseline', 'now', 'now/baseline', ''], ...rows]);
}

/** Three significant digits, or a dash for a figure that was not measured. */
function text(value) {
  return value === undefined ? '-' : String(Number(value.toPrecision(3)));
}

/** Prints a table whose columns are as wide as their longest cell. */
function print(rows) {
  const widths = rows[0].map((_, at) => Math.max(...rows.map((row) => row[at].length)));
  for (const row of rows)
    process.stdout.write(
      `${row
        .map((cell, at) => cell.padEnd(widths[at]))
        .join('  ')
        .trimEnd()}\n`,
    );
}
