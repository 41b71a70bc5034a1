// Reports changes of the contract that break clients of the last release: compares the OpenAPI documents.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { breakingChanges } from '../packages/contract/scripts/compatibility.ts';
import { readLastRelease } from '../tools/release/last-release.ts';
import { report } from './sources.mjs';

const DOCUMENT = 'packages/contract/openapi.json';

const { version, commit } = readLastRelease();
if (commit === null) console.log('compatibility: no release yet');
else {
  const released = readReleased();
  const changes =
    released === undefined
      ? [`this clone lacks the commit ${commit} of ${version}: fetch it`]
      : breakingChanges(released, JSON.parse(readFileSync(DOCUMENT, 'utf8'))).map(
          (change) => `${DOCUMENT}: ${change} (released in ${version})`,
        );
  report('compatibility', changes);
}

/** The document of the last release. Undefined if the clone lacks its commit. */
function readReleased() {
  try {
    const text = execFileSync('git', ['show', `${commit}:${DOCUMENT}`], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 64 << 20,
    });
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
