// Makes a release on this machine: raises the versions according to .changeset, and writes and checks the tarballs.
// Publishes and commits nothing. With --published, records the current commit as that of the release.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { writeLastRelease } from '../tools/release/last-release.ts';

const run = (command, ...args) =>
  execFileSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' });
const node = (...args) => run(process.execPath, ...args);
const versionOf = (name) => JSON.parse(readFileSync(`packages/${name}/package.json`, 'utf8')).version;

if (process.argv.includes('--published')) {
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
  writeLastRelease({ version: versionOf('sdk'), commit });
  console.log(`release: ${versionOf('sdk')} is recorded as commit ${commit}. Commit the record.`);
  process.exit();
}
const told = readdirSync('.changeset').filter((file) => file.endsWith('.md') && file !== 'README.md');
if (told.length === 0) {
  console.error('release: .changeset names no change, so there is nothing to release');
  process.exit(1);
}
// Requires a digest, because a tag can move to another image.
if (!/^ARG NODE_IMAGE=\S+@sha256:[0-9a-f]{64}$/m.test(readFileSync('Dockerfile', 'utf8'))) {
  console.error('release: Dockerfile does not pin its base image by digest; docs/releasing.md shows how');
  process.exit(1);
}
run(
  'npm',
  '--prefix',
  'tools/release',
  'ci',
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  '--prefer-offline',
);
const tool = createRequire(`${process.cwd()}/tools/release/`).resolve('@changesets/cli/package.json');
node(tool.replace(/package\.json$/, JSON.parse(readFileSync(tool, 'utf8')).bin.changeset), 'version');

// The OpenAPI document contains the version, so everything that is generated from it changes.
node('scripts/gen.mjs');
node('scripts/pack.mjs');
console.log(`release: ${versionOf('sdk')} is in dist/packages. Run pnpm check:packages, then commit.`);
