// Makes a release on this machine: raises the versions according to .changeset, and writes the tarballs. The first
// release keeps its version. Publishes and commits nothing. With --published, records the current commit as that of the
// release.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { readLastRelease, writeLastRelease } from './last-release.ts';

const run = (command, ...args) =>
  execFileSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' });
const node = (...args) => run(process.execPath, ...args);

/** The version that the three published packages share. */
const readVersion = () => JSON.parse(readFileSync('packages/sdk/package.json', 'utf8')).version;

/** Ends the release with the reason. */
function fail(reason) {
  console.error(`release: ${reason}`);
  process.exit(1);
}

if (process.argv.includes('--published')) {
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
  writeLastRelease({ version: readVersion(), commit });
  console.log(`release: ${readVersion()} is recorded as commit ${commit}. Commit the record.`);
  process.exit();
}

const changes = readdirSync('.changeset').filter((file) => file.endsWith('.md') && file !== 'README.md');
if (changes.length === 0 && readLastRelease().commit !== null)
  fail('.changeset names no change, so there is nothing to release');
// Requires a digest, because a tag can move to another image.
if (!/^ARG NODE_IMAGE=\S+@sha256:[0-9a-f]{64}$/m.test(readFileSync('Dockerfile', 'utf8')))
  fail('Dockerfile does not pin its base image by digest; docs/releasing.md shows how');

if (changes.length > 0) {
  const install = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  run('npm', '--prefix', 'tools/release', ...install);
  const manifest = createRequire(import.meta.url).resolve('@changesets/cli/package.json');
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8'));
  node(manifest.replace(/package\.json$/, bin.changeset), 'version');
}

// The OpenAPI document contains the version, so everything that is generated from it changes.
node('scripts/gen.mjs');
node('scripts/pack.mjs');
console.log(`release: ${readVersion()} is in dist/packages. Run pnpm check:packages, then commit.`);
