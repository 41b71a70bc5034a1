import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { describeColumnTypes, describeTableTypes } from '../../../../tools/dev/table-types.ts';
import { createPool } from '../../src/db/index.ts';
import { createDatabase } from '../support/database.ts';

test('the types of the tables match the migrated database', async () => {
  const database = await createDatabase();
  onTestFinished(() => database.drop());
  const pool = createPool({ connectionString: database.url, max: 2, onError: () => undefined });
  try {
    expect(await describeTableTypes(pool)).toBe(readGenerated('tables.ts'));
    expect(await describeColumnTypes(pool)).toBe(readGenerated('column-types.json'));
  } finally {
    await pool.end();
  }
});

function readGenerated(name: string): string {
  return readFileSync(new URL(`../../src/db/generated/${name}`, import.meta.url), 'utf8');
}
