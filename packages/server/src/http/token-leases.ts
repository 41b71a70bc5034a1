import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { App } from '../app.ts';
import { type Db, isDatabaseBusy } from '../db/index.ts';

export const WINDOW_SECONDS = 60;
const WINDOW_MS = WINDOW_SECONDS * 1_000;
/** A process leases a tenth of the remaining tokens, so that leases become smaller near the limit. */
const LEASE_SHARE = 10;
/** The maximum age of a lease if less than half of the limit is left, because other processes also take tokens. */
const RENEW_MS = 1_000;
/** How long to wait for other processes to return their unused tokens. */
const RECALL_MS = 50;
const RECALL_CHANNEL = 'rate_limit_recall';
/** The maximum number of callers in memory. Above it, the oldest ones lose their leases. */
const MAX_CALLERS = 50_000;

/** The result of a request: whether it is within the limit, and how many tokens are left. */
export interface Spent {
  admitted: boolean;
  left: number;
  resets_in_ms: number;
}

interface Lease {
  limit: number;
  /** Tokens that this process may still spend. */
  left: number;
  /** Tokens that no process had leased when the database was last queried. */
  unleased: number;
  /** The window in the database. Tokens are returned only to their own window. */
  window: number;
  /** In the time of this process: when the window ends, and when the database must be queried again. */
  ends_at: number;
  renew_at: number;
  /** Whether all tokens of the window are spent. If so, requests are rejected without the database. */
  is_full: boolean;
  waiting: { limit: number; request: PromiseWithResolvers<Spent> }[];
  is_serving: boolean;
  /** Requests that this process counted without the database while it was unavailable. */
  local: { points: number; ends_at: number };
}

/**
 * Rate limits per minute that apply to all processes together. A process leases tokens of a window and spends them
 * without the database; docs/design/api.md explains the rules. If the database is unavailable, each process counts
 * alone, so that limits never make an outage worse. The function does not return a promise if the process has tokens.
 */
export function createTokenLeases({ db, listener }: Pick<App, 'db' | 'listener'>) {
  const leases = new Map<string, Lease>();
  listener.on(RECALL_CHANNEL, (key) => {
    const lease = leases.get(key);
    if (!lease?.left || lease.is_serving) return;
    const { left: unused, window } = lease;
    lease.left = 0;
    const update = sql`update rate_limit set points = points - ${unused} where key = ${key} and expire = ${window}`;
    // If returning fails, the tokens count as spent.
    void update.execute(db).catch(() => undefined);
  });
  return (key: string, limit: number): Spent | Promise<Spent> => {
    let lease = leases.get(key);
    if (lease === undefined) {
      for (const [oldest, { is_serving }] of leases) {
        if (leases.size < MAX_CALLERS) break;
        if (!is_serving) leases.delete(oldest);
      }
      const nothing = { limit: 0, left: 0, unleased: 0, window: 0, ends_at: 0, renew_at: 0, is_full: false };
      lease = { ...nothing, waiting: [], is_serving: false, local: { points: 0, ends_at: 0 } };
      leases.set(key, lease);
    }
    if (!lease.is_serving && canDecideLocally(lease, { limit, demand: 1 })) return spendToken(lease);
    const request = Promise.withResolvers<Spent>();
    lease.waiting.push({ limit, request });
    if (!lease.is_serving) void serve(db, key, lease);
    return request.promise;
  };
}

/** Whether the requests can be admitted or rejected without querying the database. */
function canDecideLocally(lease: Lease, { limit, demand }: { limit: number; demand: number }): boolean {
  if (lease.limit !== limit || performance.now() >= lease.renew_at) return false;
  return lease.is_full || lease.left >= demand;
}

/** While a statement runs, new requests wait. The next statement serves them together. */
async function serve(db: Db, key: string, lease: Lease): Promise<void> {
  lease.is_serving = true;
  while (lease.waiting.length > 0) {
    const served = lease.waiting.splice(0);
    const demand = { limit: served.at(-1)?.limit ?? 0, demand: served.length };
    try {
      if (!canDecideLocally(lease, demand)) await leaseOrRecall(db, { key, lease, ...demand });
      for (const { request } of served) request.resolve(spendToken(lease));
    } catch (error) {
      for (const { request } of served) request.reject(error);
    }
  }
  lease.is_serving = false;
}

/** Takes one request from the lease, if it has any left. */
function spendToken(lease: Lease): Spent {
  const resets_in_ms = Math.max(0, lease.ends_at - performance.now());
  if (lease.left === 0) return { admitted: false, left: 0, resets_in_ms };
  lease.left -= 1;
  return { admitted: true, left: lease.unleased + lease.left, resets_in_ms };
}

interface LeaseRequest {
  key: string;
  lease: Lease;
  limit: number;
  /** The number of requests that wait for a token. */
  demand: number;
}

/** Before a request is rejected, makes the other processes return their unused tokens. */
async function leaseOrRecall(db: Db, request: LeaseRequest): Promise<void> {
  const { key, lease, limit, demand } = request;
  try {
    await leaseTokens(db, request);
    if (lease.left >= demand) return;
    await sql`select pg_notify(${RECALL_CHANNEL}, ${key})`.execute(db);
    await delay(RECALL_MS);
    await leaseTokens(db, request);
  } catch (error) {
    // The request has already waited for a connection, and would have to wait again for its own statements.
    if (isDatabaseBusy(error)) throw error;
    // The database is unavailable, so this process counts alone.
    const now = performance.now();
    if (now >= lease.local.ends_at) lease.local = { points: 0, ends_at: now + WINDOW_MS };
    const { local } = lease;
    const points = Math.max(0, Math.min(demand, limit - local.points));
    local.points += points;
    const unleased = Math.max(0, limit - local.points);
    const times = { ends_at: local.ends_at, renew_at: local.ends_at };
    Object.assign(lease, { limit, left: points, unleased, window: 0, ...times, is_full: points < demand });
  }
}

/** The window of a request depends on the time of the database. */
const nowMs = sql`(extract(epoch from now()) * 1000)::bigint`;

/** A window that would end much later than a new one was opened before the clock of the database went back. */
const isOpen = sql`(held.expire > ${nowMs} and held.expire <= ${nowMs} + ${2 * WINDOW_MS}::int)`;

/** Returns the unused tokens of the last lease in this window, and takes a new lease, in one statement. */
async function leaseTokens(db: Db, { key, lease, limit, demand }: LeaseRequest): Promise<void> {
  const { window, left } = lease;
  const sent_at = performance.now();
  lease.left = 0;
  // The size of the lease if no request was counted before, by the same rule as in the statement.
  const first = Math.min(limit, Math.max(demand, Math.trunc(limit / LEASE_SHARE)));
  // In the open window, `taken` is what all leases have taken, without what this one returns, and `share` is the new lease.
  const { rows } = await sql<{ points: number; leased: number; expire: number; resets_in_ms: number }>`
    insert into rate_limit as held (key, points, leased, expire)
    values (${key}, ${first}, ${first}, ${nowMs} + ${WINDOW_MS}::int)
    on conflict (key) do update set (points, leased, expire) = (
      select taken + share, share, ends
      from (
        select case when ${isOpen} then held.expire else ${nowMs} + ${WINDOW_MS}::int end as ends,
          case when not ${isOpen} then 0
            when held.expire = ${window}::bigint then held.points - ${left}::int
            else held.points end as taken
      ) as current
      cross join lateral (
        select greatest(0, least(${limit}::int - taken,
          greatest(${demand}::int, (${limit}::int - taken) / ${LEASE_SHARE}::int))) as share
      ) as own
    )
    returning points, leased, expire, (expire - ${nowMs})::int as resets_in_ms`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The count of requests returned no row.');
  const unleased = Math.max(0, limit - row.points);
  // Measured from before the statement, so that the window never ends later here than in the database.
  const ends_at = sent_at + row.resets_in_ms;
  const is_full = row.leased < demand;
  const lastsWholeWindow = is_full || unleased * 2 > limit;
  let renew_at = ends_at;
  if (!lastsWholeWindow) renew_at = Math.min(ends_at, sent_at + RENEW_MS);
  Object.assign(lease, { limit, left: row.leased, unleased, window: row.expire, ends_at, renew_at, is_full });
}

/** Deletes windows that have ended. */
export async function sweepRateLimits({ db }: Pick<App, 'db'>): Promise<void> {
  await sql`delete from rate_limit where expire <= ${nowMs}`.execute(db);
}
