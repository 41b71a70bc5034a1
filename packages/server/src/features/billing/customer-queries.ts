import { sql } from 'kysely';
import type { Db, Row } from '../../db/index.ts';

export type CustomerRow = Row<'billing_customer'>;

export async function findCustomer(db: Db, userId: string): Promise<CustomerRow | undefined> {
  return db.selectFrom('billing_customer').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

export async function findCustomerByProcessorId(db: Db, id: string): Promise<CustomerRow | undefined> {
  return db
    .selectFrom('billing_customer')
    .selectAll()
    .where('processor_customer_id', '=', id)
    .executeTakeFirst();
}

/** Locks what is mirrored of a customer. Lock order: billing customer, then account. */
export async function lockCustomer(tx: Db, userId: string): Promise<void> {
  await tx
    .selectFrom('billing_customer')
    .select('user_id')
    .where('user_id', '=', userId)
    .forUpdate()
    .execute();
}

/** The first of several concurrent inserts is kept, and all callers get it. */
export async function insertCustomer(
  db: Db,
  row: { user_id: string; processor_customer_id: string; created_at: Date },
): Promise<CustomerRow> {
  await db
    .insertInto('billing_customer')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
  return db
    .selectFrom('billing_customer')
    .selectAll()
    .where('user_id', '=', row.user_id)
    .executeTakeFirstOrThrow();
}

/** Compare and set: the first of several concurrent values is kept, and all callers get it. */
export async function replaceCustomer(db: Db, old: CustomerRow, processorId: string): Promise<CustomerRow> {
  await db
    .updateTable('billing_customer')
    .set({ processor_customer_id: processorId, checkout_session_id: null, watched_until: null })
    .where('user_id', '=', old.user_id)
    .where('processor_customer_id', '=', old.processor_customer_id)
    .execute();
  return db
    .selectFrom('billing_customer')
    .selectAll()
    .where('user_id', '=', old.user_id)
    .executeTakeFirstOrThrow();
}

export interface Lease {
  user_id: string;
  token: string;
}

/** One statement, so that only one concurrent caller gets the lease; undefined for the others. */
export async function takeLease(
  db: Db,
  { user_id, token }: Lease,
  { now, until }: { now: Date; until: Date },
): Promise<CustomerRow | undefined> {
  return db
    .updateTable('billing_customer')
    .set({
      lease_token: token,
      lease_until: until,
      unsettled_since: now,
    })
    .where('user_id', '=', user_id)
    .where((eb) => eb.or([eb('lease_token', 'is', null), eb('lease_until', '<=', now)]))
    .returningAll()
    .executeTakeFirst();
}

/** Whether the mirror is up to date at the end of a lease, or must be refreshed. */
export type LeaseEnd = 'settled' | 'unsettled' | 'faulted';

export async function endLease(db: Db, { user_id, token }: Lease, end: LeaseEnd): Promise<void> {
  await db
    .updateTable('billing_customer')
    .set({
      lease_token: null,
      lease_until: null,
      ...(end === 'settled' && { unsettled_since: null }),
      ...(end === 'faulted' && { write_epoch: sql`write_epoch + 1` }),
    })
    .where('user_id', '=', user_id)
    .where('lease_token', '=', token)
    .execute();
}

/** Clears uncertainty from before `asOf`; a held lease marks its own. */
export async function markSettled(db: Db, userId: string, asOf: Date): Promise<void> {
  await db
    .updateTable('billing_customer')
    .set({
      unsettled_since: null,
      lease_token: null,
      lease_until: null,
    })
    .where('user_id', '=', userId)
    .where('unsettled_since', '<=', asOf)
    .where((eb) => eb.or([eb('lease_token', 'is', null), eb('lease_until', '<=', asOf)]))
    .execute();
  await db
    .updateTable('billing_customer')
    .set({ watched_until: null, checkout_session_id: null })
    .where('user_id', '=', userId)
    .where('watched_until', '<=', asOf)
    .execute();
}

export async function noteCheckout(
  db: Db,
  userId: string,
  { id, until }: { id: string | null; until: Date | null },
): Promise<void> {
  await db
    .updateTable('billing_customer')
    .set({ checkout_session_id: id, watched_until: until })
    .where('user_id', '=', userId)
    .execute();
}
