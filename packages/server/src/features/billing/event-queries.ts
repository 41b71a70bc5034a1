import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import { OVER } from './queries.ts';

export interface EventRow {
  id: string;
  type: string;
  processor_customer_id: string | null;
  created_at: Date;
  received_at: Date;
  processed_at: Date | null;
}

/** True for an event that was not here before. */
export async function insertEvent(db: Db, row: EventRow): Promise<boolean> {
  const inserted = await db
    .insertInto('processor_event')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  return inserted.length > 0;
}

export async function findOpenEvent(db: Db, id: string): Promise<EventRow | undefined> {
  return db
    .selectFrom('processor_event')
    .selectAll()
    .where('id', '=', id)
    .where('processed_at', 'is', null)
    .executeTakeFirst();
}

/** Any received event that is not processed yet. */
export async function findAnyOpenEventId(db: Db): Promise<string | undefined> {
  const open = await db
    .selectFrom('processor_event')
    .select('id')
    .where('processed_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return open?.id;
}

const EVENTS_AT_ONCE = 1_000;

/** Events of a customer that a fetch which starts now covers. */
export async function listOpenEventIds(db: Db, customerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('processor_event')
    .select('id')
    .where('processor_customer_id', '=', customerId)
    .where('processed_at', 'is', null)
    .orderBy('received_at')
    .limit(EVENTS_AT_ONCE)
    .execute();
  return rows.map(({ id }) => id);
}

export async function markProcessed(db: Db, ids: string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await db.updateTable('processor_event').set({ processed_at: now }).where('id', 'in', ids).execute();
}

export async function deleteOldEvents(
  db: Db,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from processor_event where id in (
      select id from processor_event where received_at < ${before} order by received_at limit ${limit})`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}

export async function deleteOldPreviews(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('plan_preview').where('created_at', '<', before).execute();
}

export interface Due {
  user_id: string;
  processor_customer_id: string;
}

/** Customers with something open, in the order of their ids. */
export interface WaitingQuery {
  /** Events that came before and still wait. */
  received_before: Date;
  now: Date;
  after: string;
  limit: number;
}

/** Writes with an unknown result, checkouts that can still complete, and unprocessed events. */
export async function listWaiting(db: Db, query: WaitingQuery): Promise<Due[]> {
  const { received_before, now, after, limit } = query;
  const { rows } = await sql<Due>`
    select user_id, processor_customer_id from billing_customer
    where user_id > ${after}::uuid and (lease_until is null or lease_until <= ${now}) and user_id in (
      select user_id from billing_customer where unsettled_since is not null
      union all select user_id from billing_customer where watched_until is not null
      union all select named.user_id from processor_event event
        join billing_customer named on named.processor_customer_id = event.processor_customer_id
        where event.processed_at is null and event.received_at < ${received_before})
    order by user_id limit ${limit}`.execute(db);
  return rows;
}

export interface Stale extends Due {
  fetched_at: Date;
}

/** Customers with a live subscription that was fetched between the two times, the oldest first. */
export async function listStale(
  db: Db,
  { from, before, limit }: { from: Date; before: Date; limit: number },
): Promise<Stale[]> {
  return db
    .selectFrom('subscription')
    .innerJoin('billing_customer', 'billing_customer.user_id', 'subscription.user_id')
    .select(['subscription.user_id', 'processor_customer_id', 'fetched_at'])
    .where('ended_at', 'is', null)
    .where('status', 'not in', OVER)
    .where('fetched_at', '>=', from)
    .where('fetched_at', '<', before)
    .orderBy('fetched_at')
    .orderBy('subscription.id')
    .limit(limit)
    .execute();
}
