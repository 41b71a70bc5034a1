import { expect, test } from 'vitest';
import { operationModels } from '../scripts/operation-model.ts';
import { printOperations } from '../scripts/print-operations.ts';
import { printField } from '../scripts/schema-printer.ts';

test('exactly the methods of deprecated operations are marked as deprecated', () => {
  const models = operationModels().filter(({ id }) => id.startsWith('text.') || id === 'voices.get');
  expect(printOperations(models)).not.toContain('@deprecated');
  const deprecated = { since: '2026-11-21', sunset: '2028-01-01', successor: 'voices.list' };
  const changed = models.map((model) => {
    const metadata = { ...model.route.metadata, ...(model.id === 'voices.get' && { deprecated }) };
    return { ...model, route: { ...model.route, metadata } };
  });
  const marked = printOperations(changed).match(/@deprecated.*/g);
  expect(marked).toEqual([
    '@deprecated Deprecated since 2026-11-21; use `voices.list` instead. It may be removed from 2028-01-01 on.',
  ]);
});

test('a deprecated field is marked as deprecated', () => {
  const schema = { type: 'string', description: 'A name. Deprecated since 2026-11-21.' };
  const place = { schema: {}, depth: 0 };
  expect(printField('name', { ...schema, deprecated: true }, place)).toBe(
    '/**\n * A name. Deprecated since 2026-11-21.\n *\n * @deprecated See above.\n */\nname?: string;\n',
  );
  expect(printField('name', schema, place)).not.toContain('@deprecated');
});
