import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeModels } from '../../../scripts/describe-models.ts';

const GUIDE = new URL('../../../../../docs/guides/voices-and-languages.md', import.meta.url);

test.each(['speech', 'recognition'] as const)('the guide lists every model of the registry: %s', (kind) => {
  expect(readFileSync(GUIDE, 'utf8')).toContain(describeModels(kind));
});
