import type { Db } from '../../db/index.ts';
import { insertMissing } from '../../db/upsert.ts';

export interface LeaseRequest extends Lease {
  concurrency_id: string;
  /** The id of the process. */
  holder: string;
  /** Slots in use, which cannot be returned yet. */
  in_use: number;
  /** The initial concurrency limit. */
  initial_slots: number;
  report: CallReport;
  now: Date;
  expires_at: Date;
}

export interface Granted {
  /** How many requests may run concurrently. */
  slots: number;
  /** Slots unavailable to other processes: granted or still in use. */
  held: number;
  /** Whether other processes hold slots that may become free. */
  shared: boolean;
}

/**
 * Renews a process's share of a concurrency limit, and adapts the limit to the results of its provider calls. Renewals
 * of one limit run one after the other and take milliseconds.
 */
export function renewLease(db: Db, request: LeaseRequest): Promise<Granted> {
  return db.transaction().execute(async (tx) => {
    const total = await learn(tx, request);
    const others = await othersOf(tx, request);
    const slots = shareOf(total, request, others);
    const held = Math.max(request.in_use, slots);
    await storeLease(tx, request, held);
    return { slots, held, shared: others.length > 0 };
  });
}

/** Applies the report to the limit's row, which stays locked until the lease is stored. */
async function learn(tx: Db, { concurrency_id, initial_slots, report, now }: LeaseRequest): Promise<number> {
  await insertMissing(tx, 'provider_concurrency', [
    { id: concurrency_id, slots: initial_slots, updated_at: now },
  ]);
  const limit = await tx
    .selectFrom('provider_concurrency')
    .select(['slots', 'successes', 'halved_at'])
    .where('id', '=', concurrency_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (report.successes === 0 && !report.crowded && report.busy === 0) return limit.slots;
  const next = adapt(limit, report, { initial_slots, now });
  await tx
    .updateTable('provider_concurrency')
    .set({ ...next, updated_at: now })
    .where('id', '=', concurrency_id)
    .execute();
  return next.slots;
}

async function othersOf(tx: Db, { concurrency_id, holder, now }: LeaseRequest): Promise<Lease[]> {
  const rows = await tx
    .selectFrom('provider_slot_lease')
    .select(['holder', 'slots', 'demand', 'expires_at'])
    .where('concurrency_id', '=', concurrency_id)
    .execute();
  const expired = rows.filter(({ expires_at }) => expires_at <= now).map((row) => row.holder);
  if (expired.length > 0) {
    await tx
      .deleteFrom('provider_slot_lease')
      .where('concurrency_id', '=', concurrency_id)
      .where('holder', 'in', expired)
      .execute();
  }
  return rows.filter((row) => row.holder !== holder && row.expires_at > now);
}

async function storeLease(tx: Db, request: LeaseRequest, slots: number): Promise<void> {
  const { concurrency_id, holder, demand, in_use, expires_at } = request;
  if (demand === 0 && in_use === 0) {
    await tx
      .deleteFrom('provider_slot_lease')
      .where('concurrency_id', '=', concurrency_id)
      .where('holder', '=', holder)
      .execute();
    return;
  }
  await tx
    .insertInto('provider_slot_lease')
    .values({ concurrency_id, holder, slots, demand, expires_at })
    .onConflict((conflict) =>
      conflict.columns(['concurrency_id', 'holder']).doUpdateSet({ slots, demand, expires_at }),
    )
    .execute();
}

/** Releases every slot of a process that ends. */
export async function releaseLeases(db: Db, holder: string): Promise<void> {
  await db.deleteFrom('provider_slot_lease').where('holder', '=', holder).execute();
}

/**
 * Removes limits that were unused for a long time. Their credential is gone, or the limit must be learned again
 * anyway.
 */
export async function sweepConcurrencyLimits(db: Db, unusedSince: Date): Promise<void> {
  await db
    .deleteFrom('provider_concurrency')
    .where('updated_at', '<', unusedSince)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('provider_slot_lease')
            .select('holder')
            .whereRef('concurrency_id', '=', 'provider_concurrency.id'),
        ),
      ),
    )
    .execute();
}

/** The current concurrency limit, and what was learned since its last change. */
export interface LearnedLimit {
  slots: number;
  successes: number;
  halved_at: Date | null;
}

export interface CallReport {
  successes: number;
  /** Whether the provider reported too many concurrent requests. */
  crowded: boolean;
  /** How many requests the provider rejected because it was busy, which may have another cause. */
  busy: number;
}

export const MAX_SLOTS = 64;
const SUCCESSES_PER_SLOT = 50;
/** Halvings are at least this far apart, because concurrent requests are rejected together. */
const LESSON_MS = 1_000;

/** One report removes at most this share of the slots because the provider was busy. */
const BUSY_SHARE = 1 / 8;

/**
 * Halves the limit after too many concurrent requests. Otherwise, adds one slot for every 50 successes, and removes one
 * for every busy response, down to the initial limit.
 */
export function adapt(
  limit: LearnedLimit,
  { successes, crowded, busy }: CallReport,
  { initial_slots, now }: { initial_slots: number; now: Date },
): LearnedLimit {
  if (crowded) {
    if (limit.halved_at && now.getTime() - limit.halved_at.getTime() < LESSON_MS) return limit;
    return { slots: Math.max(1, Math.floor(limit.slots / 2)), successes: 0, halved_at: now };
  }
  const total = limit.successes + successes;
  const grown = limit.slots + Math.floor(total / SUCCESSES_PER_SLOT);
  const lowered = grown - Math.min(busy, Math.ceil(limit.slots * BUSY_SHARE));
  const slots = Math.max(lowered, Math.min(limit.slots, initial_slots));
  return { ...limit, slots: Math.min(MAX_SLOTS, slots), successes: total % SUCCESSES_PER_SLOT };
}

export interface Lease {
  slots: number;
  demand: number;
}

/**
 * The number of slots that a process gets: the free ones, but no more than a fair share while other processes need
 * slots. If there are fewer slots than processes, they take turns.
 */
export function shareOf(total: number, mine: Lease, others: readonly Lease[]): number {
  const free = Math.max(0, total - others.reduce((sum, { slots }) => sum + slots, 0));
  const share = Math.min(mine.demand, free);
  const waiting = others.filter(({ demand }) => demand > 0);
  if (!waiting.some(({ slots, demand }) => slots < demand)) return share;
  const fair = Math.floor(total / (waiting.length + 1));
  if (fair > 0) return Math.min(share, fair);
  return mine.slots > 0 ? 0 : Math.min(share, 1);
}
