// Checks that programs outside of this repository can use the packages. Runs publint and attw on the tarballs, installs
// them into a separate folder, compiles a program against them with two compilers, and runs it with every supported
// Node, with import and require. `node scripts/pack.mjs` writes the tarballs.
import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { faultOutcomes } from './faults.mjs';
import { askWorker, runIn, runtimesIn } from './runtimes.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const modules = join(here, 'node_modules');
const packages = JSON.parse(readFileSync(join(here, '../../dist/packages/packages.json'), 'utf8'));
const bare = { ...process.env, NODE_OPTIONS: '' };

let failed = false;
/** Runs a program. Prints its output if it fails. */
function step(name, command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { env: bare, ...options });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (text += part));
    child.on('error', (error) => (text += error.message));
    child.on('close', (code) => {
      process.stdout.write(`${code === 0 ? 'ok  ' : 'FAIL'} ${name}\n${code === 0 ? '' : text}`);
      failed ||= code !== 0;
      resolve(code === 0 ? text : '');
    });
  });
}

const bin = (name) => join(modules, '.bin', name);
/** Checks the packed packages as npm and TypeScript would read them. */
async function readTarballs() {
  for (const { name, tarball } of packages) {
    await step(`publint ${name}`, bin('publint'), ['run', tarball, '--strict']);
    // CommonJS programs use the same ES module, because supported versions of Node can require it.
    if (!name.endsWith('/cli'))
      await step(`attw ${name}`, bin('attw'), [tarball, '--profile', 'esm-only', '--format', 'ascii']);
  }
}

const folder = mkdtempSync(join(tmpdir(), 'voiceloom-consumer-'));
const types = '24.19.2';
writeFileSync(
  join(folder, 'package.json'),
  JSON.stringify({
    private: true,
    dependencies: Object.fromEntries(packages.map(({ name, tarball }) => [name, `file:${tarball}`])),
    devDependencies: { '@types/node': types },
  }),
);
/** Versions of Node's types that customers may have, besides the version of the program. */
const NODE_TYPES = ['20.19.43', '22.20.5', '25.9.9', '26.6.6'];
const install = [
  'install',
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  '--prefer-offline',
  '--loglevel=error',
];
await Promise.all([
  readTarballs(),
  step('npm install', 'npm', install, { cwd: folder, shell: process.platform === 'win32' }),
]);
mkdirSync(join(folder, 'src'));
for (const ending of ['mts', 'cts'])
  copyFileSync(join(here, 'program/main.ts'), join(folder, `src/main.${ending}`));

/** Compiler options as in projects of customers. Libraries are checked, too. */
const OPTIONS = {
  strict: true,
  skipLibCheck: false,
  exactOptionalPropertyTypes: true,
  rootDir: 'src',
  types: ['node'],
  target: 'ES2022',
};
const PROJECTS = {
  node: { module: 'NodeNext', outDir: 'out', lib: ['ES2023', 'DOM', 'DOM.Iterable'] },
  'node without DOM': { module: 'NodeNext', noEmit: true, lib: ['ES2023'] },
  bundler: {
    ...{
      module: 'ESNext',
      moduleResolution: 'Bundler',
      noEmit: true,
      lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    },
  },
};
/** Compiles the program with one version of TypeScript, in each kind of project. */
async function compile([compiler, version]) {
  for (const [project, own] of Object.entries(PROJECTS)) {
    const file = `tsconfig.${version}.${project.replaceAll(' ', '-')}.json`;
    const include = project === 'bundler' ? ['src/main.mts'] : ['src'];
    writeFileSync(join(folder, file), JSON.stringify({ compilerOptions: { ...OPTIONS, ...own }, include }));
    const tsc = join(modules, compiler, 'bin/tsc');
    await step(`TypeScript ${version}, ${project}`, process.execPath, [tsc, '-p', file], { cwd: folder });
  }
}
await Promise.all(
  [
    ['typescript-5', '5.9'],
    ['typescript', '7'],
  ].map(compile),
);

/** Checks that handlers fit the servers in every supported version of Node's types. */
async function compileReceiver(version) {
  const place = join(folder, `types-${version}`);
  mkdirSync(place);
  writeFileSync(
    join(place, 'package.json'),
    JSON.stringify({ private: true, type: 'module', devDependencies: { '@types/node': version } }),
  );
  copyFileSync(join(here, 'program/receiver.ts'), join(place, 'receiver.ts'));
  const compilerOptions = { ...OPTIONS, ...PROJECTS['node without DOM'], rootDir: '.', skipLibCheck: true };
  writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['receiver.ts'] }));
  await step(`npm install @types/node ${version}`, 'npm', install, {
    cwd: place,
    shell: process.platform === 'win32',
  });
  const tsc = join(modules, 'typescript', 'bin/tsc');
  await step(`a receiver with @types/node ${version}`, process.execPath, [tsc, '-p', '.'], { cwd: place });
}
await Promise.all(NODE_TYPES.map(compileReceiver));

/** The oldest supported Node, the one before the newest, and the one that runs this. */
const NODES = [join(modules, 'node-20/bin/node'), join(modules, 'node-22/bin/node'), process.execPath];
const { version } = JSON.parse(
  readFileSync(join(folder, 'node_modules/@voiceloom/sdk/package.json'), 'utf8'),
);
for (const node of NODES) {
  const own = execFileSync(node, ['--version'], { encoding: 'utf8', env: bare }).trim();
  for (const ending of ['mjs', 'cjs']) {
    const said = await step(`Node ${own}, main.${ending}`, node, [`out/main.${ending}`], { cwd: folder });
    if (said.trim() === version) continue;
    failed = true;
    process.stdout.write(`FAIL it said ${JSON.stringify(said)}, not ${version}\n`);
  }
}

/** Reports whether the output of a runtime is the version. Prints the output if not. */
async function tell(name, said) {
  let text;
  try {
    text = await said();
  } catch (error) {
    text = String(error.stderr || error);
  }
  const isRight = text.trim() === version;
  process.stdout.write(isRight ? `ok   ${name}\n` : `FAIL ${name}\n${text}\n`);
  failed ||= !isRight;
}
copyFileSync(join(here, 'program/worker.ts'), join(folder, 'worker.ts'));
const runtimes = runtimesIn(modules);
for (const runtime of runtimes) {
  if (runtime.name !== 'workerd') await tell(runtime.name, async () => runIn(runtime, folder));
  else
    await tell('workerd', async () => {
      const target = ['--platform=browser', '--conditions=workerd,browser', '--outfile=worker.js'];
      const input = ['worker.ts', '--bundle', '--format=esm'];
      execFileSync(bin('esbuild'), [...input, ...target, '--log-level=error'], { cwd: folder });
      return askWorker(runtime, { folder, bundle: 'worker.js' });
    });
}
const nodes = NODES.map((program) => ({
  name: `Node ${execFileSync(program, ['--version'], { encoding: 'utf8', env: bare }).trim()}`,
  program,
}));
for await (const { name, said } of faultOutcomes({ folder, esbuild: bin('esbuild'), nodes, runtimes })) {
  process.stdout.write(said === '' ? `ok   ${name}, every fault\n` : `FAIL ${name}, every fault\n${said}\n`);
  failed ||= said !== '';
}
// The command line must install without other packages, and start with the oldest Node.
const alone = mkdtempSync(join(tmpdir(), 'voiceloom-cli-alone-'));
const cli = packages.find(({ name }) => name.endsWith('/cli')).tarball;
writeFileSync(join(alone, 'package.json'), '{"private":true}');
await step('npm install of the command line alone', 'npm', [...install, '--engine-strict', cli], {
  cwd: alone,
  env: { ...bare, PATH: `${dirname(NODES[0])}${delimiter}${process.env.PATH}` },
  shell: process.platform === 'win32',
});
for (const node of NODES)
  for (const word of ['--version', '--help'])
    await step(`voiceloom ${word}`, node, [join(alone, 'node_modules/.bin/voiceloom'), word]);
rmSync(alone, { recursive: true, force: true });

rmSync(folder, { recursive: true, force: true });
process.exit(failed ? 1 : 0);
