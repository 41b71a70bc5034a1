// Reports changes of the contract that break clients of the last release: compares the OpenAPI documents.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { breakingChanges } from '../packages/contract/scripts/compatibility.ts';
import { report } from './sources.mjs';

const DOCUMENT = 'packages/contract/openapi.json';
const git = (...args) =>
  execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 64 << 20 });

/** The last tag. Undefined if there is none, or outside a git repository. */
function lastRelease() {
  try {
    return git('describe', '--tags', '--abbrev=0').trim();
  } catch {
    return undefined;
  }
}

const tag = lastRelease();
if (tag === undefined) console.log('compatibility: no release yet');
else {
  const released = JSON.parse(git('show', `${tag}:${DOCUMENT}`));
  const broken = breakingChanges(released, JSON.parse(readFileSync(DOCUMENT, 'utf8')));
  report(
    'compatibility',
    broken.map((change) => `${DOCUMENT}: ${change} (released in ${tag})`),
  );
}
