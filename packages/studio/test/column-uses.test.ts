import { expect, test } from 'vitest';
import { columnsConfig, columnsQuery, columnUses, isDuplicateUse } from '../src/screens/new/column-uses.ts';

const READING = {
  columns_used: [
    { column: 'Key', used_as: 'line_id' as const },
    { column: 'EN', used_as: 'script' as const, locale_code: 'en' },
    { column: 'controls.speed', used_as: 'controls' as const },
  ],
  columns_unused: ['Extra'],
};

test('columns are shown as they were read, without those that users cannot change', () => {
  expect(columnUses(READING)).toEqual([
    { column: 'Key', use: 'line_id', locale: '' },
    { column: 'EN', use: 'text', locale: 'en' },
    { column: 'Extra', use: '', locale: '' },
  ]);
});

test('a file with a text for each key has no columns to choose', () => {
  const columns_used = [
    { column: '@@locale', used_as: 'locale' as const },
    { column: 'key', used_as: 'line_id' as const },
  ];
  expect(columnUses({ columns_used, columns_unused: [] })).toEqual([]);
});

test('fields without a column are null, and texts are stored by language', () => {
  const uses = columnUses(READING).map((one) =>
    one.column === 'Extra' ? { ...one, use: 'text' as const, locale: ' de ' } : one,
  );
  const columns = columnsConfig(uses);
  expect(columns).toEqual({
    ...{ line_id: 'Key', character_name: null, locale: null, notes: null, direction: null },
    ...{ max_duration_ms: null, max_characters: null, texts: { en: 'EN', de: 'Extra' } },
  });
  expect(columnsQuery(columns)).toEqual({
    ...{ 'columns.line_id': 'Key', 'columns.character_name': '', 'columns.locale': '', 'columns.notes': '' },
    ...{ 'columns.direction': '', 'columns.max_duration_ms': '', 'columns.max_characters': '' },
    ...{ 'columns.texts': ['en:EN', 'de:Extra'] },
  });
  const [, , extra] = columnUses(READING);
  const single = [{ column: 'Extra', use: 'text' as const, locale: '' }];
  expect(columnsConfig(single)).toMatchObject({ line_id: null, script: extra?.column });
});

test('two columns cannot have the same use or the same language', () => {
  const text = (column: string, locale: string) => ({ column, use: 'text' as const, locale });
  const [one, same, other] = [text('a', 'de'), text('b', 'DE '), text('c', 'fr')];
  expect([one, same, other].map((use) => isDuplicateUse([one, same, other], use))).toEqual([
    true,
    true,
    false,
  ]);
  const unused = { column: 'd', use: '' as const, locale: '' };
  expect(isDuplicateUse([unused, { ...unused, column: 'e' }], unused)).toBe(false);
});
