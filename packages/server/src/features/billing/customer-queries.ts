import { sql } from 'kysely';
import type { Db, Row } from '../../db/index.ts';
import { OVER } from './queries.ts';

export type CustomerRow = Row<'billing_customer'>;

export async function findCustomer(
  db: Db,
  id: string,
  column: 'user_id' | 'processor_customer_id' = 'user_id',
): Promise<CustomerRow | undefined> {
  return db.selectFrom('billing_customer').selectAll().where(column, '=', id).executeTakeFirst();
}

/**
 * Whether the person may still be charged for something that is not in the mirror yet: a checkout, a request or an
 * event.
 */
export async function mayBeCharged(db: Db, userId: string, now: Date): Promise<boolean> {
  const customer = await db
    .selectFrom('billing_customer')
    .select('user_id')
    .where('user_id', '=', userId)
    .where((eb) =>
      eb.or([
        eb('watched_until', '>', now),
        eb('lease_until', '>', now),
        eb('unsettled_since', 'is not', null),
        eb.exists(
          eb
            .selectFrom('processor_event')
            .select('id')
            .whereRef('processor_event.processor_customer_id', '=', 'billing_customer.processor_customer_id')
            .where('processed_at', 'is', null),
        ),
      ]),
    )
    .executeTakeFirst();
  return customer !== undefined;
}

function updateCustomer(db: Db, userId: string) {
  return db.updateTable('billing_customer').where('user_id', '=', userId);
}

async function getCustomer(db: Db, userId: string): Promise<CustomerRow> {
  const customer = db.selectFrom('billing_customer').selectAll().where('user_id', '=', userId);
  return customer.executeTakeFirstOrThrow();
}

/** Locks the mirrored data of a customer. Lock order: billing customer, then account. */
export async function lockCustomer(tx: Db, userId: string): Promise<void> {
  await tx
    .selectFrom('billing_customer')
    .select('user_id')
    .where('user_id', '=', userId)
    .forUpdate()
    .execute();
}

/** If several calls insert a customer at once, the first row stays. Every call returns that row. */
export async function insertCustomer(
  db: Db,
  row: Pick<CustomerRow, 'user_id' | 'processor_customer_id' | 'created_at'>,
): Promise<CustomerRow> {
  await db
    .insertInto('billing_customer')
    .values(row)
    // No conflict column: concurrent inserts can conflict on the processor's ID before they conflict on the user.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return getCustomer(db, row.user_id);
}

/** Compare and set: if several calls replace the ID at once, the first value stays. Every call returns that row. */
export async function replaceCustomer(
  db: Db,
  customer: CustomerRow,
  processorId: string,
): Promise<CustomerRow> {
  await updateCustomer(db, customer.user_id)
    .set({ processor_customer_id: processorId, checkout_session_id: null, watched_until: null })
    .where('processor_customer_id', '=', customer.processor_customer_id)
    .execute();
  return getCustomer(db, customer.user_id);
}

export type Lease = { user_id: string; token: string };

/** A single statement, so that only one of several concurrent callers gets the lease. The others get undefined. */
export async function takeLease(
  db: Db,
  { user_id, token }: Lease,
  { now, until }: { now: Date; until: Date },
): Promise<CustomerRow | undefined> {
  return updateCustomer(db, user_id)
    .set({ lease_token: token, lease_until: until, unsettled_since: now })
    .where((eb) => eb.or([eb('lease_token', 'is', null), eb('lease_until', '<=', now)]))
    .returningAll()
    .executeTakeFirst();
}

/**
 * How a change ended. `settled`: the mirror is up to date. `unsettled`: the change failed halfway or its result is
 * unknown, so the mirror must be refreshed. `faulted`: the same, and the processor responded with an error. It would
 * repeat this error for the same idempotency key, so the next change gets new keys.
 */
export type LeaseEnd = 'settled' | 'unsettled' | 'faulted';

export async function endLease(db: Db, { user_id, token }: Lease, end: LeaseEnd): Promise<void> {
  await updateCustomer(db, user_id)
    .set({ lease_token: null, lease_until: null })
    .$if(end === 'settled', (update) => update.set({ unsettled_since: null }))
    .$if(end === 'faulted', (update) => update.set({ write_epoch: sql`write_epoch + 1` }))
    .where('lease_token', '=', token)
    .execute();
}

/** Clears an unsettled mark from before `asOf`, unless a change still holds the lease. */
export async function markSettled(db: Db, userId: string, asOf: Date): Promise<void> {
  await updateCustomer(db, userId)
    .set({ unsettled_since: null, lease_token: null, lease_until: null })
    .where('unsettled_since', '<=', asOf)
    .where((eb) => eb.or([eb('lease_token', 'is', null), eb('lease_until', '<=', asOf)]))
    .execute();
  await updateCustomer(db, userId)
    .set({ watched_until: null, checkout_session_id: null })
    .where('watched_until', '<=', asOf)
    .execute();
}

export async function noteCheckout(
  db: Db,
  userId: string,
  { id, until }: { id: string | null; until: Date | null },
): Promise<void> {
  await updateCustomer(db, userId).set({ checkout_session_id: id, watched_until: until }).execute();
}

export async function findOpenEvent(db: Db, id: string): Promise<Row<'processor_event'> | undefined> {
  return db
    .selectFrom('processor_event')
    .selectAll()
    .where('id', '=', id)
    .where('processed_at', 'is', null)
    .executeTakeFirst();
}

/** Any received event that is not processed yet. */
export async function findAnyOpenEventId(db: Db): Promise<string | undefined> {
  const event = await db
    .selectFrom('processor_event')
    .select('id')
    .where('processed_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return event?.id;
}

const MAX_EVENTS = 1_000;

/** The open events of a customer. A fetch that starts after this covers them. */
export async function listOpenEventIds(db: Db, customerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('processor_event')
    .select('id')
    .where('processor_customer_id', '=', customerId)
    .where('processed_at', 'is', null)
    .orderBy('received_at')
    .limit(MAX_EVENTS)
    .execute();
  return rows.map(({ id }) => id);
}

export async function markProcessed(db: Db, ids: string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await db.updateTable('processor_event').set({ processed_at: now }).where('id', 'in', ids).execute();
}

export async function deleteOldEvents(db: Db, { before, limit }: { before: Date; limit: number }) {
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

export type Due = Pick<CustomerRow, 'user_id' | 'processor_customer_id'>;

/**
 * Customers with open work, by ID: writes with an unknown result, checkouts that can still complete, and unprocessed
 * events from before `received_before`.
 */
export async function listWaiting(
  db: Db,
  { received_before, now, after, limit }: { received_before: Date; now: Date; after: string; limit: number },
): Promise<Due[]> {
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

/** Customers with a live subscription that was fetched between the two times, oldest fetch first. */
export async function listStale(
  db: Db,
  { from, before, limit }: { from: Date; before: Date; limit: number },
): Promise<(Due & { fetched_at: Date })[]> {
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
