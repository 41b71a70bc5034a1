// Stops a contract that breaks clients of the last release: compares it with the document of that release.
import { readFileSync } from 'node:fs';
import { breakingChanges } from '../packages/contract/src/compatibility.ts';
import { report } from './sources.mjs';

const read = (file) => JSON.parse(readFileSync(`packages/contract/${file}`, 'utf8'));
const broken = breakingChanges(read('released/openapi.json'), read('openapi.json'));
report(
  'compatibility',
  broken.map((change) => `packages/contract/openapi.json: ${change}`),
);
