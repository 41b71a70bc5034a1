import type { Db } from '../../db/index.ts';
import { insertMissing } from '../../db/upsert.ts';

export interface LeaseRequest extends Lease {
  lane_id: string;
  /** The id of the process. */
  holder: string;
  /** Slots in use, which cannot be returned yet. */
  in_use: number;
  /** The initial concurrency limit. */
  starting_places: number;
  report: LaneReport;
  now: Date;
  expires_at: Date;
}

export interface Granted {
  /** How many requests may run concurrently. */
  places: number;
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
    const places = shareOf(total, request, others);
    const held = Math.max(request.in_use, places);
    await storeLease(tx, request, held);
    return { places, held, shared: others.length > 0 };
  });
}

/** Applies the report to the limit's row, which stays locked until the lease is stored. */
async function learn(tx: Db, { lane_id, starting_places, report, now }: LeaseRequest): Promise<number> {
  await insertMissing(tx, 'speech_lane', [{ id: lane_id, places: starting_places, updated_at: now }]);
  const lane = await tx
    .selectFrom('speech_lane')
    .select(['places', 'successes', 'halved_at'])
    .where('id', '=', lane_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (report.successes === 0 && !report.crowded && report.busy === 0) return lane.places;
  const next = adapt(lane, report, { starting_places, now });
  await tx
    .updateTable('speech_lane')
    .set({ ...next, updated_at: now })
    .where('id', '=', lane_id)
    .execute();
  return next.places;
}

async function othersOf(tx: Db, { lane_id, holder, now }: LeaseRequest): Promise<Lease[]> {
  const rows = await tx
    .selectFrom('speech_lease')
    .select(['holder', 'places', 'wanted', 'expires_at'])
    .where('lane_id', '=', lane_id)
    .execute();
  const expired = rows.filter(({ expires_at }) => expires_at <= now).map((row) => row.holder);
  if (expired.length > 0) {
    await tx
      .deleteFrom('speech_lease')
      .where('lane_id', '=', lane_id)
      .where('holder', 'in', expired)
      .execute();
  }
  return rows.filter((row) => row.holder !== holder && row.expires_at > now);
}

async function storeLease(tx: Db, request: LeaseRequest, places: number): Promise<void> {
  const { lane_id, holder, wanted, in_use, expires_at } = request;
  if (wanted === 0 && in_use === 0) {
    await tx.deleteFrom('speech_lease').where('lane_id', '=', lane_id).where('holder', '=', holder).execute();
    return;
  }
  await tx
    .insertInto('speech_lease')
    .values({ lane_id, holder, places, wanted, expires_at })
    .onConflict((conflict) =>
      conflict.columns(['lane_id', 'holder']).doUpdateSet({ places, wanted, expires_at }),
    )
    .execute();
}

/** Releases every slot of a process that ends. */
export async function dropLeases(db: Db, holder: string): Promise<void> {
  await db.deleteFrom('speech_lease').where('holder', '=', holder).execute();
}

/**
 * Removes limits that were unused for a long time. Their credential is gone, or the limit must be learned again
 * anyway.
 */
export async function sweepLanes(db: Db, unusedSince: Date): Promise<void> {
  await db
    .deleteFrom('speech_lane')
    .where('updated_at', '<', unusedSince)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('speech_lease').select('holder').whereRef('lane_id', '=', 'speech_lane.id'))),
    )
    .execute();
}

/** The current concurrency limit, and what was learned since its last change. */
export interface LaneState {
  places: number;
  successes: number;
  halved_at: Date | null;
}

export interface LaneReport {
  successes: number;
  /** Whether the provider reported too many concurrent requests. */
  crowded: boolean;
  /** How many requests the provider rejected because it was busy, which may have another cause. */
  busy: number;
}

export const MAX_SLOTS = 64;
const SUCCESSES_PER_PLACE = 50;
/** Halvings are at least this far apart, because concurrent requests are rejected together. */
const LESSON_MS = 1_000;

/** One report removes at most this share of the slots because the provider was busy. */
const BUSY_SHARE = 1 / 8;

/**
 * Halves the limit after too many concurrent requests. Otherwise, adds one slot for every 50 successes, and removes one
 * for every busy response, down to the initial limit.
 */
export function adapt(
  lane: LaneState,
  { successes, crowded, busy }: LaneReport,
  { starting_places, now }: { starting_places: number; now: Date },
): LaneState {
  if (crowded) {
    if (lane.halved_at && now.getTime() - lane.halved_at.getTime() < LESSON_MS) return lane;
    return { places: Math.max(1, Math.floor(lane.places / 2)), successes: 0, halved_at: now };
  }
  const total = lane.successes + successes;
  const grown = lane.places + Math.floor(total / SUCCESSES_PER_PLACE);
  const lowered = grown - Math.min(busy, Math.ceil(lane.places * BUSY_SHARE));
  const places = Math.max(lowered, Math.min(lane.places, starting_places));
  return { ...lane, places: Math.min(MAX_SLOTS, places), successes: total % SUCCESSES_PER_PLACE };
}

export interface Lease {
  places: number;
  wanted: number;
}

/**
 * The number of slots that a process gets: the free ones, but no more than a fair share while other processes need
 * slots. If there are fewer slots than processes, they take turns.
 */
export function shareOf(total: number, mine: Lease, others: readonly Lease[]): number {
  const free = Math.max(0, total - others.reduce((sum, { places }) => sum + places, 0));
  const share = Math.min(mine.wanted, free);
  const waiting = others.filter(({ wanted }) => wanted > 0);
  if (!waiting.some(({ places, wanted }) => places < wanted)) return share;
  const fair = Math.floor(total / (waiting.length + 1));
  if (fair > 0) return Math.min(share, fair);
  return mine.places > 0 ? 0 : Math.min(share, 1);
}
