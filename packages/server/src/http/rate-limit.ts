import type { Response } from 'express';
import { CompiledQuery, sql } from 'kysely';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { App } from '../app.ts';
import { type Db, isDatabaseBusy } from '../db/index.ts';
import { ApiError } from '../errors.ts';
import type { Principal } from './auth/authenticate.ts';

const WINDOW_SECONDS = 60;
const KEY_LIMIT = 600;
const USER_LIMIT = 1_200;
const FAILURE_LIMIT = 300;

export type RateLimits = Awaited<ReturnType<typeof createRateLimits>>;

interface Spent {
  /** The number of the request in its window, counted over all server processes. */
  ordinal: number;
  resets_in_ms: number;
}

/**
 * Fixed windows of a minute, counted in PostgreSQL so that a limit applies to all processes together. One
 * statement counts all waiting requests of a caller. If the database is unavailable, each process counts
 * alone, so that limits never make an outage worse.
 */
export async function createRateLimits({ db }: Pick<App, 'db'>) {
  await prepareTable(db);
  const count = batched(counter(db));
  return {
    /** Counts a request of a caller and writes the RateLimit headers; throws RATE_LIMITED over the limit. */
    async spend(principal: Principal, res: Response): Promise<void> {
      const limit = limitOf(principal);
      const { ordinal, resets_in_ms } = await count(limit.key, limit.points);
      const seconds = Math.ceil(resets_in_ms / 1_000);
      res.setHeader('RateLimit-Policy', `"${limit.name}";q=${limit.points};w=${WINDOW_SECONDS}`);
      res.setHeader('RateLimit', `"${limit.name}";r=${Math.max(0, limit.points - ordinal)};t=${seconds}`);
      if (ordinal > limit.points) throw exceeded(seconds);
    },
    /** Counts a rejected credential of an address; throws RATE_LIMITED over the limit. */
    async fail(address: string): Promise<void> {
      const { ordinal, resets_in_ms } = await count(`ip:${address}`, FAILURE_LIMIT);
      if (ordinal > FAILURE_LIMIT) throw exceeded(Math.ceil(resets_in_ms / 1_000));
    },
  };
}

function limitOf({ kind, api_key_id, user_id, rate_limit_per_min }: Principal) {
  if (kind === 'jwt') return { name: 'user', key: `user:${user_id}`, points: USER_LIMIT };
  return { name: 'key', key: `key:${api_key_id}`, points: rate_limit_per_min ?? KEY_LIMIT };
}

function exceeded(seconds: number): ApiError {
  const retryAfterSeconds = Math.max(1, seconds);
  return new ApiError('RATE_LIMITED', `Too many requests; try again in ${retryAfterSeconds} s.`, {
    retryAfterSeconds,
  });
}

/** Unlogged: counts of the last minute are not worth disk writes, and may be lost in a crash. */
async function prepareTable(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('rate_limit'))`.execute(tx);
    await sql`
      create unlogged table if not exists rate_limit (
        key varchar(255) primary key,
        points integer not null default 0,
        expire bigint
      ) with (fillfactor = 50)`.execute(tx);
  });
}

type Consume = (key: string, points: number) => Promise<RateLimiterRes>;

function counter(db: Db): Consume {
  // Uses the pool of the service, without named statements, which a transaction pooler does not support.
  const client = {
    query: ({ text, values }: { text: string; values: unknown[] }) =>
      db.executeQuery(CompiledQuery.raw(text, values)),
  };
  const unbounded = { points: 1_000_000_000, duration: WINDOW_SECONDS, keyPrefix: '' };
  const limiter = new RateLimiterPostgres({
    ...unbounded,
    storeClient: client,
    storeType: 'client',
    tableName: 'rate_limit',
    tableCreated: true,
  });
  const ofThisProcess = new RateLimiterMemory(unbounded);
  return async (key, points) => {
    try {
      return await limiter.consume(key, points);
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return refusal;
      // The request has waited long enough, and would have to wait again for its own statements.
      if (isDatabaseBusy(refusal)) throw refusal;
      return ofThisProcess.consume(key, points);
    }
  };
}

interface Batch {
  limit: number;
  waiting: { resolve: (spent: Spent) => void; reject: (error: unknown) => void }[];
  running: boolean;
  /** Rejected until then without another query. */
  full: { until: number; ordinal: number } | undefined;
}

/** Requests of a key that arrive while a statement counts are counted together by the next one. */
function batched(consume: Consume): (key: string, limit: number) => Promise<Spent> {
  const batches = new Map<string, Batch>();

  async function run(key: string, batch: Batch): Promise<void> {
    batch.running = true;
    while (batch.waiting.length > 0) {
      const served = batch.waiting.splice(0);
      try {
        const { consumedPoints, msBeforeNext } = await consume(key, served.length);
        const first = consumedPoints - served.length;
        for (const [at, { resolve }] of served.entries()) {
          resolve({ ordinal: first + at + 1, resets_in_ms: msBeforeNext });
        }
        if (consumedPoints > batch.limit) {
          batch.full = { until: performance.now() + msBeforeNext, ordinal: consumedPoints };
        }
      } catch (error) {
        for (const { reject } of served) reject(error);
      }
    }
    batch.running = false;
    if (!batch.full) batches.delete(key);
  }

  return (key, limit) => {
    const batch = batches.get(key) ?? { limit, waiting: [], running: false, full: undefined };
    batch.limit = limit;
    const { full } = batch;
    const left = full ? full.until - performance.now() : 0;
    if (full && left > 0 && full.ordinal > limit) {
      return Promise.resolve({ ordinal: full.ordinal, resets_in_ms: left });
    }
    batch.full = undefined;
    if (batches.size > 10_000) dropFull(batches);
    batches.set(key, batch);
    return new Promise((resolve, reject) => {
      batch.waiting.push({ resolve, reject });
      if (!batch.running) void run(key, batch);
    });
  };
}

function dropFull(batches: Map<string, Batch>): void {
  for (const [key, batch] of batches) if (!batch.running) batches.delete(key);
}
