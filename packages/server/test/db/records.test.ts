import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const SOURCES = fileURLToPath(new URL('../../src/', import.meta.url));
const readRecord = (name: string) =>
  readFileSync(new URL(`../../../../docs/adr/${name}`, import.meta.url), 'utf8');

/** The statements of a source file on tables of pg-boss: `update job`, or `read job` for everything that changes nothing. */
function statementsIn(source: string): string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const found = new Set<string>();
  for (const [, verb, table] of code.matchAll(
    /(?:\b(insert into|update|delete from)\s+)?\bpgboss\.(?!job_now\b)(\w+)/g,
  ))
    found.add(`${verb?.split(' ')[0] ?? 'read'} ${table}`);
  // The schema as a value, for statements on tables that they find in the catalog.
  if (/'pgboss'/.test(code)) found.add('read every table');
  return [...found].sort();
}

test('ADR 4 names every statement on tables of pg-boss', () => {
  const inCode = new Map<string, string[]>();
  for (const file of globSync('**/*.ts', { cwd: SOURCES })) {
    const statements = statementsIn(readFileSync(`${SOURCES}${file}`, 'utf8'));
    if (statements.length > 0) inCode.set(file, statements);
  }
  const [, section = ''] = readRecord('0004-work-in-chunks.md').split(
    '## Statements on the tables of pg-boss',
  );
  const inRecord = new Map<string, string[]>();
  for (const [, file = '', cell = ''] of section.matchAll(/^\| `([^`]+\.ts)`\s*\|([^|]+)\|/gm)) {
    const statements = [...cell.matchAll(/`([^`]+)`/g)].map(([, statement = '']) => statement);
    inRecord.set(file, [...new Set([...(inRecord.get(file) ?? []), ...statements])].sort());
  }
  expect(inCode.size).toBeGreaterThan(0);
  expect(Object.fromEntries(inRecord)).toEqual(Object.fromEntries(inCode));
});

test('ADR 16 names every trigger and function of the schema', () => {
  const schema = readFileSync(`${SOURCES}db/generated/schema.sql`, 'utf8');
  const names = [...schema.matchAll(/^create (?:or replace )?(?:trigger|function) (?:public\.)?(\w+)/gim)]
    .map(([, name = '']) => name)
    .sort();
  const record = readRecord('0016-rules-in-the-database.md');
  const table = record.slice(record.indexOf('| In the database'), record.indexOf('Not in the database'));
  const named = [...table.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(0);
  expect(named).toEqual(expect.arrayContaining(names));
});
