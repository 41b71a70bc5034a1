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

export interface LeaseGrant {
  /** How many requests may run concurrently. */
  slots: number;
  /** Slots unavailable to other processes: granted or still in use. */
  unavailable: number;
  /** Whether other processes hold slots that may become free. */
  shared: boolean;
  /** How many processes have calls of each share. */
  processes: ReadonlyMap<string, number>;
}

/**
 * Renews a process's share of a concurrency limit, and adapts the limit to the results of its provider calls. Renewals
 * of one limit run one after the other and take milliseconds.
 */
export function renewLease(db: Db, request: LeaseRequest): Promise<LeaseGrant> {
  const { concurrency_id, holder, initial_slots, demand, shares, in_use, report, now, expires_at } = request;
  return db.transaction().execute(async (tx) => {
    // The limit's row stays locked until the lease is stored.
    const limit = { id: concurrency_id, slots: initial_slots, updated_at: now };
    await insertMissing(tx, 'provider_concurrency', [limit]);
    let currentLimit: LearnedLimit = await tx
      .selectFrom('provider_concurrency')
      .select(['slots', 'successes', 'halved_at'])
      .where('id', '=', concurrency_id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (report.successes > 0 || report.crowded || report.busy > 0) {
      currentLimit = adapt(currentLimit, report, { initial_slots, now });
      await tx
        .updateTable('provider_concurrency')
        .set({ ...currentLimit, updated_at: now })
        .where('id', '=', concurrency_id)
        .execute();
    }
    const leases = await tx
      .selectFrom('provider_slot_lease')
      .select(['holder', 'slots', 'demand', 'shares', 'expires_at'])
      .where('concurrency_id', '=', concurrency_id)
      .execute();
    const expiredHolders = leases.filter((lease) => lease.expires_at <= now).map((lease) => lease.holder);
    if (expiredHolders.length > 0) {
      await tx
        .deleteFrom('provider_slot_lease')
        .where('concurrency_id', '=', concurrency_id)
        .where('holder', 'in', expiredHolders)
        .execute();
    }
    const otherLeases = leases.filter((lease) => lease.holder !== holder && lease.expires_at > now);
    const slots = computeShare(currentLimit.slots, request, otherLeases);
    const unavailable = Math.max(in_use, slots);
    if (demand === 0 && in_use === 0) {
      await tx
        .deleteFrom('provider_slot_lease')
        .where('concurrency_id', '=', concurrency_id)
        .where('holder', '=', holder)
        .execute();
    } else {
      const lease = { slots: unavailable, demand, shares: [...shares], expires_at };
      await tx
        .insertInto('provider_slot_lease')
        .values({ concurrency_id, holder, ...lease })
        .onConflict((conflict) => conflict.columns(['concurrency_id', 'holder']).doUpdateSet(lease))
        .execute();
    }
    const processes = countProcesses([request, ...otherLeases]);
    return { slots, unavailable, shared: otherLeases.length > 0, processes };
  });
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
const MIN_HALVING_GAP_MS = 1_000;

/** One report removes at most this share of the slots because the provider was busy. */
const MAX_BUSY_SHARE = 1 / 8;

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
    if (limit.halved_at && now.getTime() - limit.halved_at.getTime() < MIN_HALVING_GAP_MS) return limit;
    return { slots: Math.max(1, Math.floor(limit.slots / 2)), successes: 0, halved_at: now };
  }
  const total = limit.successes + successes;
  const grown = limit.slots + Math.floor(total / SUCCESSES_PER_SLOT);
  const lowered = grown - Math.min(busy, Math.ceil(limit.slots * MAX_BUSY_SHARE));
  const slots = Math.max(lowered, Math.min(limit.slots, initial_slots));
  return { ...limit, slots: Math.min(MAX_SLOTS, slots), successes: total % SUCCESSES_PER_SLOT };
}

export interface Lease {
  slots: number;
  demand: number;
  /** Who makes the calls: the workspaces that share a platform key, or one empty name. */
  shares: readonly string[];
}

/** How many processes with demand have calls of each share. */
function countProcesses(leases: readonly Lease[]): Map<string, number> {
  const processes = new Map<string, number>();
  for (const { demand, shares } of leases)
    if (demand > 0) for (const share of shares) processes.set(share, (processes.get(share) ?? 0) + 1);
  return processes;
}

/**
 * The number of slots that a process gets: the free ones, but no more than a fair share while other processes need
 * slots. Every workspace has the same share of a key, divided among the processes with its calls. If there are fewer
 * slots than processes, they take turns.
 */
export function computeShare(total: number, mine: Lease, otherLeases: readonly Lease[]): number {
  const freeSlots = Math.max(0, total - otherLeases.reduce((sum, { slots }) => sum + slots, 0));
  const share = Math.min(mine.demand, freeSlots);
  const waiting = otherLeases.filter(({ demand }) => demand > 0);
  if (!waiting.some(({ slots, demand }) => slots < demand)) return share;
  const processes = countProcesses([mine, ...waiting]);
  const weigh = ({ shares }: Lease): number =>
    shares.reduce((sum, name) => sum + 1 / (processes.get(name) ?? 1), 0);
  // Without the error of binary fractions, such as three thirds.
  const fair = Math.floor((total * weigh(mine)) / Math.max(1, processes.size) + 1e-9);
  if (fair > 0) return Math.min(share, fair);
  return mine.slots > 0 ? 0 : Math.min(share, 1);
}
