// Builds the published packages and writes their tarballs to dist/packages. Publishes nothing.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { bundle as bundleCli } from '../packages/cli-examples/scripts/bundle.ts';
import { report } from './sources.mjs';

const OUT = 'dist/packages';
const PNPM = ['-y', '--prefer-offline', 'pnpm@12.21.0'];
/** The folder of each package, and the allowed files and maximum sizes of its tarball. */
const PACKAGES = {
  contract: { files: /^(dist\/.+\.(js|d\.ts)|openapi\.json)$/, files_max: 330, bytes_max: 4_100_000 },
  sdk: { files: /^dist\/.+\.(js|d\.ts)$/, files_max: 60, bytes_max: 1_000_000 },
  'cli-examples': { files: /^dist\/main\.js$/, files_max: 5, bytes_max: 800_000 },
};
const ALWAYS = ['LICENSE', 'README.md', 'package.json'];

const node = (...args) => execFileSync(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });

/** Writes the tarball of a package. Returns facts about its content, and the errors. */
function pack(name, { files, files_max, bytes_max }) {
  const packed = execFileSync(
    'npx',
    [...PNPM, '-C', `packages/${name}`, 'pack', '--json', '--pack-destination', `${process.cwd()}/${OUT}`],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], shell: process.platform === 'win32' },
  );
  const { filename } = JSON.parse(packed);
  const folder = `${OUT}/unpacked/${name}`;
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['-xzf', filename, '-C', folder, '--strip-components=1']);
  const held = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(folder.length + 1));
  const bytes = held.reduce((sum, file) => sum + readFileSync(`${folder}/${file}`).length, 0);
  const manifest = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  const faults = held
    .filter((file) => !files.test(file) && !ALWAYS.includes(file))
    .map((file) => `has ${file}`);
  faults.push(...ALWAYS.filter((file) => !held.includes(file)).map((file) => `lacks ${file}`));
  if (held.length > files_max) faults.push(`has ${held.length} files, at most ${files_max}`);
  if (bytes > bytes_max) faults.push(`has ${bytes} bytes, at most ${bytes_max}`);
  const asked = Object.entries(manifest.dependencies ?? {});
  if (name === 'sdk' && asked.length > 0) faults.push(`depends on ${asked.map(([other]) => other)}`);
  for (const [other, range] of asked)
    if (/^(workspace|catalog|file|link):/.test(range)) faults.push(`asks for ${other} ${range}`);
  // The tarball of the command line contains the SDK, so it must not depend on it.
  if (name === 'cli-examples' && '@voiceloom/sdk' in (manifest.dependencies ?? {}))
    faults.push('depends on @voiceloom/sdk');
  return { facts: { name: manifest.name, tarball: filename, folder, files: held.length, bytes }, faults };
}

rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
node('packages/sdk/scripts/build.ts');
node('packages/contract/scripts/build.ts');
rmSync('packages/cli-examples/dist', { recursive: true, force: true });
await bundleCli('packages/cli-examples/dist/main.js');
const packed = Object.entries(PACKAGES).map(([name, limits]) => pack(name, limits));
writeFileSync(
  `${OUT}/packages.json`,
  JSON.stringify(
    packed.map(({ facts }) => facts),
    null,
    2,
  ),
);
for (const { facts } of packed) {
  process.stdout.write(`${facts.name}: ${facts.files} files, ${(facts.bytes / 1e6).toFixed(2)} MB\n`);
}
report(
  'packages',
  packed.flatMap(({ facts, faults }) => faults.map((fault) => `${facts.name} ${fault}`)),
);
