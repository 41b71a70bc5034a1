// The last release: its version and its commit, because not every clone has the tags.
import { readFileSync, writeFileSync } from 'node:fs';

const FILE = 'tools/release/last-release.json';

interface Release {
  version: string;
  /** Null while the version is in preparation and nothing was released before it. */
  commit: string | null;
}

export function readLastRelease(): Release {
  return JSON.parse(readFileSync(FILE, 'utf8'));
}

export function writeLastRelease(release: Release): void {
  writeFileSync(FILE, `${JSON.stringify(release)}\n`);
}
