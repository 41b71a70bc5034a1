// Reports generated files that do not match their source: generates them again and compares.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { report, repositoryFiles } from './sources.mjs';

const FILES = repositoryFiles(
  'packages/contract/openapi.json',
  ':(glob)packages/*/src/**/generated/**',
  ':(glob)packages/*/test/**/generated/**',
  'docs/reference',
  'NOTICE',
);
const before = new Map(FILES.map((file) => [file, readFileSync(file, 'utf8')]));
execFileSync(process.execPath, ['scripts/gen.mjs'], { stdio: ['ignore', 'ignore', 'inherit'] });
const stale = FILES.filter((file) => readFileSync(file, 'utf8') !== before.get(file));
report(
  'generated',
  stale.map((file) => `${file} was stale and has been generated again`),
);
