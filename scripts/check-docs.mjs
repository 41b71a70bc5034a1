// Reports undocumented exports of contract and SDK, broken links in documents, and forbidden words.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { report, repositoryFiles, sources } from './sources.mjs';

const faults = [];
for (const file of sources('packages/contract/src', 'packages/sdk/src')) {
  const text = readFileSync(file, 'utf8');
  const lines = text.split('\n');
  lines.forEach((line, index) => {
    if (!/^export (?:async )?(?:function|const|class|interface|type) \w/.test(line)) return;
    // The description of a schema documents both the schema and its type.
    const [, schema] = /^export const (\w+) = /.exec(line) ?? [];
    if (
      schema !== undefined &&
      new RegExp(`(\\bid: '${schema}',\\s+description:|\\(\\s*'${schema}',\\s+['"\`])`).test(text)
    )
      return;
    const [, inferred] = /^export type (\w+) = z\.(?:infer|input|output)<typeof \1>;/.exec(line) ?? [];
    if (inferred !== undefined && new RegExp(`^export const ${inferred}\\b`, 'm').test(text)) return;
    if (!/\*\/\s*$/.test(lines[index - 1] ?? '') && !/^(\/\/ biome-ignore)/.test(lines[index - 1] ?? '')) {
      faults.push(`${file}:${index + 1}: an export without a doc comment`);
    }
  });
}

const tracked = repositoryFiles();
for (const file of tracked.filter((name) => name.endsWith('.md'))) {
  for (const [, target] of readFileSync(file, 'utf8').matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)) {
    if (/^(https?:|mailto:)/.test(target)) continue;
    if (!existsSync(join(dirname(file), target))) faults.push(`${file}: dead link ${target}`);
  }
}

// Design pages describe the current code, so the files that they name must exist.
for (const file of repositoryFiles('docs/design/*.md')) {
  for (const [, named] of readFileSync(file, 'utf8').matchAll(/`((?:packages|scripts|bench)\/[^`\s]+)`/g))
    if (!existsSync(named)) faults.push(`${file}: names ${named}, which does not exist`);
}

for (const record of repositoryFiles('docs/adr/[0-9]*.md')) {
  if (!/^\d{4}-\d{2}-\d{2} · (accepted|superseded by ADR \d+)$/m.test(readFileSync(record, 'utf8')))
    faults.push(`${record}: has no line “<date> · accepted” or “<date> · superseded by ADR <n>”`);
}

const { ERROR_CODES } = await import('../packages/contract/src/errors.ts');
for (const code of ERROR_CODES) {
  if (!existsSync(`docs/errors/${code}.md`))
    faults.push(`docs/errors/${code}.md: every error code has a page`);
}
const SETTINGS = 'docs/operating/settings.md';
const settingsPage = readFileSync(SETTINGS, 'utf8');
const settings = readFileSync('packages/server/src/config/config.ts', 'utf8').matchAll(
  /^ {2}([A-Z][A-Z0-9_]+):/gm,
);
for (const [, name] of settings)
  if (!settingsPage.includes(name)) faults.push(`${SETTINGS}: does not describe ${name}`);

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
