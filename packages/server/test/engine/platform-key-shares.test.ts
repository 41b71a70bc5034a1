import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDb, createPool } from '../../src/db/index.ts';
import { createConcurrencyLimiter } from '../../src/engine/index.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let pool: ReturnType<typeof createPool>;
beforeAll(async () => {
  database = await createDatabase();
  pool = createPool({ connectionString: database.url, max: 2, onError: () => undefined });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const SLOTS = 4;

/** Makes the calls of three workspaces with one key, and returns whose call got each slot, in order. */
async function order(shares: readonly string[], isShared: boolean): Promise<string[]> {
  const limiter = createConcurrencyLimiter({
    db: createDb(pool),
    clock: () => new Date(),
    secret: Buffer.from(`test ${isShared}`),
  });
  const signal = new AbortController().signal;
  const admitted: { share: string; release: (outcome: 'done') => void }[] = [];
  const calls = shares.map(async (share) => {
    const key = { provider: 'elevenlabs', credentials: { api_key: 'k' }, initial_slots: SLOTS };
    const { acquire } = limiter.forKey(isShared ? { ...key, share } : key);
    const release = await acquire(signal);
    admitted.push({ share, release });
  });
  for (let done = 0; done < shares.length; done++) {
    while (admitted.length <= done) await new Promise((resolve) => setImmediate(resolve));
    admitted[done]?.release('done');
  }
  await Promise.all(calls);
  await limiter.close();
  return admitted.map(({ share }) => share);
}

const large = Array.from({ length: 40 }, () => 'large');

test('a workspace with few calls gets its share of a platform key behind 40 calls of another', async () => {
  const shares = await order([...large, 'small', 'small', 'other', 'other'], true);
  const lastSmall = Math.max(shares.lastIndexOf('small'), shares.lastIndexOf('other'));
  // Three workspaces share four slots: the four small calls are among the next twelve.
  expect(lastSmall).toBeLessThan(SLOTS + 12);
});

test('the calls of an own key are served in order', async () => {
  expect(await order([...large, 'small'], false)).toEqual([...large, 'small']);
});
