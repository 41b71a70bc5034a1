/**
 * Compares our published SDK to raw fetch and to other published clients: size, import, page, calls, memory, types,
 * texts. Writes bench/sdk/results.md. SDK_BENCH_RUNS and SDK_BENCH_CALLS set its length.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus, loadavg, platform } from 'node:os';
import { fileURLToPath } from 'node:url';
import { BLANK, BLANK_MODULE, importCosts } from './sdk/imports.ts';
import { type Overhead, overheads } from './sdk/overhead.ts';
import { report } from './sdk/report.ts';
import { bundles, installed } from './sdk/size.ts';
import { ANCHORS, OURS, openStage } from './sdk/stage.ts';
import { documented } from './sdk/texts.ts';
import { typeCosts } from './sdk/types.ts';
import { size } from './support/figures.ts';
import '../scripts/install-tools.mjs';

const BIOME = fileURLToPath(new URL('../tools/dev/node_modules/.bin/biome', import.meta.url));
const RUNS = size('SDK_BENCH_RUNS', 3);
const CALLS = size('SDK_BENCH_CALLS', 1500);
const IMPORTS = size('SDK_BENCH_IMPORTS', 9);

const load = () => loadavg()[0]?.toFixed(1) ?? '?';
const begun = load();
const stage = await openStage();
const told = report();
const { row } = told;
const shown = (value: number, digits = 2) => value.toFixed(digits);
const others = (value: (name: (typeof ANCHORS)[number]) => string) =>
  ANCHORS.map((name) => `${name.split('/').at(-1)} ${value(name)}`).join(', ');

try {
  const size = (name: string) => installed(stage, name);
  const own = size(OURS);
  const megabytes = (name: string) => {
    const { bytes, files, packages } = size(name);
    return `${shown(bytes / 1e6)} MB, ${files}, ${packages}`;
  };
  told.section('Size');
  row('Disk, MB', { goal: 0.6, own: own.bytes / 1e6, others: others(megabytes) });
  row('Files', { goal: 60, own: own.files, digits: 0 });
  row('Packages', { goal: 1, own: own.packages, digits: 0 });

  const page = await bundles(stage);
  row('Page with one call, KB gzip', { goal: 6, own: page['one call']?.gzipKb ?? Number.NaN });
  row('Page with all operations, KB gzip', {
    ...{ goal: 12, own: page[OURS]?.gzipKb ?? Number.NaN },
    others: others((name) => shown(page[name]?.gzipKb ?? Number.NaN, 1)),
  });

  told.section(`Import and construct, fresh process, median of ${IMPORTS}`);
  const imports = importCosts(stage, IMPORTS);
  for (const kind of ['esm', 'cjs'] as const) {
    const of = (name: string) =>
      imports[name]?.[kind] ?? { ms: Number.NaN, least: Number.NaN, mb: Number.NaN };
    const emptyOf = (name: string) => `${shown(of(name).ms, 1)} (${shown(of(name).least, 1)})`;
    const empty = `an empty module ${emptyOf(BLANK)}, an empty ES module ${emptyOf(BLANK_MODULE)}`;
    row(`${kind === 'esm' ? 'import' : 'require'}, ms (least)`, {
      ...{ goal: 5, own: of(OURS).ms, least: of(OURS).least, digits: 1 },
      others: `${empty}, ${others((name) => `${shown(of(name).ms, 0)} (${shown(of(name).least, 0)})`)}`,
    });
    row(`RSS of it, MB`, {
      goal: 3,
      own: of(OURS).mb,
      digits: 1,
      others: `an empty module ${shown(of(BLANK).mb, 1)}, an empty ES module ${shown(of(BLANK_MODULE).mb, 1)}, ${others((name) => shown(of(name).mb, 0))}`,
    });
  }

  told.section(`Calls, by raw fetch in the same process, median of ${RUNS} runs`);
  const calls = overheads(stage, { runs: RUNS, calls: CALLS });
  const ratio = (overhead?: Overhead) =>
    overhead ? `${shown(overhead.ratio)} (${overhead.runs.map((run) => shown(run)).join(' ')})` : '?';
  for (const method of ['get', 'post'] as const) {
    const of = (name: string) => calls[name]?.[method];
    const goals = method === 'get' ? [1.06, 0.72] : [1.05, 0.58];
    const name = method.toUpperCase();
    const signal = `with a signal, a timer and our headers ${ratio(of('fetch with a signal'))}`;
    const floor = `raw fetch itself ${ratio(of('control'))}, ${signal}, node:http ${ratio(of('node:http'))}`;
    const runs = (key: string) => (of(key)?.runs ?? []).map((run) => shown(run)).join(' ');
    row(`${name} over fetch`, {
      unit: 'ratio',
      ...{ goal: goals[0], own: of('fetch')?.ratio ?? Number.NaN, runs: runs('fetch') },
      others: others((other) => ratio(of(other))),
    });
    row(`${name} over nodeFetch()`, {
      unit: 'ratio',
      ...{
        goal: goals[1],
        own: of('nodeFetch')?.ratio ?? Number.NaN,
        runs: runs('nodeFetch'),
        others: floor,
      },
    });
    row(`${name}: sampled reports of drift on top, µs`, {
      ...{ goal: 15, own: of('drift')?.us ?? Number.NaN, digits: 0, runs: runs('drift') },
    });
    row(`${name}: every response checked, relative to our client without checks`, {
      unit: 'ratio',
      ...{ goal: 1.1, own: of('strict')?.ratio ?? Number.NaN, runs: runs('strict') },
    });
  }

  told.section('Memory');
  const transfers = fileURLToPath(new URL('sdk/transfers.ts', import.meta.url));
  for (const transport of ['fetch', 'nodeFetch']) {
    const args = ['upload', stage.url, stage.folder, transport];
    const grown = [0, 1, 2].map(() => stage.run<{ mb: number }>(transfers, args).mb).sort((a, b) => a - b);
    row(`Upload of 200 MB over ${transport}, MB of RSS`, {
      ...{
        goal: 80,
        own: grown[1] ?? Number.NaN,
        digits: 0,
        runs: grown.map((mb) => shown(mb, 0)).join(' '),
      },
    });
  }
  const { left } = stage.run<{ left: number }>(transfers, ['listeners', stage.url, stage.folder]);
  row('Listeners left on a signal after 500 calls', { goal: 0, own: left, digits: 0 });

  told.section('Types: one file with one call');
  const types = typeCosts(stage);
  for (const [compiler, name] of [
    ['ts5', 'TypeScript 5.9'],
    ['ts7', 'TypeScript 7'],
  ] as const) {
    const of = (key: string) => types[key]?.[compiler];
    const blank = of('blank');
    // Even for an empty program, TypeScript 7 counts some built-in types.
    const more = (blank?.types ?? 0) - (types.blank?.ts5.types ?? 0);
    const cost = (key: string) => {
      const { files = 0, types: known = 0, instantiations = 0 } = of(key) ?? {};
      return `${files}/${known - more}/${instantiations}`;
    };
    row(`${name}: files`, { goal: 180, own: of(OURS)?.files ?? Number.NaN, digits: 0 });
    row(`${name}: types`, { goal: 180, own: (of(OURS)?.types ?? Number.NaN) - more, digits: 0 });
    row(`${name}: instantiations`, {
      ...{ goal: 50, own: of(OURS)?.instantiations ?? Number.NaN, digits: 0 },
      others: `files/types/instantiations: ${others(cost)}`,
    });
    row(`${name}: MB over an empty file`, {
      ...{ goal: 10, own: (of(OURS)?.mb ?? Number.NaN) - (blank?.mb ?? Number.NaN), digits: 1 },
      others: others((other) => shown((of(other)?.mb ?? Number.NaN) - (blank?.mb ?? Number.NaN), 0)),
    });
  }

  told.section('Texts');
  const texts = documented(stage);
  row('Methods with a description, %', { goal: 100, own: texts.methods * 100, digits: 1, atLeast: true });
  row('Methods with an example, %', { goal: 100, own: texts.examples * 100, digits: 1, atLeast: true });
} finally {
  stage.close();
}

const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${platform()}, Node ${process.versions.node}`;
const when = `${new Date().toISOString().slice(0, 10)}, ${machine}, load ${begun} at the start and ${load()} at the end`;
const results = fileURLToPath(new URL('sdk/results.md', import.meta.url));
writeFileSync(results, told.page(when));
execFileSync(BIOME, ['format', '--write', results], { stdio: 'ignore' });
