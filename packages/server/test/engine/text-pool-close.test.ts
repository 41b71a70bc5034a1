import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTextPool } from '../../src/engine/index.ts';

/** Too large to be read without a thread. */
const input = {
  bytes: new TextEncoder().encode('One line of many.\n'.repeat(40_000)),
  format: 'txt' as const,
  csv_column: null,
  csv_has_header: true,
  source_language: 'en-us',
};

test('closing the pool ends running and waiting reads, and rejects new ones', async () => {
  const pool = createTextPool({ threads: 1 });
  await pool.read('script', input);
  const reads = Promise.allSettled([pool.read('script', input), pool.read('script', input)]);
  await setImmediate();
  await pool.close();
  for (const result of await reads) expect(result).toMatchObject({ reason: { name: 'AbortError' } });
  await expect(pool.read('script', input)).rejects.toMatchObject({ name: 'AbortError' });
});

test('a pool that was closed before its first text starts no thread', async () => {
  const pool = createTextPool();
  await pool.close();
  await expect(pool.read('script', input)).rejects.toMatchObject({ name: 'AbortError' });
});
