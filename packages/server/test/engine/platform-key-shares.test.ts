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

const turn = () => new Promise((resolve) => setTimeout(resolve, 10));

test('a workspace that works in one of three processes gets as many slots as one that works in all of them', async () => {
  const db = createDb(pool);
  const secret = Buffer.from('test processes');
  const processes = [0, 1, 2].map(() => createConcurrencyLimiter({ db, clock: () => new Date(), secret }));
  const end = new AbortController();
  const done = { large: 0, small: 0 };
  const callInTurn = async (process: number, share: keyof typeof done) => {
    const key = { provider: 'elevenlabs', credentials: { api_key: 'k' }, initial_slots: 6, share };
    while (!end.signal.aborted) {
      const release = await processes[process]?.forKey(key).acquire(end.signal);
      await turn();
      if (isSettled) done[share] += 1;
      release?.('invalid_input');
    }
  };
  let isSettled = false;
  const calls: Promise<void>[] = [];
  for (let index = 0; index < 12; index++) {
    for (const process of [0, 1, 2]) calls.push(callInTurn(process, 'large').catch(() => undefined));
    calls.push(callInTurn(2, 'small').catch(() => undefined));
  }
  // The first process holds all slots until it renews its lease.
  const findSlots = () => db.selectFrom('provider_slot_lease').select(['slots', 'shares']).execute();
  await expect
    .poll(async () => (await findSlots()).find(({ shares }) => shares.length === 2)?.slots, {
      timeout: 30_000,
    })
    .toBe(4);
  isSettled = true;
  while (done.small < 200) await turn();
  end.abort();
  await Promise.all(calls);
  for (const process of processes) await process.close();
  // Three slots each. Without shares over processes, one slot and five.
  expect(done.large).toBeLessThan(2 * done.small);
});

test('the calls of an own key are served in order', async () => {
  expect(await order([...large, 'small'], false)).toEqual([...large, 'small']);
});
