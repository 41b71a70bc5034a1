import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTokenLeases, type Spent, sweepRateLimits } from '../../src/http/token-leases.ts';
import { newId } from '../../src/ids.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

type TokenLeases = ReturnType<typeof createTokenLeases>;

let servers: TestApp[];

beforeAll(async () => {
  const first = await startTestApp();
  const database_url = first.app.config.database_url!;
  const others = [1, 2, 3].map(() =>
    startTestApp({ database_url, config: { data_dir: first.app.config.data_dir } }),
  );
  servers = [first, ...(await Promise.all(others))];
});
afterAll(async () => {
  for (const server of servers.reverse()) await server.close();
});

/** The leases of four processes. Each has its own connections and listener. */
const processes = (): TokenLeases[] => servers.map(({ app }) => createTokenLeases(app));
const db = () => servers[0]!.app.db;

async function stored(key: string): Promise<{ points: number; expire: number } | undefined> {
  const { rows } = await sql<{ points: number; expire: number }>`
    select points, expire from rate_limit where key = ${key}`.execute(db());
  return rows[0];
}

async function spendAll(own: TokenLeases, key: string, { limit, times }: { limit: number; times: number }) {
  const results: Spent[] = [];
  for (let n = 0; n < times; n++) results.push(await own(key, limit));
  return results;
}

const admitted = (results: readonly Spent[]) => results.filter((result) => result.admitted).length;

describe('four processes', () => {
  test.each([1, 7, 40, 600])('accept exactly %d requests, whichever process receives them', async (limit) => {
    const key = newId();
    const own = processes();
    const all = Array.from({ length: limit * 3 + 20 }, (_, n) => own[(n * n) % own.length]!(key, limit));
    expect(admitted(await Promise.all(all))).toBe(limit);
    expect((await stored(key))?.points).toBe(limit);
  });

  test('accept the whole limit for a caller that changes processes', async () => {
    const key = newId();
    const own = processes();
    const results: Spent[] = [];
    for (const process of own) results.push(...(await spendAll(process, key, { limit: 200, times: 20 })));
    results.push(...(await spendAll(own[0]!, key, { limit: 200, times: 200 })));
    expect(admitted(results)).toBe(200);
    expect(results.slice(0, 200).every((result) => result.admitted)).toBe(true);
  });

  test('respect the limit when one of them dies with its lease', async () => {
    const key = newId();
    const [dying, ...own] = processes();
    await dying!(key, 100);
    // No process returns the requests that the dead process has leased, because its listener belongs to
    // another set of leases.
    await sql`update rate_limit set expire = expire + 1 where key = ${key}`.execute(db());
    const results = await Promise.all(Array.from({ length: 150 }, (_, n) => own[n % 3]!(key, 100)));
    expect(admitted(results)).toBe(90);
  });
});

test('a caller far from its limit costs no statement', async () => {
  const key = newId();
  const [own] = processes();
  await own!(key, 1_000);
  const before = await stored(key);
  const results = await spendAll(own!, key, { limit: 1_000, times: 99 });
  expect(results.map(({ left }) => left)).toEqual(Array.from({ length: 99 }, (_, n) => 998 - n));
  expect(await stored(key)).toEqual(before);
  expect(before?.points).toBe(100);
});

test('a caller over its limit costs no statement until its window ends', async () => {
  const key = newId();
  const [own] = processes();
  await spendAll(own!, key, { limit: 3, times: 4 });
  await sql`update rate_limit set points = 0 where key = ${key}`.execute(db());
  const [again] = await spendAll(own!, key, { limit: 3, times: 1 });
  expect(again).toMatchObject({ admitted: false, left: 0 });
  expect(again!.resets_in_ms).toBeGreaterThan(50_000);
});

test('a changed limit also applies to tokens that were leased before', async () => {
  const key = newId();
  const [own] = processes();
  await own!(key, 1_000);
  expect(await own!(key, 5)).toMatchObject({ admitted: true, left: 3 });
  expect(admitted(await spendAll(own!, key, { limit: 5, times: 9 }))).toBe(3);
});

test('an ended window no longer counts, and the sweep deletes it', async () => {
  const key = newId();
  const [one, other] = processes();
  await spendAll(one!, key, { limit: 2, times: 3 });
  await sql`update rate_limit set expire = expire - 60000 where key = ${key}`.execute(db());
  expect(await other!(key, 2)).toMatchObject({ admitted: true, left: 1 });
  await sql`update rate_limit set expire = expire - 60000 where key = ${key}`.execute(db());
  await sweepRateLimits(servers[0]!.app);
  expect(await stored(key)).toBeUndefined();
});
