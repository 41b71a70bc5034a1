import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LOCALES } from '../src/demo/cast.ts';

/** Cells of one row; the script has no line breaks inside of cells. */
const cellsOf = (row: string) =>
  [...row.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

test('the shipped script has at least 24 lines of 3 characters, each in all 5 locales', () => {
  const text = readFileSync(new URL('../demo/script.csv', import.meta.url), 'utf8');
  const [head = [], ...rows] = text.trim().split('\n').map(cellsOf);
  const column = (name: string) => rows.map((row) => row[head.indexOf(name)] ?? '');
  expect(rows.length).toBeGreaterThanOrEqual(24);
  expect(new Set(column('id')).size).toBe(rows.length);
  expect(new Set(column('character'))).toEqual(new Set(['Mara', 'Finn', 'Bruno']));
  for (const locale of LOCALES)
    expect(
      column(locale).filter((cell) => cell.trim() === ''),
      locale,
    ).toEqual([]);
  for (const row of rows) expect(row, row[0]).toHaveLength(head.length);
});
