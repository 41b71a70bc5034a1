import { expect, test } from 'vitest';
import { columnWidths, tabbed, table, widthOf } from '../src/terminal/table.ts';

const ID = '01a1ffd2-80e0-72a7-902a-010e61e60ba2';
const columns = [{ title: 'id' }, { title: 'text' }, { title: 'created' }];
const rows = [[ID, 'word '.repeat(40).trim(), '2026-11-21T20:35:50.372Z']];

test('a table is wrapped between words to fit the terminal, and is not limited elsewhere', () => {
  const lines = table(columns, rows, 80).split('\n');
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
  expect(lines.join(' ').match(/\bword\b/g)).toHaveLength(40);
  expect(columnWidths(columns, rows, 400)).toBeUndefined();
  expect(table(columns, rows, 0)).toContain('word '.repeat(40).trim());
});

test('an id is never wrapped, even in a narrow terminal', () => {
  for (const width of [10, 40, 60, 80]) expect(table(columns, rows, width)).toContain(ID);
});

test('a time is shown to the minute in a table, and complete to a program', () => {
  expect(table(columns, rows, 200)).toContain('2026-11-21 20:35Z');
  expect(tabbed(rows)).toContain('2026-11-21T20:35:50.372Z');
});

test('characters that are two columns wide in a terminal count as two', () => {
  expect([widthOf('abc'), widthOf('東京'), widthOf('e\u0301'), widthOf('👋')]).toEqual([3, 4, 1, 2]);
  const [, first = '', second = ''] = table(
    [{ title: 'name' }, { title: 'x' }],
    [
      ['東京', 1],
      ['abcd', 1],
    ],
    80,
  ).split('\n');
  expect(widthOf(first)).toBe(widthOf(second));
});

test('columns of names with spaces shrink before the others, the widest first', () => {
  const [id = 0, text = 0, created = 0] =
    columnWidths(columns, [[ID, 'a b '.repeat(30), '2026-11-21 20:35Z']], 80) ?? [];
  expect([id, created]).toEqual([ID.length + 2, 19]);
  // No padding after the last column.
  expect(id + text + created - 2).toBeLessThanOrEqual(80);
});
