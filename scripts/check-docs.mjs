// Stops undocumented exports of contract and SDK, dead links in documents, and words that do not belong here.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { report, sources } from './sources.mjs';

const faults = [];
for (const file of sources('packages/contract/src', 'packages/sdk/src')) {
  const lines = readFileSync(file, 'utf8').split('\n');
  lines.forEach((line, index) => {
    if (!/^export (?:async )?(?:function|const|class|interface|type) \w/.test(line)) return;
    if (!/\*\/\s*$/.test(lines[index - 1] ?? '') && !/^(\/\/ biome-ignore)/.test(lines[index - 1] ?? '')) {
      faults.push(`${file}:${index + 1}: an export without a doc comment`);
    }
  });
}

const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file && existsSync(file));
for (const file of tracked.filter((name) => name.endsWith('.md'))) {
  for (const [, target] of readFileSync(file, 'utf8').matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)) {
    if (/^(https?:|mailto:)/.test(target)) continue;
    if (!existsSync(join(dirname(file), target))) faults.push(`${file}: dead link ${target}`);
  }
}

const { ERROR_CODES } = await import('../packages/contract/src/errors.ts');
for (const code of ERROR_CODES) {
  if (!existsSync(`docs/errors/${code}.md`))
    faults.push(`docs/errors/${code}.md: every error code has a page`);
}
const operations = readFileSync('docs/operations.md', 'utf8');
const settings = readFileSync('packages/server/src/config/config.ts', 'utf8').matchAll(
  /^ {2}([A-Z][A-Z0-9_]+):/gm,
);
for (const [, name] of settings)
  if (!operations.includes(name)) faults.push(`docs/operations.md: does not describe ${name}`);

const FORBIDDEN = [
  /registry\.(npmjs|yarnpkg)/,
  /\/(?:work|farm)\/\w+/,
  /\/root\/\./,
  /\b(?:TODO|FIXME|XXX)\b/,
  /\b(?:it|test|describe)\.(?:skip|only)\(/,
];
for (const file of tracked.filter(
  (name) => !/^(pnpm-lock\.yaml|scripts\/check-docs\.mjs|packages\/speech-espeak\/LICENSE)$/.test(name),
)) {
  const text = readFileSync(file, 'utf8');
  for (const pattern of FORBIDDEN) if (pattern.test(text)) faults.push(`${file}: contains ${pattern}`);
}
report('docs', faults);
